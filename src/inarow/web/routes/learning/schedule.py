"""The lessons that come again: today's page, and one's own lessons by REST."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from inarow.board.board import Board
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.lessons import Repetition, after
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Actor, Person, Reader
from inarow.web.http.page import render
from inarow.web.live.archive import when
from inarow.web.live.hub import Hub
from inarow.web.live.state import Refused
from inarow.web.routes.computed import compute
from inarow.web.routes.learning.lessons import LessonBody
from inarow.web.routes.pictures import inline_svg
from inarow.web.store.lessons import MOST, Lessons
from inarow.web.study import lessons, positions

__all__ = ["router"]

AT_ONCE = 20
"""How many lessons the page has; the others are due tomorrow as well."""

router = APIRouter()
api = APIRouter(
    prefix="/api/me/lessons", tags=["lessons"], responses=troubles(400, 401, 403, 422, 429, 503)
)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Name = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="The name of a lesson.")]


class Answered(BaseModel):
    """A lesson that was answered."""

    model_config = ConfigDict(extra="forbid")

    lesson: LessonBody
    right: bool = Field(description="Whether it was right at the first try, without help.")


class Due(BaseModel):
    """When a lesson comes again."""

    name: str
    box: int | None = Field(description="From 0 to 4: after 1, 3, 7, 16 and 35 days.")
    due: date | None = Field(description="The day in UTC; `null` if it need not come again.")


class StoredLesson(Due):
    """A lesson that comes again."""

    lesson: LessonBody


def today() -> date:
    """The day, in UTC."""
    return when(identity.now()).date()


def _store(request: Request) -> Lessons:
    return Lessons(request.app.state.store)


# -- by REST --------------------------------------------------------------------------------------


@api.get("", summary="List my lessons", response_model=list[StoredLesson])
async def mine(
    request: Request,
    reader: Reader,
    due: Annotated[bool, Query(description="Only those that are due today.")] = False,
) -> list[dict[str, Any]]:
    """The mistakes that come again, the next ones first."""
    if reader is None:
        return []
    return [_row(row) for row in await _store(request).of(reader.id, today() if due else None)]


@api.post("", summary="Answer a lesson", response_model=Due)
async def answer(request: Request, answered: Answered, person: Actor) -> dict[str, Any]:
    """Note how a lesson was answered: what was missed comes again, what was known less often."""
    identity.count_stored(request, person)
    data = answered.lesson.model_dump()
    name, content = await compute(request, partial(lessons.stored, data=data), kind="quick")
    store = _store(request)
    row = await store.named(person.id, name)
    before = Repetition(row.box, date.fromisoformat(row.due)) if row else None
    then = after(before, answered.right, today())
    if then is None:
        if row is not None:
            await store.drop(person.id, name)
        return {"name": name, "box": None, "due": None}
    if row is None and await store.count(person.id) >= MOST:
        raise Fault(409, "lessons", words.TOO_MANY_LESSONS.format(most=MOST))
    await store.put(person.id, name, row.content if row else content, then.box, then.due)
    return {"name": name, "box": then.box, "due": then.due}


@api.get(
    "/export",
    summary="Download my lessons",
    response_class=Response,
    responses={
        200: {
            "description": words.LESSONS_TEXT,
            "content": {
                "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
                "text/plain": {"schema": {"type": "string"}},
            },
        }
    },
)
async def export(
    request: Request,
    reader: Reader,
    form: Annotated[
        Literal["json", "records"],
        Query(alias="as", description="JSON with boxes and days, or game records."),
    ] = "json",
) -> Response:
    """All lessons that come again, in one file."""
    if reader is None:
        raise Fault(401, "identity", words.NOBODY_YET)
    rows = await _store(request).of(reader.id)
    suffix = "json" if form == "json" else "txt"
    headers = {"content-disposition": f'attachment; filename="inarow-lessons.{suffix}"'}
    if form == "json":
        found = [_row(row) for row in rows]
        lines = (
            json.dumps({name: each[name] for name in ("box", "due", "lesson")}) for each in found
        )
        text = "[\n" + ",\n".join(lines) + "\n]\n"
        return Response(text, media_type="application/json", headers=headers)
    job = partial(lessons.written, rows=[(row.content, row.box, row.due) for row in rows])
    text = await compute(request, job, kind="quick")
    return PlainTextResponse(text, headers=headers)


@api.delete("/{name}", summary="Forget a lesson", status_code=204)
async def forget(request: Request, name: Name, person: Actor) -> None:
    """It does not come again, unless the same mistake is missed again."""
    await _store(request).drop(person.id, name)


def _row(row: Any) -> dict[str, Any]:
    return {"name": row.name, "box": row.box, "due": row.due, "lesson": json.loads(row.content)}


# -- pages ----------------------------------------------------------------------------------------


@pages.get("/learn")
async def todays(request: Request, reader: Reader) -> HTMLResponse:
    """The lessons that are due today, from all one's games."""
    found, known = await _todays(request, reader)
    rules = found[0]["lesson"]["rules"] if found else str(CONNECT_FOUR)
    board = Board(rules)
    if found:
        first = found[0]["lesson"]
        board = positions.board_at(rules.replace("/", "-"), first["moves"], first["start"])
    return render(
        request,
        "learn.html",
        title=words.TODAY_TITLE,
        description=words.LEARN_DESCRIPTION,
        at="learn",
        state={"lessons": found, "side": "", "view": positions.view(board)},
        view=positions.view(board),
        today=known,
        first=found[0] if found else None,
        side="",
        game="",
        svg=inline_svg(board, cell_names=True),
    )


async def _todays(
    request: Request, person: Person | None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The lessons of today, and how many there are in all."""
    if person is None:
        return [], {"due": 0, "count": 0, "next": None}
    store, day = _store(request), today()
    rows = await store.of(person.id, day, AT_ONCE)
    found: list[dict[str, Any]] = []
    if rows:
        job = partial(lessons.views, contents=[row.content for row in rows])
        found = await compute(request, job, kind="quick")
    known = {
        "due": await store.count(person.id, day),
        "count": await store.count(person.id),
        "next": await store.next_due(person.id),
    }
    return found, known


@pages.get("/learn/{game}")
async def of_game(request: Request, game: Annotated[str, Path(max_length=40)]) -> RedirectResponse:
    """The mistakes of whoever asks in a live game that is over."""
    person = await identity.reader(request)
    hub: Hub = request.app.state.hub
    view = await hub.view(game, person)
    if view.status == "playing" and view.you != "both":
        raise Refused("going", words.LEARN_LATER)
    if not view.moves:
        return RedirectResponse(f"/game/{view.id}", 303)
    board = Board(Rules.parse(view.rules), view.moves)
    side = f"&side={view.you}" if view.you in ("x", "o") else ""
    return RedirectResponse(f"/learn/{positions.address(board)}?game={view.id}{side}", 303)


router.include_router(api)
router.include_router(pages)
