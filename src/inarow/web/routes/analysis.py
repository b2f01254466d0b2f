"""Analysis: the page, positions, pasted text, scores, reviews and explanations."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse, JSONResponse, StreamingResponse

from inarow.board.board import Board
from inarow.board.notation import parse_cell, parse_side
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.errors import as_sentence
from inarow.explain import analysis
from inarow.record.record import Record
from inarow.web import words
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.page import render
from inarow.web.routes.addresses import FOR_LONG, Moves, Slug, Start
from inarow.web.routes.computed import Computed, Searching, compute, who_asks
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.routes.searching import NDJSON, Lines, Ndjson, searched, stream
from inarow.web.search import review
from inarow.web.study import pasted, positions
from inarow.web.study.models import (
    ExplanationView,
    FindingView,
    PastedView,
    PathView,
    PositionView,
)

__all__ = ["router"]

router = APIRouter(tags=["study"], route_class=Computed)
searching = APIRouter(tags=["study"], route_class=Searching)
live = APIRouter(tags=["study"])
"""Those who look at the same position share what is found, which the live process remembers."""

Game = Annotated[str, Query(pattern=r"^[\w-]{0,64}$")]
FINDINGS: dict[int | str, dict[str, Any]] = {
    **troubles(400, 422, 429),
    200: {"content": {NDJSON: {"schema": FindingView.model_json_schema()}}},
}
EXPLAIN = troubles(400, 422, 429, 503)
REVIEW: dict[int | str, dict[str, Any]] = {
    **troubles(400, 422, 429),
    200: {"content": {NDJSON: {"schema": {"type": "object"}}}},
}


@router.get("/analysis", include_in_schema=False, response_class=HTMLResponse)
@router.get("/analysis/{rules}", include_in_schema=False, response_class=HTMLResponse)
@router.get("/analysis/{rules}/{moves}", include_in_schema=False, response_class=HTMLResponse)
async def page(
    request: Request, rules: str = "", moves: str = "", start: Start = "", game: Game = ""
) -> HTMLResponse:
    """A board to analyse; *game* is a live game to return to, see `routes/pages.py`."""
    board = positions.board_at(rules, moves, start)
    return render(
        request,
        "analysis.html",
        title=words.ANALYSIS_TITLE.format(rules=positions.rules_title(board.rules)),
        description=words.ANALYSIS_DESCRIPTION,
        picture=preview_path(board),
        at="analysis",
        state={"view": positions.view(board)},
        view=positions.view(board),
        back=f"/game/{game}" if game else None,
        study=None,
        svg=inline_svg(board, cell_names=True),
    )


# -- positions ------------------------------------------------------------------------------------


@router.get("/api/position/{rules}", response_model=PathView, responses=troubles(400, 422))
@router.get("/api/position/{rules}/{moves}", response_model=PathView, responses=troubles(400, 422))
async def position(
    rules: Slug,
    moves: str = "",
    start: Start = "",
    play: Annotated[
        str,
        Query(pattern=r"^(\d{1,3}(,\d{1,3})*)?$", description="More moves, as numbers from 0."),
    ] = "",
    history: Annotated[bool, Query(description="Also return every position on the way.")] = False,
) -> JSONResponse:
    """A position as pages show it: discs, legal moves, lines, threats, outcome."""
    board = positions.board_at(rules, moves, start)
    for move in filter(None, play.split(",")):
        board.play(int(move))
    view = positions.view(board)
    if history:
        plies = range(len(board.moves) + 1)
        boards = [Board(board.start, board.moves[:ply]) for ply in plies]
        view = view | {"history": [positions.view(each) for each in boards]}
    return JSONResponse(view, headers={"cache-control": FOR_LONG})


class Setup(BaseModel):
    """Discs placed on a board by hand."""

    rules: str = Field(max_length=16, examples=["7x6x4"])
    discs: dict[str, Literal["x", "o"]] = Field(max_length=324, examples=[{"d1": "x"}])
    turn: Literal["x", "o"] | None = None


@router.post("/api/position", response_model=PositionView, responses=troubles(400, 422))
async def set_up(setup: Setup) -> dict[str, Any]:
    """Any arrangement of discs as a position; if no turn is given, the disc counts decide it."""
    rules = positions.parse_rules(setup.rules.replace("/", "-"))
    discs = {Side.FIRST: 0, Side.SECOND: 0}
    for name, side in setup.discs.items():
        discs[parse_side(side)] |= rules.bit(*parse_cell(name, rules))
    first, second = discs.values()
    turn = Side.SECOND if first.bit_count() > second.bit_count() else Side.FIRST
    if setup.turn:
        turn = parse_side(setup.turn)
    return positions.view(Board(Position(rules, first, second, turn)))


class Text(BaseModel):
    """Pasted text."""

    text: str = Field(max_length=pasted.LONGEST, examples=["4453"])
    rules: str = Field("7x6x4", max_length=16, description="Used if the text names none.")


@router.post("/api/read", response_model=PastedView, responses=troubles(400, 422))
async def read(body: Text) -> dict[str, Any]:
    """Read moves, a position, a drawn board or a game record, and return what it contains."""
    rules = positions.parse_rules(body.rules.replace("/", "-"))
    kind, record = pasted.read(body.text, rules)
    board = record.board()
    return {
        "kind": kind,
        "said": words.READ_AS[kind],
        "tree": positions.tree(record),
        "view": positions.view(board),
        "history": [
            positions.view(Board(board.start, board.moves[:ply]))
            for ply in range(len(board.moves) + 1)
        ],
    }


# -- searching ------------------------------------------------------------------------------------


@live.get("/api/analysis/{rules}", response_class=StreamingResponse, responses=FINDINGS)
@live.get("/api/analysis/{rules}/{moves}", response_class=StreamingResponse, responses=FINDINGS)
async def analyze_moves(
    request: Request, rules: Slug, moves: str = "", start: Start = ""
) -> Ndjson:
    """The score of every move, deeper line by line: each line replaces the one before.

    Closing the connection ends the search.
    """
    board = positions.board_at(rules, moves, start)
    expect_playable(board)
    who = await who_asks(request, "search")
    watched = request.app.state.analyst.watch(who, board.position)

    async def lines() -> Lines:
        try:
            async for finding in watched:
                yield analysis.as_json(finding, board.position)
        finally:
            await watched.aclose()

    return stream(lines())


@searching.get("/api/review/{rules}/{moves}", response_class=StreamingResponse, responses=REVIEW)
async def review_moves(request: Request, rules: Slug, moves: Moves, start: Start = "") -> Ndjson:
    """A review of a game: lines of progress, then every move graded."""
    board = positions.board_at(rules, moves, start)
    expect_playable(board)
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # None: that was all

    def tell(done: int, count: int) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, {"done": done, "of": count})

    async def lines() -> Lines:
        record = Record.of(board)
        job = asyncio.ensure_future(
            searched(request, lambda searchers: review.review_game(searchers, record, tell))
        )
        job.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (news := await queue.get()) is not None:
                yield news
            yield {"review": job.result()}
        finally:
            job.cancel()

    return stream(lines())


@live.get(
    "/api/explain/{rules}", response_model=ExplanationView, responses=troubles(400, 422, 429, 503)
)
@live.get(
    "/api/explain/{rules}/{moves}",
    response_model=ExplanationView,
    responses=troubles(400, 422, 429, 503),
)
async def explain(
    request: Request, rules: Slug, moves: str = "", start: Start = ""
) -> dict[str, Any]:
    """Why the last move was good or bad and what matters in the position, in sentences."""
    board = positions.board_at(rules, moves, start)
    analyst = request.app.state.analyst
    known = {each: analyst.exact(each) for each in [board.start, *board.history][-2:]}
    found = analyst.known(board.position)
    line = found.line if found and found.done else ()
    if found and found.done:  # what the page shows, exact or not
        known[board.position] = found.scores
    job = partial(analysis.explain, board=board, known=known.get, line=line)
    told: dict[str, Any] = await compute(request, job)
    return told


def expect_playable(board: Board) -> None:
    """Raise a `Fault` if the position cannot be searched because a disc floats."""
    if not board.position.is_playable:  # the first problem is what floats
        raise Fault(422, "floating", as_sentence(board.position.problems()[0]))


router.include_router(searching)
router.include_router(live)
