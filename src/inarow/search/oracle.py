"""`Oracle`: the exact score of every move, from a book or by solving."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.errors import EngineError, quoted
from inarow.search.book import Book, shipped
from inarow.search.exact_moves import is_within_reach
from inarow.search.solver import Progress, Score, Solver, Stopped, can_solve

__all__ = ["Oracle"]


class Oracle:
    """Knows the exact score of every move where a book has it or the solver is likely to find it.

    Without a *book* it takes the one that comes with inarow. A position that the solver is not
    likely to solve in *patience* seconds is not tried, unless it is *stubborn*. One oracle serves
    one caller at a time; `stop` may come from any thread.
    """

    def __init__(
        self,
        *,
        patience: float = 10.0,
        stubborn: bool = False,
        book: Book | None = None,
        threads: int | None = None,
        table_mb: int = 64,
    ) -> None:
        if not isinstance(patience, int | float) or not patience > 0:
            raise EngineError(f"expected a patience above 0 seconds, got {quoted(patience)}")
        self.patience = patience
        self.stubborn = stubborn
        self.book = book
        self.solver = Solver(threads=threads, table_mb=table_mb)

    def scores(
        self, position: Position, progress: Progress | None = None
    ) -> Mapping[int, Score] | None:
        """The score of every legal move for the side to move; `None` where it cannot be told."""
        if known := self._stored(position):
            return known
        if not self._is_within_reach(position):
            return None
        try:
            return self.solver.analyze(
                position, timeout=self.patience, progress=progress, line=False
            ).scores
        except Stopped:
            return None

    def best(self, position: Position) -> tuple[Score, list[int]] | None:
        """The score and the moves that keep it, found sooner than by `scores`."""
        if known := self._stored(position):
            best = max(known.values(), key=int)
            return best, [move for move, score in known.items() if score == best]
        if not self._is_within_reach(position):
            return None
        deadline = monotonic() + self.patience
        try:
            best = self.solver.solve(position, timeout=self.patience)
            return best, [
                move
                for move in position.legal_moves()
                if self.solver.keeps(
                    position, move, int(best), timeout=max(0.0, deadline - monotonic())
                )
            ]
        except Stopped:
            return None

    def knows(self, rules: Rules) -> bool:
        """Whether it can be expected to tell every position of a game, from the first move on."""
        start = Position(rules)
        return self._stored(start) is not None or self._is_within_reach(start)

    def stop(self) -> None:
        """End a search that another thread is at; it finds nothing then."""
        self.solver.stop()

    def copy(self) -> Oracle:
        """Another oracle with the same settings and an empty table."""
        solver = self.solver
        return Oracle(
            patience=self.patience,
            stubborn=self.stubborn,
            book=self.book,
            threads=solver.threads,
            table_mb=solver.table_mb,
        )

    def _stored(self, position: Position) -> Mapping[int, Score] | None:
        book = self.book or shipped(position.rules)
        return book.scores(position) if book is not None else None

    def _is_within_reach(self, position: Position) -> bool:
        if position.outcome() is not None or not can_solve(position.rules):
            return False
        return self.stubborn or is_within_reach(position, self.patience)
