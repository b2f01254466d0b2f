"""Glicko-2: a rating with its uncertainty, for people who play now and then.

Glickman, "Example of the Glicko-2 system" (2013); the names of the steps below are those of the
paper. Time may be any number of rating periods, also a part of one: what is not known about
somebody grows with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from inarow.errors import ArenaError

__all__ = ["NEWCOMER", "Glicko", "Result", "aged", "chance", "rated"]

SCALE: Final = 400 / math.log(10)
"""How many points one unit of the paper's own scale has: 173.7178."""

MEAN: Final = 1500.0
"""The rating that is 0 on that scale."""

UNKNOWN: Final = 350.0
"""The deviation of somebody of whom nothing is known, which no deviation exceeds."""

PRECISION: Final = 1e-6
"""How exactly the volatility is found."""


@dataclass(frozen=True, slots=True)
class Glicko:
    """A strength: in 95 of 100 cases it lies within two deviations of the rating."""

    rating: float = MEAN
    deviation: float = UNKNOWN
    volatility: float = 0.06

    def __post_init__(self) -> None:
        if not math.isfinite(self.rating):
            raise ArenaError(f"expected a finite rating, got {self.rating}")
        for name in ("deviation", "volatility"):
            if not 0 < getattr(self, name) < math.inf:
                raise ArenaError(f"expected a {name} above 0, got {getattr(self, name)}")


NEWCOMER: Final = Glicko()
"""Somebody who has not played yet."""


class Result(NamedTuple):
    """A game: against whom, and the points: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Glicko
    points: float


def aged(player: Glicko, periods: float) -> Glicko:
    """*player* after some time without games (step 6)."""
    if not periods >= 0:
        raise ArenaError(f"expected a time of 0 or more periods, got {periods}")
    grown = math.hypot(player.deviation, SCALE * player.volatility * math.sqrt(periods))
    most = max(player.deviation, UNKNOWN)
    return Glicko(player.rating, min(grown, most), player.volatility)


def chance(player: Glicko, opponent: Glicko) -> float:
    """The share of points that *player* can expect, as far as both are known."""
    spread = math.hypot(player.deviation, opponent.deviation) / SCALE
    return _expected((player.rating - opponent.rating) / SCALE, _weight(spread))


def rated(
    player: Glicko, results: Iterable[Result], *, periods: float = 1.0, tau: float = 0.5
) -> Glicko:
    """*player* after a time in which these were their games; *tau* is how freely volatility moves.

    Without results this is `aged`.
    """
    games = list(results)
    if not games:
        return aged(player, periods)
    if not periods >= 0:
        raise ArenaError(f"expected a time of 0 or more periods, got {periods}")
    if not 0 < tau < math.inf:
        raise ArenaError(f"expected a tau above 0, got {tau}")
    phi = player.deviation / SCALE
    information = gain = 0.0  # 1 / v, and delta / v: steps 3 and 4
    for opponent, points in games:
        if not 0 <= points <= 1:
            raise ArenaError(f"expected 0 to 1 points for a game, got {points}")
        weight = _weight(opponent.deviation / SCALE)
        expected = _expected((player.rating - opponent.rating) / SCALE, weight)
        information += weight**2 * expected * (1 - expected)
        gain += weight * (points - expected)
    if information == 0:  # so far apart that nothing can be learned
        return aged(player, periods)
    sigma = _volatility(player.volatility, phi, 1 / information, gain / information, tau)
    before = min(math.hypot(phi, sigma * math.sqrt(periods)), max(phi, UNKNOWN / SCALE))
    after = 1 / math.sqrt(1 / before**2 + information)
    return Glicko(player.rating + SCALE * after**2 * gain, SCALE * after, sigma)


def _weight(phi: float) -> float:
    """What a game against somebody of this deviation says: g of the paper."""
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _expected(difference: float, weight: float) -> float:
    """E of the paper, also where the exponential would be too large."""
    power = weight * difference
    if power < -700:
        return 0.0
    return 1 / (1 + math.exp(-power))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: where f of step 5 is 0, by the Illinois way of false position."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        total = phi**2 + variance + grown
        # The paper divides by the square of the total, which may be too large for a float.
        return grown / total * (delta**2 / total - 1) / 2 - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
