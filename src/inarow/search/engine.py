"""The best move on any board within a limit: `Engine`, `Limit` and `Result`, and `best`."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import local
from time import monotonic
from typing import TypeAlias

from inarow import _core
from inarow.board.notation import move_text, moves_text
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import EngineError, quoted
from inarow.search.exact_moves import ExactMoves
from inarow.search.oracle import Oracle, Scores, is_within_reach
from inarow.search.scores import Estimate, Score
from inarow.search.solver import time_left
from inarow.search.stop import Stop

__all__ = ["Engine", "Limit", "Result", "Variation", "best", "beyond"]

_Found: TypeAlias = tuple[list[tuple[int, bool, int, list[int]]], int, int]
"""What the core finds: lines as (value, proved, plies, moves), the depth and the nodes."""

MAX_K = 15
"""The most in a row that the engine plays for."""

GLANCE_SHARE = 0.05
"""How much of the time the engine takes to tell the solver which moves to try first."""

LIKELY = 3
"""How many moves it tells."""

SOLVER_SHARE = 0.75
"""How much of the time the solver may take before the engine goes on."""


def beyond(rules: Rules) -> str:
    """Why the engine cannot play *rules*, in words; empty if it can."""
    return "" if rules.k <= MAX_K else f"the engine plays for up to {MAX_K} in a row"


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a search stops: at the first limit it reaches. At least one must be given.

    A search limited by *nodes* or *depth* alone begins with an empty table and, on one thread,
    always finds the same.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None and self.depth is None:
            raise EngineError("expected a limit of seconds, nodes or depth, got none")
        if self.seconds is not None:
            seconds = self.seconds
            known = isinstance(seconds, int | float) and not isinstance(seconds, bool)
            if not known or not 0 < seconds < math.inf:
                raise EngineError(f"expected seconds above 0, got {quoted(seconds)}")
        for name, most in (("nodes", 2**63), ("depth", 2**31 - 1)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 1 <= value <= most):
                raise EngineError(f"expected {name} from 1 to {most}, got {quoted(value)}")


@dataclass(frozen=True, slots=True)
class Variation:
    """A move with its score, exact or estimated for the side that plays it, and what may follow."""

    score: Score | Estimate
    line: tuple[int, ...]

    @property
    def move(self) -> int:
        """The move itself, the first of the line."""
        return self.line[0]


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found: the best *lines*, and how much it looked at."""

    position: Position
    lines: tuple[Variation, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> int:
        """The best move."""
        return self.lines[0].move

    @property
    def score(self) -> Score | Estimate:
        """The exact score if the search has proved one, else an estimate."""
        return self.lines[0].score

    @property
    def line(self) -> tuple[int, ...]:
        """Best play for both sides, as far as it was looked at."""
        return self.lines[0].line

    def to_dict(self) -> dict[str, object]:
        """As plain data, for JSON."""
        rules = self.position.rules
        return {
            "position": self.position.text(),
            "moves": [
                {"move": move_text(v.move, rules), **v.score.to_dict()}
                | {"line": moves_text(v.line, rules)}
                for v in self.lines
            ],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


class Engine:
    """The best move on any board, gravity or free, with k up to 15.

    *threads* defaults to all cores; the table takes *table_mb* MiB and is kept from move to move.
    What is known exactly is not searched: the engine looks into the *book* (the one that comes with
    inarow if none is given) and, when time allows, hands over to the solver; *exact* switches both
    off. One engine serves one caller at a time. A search ends with what it has found, at least a
    legal move, when its *stop* is set, from any thread and however early.
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        table_mb: int = 64,
        exact: bool = True,
        book: Scores | None = None,
    ) -> None:
        threads = os.cpu_count() or 1 if threads is None else threads
        for name, value, most in (("table_mb", table_mb, 2**20), ("threads", threads, 256)):
            if type(value) is not int or not 1 <= value <= most:
                raise EngineError(f"expected {name} from 1 to {most}, got {quoted(value)}")
        self.threads = threads
        self.table_mb = table_mb
        self.exact = exact
        self.book = book
        self._rules: Rules | None = None
        self._core: _core.Engine | None = None
        self._oracle = Oracle(book=book, threads=threads, table_mb=table_mb)
        self._stop = Stop()

    def search(
        self,
        position: AnyPosition,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        progress: Callable[[Result], None] | None = None,
        stop: Stop | None = None,
    ) -> Result:
        """The best *lines* moves of a position that is not over, best first.

        It takes a second if no *limit* is given.
        *progress* is called with what was found so far whenever the search has gone deeper.
        """
        start = monotonic()
        position = Position.of(position)
        core = self._core_for(position)
        limit = Limit(seconds=1) if limit is None else limit
        if not isinstance(limit, Limit):
            raise EngineError(f"expected a Limit, got {quoted(limit)}")
        if type(lines) is not int or lines < 1:
            raise EngineError(f"expected lines from 1 on, got {quoted(lines)}")
        self._stop = stop = stop or Stop()
        if self.exact and (found := self._look_up(position, lines)):
            return Result(position, tuple(found), 0, 0, monotonic() - start)
        nodes = 0
        if self.exact and limit.seconds is not None and is_within_reach(position, limit.seconds):
            found, nodes = self._solve(core, position, lines, limit.seconds, stop)
            if found:
                return Result(position, tuple(found), 0, nodes, monotonic() - start)
        if limit.seconds is not None:
            limit = replace(limit, seconds=max(0.001, limit.seconds - (monotonic() - start)))

        def report(raw: _Found) -> None:
            if progress is not None:
                progress(_result(position, raw, nodes, start))

        raw = self._think(core, position, limit, lines, stop, report)
        return _result(position, raw, nodes, start)

    def _think(
        self,
        core: _core.Engine,
        position: Position,
        limit: Limit,
        lines: int,
        stop: Stop,
        report: Callable[[_Found], None] | None = None,
    ) -> _Found:
        """What the core finds."""
        own, other = position.own, position.other
        return core.search(
            position.rules.split(own),
            position.rules.split(other),
            limit.seconds or 0.0,
            limit.nodes or 0,
            limit.depth or 0,
            min(lines, position.rules.move_count),
            self.threads,
            stop,
            report,
        )

    def stop(self) -> None:
        """Set the `Stop` of the search that another thread is at."""
        self._stop.set()

    def copy(self) -> Engine:
        """Another engine with the same settings and an empty table."""
        return Engine(
            threads=self.threads, table_mb=self.table_mb, exact=self.exact, book=self.book
        )

    def __repr__(self) -> str:
        return f"Engine(threads={self.threads}, table_mb={self.table_mb}, exact={self.exact})"

    def _core_for(self, position: Position) -> _core.Engine:
        rules = position.rules
        if beyond(rules):
            raise EngineError(f"expected k up to {MAX_K}, got {rules}")
        if position.outcome() is not None:
            raise EngineError(f"the game is over: {position.outcome()}")
        if not position.is_playable:
            why = position.problems()[0]
            raise EngineError(f"expected a position that can be played on, but {why}")
        if self._core is None or self._rules != rules:
            self._core = None  # one table at a time
            self._core = _core.Engine(rules, self.table_mb)
            self._rules = rules
        return self._core

    # -- exact scores -------------------------------------------------------------------------

    def _look_up(self, position: Position, lines: int) -> list[Variation]:
        """What the book says; empty if it says nothing."""
        scores = self._oracle.stored(position) or {}
        best_first = sorted(scores.items(), key=lambda item: -int(item[1]))[:lines]
        return [
            Variation(score, (move, *self._book_line(position.play(move))))
            for move, score in best_first
        ]

    def _book_line(self, position: Position) -> Iterator[int]:
        """Best play as far as the book has it."""
        while position.outcome() is None and (scores := self._oracle.stored(position)):
            move = max(scores, key=lambda move: int(scores[move]))
            yield move
            position = position.play(move)

    def _solve(
        self, core: _core.Engine, position: Position, lines: int, seconds: float, stop: Stop
    ) -> tuple[list[Variation], int]:
        """The exact moves and the nodes they took; none if the time was too short."""
        glance = Limit(seconds=GLANCE_SHARE * seconds)
        likely, _, nodes = self._think(core, position, glance, max(lines, LIKELY), stop)
        known = self._oracle.stored_score(position)
        most = 1 if known is None else max(-1, min(1, int(known)))
        left = time_left(SOLVER_SHARE * seconds)
        found = ExactMoves(self._oracle.solver, position, left, stop)
        found.search(lines, [line[0] for *_, line in likely], most)
        return [Variation(score, line) for score, line in found.moves], nodes + found.nodes


def best(board: AnyPosition, *, seconds: float = 1.0, lines: int = 1) -> Result:
    """The best move on any board that is found in *seconds*, or the best *lines* of them."""
    if not hasattr(_kept, "engine"):
        _kept.engine = Engine()
    engine: Engine = _kept.engine
    return engine.search(board, Limit(seconds=seconds), lines=lines)


_kept = local()  # each thread keeps an engine, whose table stays


def _result(position: Position, raw: _Found, nodes: int, start: float) -> Result:
    """What the core found, in our words; *nodes* were searched before."""
    lines, depth, searched = raw
    found = tuple(_variation(position, *line) for line in lines)
    return Result(position, found, depth, nodes + searched, monotonic() - start)


def _variation(
    position: Position, value: int, proved: bool, plies: int, line: list[int]
) -> Variation:
    """What the core found, in our words; *plies* is how long a win may take, 0 if unknown."""
    score: Score | Estimate = Estimate(value, position.turn)
    if proved:
        score = Score(value, position.turn, None)
        if value == 0 or plies in (1, 2):  # longer ones may be longer than need be
            won = position.rules.score_of_win(position.ply + plies)
            score = Score.of(value * won, position)
    return Variation(score, tuple(line))
