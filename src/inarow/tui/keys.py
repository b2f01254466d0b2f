"""The keys: how they are bound, the bar with those that work now, and the help with all of them.

Textual's `Footer` composes all its keys anew after every move, which then takes 2.9 KB instead of
1.5; its `HelpPanel` would take a third of the screen, and a click on it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from inarow.tui import words
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.widgets import Piece, Row, Rows

__all__ = ["HelpScreen", "Key", "KeyBar", "help_keys", "key", "key_name", "keys_of"]

_SHOWN = {
    "question_mark": "?",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "shift+tab": "Shift-Tab",
    "delete": "Del",
    "comma": ",",
    "full_stop": ".",
}


class Key(NamedTuple):
    """What one or several keys do."""

    keys: tuple[str, ...]
    action: str
    label: str
    sentence: str
    in_bar: bool

    @property
    def names(self) -> str:
        """The keys as people write them."""
        return " ".join(key_name(name) for name in self.keys)


def key(keys: str, action: str, label: str, sentence: str, *, show: bool = False) -> Binding:
    """A binding: *label* is for the bar if *show*, *sentence* for the help."""
    return Binding(keys, action, label, show=show, tooltip=sentence, priority=keys == "ctrl+c")


def key_name(name: str) -> str:
    """A key as people write it."""
    if name.startswith("ctrl+"):
        after = name.removeprefix("ctrl+")
        return f"Ctrl-{_SHOWN.get(after, after.upper())}"
    return _SHOWN.get(name, name if len(name) == 1 else name.upper())


def keys_of(bindings: Iterable[BindingType]) -> list[Key]:
    """The keys of *bindings*, in their order."""
    found = []
    for binding in bindings:
        assert isinstance(binding, Binding)
        names = tuple(name.strip() for name in binding.key.split(","))
        found.append(Key(names, binding.action, binding.description, binding.tooltip, binding.show))
    return found


class KeyBar(Rows):
    """The last line of a screen: what can be done now, by key or click."""

    DEFAULT_CSS: ClassVar[str] = "KeyBar { height: 1; }"

    def on_resize(self) -> None:
        """Fit the keys into the new width."""
        self.renew()

    def renew(self) -> None:
        """Show the keys that work now, close together or fewer where there is little room."""
        screen = self.screen
        assert isinstance(screen, ThriftyScreen)
        bound = keys_of([*screen.urgent, *type(screen).BINDINGS, *self.app.BINDINGS])
        working = [found for found in bound if found.in_bar and screen.works_now(found.action)]
        gap = " " if _width(working, 3) <= self.size.width else ""
        while len(working) > 2 and _width(working, 2) > self.size.width:
            del working[-3]  # the last two are help and quit
        row: list[Piece] = []
        for found in working:
            row.append(Piece(f" {key_name(found.keys[0])}", "accent bold", found.action))
            row.append(Piece(f" {found.label}{gap}", "", found.action))
        self.put([tuple(row)])

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """Run the key that was clicked."""
        event.stop()
        await self.screen.run_action(str(event.key))


def _width(keys: list[Key], between: int) -> int:
    return sum(len(key_name(found.keys[0])) + len(found.label) + between for found in keys)


def help_keys(bindings: Iterable[BindingType]) -> list[Key]:
    """The keys that the help lists."""
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
        self.head = Rows(id="title")
        self.list = Rows(id="keys")

    def compose(self) -> ComposeResult:
        """A title and the list."""
        yield self.head
        yield self.list
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the list."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Show what fits."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        number_of = words.HELP_NUMBER.format(number=self.selected + 1, count=len(self.entries))
        title = (
            Piece(f"  {words.HELP_TITLE}", "accent bold"),
            Piece(f"   {words.HELP_HOW}   {number_of}", "label"),
        )
        self.head.put([(), title])
        rows: list[Row] = [
            (Piece("   "), Piece(f"{names:<16}", "accent bold"), Piece(text))
            for names, text in self.extra
        ]
        follow = self.selected and self.selected + len(rows)
        for number, found in enumerate(self.entries):
            here = number == self.selected
            rows.append(
                (
                    Piece(" ▸ " if here else "   ", "accent bold", number),
                    Piece(f"{found.names:<16}", "accent bold", number),
                    Piece(found.sentence, "bold" if here else "", number),
                )
            )
        self.list.put(rows, follow)

    def action_select(self, by: int) -> None:
        """Select another line."""
        self.selected = (self.selected + by) % len(self.entries)
        self._show()

    def action_do(self) -> None:
        """Close the help and run the selected line."""
        self.dismiss(self.entries[self.selected].action)

    def action_back(self) -> None:
        """Close the help."""
        self.dismiss("")

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click runs a line."""
        if isinstance(event.key, int):
            self.dismiss(self.entries[event.key].action)
