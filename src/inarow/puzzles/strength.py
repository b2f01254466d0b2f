"""How strong somebody is at puzzles: Glicko-2 against puzzles, whose ratings never change."""

from __future__ import annotations

from typing import Final

from inarow.arena.glicko2 import Glicko, Result, rated

__all__ = ["DEVIATION", "LEAST", "after"]

DEVIATION: Final = 120.0
"""How well the rating of a puzzle is known: people may find it easier or harder than the levels."""

LEAST: Final = 60.0
"""No deviation gets below it, so that whoever solves much can still rise and fall."""


def after(before: Glicko, puzzle_rating: int, *, solved: bool) -> Glicko:
    """How strong somebody is after a first attempt; *solved* means without a wrong move or help."""
    result = Result(Glicko(puzzle_rating, DEVIATION), float(solved))
    new = rated(before, [result], periods=0)
    return Glicko(new.rating, max(new.deviation, LEAST), new.volatility)
