"""Sending only what changes: Textual repaints a line from the left edge of a widget on.

`render_segments` of Textual's `ChopsUpdate` cuts what lies right of a change, not what lies left of
it. On a wide board that would send most of a row for every disc. Styles are written by a `Pen`.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.screen import Screen, ScreenResultType

from inarow.tui.pen import Pen

__all__ = ["ThriftyScreen"]


class _Cropped(ChopsUpdate):
    """An update that is cut on both sides."""

    def render_segments(self, console: Console) -> str:
        """The escape sequences to be written to the terminal."""
        written = []
        pen = Pen(console._color_system)
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                begin, stop = max(x, left), min(end, right)
                if strip is None or begin >= stop:
                    continue
                part = strip.crop(begin - x, stop - x).simplify()
                written.append(Control.move_to(begin, y).segment.text)
                written.append(pen.write(part))
        return "".join([*written, pen.lift()])


class _Compositor(Compositor):
    def render_partial_update(self) -> ChopsUpdate | None:
        """Those parts that changed."""
        update = super().render_partial_update()
        return update and _Cropped(update.chops, update.spans, update.chop_ends)


class ThriftyScreen(Screen[ScreenResultType]):
    """A screen that sends no more than what has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = _Compositor()

    def works_now(self, action: str) -> bool:  # noqa: ARG002
        """Whether the bar should show the key for *action*."""
        return True
