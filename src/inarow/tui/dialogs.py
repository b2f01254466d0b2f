"""Small screens in front of the others: a question, and saving."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from inarow.errors import reason
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.keys import key
from inarow.tui.widgets import Piece, Row, Rows, paragraphs

__all__ = ["AskScreen", "SaveScreen"]

WIDTH = 56
"""How wide the text in a box is."""


def _buttons(*pairs: tuple[str, str, str]) -> Row:
    row: list[Piece] = []
    for name, text, action in pairs:
        row += [Piece(text, "reverse bold", action), Piece(f" {name}   ", "label", action)]
    return tuple(row)


class AskScreen(ModalScreen[bool]):
    """A question with two answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "answer(True)", *words.KEY_YES),
        key("escape", "answer(False)", *words.KEY_NO),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self.question, self.yes, self.no = question, yes, no

    def compose(self) -> ComposeResult:
        """The question, and the answers."""
        buttons = _buttons(("Enter", self.yes, "answer(True)"), ("Esc", self.no, "answer(False)"))
        with Vertical(id="box"):
            yield Rows([*paragraphs([self.question], WIDTH), (), buttons], id="boxed")

    def action_answer(self, answer: bool) -> None:
        """Return the answer."""
        self.dismiss(answer)

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """An answer was clicked."""
        await self.run_action(str(event.key))


class SaveScreen(ModalScreen[str]):
    """Asks for a file and saves the record there; returns a message."""

    BINDINGS: ClassVar[list[BindingType]] = [key("escape", "cancel", *words.KEY_BACK)]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.sure_of = ""
        self.input = Input(words.DEFAULT_FILE, compact=True, select_on_focus=True)
        self.line = Rows(id="result")

    def compose(self) -> ComposeResult:
        """An input for the file, and buttons."""
        with Vertical(id="box"):
            yield Rows([(Piece(words.SAVE_TITLE, "accent bold"),), ()], id="head")
            yield self.input
            yield self.line
            buttons = (("Enter", words.SAVE_BUTTON, "save"), ("Esc", words.CANCEL_BUTTON, "cancel"))
            yield Rows([_buttons(*buttons)], id="answers")

    def on_mount(self) -> None:
        """Type at once."""
        self.input.focus()

    def on_input_submitted(self) -> None:
        """Enter saves."""
        self.action_save()

    def action_save(self) -> None:
        """Write the file; replace an existing one only when asked twice."""
        file = self.input.value.strip()
        try:
            path = Path(file).expanduser()
            if path.is_file() and self.sure_of != file:
                self.sure_of = file
                self.line.say(words.REPLACE.format(file=file), "bad")
                return
            self.record.save(path)
        except (OSError, RuntimeError, ValueError) as error:
            self.line.say(words.NOT_SAVED.format(why=reason(error)), "bad")
        else:
            self.dismiss(words.SAVED.format(file=file))

    def action_cancel(self) -> None:
        """Write nothing."""
        self.dismiss("")

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """A button was clicked."""
        await self.run_action(str(event.key))
