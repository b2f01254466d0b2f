"""A form: one choice or name per line, changed by keys or clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.message import Message

from inarow.tui.rows import Piece, Row, Rows

__all__ = ["Choice", "Entry", "Form"]

LABEL_WIDTH = 11
VALUE_WIDTH = 19
MAX_ENTRY = 18


class Choice:
    """One of several values."""

    def __init__(self, label: str, values: Sequence[str], value: str) -> None:
        self.label = label
        self.values = list(values)
        self.index = self.values.index(value) if value in self.values else 0
        self.hidden = False

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.values[self.index]

    @value.setter
    def value(self, value: str) -> None:
        self.index = self.values.index(value)

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
    """A short text."""

    def __init__(self, label: str, text: str) -> None:
        self.label = label
        self.value = text
        self.hidden = False

    def change(self, by: int) -> None:
        """There is no other value."""

    def type(self, sign: str) -> None:
        """Add a character."""
        if sign.isprintable() and len(self.value) < MAX_ENTRY:
            self.value += sign

    def erase(self) -> None:
        """Take the last character away."""
        self.value = self.value[:-1]

    def pieces(self, number: int, selected: bool) -> Row:
        """How it is shown."""
        text = f"{self.value}{'▏' if selected else ' '}"
        return (Piece(f"   {text:<{MAX_ENTRY}}", "underline" if selected else "", (number, 0)),)


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
        return [self._field_row(number) for number in range(len(self.fields))]

    def _field_row(self, number: int) -> Row:
        field, selected = self.fields[number], number == self.selected
        lead = Piece("▸ " if selected else "  ", "accent bold", (number, 0))
        label = Piece(f"{field.label:<{LABEL_WIDTH}}", "bold" if selected else "label", (number, 0))
        if field.hidden:
            return (Piece(" "),)
        return (lead, label, *field.pieces(number, selected))

    def move(self, by: int) -> None:
        """Select another field."""
        self.selected = (self.selected + by) % len(self.fields)
        while self.field.hidden:
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
        return True

    def erase(self) -> bool:
        """Erase in a selected entry; whether there was one."""
        if not isinstance(self.field, Entry):
            return False
        self.field.erase()
        self.renew()
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
