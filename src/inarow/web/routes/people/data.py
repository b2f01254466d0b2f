"""Everything that is kept about a person, as one file to take along."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import troubles
from inarow.web.http.identity import Person
from inarow.web.live import archive
from inarow.web.routes.people.me import Browser
from inarow.web.routes.tournaments.api import rows_of
from inarow.web.store.history import History, Wanted
from inarow.web.store.lessons import Lessons
from inarow.web.store.puzzles import Puzzles
from inarow.web.store.studies import Studies

__all__ = ["router"]

AT_A_TIME: Final = 100
"""How many games are read at once."""

MOST_TOURNAMENTS: Final = 10_000
MOST_PUZZLES: Final = 10_000

router = APIRouter(prefix="/api/me", tags=["you"], responses=troubles(401, 403, 429, 503))


@router.get(
    "/data",
    summary="Download my data",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": words.DATA_TEXT,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
)
async def download(request: Request, person: Browser) -> StreamingResponse:
    """All that is stored about you: name, browsers, tokens, ratings, lessons, studies, puzzles,
    tournaments, games.

    Needs the cookie, not a token.
    """
    head = await _head(request, person)
    headers = {
        "content-disposition": 'attachment; filename="inarow-data.json"',
        "x-accel-buffering": "no",
    }
    texts = _texts(head, History(request.app.state.store), person)
    return StreamingResponse(texts, media_type="application/json", headers=headers)


async def _head(request: Request, person: Person) -> dict[str, Any]:
    """What is kept besides games."""
    state = request.app.state
    sessions = await state.accounts.sessions_of(person.id, identity.now())
    keys = await state.accounts.passkeys_of(person.id)
    tokens = await state.store.tokens_of(person.id)
    code = await state.accounts.recovery_of(person.id)
    known = await History(state.store).known(person.id)
    lessons = await Lessons(state.store).of(person.id)
    studies = await Studies(state.store).whole(person.id)
    return {
        "id": person.id,
        "name": person.name,
        "since": _day(known.created if known else None),
        "language": await state.accounts.language_of(person.id),
        "browsers": [{"label": row.label, "since": _day(row.created)} for row in sessions],
        "passkeys": [{"label": row.label, "used": _day(row.used)} for row in keys],
        "recovery_code_made": _day(code),
        "tokens": [{"label": row[1], "scopes": row[2], "since": _day(row[3])} for row in tokens],
        "lessons": [
            {"box": row.box, "due": row.due, "lesson": json.loads(row.content)} for row in lessons
        ],
        "studies": [
            {"name": row.name, "updated": _day(row.updated), "record": row.record}
            for row in studies
        ],
        "puzzles": await _puzzles(request, person),
        "ratings": {
            curve.kind: [[_day(at), round(strength.rating, 1)] for at, strength in curve.after]
            for curve in await state.rater.curves_of(person.id)
        },
        "tournaments": [
            row | {"created": row["created"].isoformat()}
            for row in await rows_of(state.host, person, MOST_TOURNAMENTS)
        ],
    }


async def _puzzles(request: Request, person: Person) -> dict[str, Any] | None:
    """How they did at puzzles; `None` if they have tried none."""
    store = Puzzles(request.app.state.store)
    standing = await store.standing(person.id)
    if standing is None:
        return None
    rows = await store.attempts(person.id, MOST_PUZZLES)
    return asdict(standing) | {"attempts": [[r.puzzle, r.won, _day(r.at)] for r in rows]}


def _day(at: int | None) -> str | None:
    return None if at is None else archive.when(at).isoformat()


async def _texts(head: dict[str, Any], history: History, person: Person) -> AsyncIterator[str]:
    """The file in portions: games may be many."""
    yield json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}") + ',\n "games": ['
    place, before = None, ""
    while rows := await history.page(person.id, Wanted(), AT_A_TIME, place):
        for row in rows:
            game = archive.row_view(row, person.id) | {"created": _day(row.created)}
            yield f"{before}\n  {json.dumps(game, ensure_ascii=False)}"
            before = ","
        place = rows[-1].created, rows[-1].id
    yield "\n ]\n}\n"
