"""Small screens in front of the others: a question, saving, and who plays from here on."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from inarow.board.rules import Side
from inarow.errors import InarowError, as_sentence, reason
from inarow.players import Player
from inarow.players.by_text import meant, typed
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.keys import key
from inarow.tui.match import Match
from inarow.tui.repaint import LeftOnce
from inarow.tui.session import Session
from inarow.tui.widgets import Piece, Row, Rows, paragraphs

__all__ = ["AskScreen", "ChangePlayerScreen", "SaveScreen"]

WIDTH = 56
"""How wide the text in a box is."""


def _buttons(*pairs: tuple[str, str, str]) -> Row:
    row: list[Piece] = []
    for name, text, action in pairs:
        row += [Piece(text, "reverse bold", action), Piece(f" {name}   ", "label", action)]
    return tuple(row)


class AskScreen(LeftOnce, ModalScreen[bool]):
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


class SaveScreen(LeftOnce, ModalScreen[str]):
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


class ChangePlayerScreen(LeftOnce, ModalScreen["Player | None"]):
    """Asks who plays; returns the player, or nothing if all stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "select(-1)", *words.KEY_FIELD_UP),
        key("down", "select(1)", *words.KEY_FIELD_DOWN),
        key("escape", "cancel", *words.KEY_BACK),
    ]

    def __init__(self, session: Session, match: Match, side: Side) -> None:
        super().__init__()
        self.session, self.rules, self.side = session, match.rules, side
        _, *programs = session.offers(match.rules)
        taken = match.name(side.other)
        names = [words.NAMELESS[each - 1] for each in (side, side.other)]
        self.person = names[0] if names[0] != taken else names[1]
        self.names = [self.person, *programs]
        self.input = Input(typed(match.game.player(side)), compact=True, select_on_focus=True)
        self.line = Rows(id="result")
        self.list = Rows(id="files")

    def compose(self) -> ComposeResult:
        """An input, what can be chosen, and buttons."""
        title = words.CHANGE_TITLE.format(side=self.side)
        buttons = (
            Piece(words.CHANGE_BUTTON, "reverse bold", "choose"),
            Piece(" Enter   ", "label", "choose"),
            Piece(words.CANCEL_BUTTON, "reverse bold", "cancel"),
            Piece(" Esc", "label", "cancel"),
        )
        with Vertical(id="box"):
            yield Rows([(Piece(title, "accent bold"),), ()], id="head")
            yield self.input
            yield self.line
            yield Rows([(Piece(words.CHANGE_HINT, "label"),)], id="hint")
            yield self.list
            yield Rows([(), buttons], id="answers")

    def on_mount(self) -> None:
        """Type at once."""
        self.input.focus()
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        rows: list[Row] = []
        for number, name in enumerate(self.names):
            style = "reverse bold" if name == self.input.value else ""
            about = f"  {words.TAKE_OVER}" if name == self.person else ""
            rows.append((Piece(f" {name} ", style, number), Piece(about, "label", number)))
        chosen = self.names.index(self.input.value) if self.input.value in self.names else 0
        self.list.put(rows, chosen)

    def action_select(self, by: int) -> None:
        """Select another of those that are offered."""
        known = self.input.value in self.names
        at = self.names.index(self.input.value) + by if known else 0
        self.input.value = self.names[at % len(self.names)]
        self._show()

    def on_input_submitted(self) -> None:
        """Enter chooses."""
        self.action_choose()

    def action_choose(self) -> None:
        """Have the one who was chosen play, if they can."""
        name = self.input.value.strip() or self.person
        try:
            player: Player = self.session.player(meant(name), self.rules)
        except InarowError as error:
            self.line.say(as_sentence(error), "bad")
        else:
            self.dismiss(player)

    def action_cancel(self) -> None:
        """Change nothing."""
        self.dismiss(None)

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """A name or a button was clicked; the second click on a name chooses it."""
        if not isinstance(event.key, int):
            await self.run_action(str(event.key))
        elif self.input.value == self.names[event.key]:
            self.action_choose()
        else:
            self.input.value = self.names[event.key]
            self._show()
