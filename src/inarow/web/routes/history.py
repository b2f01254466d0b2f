"""One's own games: chosen, counted and downloaded, as a page and by REST."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse, StreamingResponse

from inarow.board.rules import Rules
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Person, Reader
from inarow.web.http.page import render
from inarow.web.live import archive
from inarow.web.live.clock import DAY
from inarow.web.live.events import Reason, Visibility
from inarow.web.live.hub import Hub
from inarow.web.live.messages import RatingView
from inarow.web.live.view import rating_view
from inarow.web.routes.computed import compute
from inarow.web.routes.tournaments.api import rows_of
from inarow.web.search.pool import Busy
from inarow.web.store.history import Group, History, Result, Wanted
from inarow.web.store.unhurried import Unhurried
from inarow.web.study import positions
from inarow.web.words.players import player_name

__all__ = ["GameRow", "Tally", "router", "row_texts", "tallies", "time_left"]

AT_ONCE: Final = 30
"""How many games a page has."""

LATEST: Final = 10
"""How many of one's tournaments the page has."""
MOST_WAITING: Final = 50
"""How many games are listed that wait for somebody."""

AT_A_TIME: Final = 100
"""How many records a worker writes in one go."""

HOUR: Final = 3_600_000
MINUTE: Final = 60_000

TRIES: Final = 20
"""How often a download that has begun waits until there is a worker for it."""

PROGRAMS: Final = (*(f"level {number}" for number in range(1, 11)), "perfect")

router = APIRouter()
api = APIRouter(prefix="/api/games", tags=["games"], responses=troubles(401, 403, 422, 429, 503))


class GameRow(BaseModel):
    """A game in a list."""

    id: str
    rules: str
    visibility: Visibility
    status: Literal["open", "playing", "over"]
    you: Literal["x", "o", "both"]
    x: str | None = Field(description="The name of the player of x; `null` if there is none yet.")
    o: str | None
    winner: Literal["x", "o"] | None
    reason: Reason | None
    rating: RatingView | None = Field(
        description="Your rating when the game began, and what it has changed; `null` if nothing."
    )
    text: str | None = Field(description="The moves, once the game is over.")
    created: datetime
    days: int | None = Field(description="How many days there are for each move.")
    waiting: bool = Field(description="Whether it is your turn in a game over days.")
    due: datetime | None = Field(
        description="Until when, in a game over days, whoever is to move has time."
    )


class Waiting(BaseModel):
    """Your games over days."""

    games: list[GameRow] = Field(description="Those in which it is your turn, the first due first.")
    going: int = Field(description="How many are in progress.")


class Total(BaseModel):
    """How many games with a result were alike."""

    opponent: str = Field(description="`people`, `self`, or a program such as `level 3`.")
    rules: str
    side: Literal["x", "o", "both"]
    result: Literal["won", "lost", "draw", "decided"] = Field(
        description="`decided`: won by one side of a game of both."
    )
    games: int


Day = Annotated[str, Query(pattern=r"^(\d{4}-\d\d-\d\d)?$", examples=["2026-11-19"])]


def wanted(
    opponent: Annotated[
        str,
        Query(
            pattern=r"^(people|computer|self|perfect|level ([1-9]|10))?$",
            description="`people`, `computer`, `self` (both sides), `level 3`, `perfect`.",
        ),
    ] = "",
    name: Annotated[str, Query(max_length=80, description="A part of the opponent's name.")] = "",
    board: Annotated[
        str, Query(pattern=r"^(\d+x\d+x\d+([/-]free)?)?$", max_length=16, examples=["7x6x4"])
    ] = "",
    result: Annotated[Result | Literal[""], Query(description="How it stands for you.")] = "",
    side: Annotated[Literal["", "x", "o", "both"], Query()] = "",
    clock: Annotated[
        str,
        Query(
            pattern=r"^(none|any|\d{1,5}\+\d{1,3}|[1-9]d)?$",
            description="`none`, `any`, seconds and seconds per move (`300+3`), or days (`3d`).",
        ),
    ] = "",
    since: Annotated[Day, Query(description="The first day, in UTC.")] = "",
    until: Annotated[Day, Query(description="The last day, in UTC.")] = "",
) -> Wanted:
    """Which games; what is left out or empty does not matter."""
    return Wanted(
        opponent=opponent,
        name=name.strip(),
        rules=board.replace("-", "/"),
        result=result,
        side=side,
        clock=_clock(clock),
        since=_midnight(since),
        until=_midnight(until, days=1),
    )


def _clock(text: str) -> tuple[int, int | None] | Literal["", "none", "any"]:
    if text == "none":
        return "none"
    if text.endswith("d"):
        return DAY * int(text[:-1]), None
    if "+" not in text:
        return "any" if text else ""
    base, increment = text.split("+")
    return 1000 * int(base), 1000 * int(increment)


