"""How long detectors take, for those who compare them."""

from __future__ import annotations

from time import perf_counter

from inarow import detectors
from inarow.board.position import Position
from inarow.board.rules import Cell, Side

__all__ = ["seconds"]

TIMED = 5
"""How often a detector is run; the fastest counts."""


def seconds(position: Position, side: Side, detector: str, last: Cell | None) -> float:
    """How long `find` of a detector takes here, without recording steps."""
    best = float("inf")
    for _ in range(TIMED):
        start = perf_counter()
        detectors.find(position, side, detector=detector, last=last)
        best = min(best, perf_counter() - start)
    return best
