"""Home, games, and what there is to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import zip_longest
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from inarow.board.board import Board
from inarow.board.notation import move_label
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.identity import Person
from inarow.web.http.page import render
from inarow.web.live import archive
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort, GameView, Join
from inarow.web.live.state import Refused
from inarow.web.routes import forms, history
from inarow.web.routes.computed import forward
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.study import positions
from inarow.web.words.players import player_name

__all__ = ["router"]

CONTINUED = 2
"""How many of one's games the home page leads back to."""

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

GameId = Annotated[str, Path(max_length=40)]
Invite = Annotated[str | None, Query(max_length=100)]
Looking = Annotated[str | None, Query(pattern=r"^[\w-]{1,40}$")]


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """What one can do here."""
    person = await identity.person_of(request)
    lobby = (await request.app.state.lobby.view()).model_dump(mode="json")
    board = Board(CONNECT_FOUR)
    return render(
        request,
        "home.html",
        title=words.HOME_TITLE,
        picture=preview_path(board),
        state={"lobby": lobby},
        lobby=lobby,
        games=await _unfinished(request, person),
        svg=inline_svg(board),
    )


async def _unfinished(request: Request, person: Person | None) -> list[dict[str, str]]:
    """Links to the games that somebody can go on with."""
    if person is None or "read" not in person.scopes:
        return []
    hub: Hub = request.app.state.hub
    waiting = await hub.unhurried.waiting(person.id, CONTINUED)  # those with the least time first
    others = await request.app.state.store.unfinished(person.id, 2 * CONTINUED)
    first = {row.id for row in waiting}
    rows = [*waiting, *(row for row in others if row.id not in first)][:CONTINUED]
    links = [_going_on(archive.row_view(row, person.id), row.due, hub.now()) for row in rows]
    if len(waiting) == CONTINUED:
        count = await hub.unhurried.count_waiting(person.id)
        if count > CONTINUED:
            text = words.ALL_WAITING.format(count=count)
            links.append({"href": "/history", "title": "", "text": text})
    return links


def _going_on(game: dict[str, Any], due: int | None, now: int) -> dict[str, str]:
    title = positions.rules_title(Rules.parse(game["rules"]))
    if game["waiting"] and due is not None:
        title = history.time_left(due - now)
    return {"href": f"/game/{game['id']}", "title": title, "text": _going_on_text(game)}


def _going_on_text(game: dict[str, Any]) -> str:
    if game["you"] == "both":
        return words.HOME["going_on_shared"]
    other = game["o" if game["you"] == "x" else "x"]
    if not other:
        return words.HOME["going_on_open"]
    return words.HOME["your_turn" if game["waiting"] else "going_on"].format(
        name=player_name(other)
    )


@router.get("/game/{game}")
async def game(
    request: Request, game: GameId, invite: Invite = None, looking: Looking = None
) -> HTMLResponse:
    """A live game; *looking* is the open game of who looks for an opponent meanwhile."""
    person = await identity.reader(request)
    hub: Hub = request.app.state.hub
    view = await hub.view(game, person, invite)
    board = Board(Rules.parse(view.rules), view.moves)
    link = f"{_site(request)}/game/{game}" + (f"?{urlencode({'invite': invite})}" if invite else "")
    shown = view.model_dump(mode="json")
    return render(
        request,
        "game.html",
        title=_title(view),
        description=words.GAME_DESCRIPTION.format(rules=positions.rules_title(board.rules)),
        picture=preview_path(board),
        state={"view": shown, "invite": invite, "link": link, "looking": looking},
        view=shown,
        svg=inline_svg(board),
        invite=invite,
        looking=looking,
        link=link,
        rows=_score_sheet(board),
    )


def _score_sheet(board: Board) -> list[tuple[int, str, str]]:
    """The moves in rows of two, with their number; the last row may lack its second."""
    texts = [move_label(move, board.rules) for move in board.moves]
    pairs = zip_longest(texts[::2], texts[1::2], fillvalue="")
    return [(number, x, o) for number, (x, o) in enumerate(pairs, start=1)]


