"""The time of the server; the clock of a game is that of `players/clock.py`."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, time

from inarow.players.clock import DAY, Clock

__all__ = ["DAY", "Clock", "server_time"]


def server_time(
    wall: Callable[[], float] = time, since: Callable[[], float] = monotonic
) -> Callable[[], int]:
    """A clock in milliseconds since 1970 that never jumps while the server runs."""
    start = wall() - since()
    return lambda: int((start + since()) * 1000)
