"""The best moves as far as the solver can tell in a given time: how the engine asks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from inarow.board.position import Position
from inarow.search.scores import Score
from inarow.search.solver import Solver, Stopped, central_first
from inarow.search.stop import Stop

__all__ = ["ExactMoves"]


@dataclass(slots=True)
class ExactMoves:
    """Searches the best moves of *position* until *stop* is set or no seconds are *left*.

    What it has found by then is in *moves*, best first, with scores and what follows: first who
    wins, which decides most about a move, then how soon, then the lines of play.
    """

    solver: Solver
    position: Position
    left: Callable[[], float | None]
    stop: Stop
    moves: list[tuple[Score, tuple[int, ...]]] = field(default_factory=list)
    nodes: int = 0

    def search(self, lines: int, order: Sequence[int] = (), most: int = 1) -> None:
        """Search the best *lines* moves.

        The moves in *order* are tried first: it is fast if the best come first. It is faster, too,
        if the position is known to be a draw at *most*, 0, or a loss, -1.
        """
        tried = [*order, *(m for m in central_first(self.position) if m not in order)]
        with suppress(Stopped):
            self.moves = self._by_sign(tried, lines, most)
            self.moves = [self._best(tried)] if lines == 1 else self._all()[:lines]
            for i, (score, (move,)) in enumerate(self.moves):
                after = self.position.play(move)
                line = self.solver.best_play(after, -int(score), self.left, self.stop)
                self.moves[i] = (score, (move, *line))

    def _by_sign(
        self, tried: Sequence[int], lines: int, most: int
    ) -> list[tuple[Score, tuple[int, ...]]]:
        """The first *lines* moves that win, then that draw, then the others."""
        known: list[tuple[Score, tuple[int, ...]]] = []
        for value in range(most, -2, -1):
            others = []
            for move in tried:
                if len(known) == lines:
                    return known
                if value < 0 or self._keeps(move, value):
                    known.append((Score(value, self.position.turn, None), (move,)))
                else:
                    others.append(move)
            tried = others
        return known

    def _best(self, tried: Sequence[int]) -> tuple[Score, tuple[int, ...]]:
        score = self.solver.solve(self.position, timeout=self.left(), stop=self.stop)
        self.nodes += self.solver.nodes
        return score, (next(move for move in tried if self._keeps(move, int(score))),)

    def _all(self) -> list[tuple[Score, tuple[int, ...]]]:
        analysis = self.solver.analyze(
            self.position, timeout=self.left(), stop=self.stop, line=False
        )
        self.nodes += self.solver.nodes
        best_first = sorted(analysis.scores.items(), key=lambda item: -int(item[1]))
        return [(score, (move,)) for move, score in best_first]

    def _keeps(self, move: int, value: int) -> bool:
        kept = self.solver.keeps(self.position, move, value, timeout=self.left(), stop=self.stop)
        self.nodes += self.solver.nodes
        return kept
