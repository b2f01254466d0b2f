"""How a disc falls: faster and faster, with one small bounce."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

__all__ = ["FRAME", "Fall"]

FRAME: Final = 1 / 20
"""Seconds from one picture to the next."""
FIRST_CELL: Final = 0.11
"""Seconds for the first cell; the whole fall grows with the square root of the height."""
BOUNCE: Final = 0.35
"""How high the bounce is, in cells."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall over a number of cells."""

    cells: float

    @property
    def seconds(self) -> float:
        """Until the disc arrives for the first time."""
        return FIRST_CELL * math.sqrt(self.cells)

    def above(self, seconds: float) -> float | None:
        """How many cells the disc is above its place; `None` when it has come to rest."""
        if seconds < self.seconds:
            return self.cells * (1 - (seconds / self.seconds) ** 2)
        bounce = 2 * FIRST_CELL * math.sqrt(BOUNCE)
        share = (seconds - self.seconds) / bounce
        if share >= 1 or self.cells < 2:
            return None
        return 4 * BOUNCE * share * (1 - share)
