"""For terminals that know ASCII only: a sign of ours for each of theirs, and letters for discs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.driver import Driver

__all__ = ["SIGNS", "ascii_driver", "is_ascii_only"]

SIGNS: Final = str.maketrans(
    "µ×○◌•·≈…▸▾▴‹›←→↑↓━─│╭╮╰╯┼▏▀▁▂▃▄▅▆▇█",
    "uxoo*.~.>v^<><>^v--|++++.|-.:-=+%##",
)
"""What is sent instead of each sign; all are one cell wide."""


def is_ascii_only() -> bool:
    """Whether what Textual writes to can show ASCII only."""
    encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"
    try:
        "×▀".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def ascii_driver(kind: type[Driver]) -> type[Driver]:
    """The same driver, with signs that are known everywhere."""

    class AsciiDriver(kind):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            super().write(data.translate(SIGNS))

    return AsciiDriver
