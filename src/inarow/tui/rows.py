"""Rows of words: lists, panels, messages and menus. Only the rows that change are painted again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from inarow.tui.themed import Themed

__all__ = ["Piece", "Row", "Rows", "paragraphs"]


class Piece(NamedTuple):
    """Words in one style; a *key* says what a click on them means.

    The style is a row of words: colours of the theme (`accent`, `first`, `good`, ...) and `bold`,
    `italic`, `underline`, `reverse`, `dim`.
    """

    text: str
    style: str = ""
    key: object = None


Row: TypeAlias = tuple[Piece, ...]

_COLOURS = {"accent", "good", "bad", "label", "first", "second", "win", "ink", "grid"}


class Rows(Themed):
    """Shows rows, from the top or around the one that is *followed*."""

    DEFAULT_CSS: ClassVar[str] = "Rows { height: 1fr; width: 1fr; }"

    class Picked(Message):
        """A piece with a key was clicked."""

        def __init__(self, rows: Rows, key: object) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

    def __init__(self, rows: Iterable[Row] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: list[Row] = list(rows)
        self.first = 0

    # -- contents -----------------------------------------------------------------------------

    def put(self, rows: Iterable[Row], follow: int | None = None) -> None:
        """Show *rows*, with row number *follow* among those that are seen."""
        old, before = self.lines, self.first
        self.lines = list(rows)
        self.first = self._clamped(self.first)
        if follow is not None:
            lowest = follow - max(1, self.size.height) + 1
            self.first = self._clamped(max(lowest, min(self.first, follow)))
        if self.first != before:
            self.refresh()
            return
        changed = [
            Region(0, y, self.size.width, 1)
            for y in range(self.size.height)
            if _row(old, y + before) != _row(self.lines, y + before)
        ]
        if changed:
            self.refresh(*changed)

    def say(self, text: str, style: str = "") -> None:
        """Show one piece of text, broken into lines."""
        self.put(paragraphs([text], self.size.width, style))

    @property
    def text(self) -> str:
        """What is shown, without styles."""
        return "\n".join("".join(piece.text for piece in row) for row in self.lines)

    def _clamped(self, first: int) -> int:
        return max(0, min(first, len(self.lines) - self.size.height))

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """As wide as the widest row."""
        return max((sum(cell_len(p.text) for p in row) for row in self.lines), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """A line for every row."""
        return len(self.lines)

    # -- drawing ------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One row."""
        width = self.size.width
        segments, used = [], 0
        for piece in _row(self.lines, y + self.first):
            text = piece.text
            if used + cell_len(text) > width:
                text = set_cell_size(text, width - used)
            segments.append(Segment(text, self._style(piece.style)))
            used += cell_len(text)
        segments.append(Segment(" " * (width - used), self._style("")))
        return Strip(segments, width)

    def _style(self, words: str) -> Style:
        colors = self.palette
        names = [word for word in words.split() if word in _COLOURS]
        others = " ".join(word for word in words.split() if word not in _COLOURS)
        color = getattr(colors, names[-1]) if names else colors.ink
        return Style(bgcolor=self.rich_style.bgcolor) + colors.style(color, None, others)

    # -- the mouse ----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Say which piece was clicked."""
        x = event.x
        for piece in _row(self.lines, event.y + self.first):
            width = cell_len(piece.text)
            if x < width:
                if piece.key is not None:
                    self.post_message(self.Picked(self, piece.key))
                return
            x -= width

    def on_mouse_scroll_up(self) -> None:
        """Scroll towards the beginning."""
        self.scroll_rows(-1)

    def on_mouse_scroll_down(self) -> None:
        """Scroll towards the end."""
        self.scroll_rows(1)

    def scroll_rows(self, by: int) -> None:
        """Show other rows."""
        first = self._clamped(self.first + by)
        if first != self.first:
            self.first = first
            self.refresh()


def _row(rows: list[Row], number: int) -> Row:
    return rows[number] if 0 <= number < len(rows) else ()


def paragraphs(texts: Iterable[str], width: int, style: str = "") -> list[Row]:
    """Texts as rows that are not wider than *width*."""
    from textwrap import wrap

    rows: list[Row] = []
    for text in texts:
        rows += [(Piece(line, style),) for line in wrap(text, max(10, width)) or [""]]
    return rows
