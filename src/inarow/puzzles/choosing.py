"""Which puzzle is next: the daily one, one that fits somebody's rating, or some that get harder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

from inarow.board.rules import CONNECT_FOUR
from inarow.errors import RecordError
from inarow.puzzles.puzzle import Goal, Puzzle
from inarow.puzzles.text import shipped

__all__ = ["daily", "near", "rush"]

CHOICE: Final = 12
"""From how many puzzles nearest to a rating one is picked, so that not everybody gets the same."""

DAILY: Final = (1300, 1800)
"""The ratings that puzzles of a day have: wins that take a thought, but not the whole evening."""

STEPS: Final = 60
"""How many puzzles a rush has: more than anybody solves in three minutes."""


@cache
def _of_year(year: int) -> tuple[Puzzle, ...]:
    """The daily puzzles of a year, in order: none comes twice."""
    pool = [
        puzzle
        for puzzle in shipped()
        if puzzle.rules == CONNECT_FOUR
        and puzzle.goal is Goal.WIN
        and DAILY[0] <= puzzle.rating <= DAILY[1]
    ]
    return tuple(Random(f"daily puzzles of {year}").sample(pool, 366))


def daily(day: date) -> Puzzle:
    """The puzzle of a day, which is the same for everybody; days begin at midnight UTC."""
    return _of_year(day.year)[day.timetuple().tm_yday - 1]


def near(
    rating: float, puzzles: Sequence[Puzzle], seen: Collection[str], random: Random | None = None
) -> Puzzle:
    """The one of *puzzles* that is as hard as *rating*; with *random* one of the nearest.

    Names that were *seen* come again only when all were, the first of them first.
    """
    if not puzzles:
        raise RecordError("expected some puzzles to choose from, got none")
    fresh = [puzzle for puzzle in puzzles if puzzle.name not in seen]
    if not fresh:
        order = {name: number for number, name in enumerate(seen)}
        fresh = sorted(puzzles, key=lambda puzzle: order[puzzle.name])[:CHOICE]
    fresh.sort(key=lambda puzzle: abs(puzzle.rating - rating))
    return random.choice(fresh[:CHOICE]) if random else fresh[0]


def rush(puzzles: Sequence[Puzzle], random: Random) -> list[Puzzle]:
    """Puzzles that get harder and harder, one at random from each step of difficulty."""
    order = sorted(puzzles, key=lambda puzzle: puzzle.rating)
    steps = min(STEPS, len(order))
    edges = [len(order) * step // steps for step in range(steps + 1)] if steps else []
    return [random.choice(order[low:high]) for low, high in pairwise(edges)]
