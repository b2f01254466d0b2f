"""What moves are worth, exactly or as the engine thinks: as people are shown it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from inarow.board.rules import Side

if TYPE_CHECKING:
    from inarow.search.engine import Estimate
    from inarow.search.solver import Score

    Worth: TypeAlias = Score | Estimate

__all__ = ["best_moves", "first_share", "in_words", "is_exact", "label", "share"]


def is_exact(worths: Mapping[int, Worth]) -> bool:
    """Whether everything is known for certain, and how soon."""
    from inarow.search.solver import Score

    return all(isinstance(worth, Score) and worth.plies is not None for worth in worths.values())


def best_moves(worths: Mapping[int, Worth]) -> list[int]:
    """The moves that are worth most."""
    order = {move: share(worth) for move, worth in worths.items()}
    top = max(order.values(), default=(0.0, 0))
    return [move for move, value in order.items() if value == top]


def share(worth: Worth) -> tuple[float, int]:
    """What the side to move can expect, from 0 to 1, and the number behind it."""
    from inarow.search.engine import Estimate

    value = int(worth)
    if isinstance(worth, Estimate):
        return worth.win_probability, value
    return (1.0 if value > 0 else 0.0 if value < 0 else 0.5), value


def first_share(worth: Worth) -> float:
    """What the first side can expect, from 0 to 1."""
    mine = share(worth)[0]
    return mine if worth.side is Side.FIRST else 1 - mine


def label(worth: Worth) -> str:
    """A worth in a few characters: `+18`, `0`, or `≈-24` for what is only thought."""
    from inarow.search.engine import Estimate

    if isinstance(worth, Estimate):
        lead = round(200 * worth.win_probability - 100)
        return f"≈{lead:+d}" if lead else "≈0"
    if worth.plies is None and worth.value:
        return "+" if worth.value > 0 else "-"
    return f"{worth.value:+d}" if worth.value else "0"


def in_words(worth: Worth) -> str:
    """A worth in words: `+18, x wins in 5 moves`."""
    return f"{label(worth)}, {worth}"
