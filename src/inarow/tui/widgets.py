"""Widgets in the colours of the theme: rows of words, and a form to choose and type in.

Textual's `OptionList`, `Select` and `Static` are painted anew as a whole. These paint the rows that
change, take colours of the theme by name, and know which words were clicked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inarow.errors import printable
from inarow.tui.themes import Colors

__all__ = [
    "Choice",
    "Entry",
    "Form",
    "MessageLine",
    "Piece",
    "Row",
    "Rows",
    "Themed",
    "paragraphs",
    "shortened",
]


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


# -- rows ----------------------------------------------------------------------------------------


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
        self._follow: int | None = None

    # -- contents -----------------------------------------------------------------------------

    def put(self, rows: Iterable[Row], follow: int | None = None) -> None:
        """Show *rows*, with row number *follow* among those that are seen."""
        old, before = self.lines, self.first
        self.lines, self._follow = list(rows), follow
        if len(old) != len(self.lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
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

    def on_resize(self) -> None:
        """Keep the row that is followed in sight."""
        self.put(self.lines, self._follow)

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
        strip = Strip(segments, width)
        if (more := self._more(y)) and width > 1:
            strip = Strip([*strip.crop(0, width - 1), Segment(more, self._style("accent"))], width)
        return strip

    def _more(self, y: int) -> str:
        """A sign at the edge beyond which there are other rows."""
        if y == self.size.height - 1 and self.first + y + 1 < len(self.lines):
            return "▾"
        return "▴" if y == 0 < self.first else ""

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
        rows += [(Piece(line, style),) for line in wrap(printable(text), max(10, width)) or [""]]
    return rows


def shortened(name: str, room: int) -> str:
    """A name in no more than *room* cells: of a path the end, of others the beginning."""
    if cell_len(name) <= room:
        return name
    if "/" in name or "\\" in name:
        return f"…{set_cell_size(name[::-1], room - 1)[::-1].strip()}"
    return f"{set_cell_size(name, room - 1).rstrip()}…"


class MessageLine(Rows):
    """What was said last. A long sentence takes several lines, and the board makes room for it."""

    DEFAULT_CSS: ClassVar[str] = "MessageLine { height: auto; }"
    MOST: ClassVar[int] = 6

    class Grown(Message):
        """It takes another number of lines than before."""

    def __init__(self) -> None:
        super().__init__([()], id="message")
        self._said: list[Row] = []

    def put(self, rows: Iterable[Row], follow: int | None = None) -> None:
        """Show *rows*, and break those that are too long."""
        self._said = list(rows)
        width = self.app.size.width
        lines = [line for row in self._said for line in _broken(row, width)] or [()]
        if len(lines) > self.MOST:
            text = lines[self.MOST - 1][0].text
            lines[self.MOST - 1 :] = [(Piece(f"{text[: width - 2]}…"),)]
        before = len(self.lines)
        super().put(lines, follow)
        if len(lines) != before:
            self.post_message(self.Grown())

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.put(self._said)


def _broken(row: Row, width: int) -> list[Row]:
    if sum(cell_len(piece.text) for piece in row) < width:
        return [row]
    text = "".join(piece.text for piece in row).strip()
    lines = paragraphs([text], width - 2, row[-1].style)
    return [(line[0]._replace(text=f" {line[0].text}"),) for line in lines]


# -- forms ---------------------------------------------------------------------------------------

LABEL_WIDTH = 11
VALUE_WIDTH = 19
MAX_ENTRY = 18
WIDE_ENTRY = 25


class Choice:
    """One of several values; none while it is *hidden*, when its row shows the *note* instead."""

    def __init__(self, label: str, values: Sequence[str], value: str) -> None:
        self.label = label
        self.values = list(values)
        self.index = self.values.index(value) if value in self.values else 0
        self.hidden = self.absent = False
        self.note = ""

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.values[self.index]

    @value.setter
    def value(self, value: str) -> None:
        self.index = self.values.index(value)

    def offer(self, values: Sequence[str]) -> None:
        """Have as many other *values*; the one in the same place is chosen."""
        self.values = list(values)

    def change(self, by: int) -> None:
        """Choose a neighbour; the ends are joined."""
        self.index = (self.index + by) % len(self.values)

    def pieces(self, number: int, selected: bool) -> Row:
        """How it is shown."""
        style = "bold" if selected else ""
        return (
            Piece(" ‹ ", "accent bold", (number, -1)),
            Piece(f"{self.value:^{VALUE_WIDTH}}", style, (number, 1)),
            Piece(" › ", "accent bold", (number, 1)),
        )


class Entry:
    """A short text of *most* characters; where it is long, its end is seen.

    While it is *hidden* its row shows the *note* instead; an *absent* one has no row.
    """

    def __init__(self, label: str, text: str, most: int = MAX_ENTRY) -> None:
        self.label = label
        self.value = text
        self.most = most
        self.hidden = self.absent = False
        self.note = ""
        self.completion = ""

    def change(self, by: int) -> None:
        """Take what completes the text."""
        if by > 0:
            self.value, self.completion = self.value + self.completion, ""

    def type(self, sign: str) -> None:
        """Add a character."""
        if sign.isprintable() and len(self.value) < self.most:
            self.value += sign

    def erase(self) -> None:
        """Take the last character away."""
        self.value = self.value[:-1]

    def pieces(self, number: int, selected: bool) -> Row:
        """How it is shown."""
        room = MAX_ENTRY if self.most == MAX_ENTRY else WIDE_ENTRY
        text = self.value if len(self.value) < room else f"…{self.value[-room + 2 :]}"
        text = f"{text}{'▏' if selected else ' '}"
        more = self.completion[: max(0, room - len(text))] if selected else ""
        style = "underline" if selected else ""
        return (
            Piece(f"   {text}", style, (number, 0)),
            Piece(more, "label italic", (number, 1)),
            Piece(" " * (room - len(text) - len(more)), style, (number, 0)),
        )


class Form(Rows):
    """Fields, one of which is selected; those that are hidden are passed over."""

    DEFAULT_CSS: ClassVar[str] = "Form { height: auto; }"

    class Changed(Message):
        """A field has another value."""

        def __init__(self, field: Choice | Entry) -> None:
            super().__init__()
            self.field = field

    def __init__(self, fields: Sequence[Choice | Entry], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.fields = list(fields)
        self.selected = 0
        self.lines = self._form_rows()

    @property
    def field(self) -> Choice | Entry:
        """The one that is selected."""
        return self.fields[self.selected]

    def renew(self) -> None:
        """Show what the fields hold now."""
        self.put(self._form_rows())

    def _form_rows(self) -> list[Row]:
        return [self._field_row(n) for n, field in enumerate(self.fields) if not field.absent]

    def _field_row(self, number: int) -> Row:
        field, selected = self.fields[number], number == self.selected
        lead = Piece("▸ " if selected else "  ", "accent bold", (number, 0))
        label = Piece(f"{field.label:<{LABEL_WIDTH}}", "bold" if selected else "label", (number, 0))
        if field.hidden:
            return (Piece(f"{'':{LABEL_WIDTH + 5}}{field.note}", "label"),)
        return (lead, label, *field.pieces(number, selected))

    def move(self, by: int) -> None:
        """Select another field."""
        self.selected = (self.selected + by) % len(self.fields)
        while self.field.hidden or self.field.absent:
            self.selected = (self.selected + by) % len(self.fields)
        self.renew()

    def change(self, by: int) -> None:
        """Change the field that is selected."""
        self.field.change(by)
        self.renew()
        self.post_message(self.Changed(self.field))

    def type(self, sign: str) -> bool:
        """Write into a selected entry; whether there was one."""
        if not isinstance(self.field, Entry):
            return False
        self.field.type(sign)
        self.renew()
        self.post_message(self.Changed(self.field))
        return True

    def erase(self) -> bool:
        """Erase in a selected entry; whether there was one."""
        if not isinstance(self.field, Entry):
            return False
        self.field.erase()
        self.renew()
        self.post_message(self.Changed(self.field))
        return True

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click selects a field, and an arrow changes it."""
        event.stop()
        assert isinstance(event.key, tuple)
        number, by = event.key
        self.selected = number
        self.renew()
        if by:
            self.change(by)
