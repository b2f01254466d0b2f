"""Lessons from one game: the page, and the API that finds and judges."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, StreamingResponse

from inarow.board.board import Board
from inarow.board.notation import parse_side
from inarow.errors import as_sentence
from inarow.record.record import Record
from inarow.web import words
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.page import render
from inarow.web.routes.addresses import Moves, Start
from inarow.web.routes.computed import Computed, Searching
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.routes.searching import NDJSON, Lines, Ndjson, searched, stream
from inarow.web.study import lessons, positions
from inarow.web.study.models import VerdictView

__all__ = ["LessonBody", "router"]

router = APIRouter(tags=["lessons"], route_class=Computed)
searching = APIRouter(tags=["lessons"], route_class=Searching)

Which = Annotated[Literal["", "x", "o"], Query(alias="side", description="Both sides, if empty.")]
Game = Annotated[str, Query(pattern=r"^[\w-]{0,64}$")]
FOUND: dict[int | str, dict[str, Any]] = {
    **troubles(400, 422, 429),
    200: {"content": {NDJSON: {"schema": {"type": "object"}}}},
}


class LessonBody(BaseModel):
    """A lesson, as `/api/lessons` gives it."""

    model_config = ConfigDict(extra="forbid")

    rules: str = Field(max_length=16, examples=["7x6x4"])
    start: str = Field(max_length=800, description="The position before the moves; or empty.")
    moves: str = Field(max_length=1300, description="The game up to the mistake.")
    played: str = Field(max_length=4, description="The mistake.")
    kind: str = Field(max_length=16)
    basis: str = Field(max_length=16)
    accepted: list[Annotated[str, Field(max_length=4)]] = Field(max_length=324)
    line: str = Field(max_length=1300, description="What should have been played.")
    least: int | None = Field(description="The exact score that every accepted move gets.")


class Tried(BaseModel):
    """A lesson, and a move tried in it."""

    model_config = ConfigDict(extra="forbid")

    lesson: LessonBody
    move: int = Field(ge=0, lt=324, description="As a number from 0.")


@searching.get("/api/lessons/{rules}/{moves}", response_class=StreamingResponse, responses=FOUND)
async def find(
    request: Request,
    rules: Annotated[str, Field(max_length=16)],
    moves: Moves,
    side: Which = "",
    start: Start = "",
) -> Ndjson:
    """The mistakes of a game: lines of progress, then every lesson with its answers."""
    board = _playable(rules, moves, start)
    whose = parse_side(side) if side else None
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # None: that was all

    def tell(done: int, count: int) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, {"done": done, "of": count})

    async def lines() -> Lines:
        record = Record.of(board)
        job = asyncio.ensure_future(
            searched(request, lambda searchers: lessons.of_game(searchers, record, whose, tell))
        )
        job.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (news := await queue.get()) is not None:
                yield news
            yield job.result()
        finally:
            job.cancel()

    return stream(lines())


@searching.post(
    "/api/lessons/try", response_model=VerdictView, responses=troubles(400, 422, 429, 503)
)
async def attempt(request: Request, tried: Tried) -> dict[str, Any]:
    """Whether a move is accepted, and why not; of an accepted one, what it does."""
    lesson = lessons.read(tried.lesson.model_dump())
    return await searched(request, lambda searchers: lessons.judge(searchers, lesson, tried.move))


@router.get("/learn/{rules}/{moves}", include_in_schema=False, response_class=HTMLResponse)
async def page(
    request: Request, rules: str, moves: str, side: Which = "", start: Start = "", game: Game = ""
) -> HTMLResponse:
    """The mistakes of a game, one after the other; *game* is a live game to return to."""
    board = _playable(rules, moves, start)
    return render(
        request,
        "learn.html",
        title=words.LEARN_TITLE,
        description=words.LEARN_DESCRIPTION,
        picture=preview_path(board),
        at="learn",
        state={"address": positions.address(board), "side": side, "view": positions.view(board)},
        view=positions.view(board),
        side=side,
        game=game,
        svg=inline_svg(board, cell_names=True),
    )


def _playable(rules: str, moves: str, start: str) -> Board:
    """The board of an address; a `Fault` if a disc floats."""
    board = positions.board_at(rules, moves, start)
    if not board.position.is_playable:
        raise Fault(422, "floating", as_sentence(board.position.problems()[0]))
    return board


router.include_router(searching)
