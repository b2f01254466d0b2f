"""Progress on the terminal: a line that changes while something long runs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

WIDTH = 70

T = TypeVar("T")


class StatusLine:
    """Shown on a terminal only, at most every *pause* seconds."""

    def __init__(self, pause: float = 0.2) -> None:
        self.pause = pause
        # A line that fills the terminal would wrap, and could not be overwritten.
        self.width = max(1, min(WIDTH, shutil.get_terminal_size().columns - 1))
        self.start = self._shown = monotonic()
        self._visible = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return max(monotonic() - self.start, 0.001)

    def due(self) -> bool:
        """Whether it is time to show something new."""
        return self._visible and monotonic() - self._shown >= self.pause

    def show(self, text: str) -> None:
        """Put *text* in place of what was there, cut where the next text could not cover it."""
        if self._visible:
            self._shown = monotonic()
            shown = text[: self.width].ljust(self.width)
            print(f"\r{shown}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave the line as it was before the first text."""
        if self._shown != self.start:
            print(f"\r{'':<{self.width}}\r", end="", file=sys.stderr, flush=True)


class SolveMeter:
    """Shows a long solve on a terminal, and what was known if it is interrupted."""

    def __init__(self) -> None:
        self.line = StatusLine()
        self.bounds: tuple[int, int] | None = None

    def __call__(self, nodes: int, low: int, high: int) -> None:
        """Show how far the solve is."""
        self.bounds = (low, high)
        if self.line.due():
            speed = nodes / self.line.seconds / 1e6
            self.line.show(
                f"{nodes / 1e6:.1f} million nodes, {speed:.1f} million nodes a second, "
                f"score {low} to {high}"
            )

    def watch(self, solve: Callable[[], T]) -> T:
        """What *solve* returns; Ctrl-C prints what is known."""
        try:
            return solve()
        except KeyboardInterrupt:
            if self.bounds:
                print(f"\nstopped: the score lies between {self.bounds[0]} and {self.bounds[1]}")
            raise
        finally:
            self.line.clear()


class Meter:
    """Counts positions that are done, on a terminal."""

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
