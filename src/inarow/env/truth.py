"""`Truth`: what is exactly known about a position, as an environment tells it in `info`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from inarow.board.position import Position
from inarow.explain.grades import points_lost
from inarow.search.oracle import Oracle
from inarow.search.scores import Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NO_SCORE", "Truth"]

NO_SCORE: Final = -128
"""Stands for the score of a move that is not legal."""


class Truth:
    """The exact scores of all moves of a position, for the side to move."""

    def __init__(self, scores: Mapping[int, Score], move_count: int) -> None:
        self.scores = scores
        self.best = max(scores.values(), key=int)
        self._move_count = move_count

    @classmethod
    def teller(cls, oracle: Oracle | bool = True) -> Callable[[Position], Truth | None]:
        """Tells the truth about open positions, `None` where it is not known.

        It asks *oracle*, or one of its own, and remembers the last few thousand positions.
        """
        known = oracle if isinstance(oracle, Oracle) else Oracle(threads=1)

        @lru_cache(maxsize=4096)
        def look(position: Position) -> Truth | None:
            scores = known.scores(position)
            return cls(scores, position.rules.move_count) if scores else None

        return look

    def array(self) -> NDArray[np.int16]:
        """Shape (move_count,): the scores, `NO_SCORE` for illegal moves."""
        found = np.full(self._move_count, NO_SCORE, dtype=np.int16)
        found[list(self.scores)] = [score.value for score in self.scores.values()]
        return found

    def optimal(self) -> NDArray[np.int8]:
        """Shape (move_count,): 1 for the moves that keep the score."""
        best: NDArray[np.int8] = (self.array() == self.best.value).astype(np.int8)
        return best

    def as_info(self) -> dict[str, Any]:
        """As `info` has it."""
        return {"score": self.best.value, "scores": self.array(), "optimal": self.optimal()}

    def of_move(self, move: int) -> dict[str, Any]:
        """What *move* gave away: of the score, and of the point (0, 0.5 or 1)."""
        got = self.scores[move]
        return {
            "regret": self.best.value - got.value,
            "points_lost": points_lost(self.best, got),
        }
