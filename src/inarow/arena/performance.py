"""Elo from games against levels whose ratings are known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from inarow.arena.ratings import NEAR, Interval, expected
from inarow.board.rules import Rules

__all__ = ["LADDERS", "ladder_of", "performance"]

LADDERS: Final[Mapping[str, tuple[int, ...]]] = {
    "7x6x4": (0, 172, 353, 538, 669, 780, 935, 1144, 1289, 1455),
    "9x6x4": (0, 157, 350, 531, 703, 871, 985, 1214, 1401, 1583),
    "15x15x5/free": (0, 131, 247, 337, 457, 563, 646, 782, 973, 1130),
    "3x3x3/free": (0, 78, 195, 266, 322, 344, 364, 378, 387, 389),
}
"""The Elo of the levels on four boards, level 1 being 0; docs/explanation/levels.md says how."""

SMALL: Final = 16
"""Without gravity, boards with up to so many cells are rated as tic-tac-toe is."""

ENDS: Final = 4_000.0
"""How far from the opponents a rating may lie."""


def ladder_of(rules: Rules) -> str:
    """The board whose ladder rates games of *rules*: its own, or the one most like it."""
    if str(rules) in LADDERS:
        return str(rules)
    if rules.gravity:
        return "9x6x4" if rules.cell_count > 48 else "7x6x4"
    return "3x3x3/free" if rules.cell_count <= SMALL else "15x15x5/free"


def performance(results: Sequence[tuple[float, float]]) -> Interval:
    """The rating that makes *results*, of each game the opponent's rating and the share, likeliest.

    One drawn game against their mean is added, so that it is never infinite. The limits hold the
    truth in 95 of 100 cases, if the opponents' ratings are right.
    """
    if not results:
        return Interval(0.0, -math.inf, math.inf)
    mean = sum(rating for rating, _ in results) / len(results)
    games = [*results, (mean, 0.5)]
    points = sum(share for _, share in games)
    low, high = mean - ENDS, mean + ENDS
    for _ in range(60):
        middle = (low + high) / 2
        if sum(expected(middle - rating) for rating, _ in games) < points:
            low = middle
        else:
            high = middle
    value = (low + high) / 2
    chances = [expected(value - rating) for rating, _ in games]
    information = sum(chance * (1 - chance) for chance in chances) * (math.log(10) / 400) ** 2
    reach = NEAR / math.sqrt(information)
    return Interval(value, value - reach, value + reach)