def _midnight(day: str, days: int = 0) -> int | None:
    if not day:
        return None
    try:
        at = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
        return archive.milliseconds(at + timedelta(days=days))
    except (ValueError, OverflowError):
        raise Fault(422, "invalid", words.BAD_DATE.format(day=day)) from None


def _history(request: Request) -> History:
    return History(request.app.state.store)


Chosen = Annotated[Wanted, Depends(wanted)]
TheHistory = Annotated[History, Depends(_history)]
Before = Annotated[
    datetime | None,
    Query(description="Only games created before this time, for the next page."),
]
BeforeId = Annotated[
    str,
    Query(max_length=40, description="With `before`: the id of the last game of the page before."),
]


def _place(before: datetime | None, before_id: str) -> tuple[int, str] | None:
    """Where the page begins; without an id, after all games that were made at that time."""
    return None if before is None else (archive.milliseconds(before), before_id or "~")


# -- by REST --------------------------------------------------------------------------------------


@api.get("", summary="List my games")
async def mine(
    request: Request,
    reader: Reader,
    history: TheHistory,
    chosen: Chosen,
    mine: Annotated[
        Literal["", "1", "true"] | None,
        Query(description="Has no effect: your own games are the only list so far."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Before = None,
    before_id: BeforeId = "",
) -> list[GameRow]:
    """The games you play or have played, newest first.

    For the next page, send `created` and `id` of the last game as `before` and `before_id`.
    """
    del mine
    if reader is None:
        return []
    rows = await history.page(reader.id, chosen, limit, _place(before, before_id))
    return [GameRow(**game) for game in await _rows(request, reader, rows)]


async def _rows(request: Request, person: Person, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Games in a list, with what they have changed of the ratings of whose list it is."""
    changes = await request.app.state.rater.changes(person.id, rows)
    return [
        archive.row_view(row, person.id) | {"rating": rating_view(changes, row.id)} for row in rows
    ]


@api.get("/waiting", summary="List the games that wait for me")
async def waiting(request: Request, reader: Reader) -> Waiting:
    """The games over days in which it is your turn: up to 50, those with the least time first."""
    if reader is None:
        return Waiting(games=[], going=0)
    unhurried: Unhurried = request.app.state.hub.unhurried
    rows = await unhurried.waiting(reader.id, MOST_WAITING)
    games = [GameRow(**game) for game in await _rows(request, reader, rows)]
    return Waiting(games=games, going=await unhurried.going(reader.id))


@api.get("/totals", summary="Count my games", response_model=list[Total])
async def totals(reader: Reader, history: TheHistory, chosen: Chosen) -> list[dict[str, Any]]:
    """How many games with a result you have played, by opponent, board, side and result."""
    if reader is None:
        return []
    return [group._asdict() for group in await history.totals(reader.id, chosen)]


@api.get(
    "/records",
    summary="Download my games",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": words.RECORDS_TEXT,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def records(
    request: Request, reader: Reader, history: TheHistory, chosen: Chosen
) -> StreamingResponse:
    """The records of all games that are over and have moves, newest first, in one text."""
    if reader is None:
        raise Fault(401, "identity", words.NOBODY_YET)
    texts = _texts(request, reader, history, replace(chosen, finished=True))
    first = await anext(texts, "")  # what is refused is refused before the answer begins

    async def all_texts() -> AsyncIterator[str]:
        yield first
        async for text in texts:
            yield text

    headers = {
        "content-disposition": 'attachment; filename="inarow-games.txt"',
        "x-accel-buffering": "no",
    }
    return StreamingResponse(all_texts(), media_type="text/plain", headers=headers)


async def _texts(
    request: Request, person: Person, history: History, wanted: Wanted
) -> AsyncIterator[str]:
    """The records in portions, each written by a worker when the one before has been sent."""
    place: tuple[int, str] | None = None
    while rows := await history.page(person.id, wanted, AT_A_TIME, place):
        job = partial(_written, [archive.Finished.of(row) for row in rows])
        text = await _patiently(request, job, TRIES if place else 0)
        yield f"\n{text}" if place else text
        place = rows[-1].created, rows[-1].id


def _written(games: list[archive.Finished], _searchers: object) -> str:
    return archive.records(games)


async def _patiently(request: Request, job: Any, tries: int) -> str:
    """What *job* writes; where there is no room for it now, some seconds later."""
    while True:
        try:
            text: str = await compute(request, job, kind="quick")
            return text
        except (Fault, Busy) as error:
            if not tries or (isinstance(error, Fault) and error.status != 429):
                raise
            headers = error.headers if isinstance(error, Fault) else None
        tries -= 1
        await asyncio.sleep(float((headers or {}).get("retry-after", 1)))


# -- the page -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """How games with a result went; nobody wins or loses those of both sides."""

    key: str
    played: int
    won: int
    lost: int
    drawn: int


def tallies(groups: Iterable[Group], by: Literal["opponent", "rules", "side"]) -> list[Tally]:
    """The games counted by opponent, board or side, the most played first."""
    counts: dict[str, Counter[str]] = {}
    for group in groups:
        counts.setdefault(getattr(group, by), Counter())[group.result] += group.games
    found = [
        Tally(key, count.total(), count["won"], count["lost"], count["draw"])
        for key, count in counts.items()
    ]
    return sorted(found, key=lambda tally: (-tally.played, tally.key))


@router.get("/history", include_in_schema=False, response_class=HTMLResponse)
async def page(
    request: Request,
    history: TheHistory,
    chosen: Chosen,
    before: Before = None,
    before_id: BeforeId = "",
) -> HTMLResponse:
    """One's own games."""
    person = await identity.reader(request)
    rows: Sequence[Any] = []
    groups: list[Group] = []
    boards: list[str] = []
    if person:
        rows = await history.page(person.id, chosen, AT_ONCE, _place(before, before_id))
        groups = await history.totals(person.id, chosen)
        boards = await history.boards(person.id)
    games = await _rows(request, person, rows) if person else []
    mine = await _waiting(request, person) if person and before is None else []
    asked = {name: text for name, text in request.query_params.items() if text and name in FIELDS}
    return render(
        request,
        "history.html",
        title=words.HISTORY_TITLE,
        state={"games": [GameRow(**game).model_dump(mode="json") for game in games]},
        games=[game | row_texts(game) for game in games],
        mine=mine,
        asked=dict.fromkeys(FIELDS, "") | asked,
        filters=len(asked),
        query=urlencode(asked),
        begins=before is None,
        older=_older(asked, rows),
        played=sum(group.games for group in groups),
        totals=[(by, _named(by, tallies(groups, by))) for by in ("opponent", "rules", "side")],
        boards=[(slug, _board_title(slug)) for slug in boards],
        programs=PROGRAMS,
        tournaments=await rows_of(request.app.state.host, person, LATEST) if person else [],
    )


async def _waiting(request: Request, person: Person) -> list[dict[str, Any]]:
    """The games over days that wait for somebody, with the time that is left."""
    hub: Hub = request.app.state.hub
    rows = await hub.unhurried.waiting(person.id, MOST_WAITING)
    now = hub.now()
    games = [(archive.row_view(row, person.id), row.due - now) for row in rows]
    return [game | row_texts(game) | {"left": time_left(left)} for game, left in games]


def time_left(milliseconds: int) -> str:
    """How long somebody has for a move: in days, hours or minutes."""
    units = ("days", DAY), ("hours", HOUR), ("minutes", MINUTE)
    name, unit = next((each for each in units if milliseconds >= each[1]), units[-1])
    return words.TIME_LEFT[name].format(count=max(1, milliseconds // unit))


FIELDS: Final = ("opponent", "name", "board", "result", "side", "clock", "since", "until")
"""The parameters that choose games."""

SIGNS: Final = {"x": "×", "o": "○"}
"""Sides as the discs show them: no sentence begins with a bare x."""


def _older(asked: dict[str, str], rows: Sequence[Any]) -> str | None:
    """The query of the next page, if there may be one."""
    if len(rows) < AT_ONCE:
        return None
    last = rows[-1]
    place = {"before": archive.when(last.created).isoformat(), "before_id": last.id}
    return urlencode(asked | place)


def _named(by: str, found: list[Tally]) -> list[tuple[str, Tally]]:
    """Tallies with the names that people read."""
    names = words.HISTORY_SIDES if by == "side" else words.HISTORY_OPPONENTS
    if by == "rules":
        return [(_board_title(tally.key), tally) for tally in found]
    return [(names.get(tally.key) or player_name(tally.key), tally) for tally in found]


def _board_title(rules: str) -> str:
    return positions.rules_title(Rules.parse(rules))


def row_texts(game: dict[str, Any]) -> dict[str, str]:
    """The texts for a game in a list: its rules, and how it stands for whose it is."""
    results = words.RESULTS
    if game["status"] != "over":
        result = results[game["status"]]
    elif game["reason"] == "aborted":
        result = results["aborted"]
    elif game["winner"] is None:
        result = results["draw"]
    elif game["you"] == "both":
        result = results["wins"].format(side=SIGNS[game["winner"]])
    else:
        result = results["won" if game["winner"] == game["you"] else "lost"]
    rules = Rules.parse(game["rules"])
    moves = (game["text"] or "").replace(" ", "")
    analysis = f"/analysis/{positions.rules_slug(rules)}/{moves}" if moves else ""
    return {"title": positions.rules_title(rules), "result": result, "analysis": analysis}


router.include_router(api)
