"""The kinds of games that have ratings of their own: what is played, and how fast.

The name of a kind is both, as in `four-rapid`.
"""

from __future__ import annotations

from typing import Final, Literal

from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.web import words

__all__ = ["FAMILIES", "KINDS", "SPEEDS", "Family", "family", "family_of", "kind_of", "title"]

Family = Literal["four", "fall", "free"]
"""What is played: Connect Four on 7x6, other boards where discs fall, free boards as in gomoku."""

FAMILIES: Final[tuple[Family, ...]] = ("four", "fall", "free")
SPEEDS: Final = ("fast", "rapid", "slow")

KINDS: Final = tuple(f"{family}-{speed}" for family in FAMILIES for speed in SPEEDS)
"""All of them; slow is without a clock."""

MOVES: Final = 20
"""How many moves of one side a game has, about: what a clock allows for them is its length."""

RAPID: Final = 300_000
"""From how many milliseconds for that a game is rapid."""

LEAST_FALL: Final = (36, 4)
"""Cells and discs in a row that a board where discs fall needs: smaller ones are known by heart."""

LEAST_FREE: Final = (81, 5)
"""The same for free boards: with four in a row the first player wins at once."""


def family_of(rules: Rules) -> Family | None:
    """What is played by *rules*; `None` if the board is too small, or nobody can win there."""
    if rules == CONNECT_FOUR:
        return "four"
    cells, k = LEAST_FALL if rules.gravity else LEAST_FREE
    narrow = min(rules.width, rules.height)
    if rules.cell_count < cells or not k <= rules.k <= narrow:
        return None
    return "fall" if rules.gravity else "free"


def title(kind: str) -> str:
    """The name of a kind, as people read it."""
    played, _, speed = kind.partition("-")
    return words.KIND_TITLE.format(family=words.FAMILIES[played], speed=words.SPEEDS[speed])


def family(kind: str) -> Family:
    """What is played in games of a kind."""
    return next(one for one in FAMILIES if kind.startswith(one))


def kind_of(rules: Rules, base: int | None, increment: int | None) -> str | None:
    """The kind of a game with these rules and this clock; `None` if such games are not rated."""
    played = family_of(rules)
    if played is None:
        return None
    if base is None:
        return f"{played}-slow"
    rapid = base + MOVES * (increment or 0) >= RAPID
    return f"{played}-{'rapid' if rapid else 'fast'}"
