"""The best move on any board within a limit: `Engine`, `Limit`, `Estimate` and `Result`."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol, TypeAlias

from inarow import _core
from inarow.board.board import Board
from inarow.board.notation import move_text, moves_text
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.errors import EngineError, quoted
from inarow.search.book import shipped
from inarow.search.exact_moves import exact_moves, is_within_reach
from inarow.search.solver import Score, Solver

__all__ = ["Engine", "Estimate", "Limit", "Result", "Scores", "Variation"]

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
                raise EngineError(f"expected {name} from 1 on, got {quoted(value)}")


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the engine thinks of a position it could not decide, for the side to move.

    *value* counts hundredths of a logit: 0 is even, 100 are odds of e to 1 (73%), 300 are 95%.
    """

    value: int
    side: Side

    @property
    def win_probability(self) -> float:
        """The share of the point that the side to move can expect."""
        return (1 + math.tanh(self.value / 200)) / 2

    def to_dict(self) -> dict[str, object]:
        """As plain data, for JSON; it shares no key with a score but the words."""
        share = round(self.win_probability, 3)
        return {"estimate": self.value, "text": str(self), "win_probability": share}

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        ahead = self.side if self.value > 0 else self.side.other
        for below, words in (
            (20, None),
            (80, "slightly better"),
            (180, "better"),
            (350, "much better"),
        ):
            if abs(self.value) < below:
                return f"{ahead} is {words}" if words else "about even"
        return f"{ahead} is close to winning"


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


class Scores(Protocol):
    """Where the engine looks before it searches, such as an opening book."""

    def scores(self, position: Position) -> Mapping[int, Score] | None:
        """The exact score of every legal move, or `None` if one is not there."""

    def score(self, position: Position) -> Score | None:
        """The exact score of the position, or `None` if it is not there."""


