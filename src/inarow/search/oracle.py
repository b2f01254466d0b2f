"""`Oracle`: exact scores, from a book or else by solving, within a time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Final, Literal, Protocol, overload

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import EngineError, InarowError, quoted
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

__all__ = ["Oracle", "Scores", "analyze", "analyze_many", "is_within_reach", "solve"]

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

    def stored(self, position: AnyPosition) -> Mapping[int, Score] | None:
        """The score of every legal move as the book has it, `None` if it has not."""
        position = Position.of(position)
        book = self._book(position)
        return book.scores(position) if book is not None else None

    def stored_score(self, position: AnyPosition) -> Score | None:
        """The score of *position* as the book has it, `None` if it has not."""
        position = Position.of(position)
        book = self._book(position)
        return book.score(position) if book is not None else None

    def scores(
        self, position: AnyPosition, progress: Progress | None = None, *, stop: Stop | None = None
    ) -> Mapping[int, Score] | None:
        """The score of every legal move for the side to move; `None` where it cannot be told.

        After the end of a game no move is legal, and there are none.
        """
        position = Position.of(position)
        if position.outcome() is not None:
            return {}
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
        self, position: AnyPosition, progress: Progress | None = None, *, stop: Stop | None = None
    ) -> tuple[Score, list[int]] | None:
        """The score and the moves that keep it, found sooner than by `scores`.

        `None` where it cannot be told; after the end of a game the score is known, and no move is.
        """
        position = Position.of(position)
        ended = position.end_score
        if ended is not None:
            return Score.of(ended, position), []
        if known := self.stored(position):
            best = max(known.values(), key=int)
            return best, [move for move, score in known.items() if score == best]
        if not self._will_try(position):
            return None
        left = time_left(self.patience)
        try:
            best = self.solver.solve(position, timeout=left(), progress=progress, stop=stop)
            return best, [
                move
                for move in position.legal_moves()
                if self.solver.keeps(position, move, int(best), timeout=left(), stop=stop)
            ]
        except Stopped:
            return None

    def analyze(
        self,
        position: AnyPosition,
        *,
        timeout: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
        line: bool = True,
    ) -> Analysis:
        """The score of every legal move and, with *line*, best play to the end, however long.

        `Stopped` is raised after *timeout* seconds or when *stop* is set.
        """
        position = expect_solvable(position)
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

    def knows(self, rules: Rules | str) -> bool:
        """Whether it can be expected to tell every position of a game, from the first move on."""
        start = Position(Rules.of(rules))
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
        if not can_solve(position.rules):
            return False
        return self.stubborn or is_within_reach(position, self.patience)


def solve(board: AnyPosition, *, timeout: float | None = None) -> Score:
    """The exact score of a position, from the book that comes with inarow or by solving it.

    `Stopped` is raised after *timeout* seconds.
    """
    position = expect_solvable(board)
    oracle = _kept_oracle()
    known = oracle.stored_score(position)
    return oracle.solver.solve(position, timeout=timeout) if known is None else known


def analyze(board: AnyPosition, *, timeout: float | None = None, line: bool = True) -> Analysis:
    """The score of every legal move and, with *line*, best play to the end.

    `Stopped` is raised after *timeout* seconds.
    """
    return _kept_oracle().analyze(board, timeout=timeout, line=line)


@overload
def analyze_many(
    positions: Iterable[AnyPosition], run: Run | None = None, *, table_mb: int = 64
) -> Iterator[Analysis]: ...


@overload
def analyze_many(
    positions: Iterable[AnyPosition],
    run: Run | None = None,
    *,
    table_mb: int = 64,
    return_exceptions: Literal[True],
) -> Iterator[Analysis | InarowError]: ...


def analyze_many(
    positions: Iterable[AnyPosition],
    run: Run | None = None,
    *,
    table_mb: int = 64,
    return_exceptions: bool = False,
) -> Iterator[Analysis] | Iterator[Analysis | InarowError]:
    """The analyses of *positions*, in their order, as they come; best play is left out.

    *run* says where the work is done, in this process if not given. Each worker has a table of
    *table_mb* MiB. What cannot be analysed, such as a finished game or text that cannot be read,
    raises when its turn comes; with *return_exceptions* the error takes the place of its analysis.
    """
    from inarow.jobs import here, in_order  # what starts processes takes a while to load

    work = partial(_analysis_or_error if return_exceptions else _analysis, table_mb)
    return in_order(run or here(1), work, positions)


def _analysis(table_mb: int, board: AnyPosition) -> Analysis:
    """The work of one job."""
    return _kept_oracle(1, table_mb).analyze(board, line=False)


def _analysis_or_error(table_mb: int, board: AnyPosition) -> Analysis | InarowError:
    try:
        return _analysis(table_mb, board)
    except InarowError as error:
        return error


_kept = local()


def _kept_oracle(threads: int | None = None, table_mb: int = 64) -> Oracle:
    """An oracle that the calling thread keeps: its table stays."""
    settings = threads, table_mb
    if getattr(_kept, "settings", None) != settings:
        _kept.oracle, _kept.settings = Oracle(threads=threads, table_mb=table_mb), settings
    oracle: Oracle = _kept.oracle
    return oracle
