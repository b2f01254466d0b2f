"""`Episode`: one game in ints and small arrays, so that a step costs microseconds; its starts.

`Position` is checked, immutable and made to be read; an environment makes millions of moves. Both
are compared on random games in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from inarow.board.board import Board
from inarow.board.lines import has_line
from inarow.board.position import HasPosition, Position
from inarow.board.rules import Cell, Rules, Side
from inarow.env.spec import BACK, Spec
from inarow.errors import EnvError, IllegalMoveError, PositionError, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Observation = NDArray[np.int8] | NDArray[np.uint64]

__all__ = ["Episode", "Start", "as_move", "read_start", "starts"]

Start: TypeAlias = Position | HasPosition | str | tuple[int, ...]
"""Where a game begins: a position, a board, their text, or moves as text or numbers."""


def as_move(action: Any, move_count: int) -> int:
    """*action* as a move; -1 for a number that is none, `EnvError` for what is no number."""
    if type(action) is not int:
        action = _whole(action, move_count)
    return action if 0 <= action < move_count else -1


def _whole(action: Any, move_count: int) -> int:
    if isinstance(action, np.integer):
        return int(action)
    if isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu":
        return int(action)
    try:
        if not isinstance(action, bool | np.bool_):
            return index(action)
    except TypeError:
        pass
    raise EnvError(
        f"expected an action as a whole number from 0 to {move_count - 1}, got {quoted(action)}"
    )


@dataclass(frozen=True, slots=True)
class _Opening:
    """What has to be known about a start; *odd* ones did not come from play."""

    trouble: str  # what a start should be and this one is not
    mover: int
    ply: int
    odd: bool
    legal: tuple[int, ...]
    heights: tuple[int, ...]  # none without gravity
    planes: NDArray[np.int8]
    mask: NDArray[np.int8]


@lru_cache(maxsize=1024)  # episodes begin in the same few positions again and again
def _opening(start: Position) -> _Opening:
    rules, grid = start.rules, start.array()
    legal = start.legal_moves()
    mask = np.zeros(rules.move_count, dtype=np.int8)
    mask[list(legal)] = 1
    columns = (start.occupied >> (column * rules.stride) for column in range(rules.width))
    heights = tuple((bits & ((1 << rules.height) - 1)).bit_length() for bits in columns)
    heights = heights if rules.gravity else ()
    planes = np.stack([grid == 1, grid == 2]).astype(np.int8)
    odd = bool(start.problems())
    trouble = "" if legal else "is open"
    if not start.is_playable:
        trouble = "has no floating discs"
    return _Opening(trouble, int(start.turn) - 1, start.ply, odd, legal, heights, planes, mask)


class Episode:
    """A game from *start* on; it knows whose turn it is, what is legal and how it ended."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.rules = rules = spec.rules
        self.move_count = rules.move_count
        self._width, self._height, self._stride = rules.width, rules.height, rules.stride
        self._shortest = 2 * rules.k - 1
        self._planes = np.zeros((2, rules.height, rules.width), dtype=np.int8)
        self._mask = np.zeros(rules.move_count, dtype=np.int8)
        self.begin(Position(rules))

    def begin(self, start: Position) -> None:
        """Begin with *start*, which must be open."""
        opening = _opening(start)
        if start.rules != self.rules:
            raise EnvError(f"expected a start of {self.rules}, got one of {start.rules}")
        if opening.trouble:
            raise EnvError(f"expected a start that {opening.trouble}, got {start.text()}")
        self.discs = [start.first, start.second]
        self.mover = opening.mover  # 0 for the first side, 1 for the second
        self.ply = opening.ply
        self.over = False
        self.winner: int | None = None  # 0 or 1 after the end, None for a draw
        self._last: tuple[int, int] | None = None
        self.legal = list(opening.legal)
        self._odd = opening.odd
        self._heights = list(opening.heights)
        self._planes[:] = opening.planes
        self._mask[:] = opening.mask

    def try_play(self, move: int) -> bool:
        """Play *move*, a number from `as_move`, if it is legal; whether it was."""
        if move < 0 or not self._mask.item(move):
            return False
        mover = self.mover
        if self._heights:
            column = move
            row = self._heights[move]
            self._heights[move] = row + 1
            full = row + 1 == self._height
        else:
            row, column = divmod(move, self._width)
            full = True
        if full:
            self._mask[move] = 0
            self.legal.remove(move)
        discs = self.discs[mover] = self.discs[mover] | 1 << (column * self._stride + row)
        self._planes[mover, row, column] = 1
        self._last = (column, row)
        self.ply += 1
        self.mover = 1 - mover
        if (self.ply >= self._shortest or self._odd) and has_line(discs, self.rules):
            self.end(mover)
        elif not self.legal:
            self.end(None)
        return True

    def play(self, move: int) -> None:
        """Play *move*, or raise `IllegalMoveError` and change nothing."""
        if not self.try_play(move):
            raise IllegalMoveError(self.why_not(move))

    def after_illegal(self, move: int, random: np.random.Generator) -> int:
        """Do what `ILLEGAL` says about *move*; the move that was played instead, -1 for none."""
        illegal = self.spec.illegal
        if illegal == "raise":
            raise IllegalMoveError(self.why_not(move))
        if illegal == "lose":
            self.end(1 - self.mover)
        if illegal != "random":
            return -1
        move = self.legal[int(random.integers(len(self.legal)))]
        self.play(move)
        return move

    def end(self, winner: int | None) -> None:
        """The game is over: *winner* is 0 or 1, `None` for a draw."""
        self.over = True
        self.winner = winner
        self.legal.clear()
        self._mask[:] = 0

    def why_not(self, move: int) -> str:
        """Why *move* may not be played, in one sentence."""
        if self.over and move >= 0:
            return "the game is over: reset the environment"
        if move < 0:
            return f"expected a move from 0 to {self.move_count - 1}"
        try:
            self.position.play(move)
        except IllegalMoveError as error:
            return str(error)
        raise AssertionError("a legal move was refused")

    @property
    def position(self) -> Position:
        """What lies on the board."""
        first, second = self.discs
        return Position(self.rules, first, second, Side(self.mover + 1))

    @property
    def last(self) -> Cell | None:
        """The cell of the last disc."""
        return None if self._last is None else Cell(*self._last)

    @property
    def mask(self) -> NDArray[np.int8]:
        """Shape (move_count,): 1 for every legal move; the caller's own."""
        return self._mask.copy()

    def observe(self, side: int) -> Observation:
        """What *side* (0 or 1) sees; the caller's own."""
        spec = self.spec
        swapped = side == 1 and spec.perspective == "own"
        kind = spec.observation
        if kind == "planes":
            return (self._planes[::-1] if swapped else self._planes).copy()
        front, back = (1, 0) if swapped else (0, 1)
        if kind == "packed":
            return spec.observe(self.discs[front], self.discs[back])
        found: NDArray[np.int8] = self._planes[back] * np.int8(BACK[kind])
        found += self._planes[front]
        return found


def starts(start: Start | Iterable[Start] | None, rules: Rules) -> list[Position]:
    """The positions that *start* names, at least one; without any the empty board."""
    if start is None:
        return [Position(rules)]
    if isinstance(start, str) or _are_moves(start) or not isinstance(start, Iterable):
        return [read_start(start, rules)]
    found = [read_start(each, rules) for each in start]
    if not found:
        raise EnvError(f"expected a start or several, got {quoted(start)}")
    return found


def read_start(start: object, rules: Rules) -> Position:
    """One start as a position of *rules* that a game can begin with."""
    if isinstance(start, str) and "/" in start:
        start = Position.parse(start)
    elif isinstance(start, str) or _are_moves(start):
        start = Board(rules, start).position  # type: ignore[arg-type]
    try:
        start = Position.of(start)  # type: ignore[arg-type]
    except PositionError:
        expected = "a Position, a Board, a text or moves"
        raise EnvError(f"expected a start as {expected}, got {quoted(start)}") from None
    Episode(Spec(rules)).begin(start)  # or it says why not
    return start


def _are_moves(start: object) -> bool:
    return isinstance(start, tuple) and all(isinstance(move, int) for move in start)
