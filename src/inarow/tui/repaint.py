"""Sending only what changes, so that the game can be played over a slow line.

`render_segments` of Textual's `ChopsUpdate` cuts what lies right of a change, not what lies left of
it, and Rich writes every style in full. Bytes at 80x24, in plain Textual and here::

                 a key moves the disc    a move          a move that falls
    7x6          2,900 -> 570            4,900 -> 1,600  14,600 -> 3,500
    18x18        1,800 -> 190            2,900 ->   950   8,600 -> 1,900

At 56 kbit/s a key of the first row takes 0.1 seconds instead of 0.4, and a move 0.5 instead of 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.screen import Screen, ScreenResultType

__all__ = ["LeftOnce", "Pen", "ThriftyScreen"]

OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""How each attribute is taken back; bold and dim go together."""

CODE: Final = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")
"""One of the numbers between semicolons, or those of a colour together."""


class _Look(NamedTuple):
    """What a style comes to in a terminal."""

    attributes: frozenset[str]
    foreground: str
    background: str


PLAIN: Final = _Look(frozenset(), "39", "49")


class Pen:
    """Writes segments one after the other, and knows what the terminal is set to."""

    def __init__(self, system: ColorSystem | None) -> None:
        self._system = system
        self._look = PLAIN

    def write(self, segments: Iterable[Segment]) -> str:
        """The segments as they are sent."""
        return "".join(
            self._turn_to(_look(style or Style.null(), self._system)) + text
            for text, style, _ in segments
        )

    def lift(self) -> str:
        """Leave the terminal as it was."""
        return self._turn_to(PLAIN)

    def _turn_to(self, look: _Look) -> str:
        now, self._look = self._look, look
        if look == PLAIN != now:
            return "\x1b[0m"
        codes = sorted({OFF[code] for code in now.attributes - look.attributes})
        kept = now.attributes if "22" not in codes else now.attributes - {"1", "2"}
        codes += sorted(look.attributes - kept)
        codes += [look.foreground] if look.foreground != now.foreground else []
        codes += [look.background] if look.background != now.background else []
        return f"\x1b[{';'.join(codes)}m" if codes else ""


@lru_cache(maxsize=1024)
def _look(style: Style, system: ColorSystem | None) -> _Look:
    match = re.match(r"\x1b\[([0-9;]*)mx", style.render("x", color_system=system))
    attributes, foreground, background = set(), PLAIN.foreground, PLAIN.background
    for code in CODE.findall(match[1] if match else ""):
        if code in OFF:
            attributes.add(code)
        elif code.startswith(("3", "9")):
            foreground = code
        elif code.startswith(("4", "10")):
            background = code
    return _Look(frozenset(attributes), foreground, background)


class _Cropped(ChopsUpdate):
    """An update that is cut on both sides."""

    def render_segments(self, console: Console) -> str:
        """The escape sequences to be written to the terminal."""
        written = []
        pen = Pen(console._color_system)
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                begin, stop = max(x, left), min(end, right)
                if strip is None or begin >= stop:
                    continue
                part = strip.crop(begin - x, stop - x).simplify()
                written.append(Control.move_to(begin, y).segment.text)
                written.append(pen.write(part))
        return "".join([*written, pen.lift()])


class _Compositor(Compositor):
    def render_partial_update(self) -> ChopsUpdate | None:
        """Those parts that changed."""
        update = super().render_partial_update()
        return update and _Cropped(update.chops, update.spans, update.chop_ends)


class LeftOnce:
    """What a screen is, too, so that two keys at once do not leave it and the one behind it.

    (Textual inherits styles from the first screen among the bases: this must not be one.)
    """

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave, if this is the screen in front."""
        assert isinstance(self, Screen)
        return Screen.dismiss(self, result) if self.is_active else AwaitComplete()


class ThriftyScreen(LeftOnce, Screen[ScreenResultType]):
    """A screen that sends no more than what has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = _Compositor()

    @property
    def urgent(self) -> list[BindingType]:
        """What the bar shows before everything else."""
        return []

    def works_now(self, action: str) -> bool:  # noqa: ARG002
        """Whether the bar should show the key for *action*."""
        return True
