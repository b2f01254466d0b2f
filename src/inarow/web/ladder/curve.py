"""`Curve`: how somebody's rating in one kind of game has changed, as a line to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inarow.arena.glicko2 import MEAN, Glicko
from inarow.web import words
from inarow.web.ladder import kinds
from inarow.web.live.view import SeatRating

__all__ = ["HEIGHT", "WIDTH", "Curve"]

WIDTH: Final = 400
HEIGHT: Final = 96

MARGIN: Final = 4
"""What is left free above and below the line."""

SPAN: Final = 100.0
"""How many points the picture shows at least, so that small changes look small."""

POINTS: Final = 200
"""How many points are drawn at most."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating now, and after each of the games that led to it."""

    kind: str
    now: SeatRating
    games: int
    after: Sequence[tuple[int, Glicko]]
    """When each game ended, and how strong they were then; the oldest games may be missing."""

    @property
    def title(self) -> str:
        """The name of the kind of game, as people read it."""
        return kinds.title(self.kind)

    @property
    def path(self) -> str:
        """The line for an SVG of `WIDTH` and `HEIGHT`, game by game; empty for a single point."""
        ratings = self._ratings
        if len(ratings) < 2:
            return ""
        last = len(ratings) - 1
        drawn = sorted({round(n * last / POINTS) for n in range(POINTS + 1)})
        middle = (min(ratings) + max(ratings)) / 2
        span = max(max(ratings) - min(ratings), SPAN)

        def point(number: int) -> str:
            height = 0.5 - (ratings[number] - middle) / span
            return f"{number / last * WIDTH:.1f} {MARGIN + height * (HEIGHT - 2 * MARGIN):.1f}"

        return "M" + "L".join(map(point, drawn))

    @property
    def text(self) -> str:
        """What the picture shows, in a sentence."""
        ratings = [round(rating) for rating in self._ratings]
        return words.CURVE.format(
            count=self.games,
            first=ratings[0],
            last=ratings[-1],
            low=min(ratings),
            high=max(ratings),
        )

    @property
    def _ratings(self) -> list[float]:
        known = [strength.rating for _, strength in self.after]
        return [MEAN, *known] if len(known) == self.games else known
