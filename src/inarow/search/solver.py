"""Exact scores: `Solver`, the Python face of the C++ search, and `Analysis`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import local
from time import monotonic
from typing import TYPE_CHECKING, Any

from inarow import _core
from inarow.board.notation import move_text, moves_text
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import SolverError, quoted
from inarow.search.scores import Score
from inarow.search.stop import Stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Analysis",
    "Progress",
    "Solver",
    "Stopped",
    "can_solve",
    "central_first",
    "expect_solvable",
    "kept_solver",
    "time_left",
]

Progress = Callable[[int, int, int], None]
"""Called now and then during a long solve with the nodes so far and the bounds of the score."""

EVERYTHING = (-127, 127)
"""The scores there can be, and some more."""


class Stopped(SolverError):  # noqa: N818  it is what happened, not a mistake
    """A solve was stopped before it found the score."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position with the score of every legal move, all for the side to move."""

    position: Position
    scores: dict[int, Score]
    line: tuple[int, ...]
    """Best play for both sides to the end."""

    @property
    def score(self) -> Score:
        """The score of the position."""
        return max(self.scores.values(), key=int)

    @property
    def best(self) -> tuple[int, ...]:
        """The moves that keep the score."""
        return tuple(move for move, score in self.scores.items() if int(score) == int(self.score))

    def to_dict(self) -> dict[str, object]:
        """As plain data, for JSON; best play if there is any."""
        rules = self.position.rules
        return {
            "position": self.position.text(),
            **self.score.to_dict(),
            "moves": {move_text(m, rules): s.to_dict() for m, s in self.scores.items()},
            "best": [move_text(move, rules) for move in self.best],
            **({"line": moves_text(self.line, rules)} if self.line else {}),
        }


