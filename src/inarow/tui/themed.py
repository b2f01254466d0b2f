"""Widgets that draw themselves in the colours of the theme."""

from __future__ import annotations

from functools import cached_property

from textual.widget import Widget

from inarow.tui.themes import Colors

__all__ = ["Themed"]


class Themed(Widget):
    """A widget that knows the colours, and draws itself again when they change."""

    @cached_property
    def palette(self) -> Colors:
        """The colours of the theme."""
        return Colors.of(self.app.theme_variables, mono=self.app.no_color)

    def on_mount(self) -> None:
        """Learn of other themes."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.redraw())

    def redraw(self) -> None:
        """Draw everything again."""
        self.__dict__.pop("palette", None)
        self.refresh()
