"""Puzzles: the page, and the API that judges a move."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse

from inarow.puzzles import Puzzle, Theme, by_name, daily, shipped
from inarow.web import words
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.page import render
from inarow.web.routes.computed import Computed, Searching
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.routes.searching import searched
from inarow.web.study import positions, puzzles
from inarow.web.study.models import PuzzleEntry, PuzzleView, SolutionView, StockedPuzzle, TryView

__all__ = ["Rules", "ThemeName", "Try", "named", "router"]

router = APIRouter(tags=["puzzles"], route_class=Computed)
searching = APIRouter(tags=["puzzles"], route_class=Searching)

Rules = Annotated[str, Query(max_length=16, description="Only puzzles with these rules.")]
ThemeName = Annotated[
    str, Query(pattern=r"^[a-z-]{0,20}$", description="Only puzzles of this theme.")
]


def named(name: str) -> Puzzle:
    """The puzzle of this name; a `Fault` if there is none."""
    found = by_name(name)
    if found is None:
        raise Fault(404, "no-puzzle", words.NO_PUZZLE)
    return found


def _todays() -> Puzzle:
    return daily(datetime.now(UTC).date())


@router.get("/api/puzzles", response_model=list[PuzzleEntry], responses=troubles(422))
async def list_puzzles(
    rules: Rules = "",
    theme: ThemeName = "",
    grade: Annotated[
        int | None, Query(ge=1, le=5, description="Only puzzles of this difficulty.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=500, description="At most so many.")] = 100,
    offset: Annotated[int, Query(ge=0, le=10**6, description="Leave out the first ones.")] = 0,
) -> list[dict[str, Any]]:
    """Puzzles, board by board, the easy ones first: name, rules, goal, theme and rating."""
    return [puzzles.entry(p) for p in puzzles.some(rules, theme, grade)[offset : offset + limit]]


@router.get("/api/puzzles/daily", response_model=PuzzleView)
async def of_the_day() -> dict[str, Any]:
    """The puzzle of the day, in UTC: the same for everybody."""
    return puzzles.view(_todays())


@router.get("/api/puzzles/rush", response_model=list[StockedPuzzle], responses=troubles(422))
async def rush(rules: Rules = "7x6x4") -> list[dict[str, Any]]:
    """Puzzles that get harder and harder, with their right moves, for a rush."""
    return puzzles.rush(rules)


@router.get("/api/puzzles/stock", response_model=list[StockedPuzzle], responses=troubles(404, 422))
async def stock(
    rating: Annotated[int, Query(ge=0, le=4000, description="About how hard.")] = 1500,
    rules: Rules = "",
    name: Annotated[
        str, Query(pattern=r"^[\w-]{0,40}$", description="One that is to be the first.")
    ] = "",
) -> list[dict[str, Any]]:
    """Some puzzles with their right moves, to be solved without a connection."""
    return puzzles.chosen(rating, rules, named(name) if name else None)


@router.get("/api/puzzles/{name}", response_model=PuzzleView, responses=troubles(404, 422))
async def puzzle(name: str) -> dict[str, Any]:
    """One puzzle: the position and the goal."""
    return puzzles.view(named(name))


class Try(BaseModel):
    """Moves of both sides from the puzzle on; the last one is judged."""

    moves: list[Annotated[int, Field(ge=0, lt=324)]] = Field(min_length=1, max_length=100)


@searching.post(
    "/api/puzzles/{name}/try",
    response_model=TryView,
    responses=troubles(400, 404, 422, 429, 503),
)
async def attempt(request: Request, name: str, tried: Try) -> dict[str, Any]:
    """Whether the last move is right, with the best defence; or why it is wrong; not rated."""
    chosen = named(name)
    return await searched(request, lambda s: puzzles.judge(s, chosen, tried.moves))


@searching.get(
    "/api/puzzles/{name}/solution",
    response_model=SolutionView,
    responses=troubles(404, 422, 429, 503),
)
async def solution(request: Request, name: str) -> dict[str, Any]:
    """The right move and best play after it."""
    chosen = named(name)
    return await searched(request, lambda searchers: puzzles.solution(searchers, chosen))


@router.get("/puzzles", include_in_schema=False, response_class=HTMLResponse)
@router.get("/puzzles/{name}", include_in_schema=False, response_class=HTMLResponse)
async def page(request: Request, name: str = "") -> HTMLResponse:
    """A puzzle to solve: that of the day, if none is named."""
    chosen = named(name) if name else _todays()
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
            "chosen": bool(name),
            "grades": words.PUZZLES["grades"],
        },
        puzzle=puzzles.view(chosen),
        games=[(str(rules), positions.rules_title(rules)) for rules in games],
        themes=[(theme.word, theme.title) for theme in Theme],
        svg=inline_svg(chosen.board, cell_names=True),
    )


router.include_router(searching)
