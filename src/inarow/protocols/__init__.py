"""Lines of text with other programs: what every protocol has in common.

A protocol neither reads nor writes anything: lines come in and go out as values, and whoever runs
the other program (`inarow.players.external`) passes them on.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol, TypeAlias, TypeVar

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.search.engine import Limit

__all__ = ["Driver", "Talk", "first_word"]

T = TypeVar("T")
Talk: TypeAlias = Generator[list[str], str, T]
"""A conversation: it yields the lines to send, is sent the next line of the other side, and returns
what it was about. Yielding no lines asks for one more."""


class Driver(Protocol):
    """Drives a program in the words of one protocol."""

    @property
    def farewell(self) -> tuple[str, ...]:
        """The lines that ask the program to end."""

    def open(self) -> Talk[str]:
        """Begin the conversation; returns the name that the program gives itself, or nothing."""

    def begin(self, rules: Rules, limit: Limit) -> Talk[None]:
        """Begin a new game."""

    def move(self, position: Position, limit: Limit) -> Talk[int]:
        """Ask for a move; returns the one that the program chooses."""


def first_word(text: str) -> tuple[str, str]:
    """The first word of a line, and the rest; words may have any white space between them."""
    word, *rest = text.strip().split(maxsplit=1) or [""]
    return word, "".join(rest)
