"""The score bar: who can expect how much, as a column of eighth blocks."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip

from inarow.tui.themed import Themed

__all__ = ["ScoreBar"]

_EIGHTHS = " ▁▂▃▄▅▆▇█"


class ScoreBar(Themed):
    """The share of the first side from the bottom, that of the second from the top."""

    DEFAULT_CSS: ClassVar[str] = "ScoreBar { width: 3; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.share: float | None = None
        self.rows = 0

    def put(self, share: float | None, rows: int) -> None:
        """Show the first side's *share*, or nothing, over a number of *rows*."""
        if (share, rows) != (self.share, self.rows):
            self.share, self.rows = share, rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row: a gap and two columns."""
        colors = self.palette
        if self.share is None or not 1 <= y <= self.rows:
            return Strip.blank(3, self.rich_style)
        filled = round(self.share * self.rows * 8) - 8 * (self.rows - y)
        sign = _EIGHTHS[max(0, min(8, filled))]
        style = colors.style(colors.first, colors.second)
        return Strip([Segment(" ", self.rich_style), Segment(sign * 2, style)], 3)
