"""Strength from results: Elo with error bars, sequential tests, ratings of many players or of one.

Games come in pairs: both players have each side of the same opening once. What an opening favours
then cancels, and the spread of the *pair* scores says how sure a result is; single games would
overstate it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inarow.arena.glicko2 import NEWCOMER
from inarow.board.rules import Rules
from inarow.errors import ArenaError

__all__ = [
    "ANCHOR",
    "LADDERS",
    "Interval",
    "Sprt",
    "Tally",
    "elo",
    "expected",
    "ladder_of",
    "level_ratings",
    "performance",
    "rate",
]

NEAR = 1.959963984540054
"""How many standard deviations either way hold 95% of a normal distribution."""


def expected(difference: float) -> float:
    """The share of points expected from a player that is *difference* Elo stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo(share: float) -> float:
    """The difference that a share of the points means: 0.75 is +191; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)


@dataclass(frozen=True, slots=True)
class Interval:
    """An Elo difference with the limits between which it lies in 95 of 100 cases."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_elo_text(self.value)} [{_elo_text(self.low)}, {_elo_text(self.high)}]"


def _elo_text(value: float) -> str:
    return f"{round(value):+d}" if math.isfinite(value) else ("+inf" if value > 0 else "-inf")


@dataclass(slots=True)
class Tally:
    """Results of one player against another, pair by pair: points (0, 0.5 or 1) for each game."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, points: Sequence[float]) -> None:
        """Count the games of one pair, or of one that was cut off."""
        for point in points:
            if point not in (0, 0.5, 1):
                raise ArenaError(f"expected 0, 0.5 or 1 points for a game, got {point!r}")
            self.wins += point == 1
            self.draws += point == 0.5
            self.losses += point == 0
        if points:
            mean = sum(points) / len(points)
            self.pairs += 1
            self.total += mean
            self.squares += mean * mean

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of all points; a half of none."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of the mean of one pair."""
        if self.pairs < 2:
            return 0.0
        mean = self.total / self.pairs
        return max(0.0, (self.squares - self.pairs * mean * mean) / (self.pairs - 1))

    @property
    def careful_variance(self) -> float:
        """The same as if one pair had gone far from the mean: a clean sweep is not certain."""
        return (self.variance * max(self.pairs - 1, 0) + 0.25) / max(self.pairs, 1)

    def elo(self) -> Interval:
        """The difference in strength."""
        if not self.games:
            return Interval(0.0, -math.inf, math.inf)
        reach = NEAR * math.sqrt(self.careful_variance / self.pairs)
        share = self.share
        return Interval(elo(share), elo(share - reach), elo(share + reach))

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: is the difference *high* Elo rather than *low*?

    It may be asked after every pair and ends as soon as the data are clear, with at most *error*
    wrong answers of each kind.
    """

    low: float = 0.0
    high: float = 20.0
    error: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ArenaError(f"expected a low Elo below the high one, {self.high}, got {self.low}")
        if not 0 < self.error < 0.5:
            raise ArenaError(f"expected an error between 0 and 0.5, got {self.error}")

    @property
    def limit(self) -> float:
        """The log-likelihood ratio that ends the test, either way."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio so far: positive speaks for *high*."""
        if tally.pairs < 2:
            return 0.0
        low, high = expected(self.low), expected(self.high)
        mean = tally.total / tally.pairs
        return tally.pairs * (high - low) * (2 * mean - low - high) / (2 * tally.careful_variance)

    def verdict(self, tally: Tally) -> bool | None:
        """True for *high*, False for *low*, `None` while it is open."""
        ratio = self.ratio(tally)
        return None if abs(ratio) < self.limit else ratio > 0


def rate(results: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Elo of all players from the results of each against others, 0 on average.

    The ratings under which the points of every player are what was to be expected of them
    (Bradley and Terry), with one drawn game added to every pairing so that none is infinite.
    """
    players = sorted({name for pair in results for name in pair})
    strength = dict.fromkeys(players, 1.0)
    points = dict.fromkeys(players, 0.0)
    for (one, two), tally in results.items():
        points[one] += tally.wins + tally.draws / 2 + 0.5
        points[two] += tally.losses + tally.draws / 2 + 0.5
    for _ in range(10_000):
        before = dict(strength)
        for name in players:
            met = sum(
                (tally.games + 1) / (strength[name] + strength[_other(pair, name)])
                for pair, tally in results.items()
                if name in pair
            )
            strength[name] = points[name] / met if met else 1.0
        mean = math.exp(sum(map(math.log, strength.values())) / max(len(players), 1))
        strength = {name: value / mean for name, value in strength.items()}
        if _settled(before.values(), strength.values()):
            break
    return {name: 400 * math.log10(value) for name, value in strength.items()}


def _other(pair: tuple[str, str], name: str) -> str:
    return pair[1] if pair[0] == name else pair[0]


def _settled(before: Iterable[float], after: Iterable[float]) -> bool:
    return all(abs(a / b - 1) < 1e-9 for a, b in zip(before, after, strict=True))


# -- against the levels ----------------------------------------------------------------------------

LADDERS: Final[Mapping[str, tuple[int, ...]]] = {
    "7x6x4": (0, 172, 353, 538, 669, 780, 935, 1144, 1289, 1455),
    "9x6x4": (0, 157, 350, 531, 703, 871, 985, 1214, 1401, 1583),
    "15x15x5/free": (0, 131, 247, 337, 457, 563, 646, 782, 973, 1130),
    "3x3x3/free": (0, 78, 195, 266, 322, 344, 364, 378, 387, 389),
}
"""The Elo of the levels on four boards, level 1 being 0; docs/explanation/levels.md says how."""

SMALL: Final = 16
"""Without gravity, boards with up to this many cells are rated like tic-tac-toe."""

ENDS: Final = 4_000.0
"""How far from the opponents a rating may lie."""


def ladder_of(rules: Rules) -> str:
    """The board whose ladder rates games of *rules*: its own, or the one most like it."""
    if str(rules) in LADDERS:
        return str(rules)
    if rules.gravity:
        return "9x6x4" if rules.cell_count > 48 else "7x6x4"
    return "3x3x3/free" if rules.cell_count <= SMALL else "15x15x5/free"


ANCHOR: Final = 4
"""The level that is as strong as a newcomer is taken to be: the one that is suggested first."""


def level_ratings(rules: Rules) -> tuple[int, ...]:
    """The ratings of the levels on boards like *rules*, on the scale of people's ratings."""
    elo = LADDERS[ladder_of(rules)]
    return tuple(round(NEWCOMER.rating) + points - elo[ANCHOR - 1] for points in elo)


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
