"""`Score` is exact, `Estimate` is not: both say what a position or a move is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side
from inarow.language import counted, say

__all__ = [
    "Estimate",
    "Score",
    "Worth",
    "best_moves",
    "exact_score",
    "first_height",
    "first_share",
    "in_words",
    "is_exact",
    "label",
    "share",
]

PROVED = 0.7
"""Where wins begin on a graph."""


@dataclass(frozen=True, slots=True)
class Score:
    """The exact value of a position for the side to move.

    *value* is 0 for a draw, +n for a win and -n for a loss, n = 1 + the discs the winner still
    holds at the end: bigger is sooner. *plies* is how many discs are played until the end; a weak
    score, of which only the sign is known, has `None` there.
    """

    value: int
    side: Side
    plies: int | None

    @classmethod
    def of(cls, value: int, position: AnyPosition) -> Score:
        """The exact score *value* of *position*."""
        position = Position.of(position)
        return exact_score(value, position.turn, position.rules.cell_count - position.ply)

    @property
    def wins_in(self) -> int | None:
        """How many moves of its own the side to move needs to win; `None` if it does not."""
        return None if self.value <= 0 or self.plies is None else (self.plies + 1) // 2

    @property
    def loses_in(self) -> int | None:
        """How many moves the opponent needs to win; `None` if it does not."""
        return None if self.value >= 0 or self.plies is None else self.plies // 2

    def to_dict(self) -> dict[str, object]:
        """As plain data, for JSON."""
        return {"score": self.value, "text": str(self), "plies": self.plies}

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        if self.value == 0:
            return say("draw")
        winner = self.side if self.value > 0 else self.side.other
        if self.plies == 0:
            return say("{side} has won", side=winner)
        moves = self.wins_in or self.loses_in
        if moves is None:
            return say("{side} wins", side=winner)
        return counted(
            moves, "{side} wins in {number} move", "{side} wins in {number} moves", side=winner
        )


@lru_cache(maxsize=1024)  # a game has few different scores, and a book gives very many
def exact_score(value: int, side: Side, left: int) -> Score:
    """The exact score *value* of a position with *side* to move and *left* empty cells."""
    if value == 0:
        return Score(0, side, left)
    # The winner's last disc leaves 2 * |value| - 2 cells or one more: its turn tells which.
    plies = left + 2 - 2 * abs(value)
    if (plies % 2 == 1) != (value > 0):
        plies -= 1
    return Score(value, side, plies)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the engine thinks of a position it could not decide, for the side to move.

    *value* counts hundredths of a logit: 0 is even, 100 are odds of e to 1 (73%), 300 are 95%.
    """

    value: int
    side: Side

    @property
    def win_probability(self) -> float:
        """The share of the point that the side to move can expect."""
        return (1 + math.tanh(self.value / 200)) / 2

    def to_dict(self) -> dict[str, object]:
        """As plain data, for JSON; it shares no key with a score but the words."""
        share = round(self.win_probability, 3)
        return {"estimate": self.value, "text": str(self), "win_probability": share}

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        ahead, much = self.side if self.value > 0 else self.side.other, abs(self.value)
        if much < 20:
            return say("about even")
        if much < 80:
            return say("{side} is slightly better", side=ahead)
        if much < 180:
            return say("{side} is better", side=ahead)
        if much < 350:
            return say("{side} is much better", side=ahead)
        return say("{side} is close to winning", side=ahead)


Worth: TypeAlias = Score | Estimate
"""What a move is worth, exactly or as the engine thinks."""


def is_exact(worths: Mapping[int, Worth]) -> bool:
    """Whether everything is known for certain, and how soon."""
    return all(isinstance(worth, Score) and worth.plies is not None for worth in worths.values())


def best_moves(worths: Mapping[int, Worth]) -> list[int]:
    """The moves that are worth most."""
    order = {move: share(worth) for move, worth in worths.items()}
    top = max(order.values(), default=(0.0, 0))
    return [move for move, value in order.items() if value == top]


def share(worth: Worth) -> tuple[float, int]:
    """What the side to move can expect, from 0 to 1, and the number behind it."""
    value = int(worth)
    if isinstance(worth, Estimate):
        return worth.win_probability, value
    return (1.0 if value > 0 else 0.0 if value < 0 else 0.5), value


def first_share(worth: Worth) -> float:
    """What the first side can expect, from 0 to 1."""
    mine = share(worth)[0]
    return mine if worth.side is Side.FIRST else 1 - mine


def first_height(worth: Worth, rules: Rules) -> float:
    """How high the first side stands on a graph, from 0 to 1: higher, the sooner it wins.

    Half is even. Wins lie above `PROVED`, losses as far below, and estimates between them.
    """
    if isinstance(worth, Estimate):
        return 0.5 + (2 * first_share(worth) - 1) * (PROVED - 0.5)
    if worth.value == 0:
        return 0.5
    near = 0.0 if worth.plies is None else 1 - worth.plies / rules.cell_count
    far = PROVED - 0.5 + (1 - PROVED) * near
    return 0.5 + far if first_share(worth) == 1 else 0.5 - far


def label(worth: Worth) -> str:
    """A worth in a few characters: `+18`, `0`, or `≈-24` for what is only thought."""
    if isinstance(worth, Estimate):
        lead = round(200 * worth.win_probability - 100)
        return f"≈{lead:+d}" if lead else "≈0"
    if worth.plies is None and worth.value:
        return "+" if worth.value > 0 else "-"
    return f"{worth.value:+d}" if worth.value else "0"


def in_words(worth: Worth) -> str:
    """A worth in words: `+18, x wins in 5 moves`."""
    return f"{label(worth)}, {worth}"
