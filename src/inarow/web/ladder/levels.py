"""The ratings of the levels, which never change: people are measured against them.

`LADDERS` has the measured differences between the levels. A unit of Elo means the same here, so one
level has to be given a rating, and the others follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from inarow.arena.glicko2 import NEWCOMER, Glicko
from inarow.arena.ratings import LADDERS
from inarow.web.ladder.kinds import Family

__all__ = ["ANCHOR", "levels", "strength"]

ANCHOR: Final = 4
"""The level that is as strong as a newcomer is taken to be: the one that the home page suggests."""

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
    elo = LADDERS[MEASURED[family]]
    zero = round(NEWCOMER.rating) - elo[ANCHOR - 1]
    found = {f"level {number}": zero + points for number, points in enumerate(elo, start=1)}
    return MappingProxyType(found | {"perfect": zero + elo[-1] + PERFECT})


def strength(program: str, family: Family) -> Glicko:
    """What a game against a program is rated by."""
    return Glicko(levels(family)[program], DEVIATION)
