"""Small screens in front of the others: a question, saving and loading."""

from __future__ import annotations

from collections.abc import Iterable
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

__all__ = ["AskScreen", "LoadScreen", "SaveScreen"]

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


class LoadScreen(ModalScreen["tuple[Record, str] | None"]):
    """Asks for a file and loads it; returns the record and a message."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "select(-1)", *words.KEY_FIELD_UP),
        key("down", "select(1)", *words.KEY_FIELD_DOWN),
        key("escape", "cancel", *words.KEY_BACK),
    ]

    def __init__(self, kept: Iterable[Path], here: Path | None = None) -> None:
        super().__init__()
        self.files = [
            str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
            for path in [*_records(here or Path.cwd()), *kept]
        ]
        self.input = Input(self.files[0] if self.files else "", compact=True)
        self.line = Rows(id="result")
        self.list = Rows(id="files")

    def compose(self) -> ComposeResult:
        """An input for the file, the known files, and buttons."""
        with Vertical(id="box"):
            yield Rows([(Piece(words.LOAD_TITLE, "accent bold"),), ()], id="head")
            yield self.input
            yield self.line
            hint = words.GAMES_HERE if self.files else words.NO_GAMES_HERE
            yield Rows([(Piece(hint, "label"),)], id="hint")
            yield self.list
            buttons = (("Enter", words.LOAD_BUTTON, "load"), ("Esc", words.CANCEL_BUTTON, "cancel"))
            yield Rows([(), _buttons(*buttons)], id="answers")

    def on_mount(self) -> None:
        """Type at once."""
        self.input.focus()
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        rows: list[Row] = []
        for number, file in enumerate(self.files):
            here = file == self.input.value
            name = file if len(file) < WIDTH else f"…{file[-WIDTH + 3 :]}"
            rows.append((Piece(f" {name} ", "reverse bold" if here else "", number),))
        chosen = self.files.index(self.input.value) if self.input.value in self.files else 0
        self.list.put(rows, chosen)

    def action_select(self, by: int) -> None:
        """Select another known file."""
        if self.files:
            known = self.input.value in self.files
            at = self.files.index(self.input.value) + by if known else 0
            self.input.value = self.files[at % len(self.files)]
            self._show()

    def on_input_submitted(self) -> None:
        """Enter loads."""
        self.action_load()

    def action_load(self) -> None:
        """Read the file."""
        file = self.input.value.strip()
        try:
            record = Record.load(Path(file).expanduser())
        except (OSError, RuntimeError, ValueError) as error:
            self.line.say(words.NOT_LOADED.format(why=reason(error)), "bad")
        else:
            self.dismiss((record, words.LOADED.format(file=Path(file).name)))

    def action_cancel(self) -> None:
        """Load nothing."""
        self.dismiss(None)

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """A file or a button was clicked; the second click on a file loads it."""
        if not isinstance(event.key, int):
            await self.run_action(str(event.key))
        elif self.input.value == self.files[event.key]:
            self.action_load()
        else:
            self.input.value = self.files[event.key]
            self._show()


def _records(folder: Path) -> list[Path]:
    """The text files of a folder that look like records, newest first."""
    try:
        files = [path for path in folder.glob("*.txt") if path.is_file()]
        files.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return [path for path in files[:50] if _begins_as_record(path)]
    except OSError:
        return []


def _begins_as_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"[Rules " in file.read(2000)
    except OSError:
        return False