def _site(request: Request) -> str:
    address: str = request.app.state.settings.origin
    return address or f"{request.url.scheme}://{request.url.netloc}"


def _title(view: GameView) -> str:
    names = [view.seats[side].name for side in ("x", "o")]
    x, o = (player_name(name) if name else words.SOMEBODY for name in names)
    if view.status == "open":
        return words.OPEN_TITLE.format(name=x if names[0] else o)
    return words.GAME_TITLE.format(x=x, o=o)


@router.post("/new")
async def new(request: Request) -> RedirectResponse:
    """Make the game that a form asks for, or find an opponent."""
    form = await forms.read(request)
    make: Callable[[Person], Awaitable[GameView]]
    if form.get("with") == forms.SEEKS:
        make = partial(request.app.state.pairing.pair, wish=forms.wish(form))
    else:
        make = partial(request.app.state.hub.create, wanted=forms.new_game(form))
    person = await _player(request)
    identity.count_stored(request, person, game=True)
    view = await make(person)
    told = {"invite": view.invite, "looking": form.get("looking")}
    query = urlencode({name: value for name, value in told.items() if value})
    return RedirectResponse(f"/game/{view.id}{f'?{query}' if query else ''}", 303)


@router.post("/game/{game}/stop")
async def stop(request: Request, game: GameId) -> RedirectResponse:
    """Look for an opponent no longer."""
    person = await _player(request)
    identity.count_stored(request, person, begins=False)
    hub: Hub = request.app.state.hub
    if (await hub.view(game, person)).status != "open":  # somebody has been found, or it was ended
        return RedirectResponse(f"/game/{game}", 303)
    await hub.act(game, person, Abort())
    return RedirectResponse("/", 303)


@router.post("/game/{game}/join")
async def join(request: Request, game: GameId) -> RedirectResponse:
    """Sit down, from a form."""
    invite = (await forms.read(request)).get("invite") or None
    person = await _player(request)
    identity.count_stored(request, person)
    try:
        await request.app.state.hub.act(game, person, Join(), invite)
    except Refused as refused:
        if refused.code != "seat":  # who sits there already is shown the game
            raise
    return RedirectResponse(f"/game/{game}", 303)


async def _player(request: Request) -> Person:
    player: Person = await identity.needs("play")(request)
    return player


@router.get("/analysis")
async def analysis(
    request: Request, game: Annotated[str, Query(pattern=r"^[\w-]{0,64}$")] = ""
) -> Response:
    """The moves of a live game to analyse, if one is named."""
    if not game:
        return await forward(request)
    person = await identity.reader(request)
    view = await request.app.state.hub.view(game, person)
    if view.status == "playing" and view.you != "both":
        raise Refused("going", words.ANALYSIS_LATER)
    board = Board(Rules.parse(view.rules), view.moves)
    return await forward(request, path=f"/analysis/{positions.address(board)}")


@router.get("/about")
async def about(request: Request) -> HTMLResponse:
    """What this is, and how to use it."""
    await identity.person_of(request)
    return render(request, "about.html", title=words.ABOUT_TITLE)


@router.get("/api")
async def api(request: Request) -> HTMLResponse:
    """The API, to be read by people."""
    await identity.person_of(request)
    return render(
        request,
        "api.html",
        title=words.API_TITLE,
        description=words.API_DESCRIPTION,
        api=request.app.state.manual(),
        site=_site(request),
    )


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """What search engines need not look at."""
    return PlainTextResponse(
        "User-agent: *\nDisallow: /api/\nDisallow: /game/\nDisallow: /person/\n"
        "Disallow: /tournament/\nDisallow: /t/\n"
    )


@router.get("/favicon.ico")
async def icon(request: Request) -> RedirectResponse:
    """For browsers that do not read which icon a page has."""
    address: str = request.app.state.templates.globals["static"]("site/icon.svg")
    return RedirectResponse(address, 308)
