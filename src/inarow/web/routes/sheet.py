"""The moves of a game as the rows of a table, as a score sheet has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inarow.board.notation import move_text
from inarow.board.rules import Rules

__all__ = ["Row", "rows"]


class Row(NamedTuple):
    """Two moves; the last row may lack its second."""

    number: int
    x: str
    o: str


def rows(view: Mapping[str, Any]) -> list[Row]:
    """The rows for a game as JSON (`messages.GameView`)."""
    rules = Rules.parse(view["rules"])
    moves: Sequence[int] = view["moves"]
    texts = [move_text(move, rules) for move in moves]
    return [
        Row(first // 2 + 1, texts[first], texts[first + 1] if first + 1 < len(texts) else "")
        for first in range(0, len(texts), 2)
    ]
