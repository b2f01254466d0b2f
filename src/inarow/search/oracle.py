"""`Oracle`: exact scores, from a book or else by solving, within a time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Final, Protocol

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.errors import EngineError, quoted
from inarow.search.book import shipped
from inarow.search.scores import Score
from inarow.search.solver import (
    Analysis,
    Progress,
    Solver,
    Stopped,
    can_solve,
    central_first,
    expect_solvable,
    time_left,
)
from inarow.search.stop import Stop

if TYPE_CHECKING:
    from inarow.jobs import Run

__all__ = ["Oracle", "Scores", "analyze_many", "is_within_reach"]

EMPTY_IN_A_SECOND: Final = 39
"""With how many empty cells most positions are decided in a second."""

GROWTH: Final = 1.75
"""How much longer it takes with one empty cell more."""


def is_within_reach(position: Position, seconds: float) -> bool:
    """Whether the solver is likely to decide *position* in *seconds*."""
    empty = position.rules.cell_count - position.ply
    reach = EMPTY_IN_A_SECOND + math.log(seconds) / math.log(GROWTH)
    return can_solve(position.rules) and empty <= reach


class Scores(Protocol):
    """Exact scores that need no search, such as those of an opening book."""

    def scores(self, position: Position) -> Mapping[int, Score] | None:
        """The exact score of every legal move, or `None` if one is not there."""

    def score(self, position: Position) -> Score | None:
        """The exact score of the position, or `None` if it is not there."""


class Oracle:
    """Knows the exact score of every move where a book has it or the solver is likely to find it.

    Without a *book* it takes the one that comes with inarow. A position that the solver is not
    likely to solve in *patience* seconds is not tried, unless it is *stubborn*. One oracle serves
    one caller at a time. A search ends when its *stop* is set, from any thread and however early.
    """

    def __init__(
        self,
        *,
        patience: float = 10.0,
        stubborn: bool = False,
        book: Scores | None = None,
        threads: int | None = None,
        table_mb: int = 64,
    ) -> None:
        if not isinstance(patience, int | float) or not patience > 0:
            raise EngineError(f"expected a patience above 0 seconds, got {quoted(patience)}")
        self.patience = patience
        self.stubborn = stubborn
        self.book = book
        self.solver = Solver(threads=threads, table_mb=table_mb)

    def stored(self, position: Position) -> Mapping[int, Score] | None:
        """The score of every legal move as the book has it, `None` if it has not."""
        book = self._book(position)
        return book.scores(position) if book is not None else None

    def stored_score(self, position: Position) -> Score | None:
        """The score of *position* as the book has it, `None` if it has not."""
        book = self._book(position)
        return book.score(position) if book is not None else None

    def scores(
        self, position: Position, progress: Progress | None = None, *, stop: Stop | None = None
    ) -> Mapping[int, Score] | None:
        """The score of every legal move for the side to move; `None` where it cannot be told."""
        if known := self.stored(position):
            return known
        if not self._will_try(position):
            return None
        try:
            return self.solver.analyze(
                position, timeout=self.patience, progress=progress, stop=stop, line=False
            ).scores
        except Stopped:
            return None

    def best(
        self, position: Position, *, stop: Stop | None = None
    ) -> tuple[Score, list[int]] | None:
        """The score and the moves that keep it, found sooner than by `scores`."""
        if known := self.stored(position):
            best = max(known.values(), key=int)
            return best, [move for move, score in known.items() if score == best]
        if not self._will_try(position):
            return None
        left = time_left(self.patience)
        try:
            best = self.solver.solve(position, timeout=left(), stop=stop)
            return best, [
                move
                for move in position.legal_moves()
                if self.solver.keeps(position, move, int(best), timeout=left(), stop=stop)
            ]
        except Stopped:
            return None

    def analyze(
        self,
        position: Position,
        *,
        timeout: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
        line: bool = True,
    ) -> Analysis:
        """The score of every legal move and, with *line*, best play to the end, however long.

        `Stopped` is raised after *timeout* seconds or when *stop* is set.
        """
        expect_solvable(position)
        known = self.stored(position)
        if known is None:
            return self.solver.analyze(
                position, timeout=timeout, progress=progress, stop=stop, line=line
            )
        played: list[int] = []
        now, scores = position, known
        while line and scores:
            value = max(map(int, scores.values()))
            played.append(next(m for m in central_first(now) if int(scores[m]) == value))
            now = now.play(played[-1])
            scores = self.stored(now) or {}
        if line:
            played += self.solver.best_play(now, -value, time_left(timeout), stop)
        return Analysis(position, dict(known), tuple(played))

    def knows(self, rules: Rules) -> bool:
        """Whether it can be expected to tell every position of a game, from the first move on."""
        start = Position(rules)
        return self.stored(start) is not None or self._will_try(start)

    def stop(self) -> None:
        """Set the `Stop` of the search that another thread is at; it finds nothing then."""
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

    def _book(self, position: Position) -> Scores | None:
        return self.book or shipped(position.rules)

    def _will_try(self, position: Position) -> bool:
        if position.outcome() is not None or not can_solve(position.rules):
            return False
        return self.stubborn or is_within_reach(position, self.patience)


def analyze_many(
    positions: Iterable[Position], run: Run, *, table_mb: int = 64
) -> Iterator[Analysis]:
    """The analyses of open *positions*, in their order, as they come; best play is left out.

    Each worker has a table of *table_mb* MiB.
    """
    from inarow.jobs import in_order  # what starts processes takes a while to load

    return in_order(run, partial(_analyze, table_mb), positions)


_own = local()


def _analyze(table_mb: int, position: Position) -> Analysis:
    """The work of one job; the thread that does it keeps its oracle, whose table stays."""
    oracle: Oracle | None = getattr(_own, "oracle", None)
    if oracle is None or oracle.solver.table_mb != table_mb:
        oracle = _own.oracle = Oracle(threads=1, table_mb=table_mb)
    return oracle.analyze(position, line=False)
