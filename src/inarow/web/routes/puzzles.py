"""Puzzles: the page, and the API that judges a move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse

from inarow.explain.puzzles import Puzzle, shipped
from inarow.web import words
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.page import render
from inarow.web.routes.computed import Computed, Searching
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.routes.searching import searched
from inarow.web.study import positions, puzzles
from inarow.web.study.models import PuzzleEntry, PuzzleView, SolutionView, StockedPuzzle, TryView

router = APIRouter(tags=["puzzles"], route_class=Computed)
searching = APIRouter(tags=["puzzles"], route_class=Searching)

FIRST = "7x6x4-001"
NAMES = r"^[\w-]+(,[\w-]+){0,23}$"


def _puzzle(name: str) -> Puzzle:
    found = puzzles.by_name(name)
    if found is None:
        raise Fault(404, "no-puzzle", words.NO_PUZZLE)
    return found


@router.get("/api/puzzles", response_model=list[PuzzleEntry], responses=troubles(422))
async def list_puzzles(
    rules: Annotated[str, Query(max_length=16, description="Only puzzles with these rules.")] = "",
    grade: Annotated[
        int | None, Query(ge=1, le=5, description="Only puzzles of this difficulty.")
    ] = None,
) -> list[dict[str, Any]]:
    """All puzzles: name, rules, goal and difficulty."""
    return [
        {"name": p.name, "rules": str(p.rules), "goal": p.goal.word, "grade": p.grade}
        for p in shipped()
        if rules in ("", str(p.rules), positions.rules_slug(p.rules)) and grade in (None, p.grade)
    ]


@router.get("/api/puzzles/stock", response_model=list[StockedPuzzle], responses=troubles(404, 422))
async def stock(
    names: Annotated[
        str, Query(pattern=NAMES, max_length=1000, description="Up to 24 names, with commas.")
    ],
) -> list[dict[str, Any]]:
    """Puzzles with their right moves, to be solved without a connection."""
    found = [_puzzle(name) for name in names.split(",")]
    return [puzzles.view(each) | {"move": each.move} for each in found]


@router.get("/api/puzzles/{name}", response_model=PuzzleView, responses=troubles(404, 422))
async def puzzle(name: str) -> dict[str, Any]:
    """One puzzle: the position and the goal."""
    return puzzles.view(_puzzle(name))


class Try(BaseModel):
    """Moves of both sides from the puzzle on; the last one is judged."""

    moves: list[Annotated[int, Field(ge=0, lt=324)]] = Field(min_length=1, max_length=100)


@searching.post(
    "/api/puzzles/{name}/try",
    response_model=TryView,
    responses=troubles(400, 404, 422, 429, 503),
)
async def attempt(request: Request, name: str, tried: Try) -> dict[str, Any]:
    """Whether the last move is right, with the best defence; or why it is wrong."""
    chosen = _puzzle(name)
    return await searched(request, lambda s: puzzles.judge(s, chosen, tried.moves))


@searching.get(
    "/api/puzzles/{name}/solution",
    response_model=SolutionView,
    responses=troubles(404, 422, 429, 503),
)
async def solution(request: Request, name: str) -> dict[str, Any]:
    """The right move and best play after it."""
    chosen = _puzzle(name)
    return await searched(request, lambda searchers: puzzles.solution(searchers, chosen))


@router.get("/puzzles", include_in_schema=False, response_class=HTMLResponse)
@router.get("/puzzles/{name}", include_in_schema=False, response_class=HTMLResponse)
async def page(request: Request, name: str = FIRST) -> HTMLResponse:
    """A puzzle to solve."""
    chosen = _puzzle(name)
    games = dict.fromkeys(p.rules for p in shipped())
    return render(
        request,
        "puzzles.html",
        title=words.PUZZLES_TITLE,
        description=words.PUZZLES_DESCRIPTION,
        picture=preview_path(chosen.board),
        at="puzzles",
        state={
            "puzzle": puzzles.view(chosen),
            "chosen": request.url.path != "/puzzles",
            "all": await list_puzzles(),
        },
        puzzle=puzzles.view(chosen),
        games=[(str(rules), positions.rules_title(rules)) for rules in games],
        svg=inline_svg(chosen.board, cell_names=True),
    )


router.include_router(searching)
