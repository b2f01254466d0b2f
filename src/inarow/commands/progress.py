"""A line on the terminal that changes while something long goes on."""

from __future__ import annotations

import sys
from time import monotonic

WIDTH = 70


class StatusLine:
    """Shown on a terminal only, at most every *pause* seconds."""

    def __init__(self, pause: float = 0.2) -> None:
        self.pause = pause
        self.start = self._shown = monotonic()
        self._visible = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return max(monotonic() - self.start, 0.001)

    def due(self) -> bool:
        """Whether it is time to show something new."""
        return self._visible and monotonic() - self._shown >= self.pause

    def show(self, text: str) -> None:
        """Put *text* in place of what was there, cut where the next text could not cover it."""
        if self._visible:
            self._shown = monotonic()
            print(f"\r{text[:WIDTH]:<{WIDTH}}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave the line as it was before the first text."""
        if self._shown != self.start:
            print(f"\r{'':<{WIDTH}}\r", end="", file=sys.stderr, flush=True)


class Meter:
    """How far a work of many positions is, on a terminal."""

    def __init__(self) -> None:
        self.line = StatusLine(pause=0.5)
        self.first: int | None = None
        self.done = self.total = 0

    def __call__(self, done: int, total: int) -> None:
        """Show that *done* of *total* are done."""
        self.first = done if self.first is None else self.first
        self.done, self.total = done, total
        if not self.line.due():
            return
        solved = done - self.first
        left = (total - done) * self.line.seconds / solved if solved else None
        rest = "" if left is None else f", about {_duration(left)} left"
        self.line.show(f"{done} of {total} positions{rest}")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
