"""One's own puzzles: attempts that count, the next one, the rating, and the best rush."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from inarow import puzzles
from inarow.arena.glicko2 import NEWCOMER, Glicko
from inarow.puzzles import Puzzle
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Actor, Person, Reader
from inarow.web.ladder.standing import PROVISIONAL
from inarow.web.live.archive import when
from inarow.web.routes.computed import compute
from inarow.web.routes.puzzles import Rules, ThemeName, Try, named
from inarow.web.store.puzzles import Puzzles, Standing
from inarow.web.store.writer import Conflict
from inarow.web.study import puzzles as study
from inarow.web.study.models import Help, PuzzleRecord, PuzzleView, RatedTry

__all__ = ["router"]

router = APIRouter(
    prefix="/api/me/puzzles", tags=["puzzles"], responses=troubles(401, 403, 422, 429, 503)
)

TRIES: Final = 3
"""How often it is tried to write a result while another tab writes, too."""

NOBODY: Final = Standing(NEWCOMER.rating, NEWCOMER.deviation, NEWCOMER.volatility)

Name = Annotated[str, Path(pattern=r"^[\w-]{1,40}$", description="The name of a puzzle.")]
Skipped = Annotated[
    str, Query(alias="not", pattern=r"^[\w-]{0,40}$", description="The name of one not to get.")
]


class RushResult(BaseModel):
    """How a rush ended."""

    model_config = ConfigDict(extra="forbid")

    solved: int = Field(ge=0, le=60, description="How many puzzles were solved.")


def today() -> date:
    """The day, in UTC."""
    return when(identity.now()).date()


# -- asking ---------------------------------------------------------------------------------------


@router.get("", summary="Show my puzzle rating", response_model=PuzzleRecord)
async def mine(request: Request, reader: Reader) -> dict[str, Any]:
    """How I stand: rating, puzzles solved, days in a row, and the best rush."""
    return _view(await _store(request).standing(reader.id) if reader else None)


@router.get(
    "/next", summary="Get my next puzzle", response_model=PuzzleView, responses=troubles(404)
)
async def following(
    request: Request,
    reader: Reader,
    rules: Rules = "",
    theme: ThemeName = "",
    skipped: Skipped = "",
) -> dict[str, Any]:
    """A puzzle about as hard as I am strong, which I have not tried lately."""
    rating, seen = NEWCOMER.rating, [skipped]
    if reader is not None:
        store = _store(request)
        rating = (await store.standing(reader.id) or NOBODY).rating
        seen = [*await store.seen(reader.id), skipped]
    job = partial(_near, rating=rating, rules=rules, theme=theme, seen=seen)
    found: dict[str, Any] | None = await compute(request, job, kind="quick")
    if found is None:
        raise Fault(404, "no-puzzle", words.NO_PUZZLE)
    return found


def _near(_searchers: object, **asked: Any) -> dict[str, Any] | None:
    return study.near(**asked)


# -- trying ---------------------------------------------------------------------------------------


@router.post(
    "/rush",
    summary="Note the result of a rush",
    response_model=PuzzleRecord,
    responses=troubles(400),
)
async def rush(request: Request, result: RushResult, person: Actor) -> dict[str, Any]:
    """Only the best one is stored. It is counted by the page, for oneself alone."""

    def after(now: Standing) -> Standing:
        return replace(now, rush=max(now.rush, result.solved))

    return _view(await _change(request, person, after))


@router.post(
    "/{name}",
    summary="Try a move of a puzzle",
    response_model=RatedTry,
    responses=troubles(400, 404),
)
async def attempt(request: Request, name: Name, tried: Try, person: Actor) -> dict[str, Any]:
    """Judge a move; the first result of a puzzle changes my rating.

    It is won when it is solved without a wrong move and without help.
    """
    puzzle = named(name)
    verdict: dict[str, Any] = await compute(
        request, partial(_judge, puzzle=puzzle, moves=tried.moves)
    )
    if verdict["right"] and not verdict["solved"]:
        store = _store(request)
        return verdict | {"record": _view(await store.standing(person.id)), "change": None}
    return verdict | await _count(request, person, puzzle, won=verdict["right"])


def _judge(searchers: Any, puzzle: Puzzle, moves: list[int]) -> dict[str, Any]:
    return study.judge(searchers, puzzle, moves)


@router.post(
    "/{name}/help",
    summary="Get hints and the solution",
    response_model=Help,
    responses=troubles(404),
)
async def give(request: Request, name: Name, person: Actor) -> dict[str, Any]:
    """Help counts as a loss, unless the puzzle has counted before."""
    puzzle = named(name)
    found: dict[str, Any] = await compute(request, partial(_help, puzzle=puzzle))
    return found | await _count(request, person, puzzle, won=False, solved=False)


def _help(searchers: Any, puzzle: Puzzle) -> dict[str, Any]:
    line = study.solution(searchers, puzzle)["line"]
    return {"hints": list(puzzles.hints(puzzle)), "line": line}


# -- counting -------------------------------------------------------------------------------------


async def _count(
    request: Request, person: Person, puzzle: Puzzle, *, won: bool, solved: bool | None = None
) -> dict[str, Any]:
    """Note the first result of a puzzle, and the puzzle of the day; how one stands then."""
    day, store = today(), _store(request)
    solved = won if solved is None else solved
    is_new = not await store.is_tried(person.id, puzzle.name)
    change: int | None = None

    def after(now: Standing) -> Standing:
        nonlocal change
        if is_new:
            before = Glicko(now.rating, now.deviation, now.volatility)
            then = puzzles.after(before, puzzle.rating, solved=won)
            change = round(then.rating) - round(now.rating)
            now = replace(
                now,
                rating=then.rating,
                deviation=then.deviation,
                volatility=then.volatility,
                tried=now.tried + 1,
                won=now.won + won,
            )
        return _with_day(now, day) if solved and puzzle == puzzles.daily(day) else now

    tried = (puzzle.name, won, identity.now()) if is_new else None
    try:
        standing = await _change(request, person, after, tried)
    except Conflict:  # another tab was first with this puzzle
        standing, change = await store.standing(person.id) or NOBODY, None
    return {"record": _view(standing), "change": change}


def _with_day(now: Standing, day: date) -> Standing:
    """After the puzzle of a day was solved."""
    if now.day == day.isoformat():
        return now
    streak = now.streak + 1 if now.day == (day - timedelta(days=1)).isoformat() else 1
    best = max(streak, now.best_streak)
    return replace(now, day=day.isoformat(), streak=streak, best_streak=best)


async def _change(
    request: Request,
    person: Person,
    after: Callable[[Standing], Standing],
    attempt: tuple[str, bool, int] | None = None,
) -> Standing:
    """Change how somebody stands, also while another tab does; how they stand then."""
    store = _store(request)
    for left in reversed(range(TRIES)):
        before = await store.standing(person.id)
        then = after(before or NOBODY)
        if then == before:
            return then
        identity.count_stored(request, person, begins=before is None)
        try:
            await store.put(person.id, before, then, attempt)
        except Conflict:
            if not left or (attempt and await store.is_tried(person.id, attempt[0])):
                raise
        else:
            return then
    raise AssertionError("the last try returns or raises")


def _view(standing: Standing | None) -> dict[str, Any]:
    """How somebody stands, as pages have it."""
    now, day = standing or NOBODY, today()
    holds = now.day in (day.isoformat(), (day - timedelta(days=1)).isoformat())
    return {
        "rating": round(now.rating),
        "provisional": now.deviation > PROVISIONAL,
        "tried": now.tried,
        "won": now.won,
        "streak": now.streak if holds else 0,
        "best_streak": now.best_streak,
        "rush": now.rush,
        "daily": puzzles.daily(day).name,
        "daily_done": now.day == day.isoformat(),
    }


def _store(request: Request) -> Puzzles:
    return Puzzles(request.app.state.store)
