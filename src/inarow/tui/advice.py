"""What moves are worth, which is best and why: the seam to the engine, the solver and `explain`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from inarow.board.position import Position
from inarow.search.scores import is_exact

if TYPE_CHECKING:
    from inarow.explain.review import Review
    from inarow.record.record import Record
    from inarow.search.engine import Engine, Limit
    from inarow.search.oracle import Oracle
    from inarow.search.scores import Score, Worth

__all__ = ["Adviser", "Reviewer"]

FREE_LINES = 12
"""Without gravity there are many moves: so many of the best get a score."""


class Adviser:
    """Judges positions; to be asked in the background, and by one thread at a time.

    *limit* is for the engine's first opinion. With *patience* exact scores follow where the solver
    is likely to find them in so many seconds.
    """

    def __init__(self, limit: Limit | None = None, patience: float | None = 5.0) -> None:
        self._limit = limit
        self._patience = patience
        self._engine: Engine | None = None
        self._oracle: Oracle | None = None
        self._stopped = False

    def judge(self, position: Position, tell: Callable[[Mapping[int, Worth]], None]) -> None:
        """Tell what the moves of *position* are worth, and again when more is known."""
        self._stopped = False
        found = self.opinion(position)
        tell(found)
        if not is_exact(found) and not self._stopped:
            exact = self.exact(position)
            if exact:
                tell(exact)

    def opinion(self, position: Position) -> Mapping[int, Worth]:
        """What the engine thinks of the moves, in a moment; exact where that is easy."""
        from inarow.search.engine import Engine, Limit

        if self._engine is None:
            self._engine = Engine()
        limit = self._limit or Limit(seconds=0.4)
        lines = position.rules.width if position.rules.gravity else FREE_LINES
        result = self._engine.search(position, limit, lines=lines)
        return {variation.move: variation.score for variation in result.lines}

    def exact(self, position: Position) -> Mapping[int, Score] | None:
        """The exact score of every move, `None` where it cannot be told in time."""
        from inarow.search.oracle import Oracle

        if self._patience is None or position.outcome() is not None:
            return None
        if self._oracle is None:
            self._oracle = Oracle(patience=self._patience)
        return self._oracle.scores(position)

    def explain(self, before: Position, move: int | None, after: Position) -> list[str]:
        """Why the *move* played *before* was good or bad, and what is to be done *after* it."""
        from inarow.explain import explain_step

        scores = None if move is None else self.exact(before)
        after_scores = self.exact(after)
        best = max(after_scores.values(), key=int) if after_scores else None
        return explain_step(before, move, after, scores, best)

    @property
    def review_limit(self) -> Limit:
        """How long a position is looked at in a review."""
        from inarow.search.engine import Limit

        return self._limit or Limit(seconds=0.5)

    def stop(self) -> None:
        """Have the search end soon; from any thread."""
        self._stopped = True
        for searcher in (self._engine, self._oracle):
            if searcher is not None:
                searcher.stop()


class Reviewer:
    """Reviews one game; to be asked in the background."""

    def __init__(self, limit: Limit) -> None:
        from inarow.search.engine import Engine
        from inarow.search.oracle import Oracle

        self._limit = limit
        self._oracle = Oracle(patience=limit.seconds or 1.0)
        self._engine = Engine(threads=1 if limit.seconds is None else None)
        self._stopped = False

    def review(self, record: Record, progress: Callable[[int, int], None]) -> Review | None:
        """The whole game looked through; `None` if it was stopped."""
        from inarow.explain.review import review

        def watch(done: int, count: int) -> None:
            if self._stopped:
                raise _Stopped
            progress(done, count)

        try:
            return review(
                record,
                limit=self._limit,
                oracle=self._oracle,
                engine=self._engine,
                progress=watch,
            )
        except _Stopped:
            return None

    def stop(self) -> None:
        """Have it end soon; from any thread."""
        self._stopped = True
        self._oracle.stop()
        self._engine.stop()


class _Stopped(Exception):  # noqa: N818  it is what happened, not a mistake
    """Nobody waits for the review any more."""