class Engine:
    """The best move on any board, gravity or free, with k up to 15.

    *threads* defaults to all cores; the table takes *table_mb* MiB and is kept from move to move.
    What is known exactly is not searched: the engine looks into the *book* (the one that comes with
    inarow if none is given) and, when time allows, hands over to the solver; *exact* switches both
    off. One engine serves one caller at a time; `stop` may come from any thread.
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
        self._solver: Solver | None = None
        self._stopped = False

    def search(
        self,
        position: Position | Board,
        limit: Limit,
        *,
        lines: int = 1,
        progress: Callable[[Result], None] | None = None,
    ) -> Result:
        """The best *lines* moves of a position that is not over, best first.

        *progress* is called with what was found so far whenever the search has gone deeper.
        """
        start = monotonic()
        position = position.position if isinstance(position, Board) else position
        core = self._core_for(position)
        if not isinstance(limit, Limit):
            raise EngineError(f"expected a Limit, got {quoted(limit)}")
        if type(lines) is not int or lines < 1:
            raise EngineError(f"expected lines from 1 on, got {quoted(lines)}")
        self._stopped = False
        found = self._look_up(position, lines)
        nodes = 0

        def told(raw: _Found) -> None:
            if progress is not None:
                progress(_result(position, raw, nodes, start))

        if not found and self.exact and limit.seconds is not None:
            found, nodes = self._solve(core, position, lines, limit.seconds)
        if not found:
            left = None
            if limit.seconds is not None:
                left = max(0.001, limit.seconds - (monotonic() - start))
            raw = self._think(core, position, replace(limit, seconds=left), lines, told)
            return _result(position, raw, nodes, start)
        return Result(position, tuple(found), 0, nodes, monotonic() - start)

    def _think(
        self,
        core: _core.Engine,
        position: Position,
        limit: Limit,
        lines: int,
        told: Callable[[_Found], None] | None = None,
    ) -> _Found:
        """What the search finds."""
        own, other = position.discs(position.turn), position.discs(position.turn.other)
        return core.search(
            position.rules.split(own),
            position.rules.split(other),
            limit.seconds or 0.0,
            1 if self._stopped else limit.nodes or 0,
            limit.depth or 0,
            min(lines, position.rules.move_count),
            self.threads,
            told,
        )

    def stop(self) -> None:
        """End a search that another thread is at; it returns what it has found so far."""
        self._stopped = True
        if self._solver is not None:
            self._solver.stop()
        if self._core is not None:
            self._core.stop()

    def copy(self) -> Engine:
        """Another engine with the same settings and an empty table."""
        return Engine(
            threads=self.threads, table_mb=self.table_mb, exact=self.exact, book=self.book
        )

    def __repr__(self) -> str:
        return f"Engine(threads={self.threads}, table_mb={self.table_mb}, exact={self.exact})"

    def _core_for(self, position: Position) -> _core.Engine:
        if not isinstance(position, Position):
            raise EngineError(f"expected a Position or a Board, got {quoted(position)}")
        rules = position.rules
        if rules.k > MAX_K:
            raise EngineError(f"expected k up to {MAX_K}, got {rules}")
        if position.outcome() is not None:
            raise EngineError(f"the game is over: {position.outcome()}")
        floating = [p for p in position.problems() if p.name == "floating_disc"]
        if floating:
            raise EngineError(f"expected a position that can be played on, but {floating[0]}")
        if self._core is None or self._rules != rules:
            self._core = None  # one table at a time
            self._core = _core.Engine(rules, self.table_mb)
            self._rules = rules
        return self._core

    # -- exact scores -------------------------------------------------------------------------

    def _look_up(self, position: Position, lines: int) -> list[Variation]:
        """What the book says; empty if it says nothing."""
        if not self.exact:
            return []
        book = self.book or shipped(position.rules)
        scores = book.scores(position) if book is not None else None
        if book is None or not scores:
            return []
        best_first = sorted(scores.items(), key=lambda item: -int(item[1]))[:lines]
        return [
            Variation(score, (move, *_book_line(book, position.play(move))))
            for move, score in best_first
        ]

    def _solve(
        self, core: _core.Engine, position: Position, lines: int, seconds: float
    ) -> tuple[list[Variation], int]:
        """The exact moves and the nodes they took; none if the rest is too large for the time."""
        if not is_within_reach(position, seconds):
            return [], 0
        if self._solver is None:
            self._solver = Solver(table_mb=self.table_mb, threads=self.threads)
        glance = Limit(seconds=GLANCE_SHARE * seconds)
        likely, _, nodes = self._think(core, position, glance, max(lines, LIKELY))
        deadline = monotonic() + SOLVER_SHARE * seconds
        order = [line[0] for *_, line in likely]
        book = self.book or shipped(position.rules)
        known = book.score(position) if book is not None else None
        most = 1 if known is None else max(-1, min(1, int(known)))
        found = exact_moves(self._solver, position, lines, deadline, order, most)
        return [Variation(score, line) for score, line in found.moves], nodes + found.nodes


def _result(position: Position, raw: _Found, nodes: int, start: float) -> Result:
    """What the core found, in our words; *nodes* were searched before."""
    lines, depth, searched = raw
    found = tuple(_variation(position, *line) for line in lines)
    return Result(position, found, depth, nodes + searched, monotonic() - start)


def _book_line(book: Scores, position: Position) -> Iterator[int]:
    """Best play as far as the book has it."""
    while position.outcome() is None and (scores := book.scores(position)):
        move = max(scores, key=lambda move: int(scores[move]))
        yield move
        position = position.play(move)


def _variation(
    position: Position, value: int, proved: bool, plies: int, line: list[int]
) -> Variation:
    """What the core found, in our words; *plies* is how long a win may take, 0 if unknown."""
    score: Score | Estimate = Estimate(value, position.turn)
    if proved:
        score = Score(value, position.turn, None)
        if value == 0 or plies in (1, 2):  # longer ones may be longer than need be
            left = position.rules.cell_count + 2 - position.ply - plies
            score = Score.of(value * (left // 2), position)
    return Variation(score, tuple(line))
