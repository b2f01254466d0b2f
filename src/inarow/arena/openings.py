"""Openings for matches: different, random, undecided, and as even as possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from inarow.board.board import Board
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Cell, Rules, Side
from inarow.errors import ArenaError, quoted
from inarow.search.engine import MAX_K, Engine, Limit
from inarow.search.oracle import Oracle
from inarow.search.scores import Score
from inarow.search.solver import can_solve

__all__ = ["imbalance", "openings"]

CANDIDATES: Final = 3
"""How many openings are judged for each one wanted."""

TRIES: Final = 50
"""After this many random openings in a row that are not new, there are no more."""

NODES: Final = 5_000
"""How many nodes the engine searches to judge how even an opening is."""

SOLVED: Final = 16
"""Openings with up to this many empty cells are solved."""

NEAR: Final = 2
"""Without gravity, how far from the middle or from another disc a disc may lie."""

HOPELESS: Final = 5_000.0
"""The imbalance of a proved win of unknown length."""


def openings(rules: Rules | str, count: int, plies: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Up to *count* openings of *plies* moves, the most even of three times as many.

    No two are the same or images of each other, and in none can either side win immediately. The
    same *seed* gives the same openings. Small boards may have fewer; where there is none at
    all, the empty opening is the only one.
    """
    rules = Rules.of(rules)
    for name, value in (("openings", count), ("plies", plies)):
        if type(value) is not int or value < 0:
            raise ArenaError(f"expected 0 or more {name}, got {quoted(value)}")
    random = Random(f"openings {rules} {plies} {seed}")
    judge = _Judge()
    found = list(islice(_distinct(rules, plies, random), CANDIDATES * count))
    even = sorted((judge.imbalance(board.position), i) for i, board in enumerate(found))
    chosen = sorted(i for _, i in even[:count])  # in the order found: the most even come anywhere
    return [found[i].moves for i in chosen] or [()]


def imbalance(position: AnyPosition) -> float:
    """How far an open position is from even: 0 is, 100 are odds of e to 1, far wins are less."""
    return _Judge().imbalance(Position.of(position))


def _distinct(rules: Rules, plies: int, random: Random) -> Iterator[Board]:
    """Random openings that are new, until none seem to be left."""
    seen: set[int] = set()
    misses = 0
    while misses < TRIES + len(seen):
        board = _random(rules, plies, random)
        key = min(image.key for image in _images(board.position)) if board else None
        if board is None or key is None or key in seen:
            misses += 1
            continue
        misses = 0
        seen.add(key)
        yield board


def _random(rules: Rules, plies: int, random: Random) -> Board | None:
    """Random moves, if neither side can then win immediately."""
    board = Board(rules)
    for _ in range(plies):
        moves = _near(board.position)
        if not moves:
            return None
        board.play(random.choice(moves))
    position = board.position
    if position.outcome() or any(position.winning_moves(side) for side in Side):
        return None
    return board


def _near(position: Position) -> list[int]:
    """The legal moves; without gravity those near the middle or a disc, where games are played."""
    rules = position.rules
    if rules.gravity:
        return list(position.legal_moves())
    centre = Cell(rules.width // 2, rules.height // 2)
    discs = rules.cells(position.occupied) or (centre,)

    def is_near(move: int) -> bool:
        column, row = rules.cell_at(move)
        return any(max(abs(column - c), abs(row - r)) <= NEAR for c, r in discs)

    return [move for move in position.legal_moves() if is_near(move)]


def _images(position: Position) -> list[Position]:
    """The position and all that are the same but for how one looks at it."""
    images = [position, position.mirror()]
    if position.rules.gravity:
        return images
    images += [_turned(image, swap=False) for image in images]
    if position.rules.width == position.rules.height:
        images += [_turned(image, swap=True) for image in images]
    return images


def _turned(position: Position, *, swap: bool) -> Position:
    """Upside down, or with *swap* columns and rows exchanged."""
    rules = position.rules

    def turn(bits: int) -> int:
        cells = rules.cells(bits)
        return rules.bits((r, c) if swap else (c, rules.height - 1 - r) for c, r in cells)

    return Position(rules, turn(position.first), turn(position.second), position.turn)


class _Judge:
    """Tells how even positions are: from the book, by solving, or by a short search."""

    def __init__(self) -> None:
        self._oracle = Oracle(table_mb=16, threads=1)
        self._engine = Engine(threads=1, table_mb=16, exact=False)

    def imbalance(self, position: Position) -> float:
        """See the function of this name."""
        score = self._exact(position)
        if score is None and position.rules.k > MAX_K:
            return 0.0
        if score is None:
            found = self._engine.search(position, Limit(nodes=NODES)).score
            if not isinstance(found, Score):
                return float(abs(int(found)))
            score = found
        if int(score) == 0:
            return 0.0
        return 100 + 3_000 / score.plies if score.plies else HOPELESS

    def _exact(self, position: Position) -> Score | None:
        stored = self._oracle.stored_score(position)
        small = position.rules.cell_count - position.ply <= SOLVED and can_solve(position.rules)
        return self._oracle.solver.solve(position) if stored is None and small else stored
