"""The ratings of the levels, which never change: people are measured against them.

They follow from the measured differences between the levels (`arena.ratings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from inarow.arena.glicko2 import Glicko
from inarow.arena.ratings import level_ratings
from inarow.board.rules import Rules
from inarow.web.ladder.kinds import Family

__all__ = ["levels", "strength"]

MEASURED: Final[Mapping[Family, str]] = {
    "four": "7x6x4",
    "fall": "9x6x4",
    "free": "15x15x5/free",
}
"""On which board the levels were measured for each family of boards."""

PERFECT: Final = 250
"""How much stronger Perfect is than level 10, measured in 200 games on 7x6x4."""

DEVIATION: Final = 50.0
"""How well the levels are known: on some boards of a family they are stronger than on others."""


@cache
def levels(family: Family) -> Mapping[str, int]:
    """The rating of each program, by its name, the weakest first."""
    known = level_ratings(Rules.parse(MEASURED[family]))
    found = {f"level {number}": rating for number, rating in enumerate(known, start=1)}
    return MappingProxyType(found | {"perfect": known[-1] + PERFECT})


def strength(program: str, family: Family) -> Glicko:
    """What a game against a program is rated by."""
    return Glicko(levels(family)[program], DEVIATION)
