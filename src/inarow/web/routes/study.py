"""The API of analysis, explanations, detectors, reading and pictures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from inarow import detectors
from inarow.board.board import Board
from inarow.board.notation import parse_cell, parse_side
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.errors import InarowError, as_sentence
from inarow.explain import analysis
from inarow.record.record import Record
from inarow.search.desk import Desk
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.routes import study_pages
from inarow.web.search import review
from inarow.web.search.analyst import Analyst
from inarow.web.search.pool import STRANGERS, Busy, Pool
from inarow.web.study import pasted, pictures, positions, traces
from inarow.web.study.models import (
    Comparison,
    ExplanationView,
    FindingView,
    PastedView,
    PathView,
    PositionView,
    TraceView,
)

router = APIRouter(tags=["study"])
router.include_router(study_pages.router)

T = TypeVar("T")
Lines: TypeAlias = AsyncGenerator[dict[str, Any], None]

NDJSON = "application/x-ndjson"
FOR_LONG = "public, max-age=3600"
HEARTBEAT = 5.0
"""After how many seconds without news an empty line is sent."""

SEARCH = troubles(400, 422, 429, 503)
FINDINGS: dict[int | str, dict[str, Any]] = {
    **troubles(400, 422, 429),
    200: {"content": {NDJSON: {"schema": FindingView.model_json_schema()}}},
}
REVIEW: dict[int | str, dict[str, Any]] = {
    **troubles(400, 422, 429),
    200: {"content": {NDJSON: {"schema": {"type": "object"}}}},
}


class Ndjson(StreamingResponse):
    """One JSON object a line."""

    media_type = NDJSON


Slug = Annotated[str, Path(max_length=16, description="Rules such as 7x6x4 or 15x15x5-free.")]
Moves = Annotated[str, Path(max_length=1300, description="Moves such as 4453, or h8i9.")]
Start = Annotated[
    str, Query(alias="position", max_length=800, description="The position before the moves.")
]
DetectorName = Annotated[str, Query(description=f"all, or one of {', '.join(detectors.NAMES)}")]


def analyst_of(request: Request) -> Analyst:
    """The one analyst of the site."""
    state = request.app.state
    if not hasattr(state, "analyst"):
        state.analyst = Analyst(state.pool)
    found: Analyst = state.analyst
    return found


async def who_asks(request: Request) -> str:
    """For whom a search is counted: the person, or the address of somebody without a cookie."""
    person = await identity.of(request)
    who = person.id if person else STRANGERS + getattr(request.state, "address", "")
    limits = getattr(request.app.state, "limits", None)
    if limits is not None:
        limits.check("study", who)
    return who


async def searched(request: Request, job: Callable[[Desk], T]) -> T:
    """What *job* finds in the pool; it is stopped when the one who asks has gone."""
    pool: Pool = request.app.state.pool
    search = asyncio.ensure_future(pool.run(await who_asks(request), job))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({search, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not search.done():
            raise Fault(503, "gone", words.POOL_CLOSED)  # nobody reads it
        return search.result()
    except Busy as busy:
        raise Fault(503, "busy", str(busy), {"retry-after": "2"}) from None
    finally:
        gone.cancel()
        search.cancel()


async def _gone(request: Request) -> None:
    """Wait until the connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def stream(lines: Lines) -> Ndjson:
    """One JSON object a line, as they come; what goes wrong on the way is the last line."""

    async def written() -> AsyncIterator[str]:
        following: asyncio.Task[dict[str, Any]] | None = None
        try:
            while True:
                following = following or asyncio.ensure_future(anext(lines))
                done, _ = await asyncio.wait({following}, timeout=HEARTBEAT)
                if not done:
                    yield "\n"
                    continue
                line, following = following, None
                yield json.dumps(line.result(), separators=(",", ":")) + "\n"
        except StopAsyncIteration:
            return
        except Busy as busy:
            yield json.dumps({"error": "busy", "text": str(busy)}) + "\n"
        except InarowError as error:
            yield json.dumps({"error": "failed", "text": as_sentence(error)}) + "\n"
        finally:
            if following is not None:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)
            await lines.aclose()

    return Ndjson(written(), headers={"x-accel-buffering": "no"})


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
    history: Annotated[bool, Query(description="Every position on the way, too.")] = False,
) -> JSONResponse:
    """A position as a page shows it: discs, legal moves, lines, threats, outcome."""
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
    """Discs put on a board by hand."""

    rules: str = Field(max_length=16, examples=["7x6x4"])
    discs: dict[str, Literal["x", "o"]] = Field(max_length=324, examples=[{"d1": "x"}])
    turn: Literal["x", "o"] | None = None


@router.post("/api/position", response_model=PositionView, responses=troubles(400, 422))
async def set_up(setup: Setup) -> dict[str, Any]:
    """Any arrangement of discs as a position; without a turn the counts say whose it is."""
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
    """Something pasted."""

    text: str = Field(max_length=pasted.LONGEST, examples=["4453"])
    rules: str = Field("7x6x4", max_length=16, description="Taken if the text names none.")


