"""The keys: a bar with those that work now, and the list of all for the help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from inarow.tui.repaint import ThriftyScreen
from inarow.tui.rows import Piece, Rows

__all__ = ["Key", "KeyBar", "key", "keys_of", "shown_key"]

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
    "ctrl+c": "Ctrl-C",
    "comma": ",",
    "full_stop": ".",
}


class Key(NamedTuple):
    """What one or several keys do."""

    keys: tuple[str, ...]
    action: str
    label: str
    sentence: str
    shown: bool

    @property
    def names(self) -> str:
        """The keys as people write them."""
        return " ".join(shown_key(name) for name in self.keys)


def key(keys: str, action: str, label: str, sentence: str, *, show: bool = False) -> Binding:
    """A binding: *label* is for the bar if *show*, *sentence* for the help."""
    return Binding(keys, action, label, show=show, tooltip=sentence, priority=keys == "ctrl+c")


def shown_key(name: str) -> str:
    """A key as people write it."""
    return _SHOWN.get(name, name if len(name) == 1 else name.upper())


def keys_of(bindings: Iterable[BindingType]) -> list[Key]:
    """What bindings say, in their order."""
    found = []
    for binding in bindings:
        assert isinstance(binding, Binding)
        names = tuple(name.strip() for name in binding.key.split(","))
        found.append(Key(names, binding.action, binding.description, binding.tooltip, binding.show))
    return found


class KeyBar(Rows):
    """The last line of a screen: what can be done now, by key or click."""

    DEFAULT_CSS: ClassVar[str] = "KeyBar { height: 1; }"

    def on_mount(self) -> None:
        """Show the keys when the screen is there."""
        self.call_after_refresh(self.renew)

    def renew(self) -> None:
        """Show the keys that work now."""
        row: list[Piece] = []
        screen = self.screen
        assert isinstance(screen, ThriftyScreen)
        for found in keys_of([*type(screen).BINDINGS, *self.app.BINDINGS]):
            if found.shown and screen.works_now(found.action):
                row.append(Piece(f" {shown_key(found.keys[0])}", "accent bold", found.action))
                row.append(Piece(f" {found.label} ", "", found.action))
        self.put([tuple(row)])

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """Do what was clicked."""
        event.stop()
        await self.screen.run_action(str(event.key))
