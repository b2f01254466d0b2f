"""Colours and styles as escape sequences, of which only what changes is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

__all__ = ["Pen"]

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
