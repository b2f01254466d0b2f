"""How strong somebody is now, as their newest row and the time since then say."""

from __future__ import annotations

from typing import Final

from inarow.arena.glicko2 import NEWCOMER, Glicko, Result, aged, rated
from inarow.web.live.view import SeatRating
from inarow.web.store.ratings import RatingChange

__all__ = ["PROVISIONAL", "after", "now_of", "shown", "stored"]

PROVISIONAL: Final = 110.0
"""Above this deviation a rating has a question mark, and is not on the ladder."""

LEAST: Final = 45.0
"""No deviation gets below it, so that whoever plays much can still rise and fall."""

PERIOD: Final = 4.6 * 24 * 3_600_000
"""A rating period in milliseconds: a deviation of 60 grows to that of `PROVISIONAL` in a year."""


def stored(row: RatingChange | None) -> Glicko:
    """How strong somebody was after the game of a row; without one, a newcomer."""
    return Glicko(row.rating, row.deviation, row.volatility) if row is not None else NEWCOMER


def now_of(row: RatingChange | None, now: int) -> Glicko:
    """How strong somebody is at a time: less is known with every day."""
    return aged(stored(row), _periods(row, now))


def after(row: RatingChange | None, opponent: Glicko, points: float, at: int) -> Glicko:
    """How strong somebody is after one more game, which ended at a time."""
    new = rated(stored(row), [Result(opponent, points)], periods=_periods(row, at))
    return Glicko(new.rating, max(new.deviation, LEAST), new.volatility)


def shown(one: Glicko) -> SeatRating:
    """A rating as people see it."""
    return SeatRating(round(one.rating), one.deviation > PROVISIONAL)


def _periods(row: RatingChange | None, at: int) -> float:
    return max(0, at - row.at) / PERIOD if row is not None else 0.0
