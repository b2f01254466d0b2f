"""The clock of a game as a value: what each side has left, in milliseconds; and the server's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic, time

from inarow.board.rules import Side

__all__ = ["Clock", "server_time"]


@dataclass(frozen=True, slots=True)
class Clock:
    """Base and increment, what the sides (x, o) had left at *since*, and whose clock runs."""

    base: int
    increment: int
    left: tuple[int, int]
    running: Side | None = None
    since: int = 0

    @classmethod
    def new(cls, base: int, increment: int) -> Clock:
        """A clock that has not started."""
        return cls(base, increment, (base, base))

    def at(self, now: int) -> tuple[int, int]:
        """What x and o have left, never less than nothing."""
        if self.running is None:
            return self.left
        spent = max(0, now - self.since)
        x, o = self.left
        return (max(0, x - spent), o) if self.running is Side.FIRST else (x, max(0, o - spent))

    def after_move(self, now: int) -> tuple[int, int]:
        """What x and o have left when the side whose clock runs moves now."""
        x, o = self.at(now)
        if self.running is None:
            return x, o
        return (x + self.increment, o) if self.running is Side.FIRST else (x, o + self.increment)

    def set(self, left: tuple[int, int], running: Side | None, now: int) -> Clock:
        """The clock that shows *left* and runs for *running* from now on."""
        return Clock(self.base, self.increment, left, running, now)

    def later(self, pause: int) -> Clock:
        """The clock after a pause that is charged to nobody."""
        return replace(self, since=self.since + pause)

    @property
    def ends(self) -> int | None:
        """When the side whose clock runs has nothing left."""
        return None if self.running is None else self.since + self.left[self.running - 1]


def server_time() -> Callable[[], int]:
    """A clock in milliseconds since 1970 that never jumps while the server runs."""
    start = time() - monotonic()
    return lambda: int((start + monotonic()) * 1000)
