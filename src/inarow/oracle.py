"""`Oracle`: the exact score of every move, from a book or by solving."""

from __future__ import annotations

from inarow.book import Book, shipped
from inarow.errors import EngineError, quoted
from inarow.handover import is_within_reach
from inarow.position import Position
from inarow.rules import Rules
from inarow.solver import Score, Solver, Stopped

__all__ = ["Oracle"]


class Oracle:
    """Knows the exact score of every move where a book has it or the solver is likely to find it.

    Without a *book* it takes the one that comes with inarow. A position that the solver is not
    likely to solve in *patience* seconds is not tried. One oracle serves one caller at a time;
    `stop` may come from any thread.
    """

    def __init__(
        self,
        *,
        patience: float = 10.0,
        book: Book | None = None,
        threads: int | None = None,
        table_mb: int = 64,
    ) -> None:
        if not isinstance(patience, int | float) or not patience > 0:
            raise EngineError(f"expected a patience above 0 seconds, got {quoted(patience)}")
        self.patience = patience
        self.book = book
        self.solver = Solver(threads=threads, table_mb=table_mb)

    def scores(self, position: Position) -> dict[int, Score] | None:
        """The score of every legal move for the side to move; `None` where it cannot be told."""
        if position.outcome() is not None:
            return None
        book = self.book or shipped(position.rules)
        if book is not None and (scores := book.scores(position)):
            return scores
        if not is_within_reach(position, self.patience):
            return None
        try:
            return dict(self.solver.analyze(position, timeout=self.patience, line=False).scores)
        except Stopped:
            return None

    def knows(self, rules: Rules) -> bool:
        """Whether it can be expected to tell every position of a game, from the first move on."""
        book = self.book or shipped(rules)
        if book is not None and book.rules == rules:
            return True
        return is_within_reach(Position(rules), self.patience)

    def stop(self) -> None:
        """End a search that another thread is at; it finds nothing then."""
        self.solver.stop()

    def copy(self) -> Oracle:
        """Another oracle with the same settings and an empty table."""
        solver = self.solver
        return Oracle(
            patience=self.patience,
            book=self.book,
            threads=solver.threads,
            table_mb=solver.table_mb,
        )
