"""The help: every key of a screen, written from its bindings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from inarow.tui import words
from inarow.tui.keys import Key, KeyBar, key, keys_of
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.rows import Piece, Row, Rows

__all__ = ["HelpScreen", "help_keys"]


def help_keys(bindings: Iterable[BindingType]) -> list[Key]:
    """The keys to tell about."""
    return [found for found in keys_of(bindings) if found.sentence]


class HelpScreen(ThriftyScreen[str]):
    """Lists keys; returns the action that was chosen, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "select(-1)", *words.KEY_FIELD_UP),
        key("down", "select(1)", *words.KEY_FIELD_DOWN),
        key("enter", "do", *words.KEY_DO, show=True),
        key("escape,question_mark", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(self, screen: Screen[Any], bindings: Iterable[BindingType]) -> None:
        super().__init__()
        self.entries = help_keys(bindings)
        self.extra = list(getattr(screen, "extra_help", ()))
        self.selected = 0
        self.list = Rows(id="keys")

    def compose(self) -> ComposeResult:
        """A title and the list."""
        head: list[Row] = [
            (),
            (Piece(f"  {words.HELP_TITLE}", "accent bold"), Piece(f"   {words.HELP_HOW}", "label")),
            (),
        ]
        yield Rows(head, id="title")
        yield self.list
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the list."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Show what fits."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        rows: list[Row] = []
        for number, found in enumerate(self.entries):
            here = number == self.selected
            rows.append(
                (
                    Piece(" ▸ " if here else "   ", "accent bold", number),
                    Piece(f"{found.names:<16}", "accent bold", number),
                    Piece(found.sentence, "bold" if here else "", number),
                )
            )
        rows += [
            (Piece("   "), Piece(f"{names:<16}", "accent bold"), Piece(said))
            for names, said in self.extra
        ]
        self.list.put(rows, self.selected)

    def action_select(self, by: int) -> None:
        """Another key."""
        self.selected = (self.selected + by) % len(self.entries)
        self._show()

    def action_do(self) -> None:
        """Go back and do what is selected."""
        self.dismiss(self.entries[self.selected].action)

    def action_back(self) -> None:
        """Just go back."""
        self.dismiss("")

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click does it."""
        if isinstance(event.key, int):
            self.dismiss(self.entries[event.key].action)