@router.post("/api/read", response_model=PastedView, responses=troubles(400, 422))
async def read(body: Text) -> dict[str, Any]:
    """Moves, a position, a drawn board or a record: what it is, and the position at its end."""
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


@router.get("/api/analysis/{rules}", response_class=StreamingResponse, responses=FINDINGS)
@router.get("/api/analysis/{rules}/{moves}", response_class=StreamingResponse, responses=FINDINGS)
async def analyze_moves(
    request: Request, rules: Slug, moves: str = "", start: Start = ""
) -> Ndjson:
    """What every move is worth, deeper as it comes: each line replaces the one before.

    Closing the connection ends the search.
    """
    board = positions.board_at(rules, moves, start)
    expect_playable(board)
    who = await who_asks(request)
    watched = analyst_of(request).watch(who, board.position)

    async def lines() -> Lines:
        try:
            async for finding in watched:
                yield analysis.shown(finding, board.position)
        finally:
            await watched.aclose()

    return stream(lines())


@router.get("/api/review/{rules}/{moves}", response_class=StreamingResponse, responses=REVIEW)
async def review_moves(request: Request, rules: Slug, moves: Moves, start: Start = "") -> Ndjson:
    """A game looked through: lines of progress, then every move graded."""
    board = positions.board_at(rules, moves, start)
    expect_playable(board)
    pool: Pool = request.app.state.pool
    who = await who_asks(request)
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # None: that was all

    def tell(done: int, count: int) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, {"done": done, "of": count})

    async def lines() -> Lines:
        record = Record.of(board)
        job = asyncio.ensure_future(
            pool.run(who, lambda desk: review.review_game(desk, record, tell))
        )
        job.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (news := await queue.get()) is not None:
                yield news
            yield {"review": job.result()}
        finally:
            job.cancel()

    return stream(lines())


@router.get("/api/explain/{rules}", response_model=ExplanationView, responses=SEARCH)
@router.get("/api/explain/{rules}/{moves}", response_model=ExplanationView, responses=SEARCH)
async def explain(
    request: Request, rules: Slug, moves: str = "", start: Start = ""
) -> dict[str, Any]:
    """Why the last move was good or bad and what the position shows, in sentences."""
    board = positions.board_at(rules, moves, start)
    known = analyst_of(request).exact
    return await searched(request, lambda desk: analysis.explain(desk, board, known))


@router.get("/api/detect/{rules}", response_model=Comparison | TraceView, responses=SEARCH)
@router.get("/api/detect/{rules}/{moves}", response_model=Comparison | TraceView, responses=SEARCH)
async def detect(
    request: Request,
    rules: Slug,
    moves: str = "",
    start: Start = "",
    detector: DetectorName = "all",
    side: Annotated[Literal["x", "o"] | None, Query(description="Whose lines.")] = None,
    first: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=traces.PAGE)] = traces.PAGE,
) -> dict[str, Any]:
    """How detectors find lines: the steps of one, or what all six found and took."""
    board = positions.board_at(rules, moves, start)
    chosen = traces.searched_side(board, side)
    if detector == "all":
        rows = await searched(request, lambda _: traces.comparison(board, chosen))
        return {"side": chosen.symbol, "detectors": rows}
    detectors.get(detector)
    return await searched(
        request, lambda _: traces.trace_page(board, chosen, detector, first, count)
    )


def expect_playable(board: Board) -> None:
    """Raise a `Fault` where nothing can be searched because a disc floats."""
    for problem in board.position.problems():
        if problem.name == "floating_disc":
            raise Fault(422, "floating", as_sentence(problem))


# -- pictures -------------------------------------------------------------------------------------


@router.get("/picture/{rules}.{kind}", responses=troubles(400, 422), response_class=Response)
@router.get(
    "/picture/{rules}/{moves}.{kind}", responses=troubles(400, 422), response_class=Response
)
async def picture(
    rules: Slug,
    kind: Literal["svg", "png"],
    moves: str = "",
    start: Start = "",
    theme: Literal["light", "dark"] = "light",
    threats: bool = False,
    preview: Annotated[bool, Query(description="1200 × 630, with a few words.")] = False,
    width: Annotated[int | None, Query(ge=16, le=pictures.WIDEST)] = None,
) -> Response:
    """The board as SVG, or as PNG of some width."""
    board = positions.board_at(rules, moves, start)
    if preview:
        svg = pictures.preview_svg(board, theme=theme)
    else:
        svg = pictures.board_svg(board, theme=theme, threats=threats)
    headers = {"cache-control": FOR_LONG}
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml", headers=headers)
    data = await asyncio.to_thread(pictures.png, svg, width=width)
    return Response(data, media_type="image/png", headers=headers)