class Solver:
    """Exact scores of boards up to 128 bits with gravity, or up to 80 cells without.

    The table (*table_mb* MiB) is kept between positions of the same rules: what is known stays
    true. *threads* defaults to all cores. Scores never depend on either. One solver serves one
    caller at a time. A search ends with `Stopped` when its *stop* is set, from any thread and
    however early, or its *timeout* in seconds is over.
    """

    def __init__(self, *, table_mb: int = 64, threads: int | None = None) -> None:
        threads = os.cpu_count() or 1 if threads is None else threads
        for name, value, most in (("table_mb", table_mb, 2**20), ("threads", threads, 256)):
            if type(value) is not int or not 1 <= value <= most:
                raise SolverError(f"expected {name} from 1 to {most}, got {quoted(value)}")
        self.table_mb = table_mb
        self.threads = threads
        self.nodes = 0
        """How many positions the last solve searched."""
        self._rules: Rules | None = None
        self._core: _core.Solver | None = None
        self._stop = Stop()

    def solve(
        self,
        position: AnyPosition,
        *,
        weak: bool = False,
        timeout: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Score:
        """The score of *position*; with *weak* only win, draw or loss, which is faster."""
        position = Position.of(position)
        span = (-1, 1) if weak else EVERYTHING
        value = self._value(position, *span, timeout, progress, stop)
        return Score(value, position.turn, None) if weak else Score.of(value, position)

    def keeps(
        self,
        position: AnyPosition,
        move: int | str,
        value: int,
        *,
        timeout: float | None = None,
        stop: Stop | None = None,
    ) -> bool:
        """Whether *move* gets a score of *value* or more, which is found faster than the score."""
        after = Position.of(position).play(move)
        ended = after.end_score
        if ended is not None:
            return -ended >= value
        return self._value(after, -value, 1 - value, timeout, None, stop) == -value

    def _value(
        self,
        position: Position,
        low: int,
        high: int,
        timeout: float | None,
        progress: Progress | None,
        stop: Stop | None,
    ) -> int:
        """The score of *position* as far as it lies between *low* and *high*."""
        core = self._core_for(position)
        self._stop = stop = stop or Stop()
        if stop.is_set():
            raise Stopped("stopped before the search began")
        own, other = position.own, position.other
        value, self.nodes, complete = core.solve(
            position.rules.split(own),
            position.rules.split(other),
            low,
            high,
            self.threads,
            stop,
            _reporter(timeout, progress),
        )
        if not complete:
            raise Stopped(f"stopped after {self.nodes} nodes, before the score was found")
        return value

    def analyze(
        self,
        position: AnyPosition,
        *,
        timeout: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
        line: bool = True,
    ) -> Analysis:
        """The score of every legal move and, with *line*, best play to the end."""
        position = expect_solvable(position)
        left = time_left(timeout)
        nodes = 0

        def value_of(move: int) -> int:
            """The score of *move* for the side that plays it."""
            nonlocal nodes
            after = position.play(move)
            ended = after.end_score
            if ended is not None:
                return -ended
            value = -int(self.solve(after, timeout=left(), progress=progress, stop=stop))
            nodes += self.nodes
            return value

        values = {move: value_of(move) for move in central_first(position)}
        best = max(values.values())
        played: tuple[int, ...] = ()
        if line:
            first = next(move for move in values if values[move] == best)
            played = (first, *self.best_play(position.play(first), -best, left, stop))
            nodes += self.nodes
        self.nodes = nodes
        scores = {move: Score.of(values[move], position) for move in sorted(values)}
        return Analysis(position, scores, played)

    def best_play(
        self,
        position: AnyPosition,
        value: int,
        left: Callable[[], float | None] | None = None,
        stop: Stop | None = None,
    ) -> Iterator[int]:
        """Best play for both sides to the end of a position whose score is *value*.

        *left* tells the seconds that are left.
        """
        position = Position.of(position)
        left = left or time_left(None)
        nodes = 0
        while position.outcome() is None:
            moves = central_first(position)
            move = next(
                m for m in moves if self.keeps(position, m, value, timeout=left(), stop=stop)
            )
            nodes += self.nodes
            yield move
            position, value = position.play(move), -value
        self.nodes = nodes

    def solve_many(
        self,
        own: NDArray[np.uint64],
        other: NDArray[np.uint64],
        rules: Rules | str,
        *,
        weak: bool = False,
        timeout: float | None = None,
        stop: Stop | None = None,
    ) -> NDArray[np.int8]:
        """Shape (n,): the scores for the owners of *own*, packed as `inarow.batch` says.

        Games that are over have the score they ended with, see `Position.end_score`. All threads
        work, each at a position of its own.
        """
        import numpy as np

        from inarow.search import batch

        rules = Rules.of(rules)
        n = batch.expect("own", own, rules)
        batch.expect("other", other, rules, n)
        out = batch.end_scores(own, other, rules)
        is_open = out == batch.NO_SCORE
        if weak:
            out = np.sign(out)
        found = np.zeros(int(is_open.sum()), dtype=np.int8)
        core = self._core_of(rules)
        self._stop = stop = stop or Stop()
        report = _reporter(timeout, None)
        both = own[is_open], other[is_open]
        try:
            complete = core.solve_many(*both, bool(weak), self.threads, found, stop, report)
        except ValueError as error:
            raise SolverError(str(error)) from None
        if not complete:
            raise Stopped("stopped before all scores were found")
        out[is_open] = found
        return out

    def stop(self) -> None:
        """Set the `Stop` of the solve that another thread is at; it raises `Stopped` there."""
        self._stop.set()

    def _core_for(self, position: Position) -> _core.Solver:
        return self._core_of(expect_solvable(position).rules)

    def _core_of(self, rules: Rules) -> _core.Solver:
        _expect_rules(rules)
        if self._core is None or self._rules != rules:
            self._core = None  # one table at a time
            self._core = _core.Solver(rules, self.table_mb)
            self._rules = rules
        return self._core


def can_solve(rules: Rules) -> bool:
    """Whether exact solving covers these rules."""
    if rules.gravity:
        return rules.width * rules.stride <= 128
    return rules.cell_count <= _core.MAX_FREE_CELLS


def expect_solvable(board: AnyPosition) -> Position:
    """The position; `SolverError` if it is too large to be solved, over, or has floating discs."""
    position = Position.of(board)
    _expect_rules(position.rules)
    if position.outcome() is not None:
        raise SolverError(f"the game is over: {position.outcome()}")
    if not position.is_playable:
        why = position.problems()[0]
        raise SolverError(f"expected a position that can be played on, but {why}")
    return position


def _expect_rules(rules: Rules) -> None:
    if can_solve(rules):
        return
    if rules.gravity:
        raise SolverError(f"expected width * (height + 1) up to 128 for exact solving, got {rules}")
    raise SolverError(
        f"exact solving without gravity reaches {_core.MAX_FREE_CELLS} cells, "
        f"got {rules} with {rules.cell_count}"
    )


_kept = local()


def kept_solver(table_mb: int) -> Solver:
    """A solver with one thread that the calling thread keeps, for jobs: its table stays."""
    solver: Solver | None = getattr(_kept, "solver", None)
    if solver is None or solver.table_mb != table_mb:
        solver = _kept.solver = Solver(table_mb=table_mb, threads=1)
    return solver


def central_first(position: Position) -> list[int]:
    """The legal moves, those near the middle first."""
    rules = position.rules

    def distance(move: int) -> int:
        column, row = (move, 0) if rules.gravity else rules.cell_at(move)
        up = 0 if rules.gravity else 2 * row - (rules.height - 1)
        return (2 * column - (rules.width - 1)) ** 2 + up**2

    return sorted(position.legal_moves(), key=distance)


def time_left(timeout: float | None) -> Callable[[], float | None]:
    """A function that tells how much of *timeout* seconds from now is left."""
    deadline = None if timeout is None else monotonic() + timeout
    return lambda: None if deadline is None else max(0.0, deadline - monotonic())


def _reporter(timeout: float | None, progress: Progress | None) -> Any:
    """What the search calls about every millisecond: True ends it."""
    if timeout is None and progress is None:
        return None
    left = time_left(timeout)

    def report(nodes: int, low: int, high: int) -> bool:
        if progress is not None:
            progress(nodes, low, high)
        return left() == 0.0

    return report
