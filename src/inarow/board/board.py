"""`Board`: a position that remembers how it came about."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from inarow.board import notation, render
from inarow.board.position import AnyPosition, Outcome, Position
from inarow.board.rules import TIC_TAC_TOE, Cell, Rules, Side
from inarow.errors import IllegalMoveError, PositionError, RulesError, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Board"]


class Board:
    """A position with its history: play, undo, clear.

    It begins with an empty board of some rules, or with a set-up position: `Board(CONNECT_FOUR)`,
    `Board("7x6x4")` and `Board(width=7, height=6, k=4)` are the same. A size that is not given
    with the others is 3, and discs fall unless *gravity* is False, as in `Rules`; without any
    argument it is tic-tac-toe. *moves* are played at once, as numbers or as text:
    `Board("7x6x4", "4453")`, or for Connect Four just `Board("4453")`.

    A state can be given as well: *history* are positions as `Board.history` has them, each a legal
    move after the one before, and *position* is the last of them, or where the board begins.
    """

    def __init__(
        self,
        start: Rules | AnyPosition | None = None,
        moves: Iterable[int | str] | str = (),
        *,
        width: int | None = None,
        height: int | None = None,
        k: int | None = None,
        gravity: bool | None = None,
        position: AnyPosition | None = None,
        history: Iterable[AnyPosition] = (),
    ) -> None:
        if (width, height, k, gravity) != (None, None, None, None):
            if start is not None:
                raise RulesError(f"expected sizes or a start, got both and {quoted(start)}")
            width, height, k = (3 if size is None else size for size in (width, height, k))
            start = Rules(width, height, k, gravity=True if gravity is None else gravity)
        self._moves: list[int] = []
        self._positions: list[Position] = []
        states = [Position.of(each) for each in history]
        self.start, before = _beginning(start, position, states)
        self._add(before)
        for earlier, later in pairwise([self.position, *states]):
            self._moves.append(_move_between(earlier, later))
            self._positions.append(later)
        self._add(moves)

    def _add(self, moves: Iterable[int | str] | str) -> None:
        if isinstance(moves, str):
            moves = notation.parse_moves(moves, self.rules)
        if not isinstance(moves, Iterable):
            raise IllegalMoveError(
                f"expected moves as text such as '4453' or as numbers, got {quoted(moves)}"
            )
        numbers = [notation.read_move(move, self.rules) for move in moves]
        self._positions += self.position.follow(numbers)
        self._moves += numbers

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.start.rules

    @property
    def position(self) -> Position:
        """What lies on the board now."""
        return self._positions[-1] if self._positions else self.start

    @property
    def turn(self) -> Side:
        """Whose turn it is."""
        return self.position.turn

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves played, oldest first."""
        return tuple(self._moves)

    @property
    def history(self) -> tuple[Position, ...]:
        """The position after each move, oldest first; empty before the first one."""
        return tuple(self._positions)

    @property
    def last(self) -> Cell | None:
        """The cell of the last disc played here."""
        return self._cell_of_ply(len(self._moves) - 1) if self._moves else None

    def cells(self, side: Side | str) -> tuple[Cell, ...]:
        """The discs that *side* played here, in the order of play."""
        side = notation.read_side(side)
        before = [self.start, *self._positions]
        plies = range(len(self._moves))
        return tuple(self._cell_of_ply(ply) for ply in plies if before[ply].turn == side)

    def _cell_of_ply(self, ply: int) -> Cell:
        before = self._positions[ply - 1] if ply else self.start
        played = self._positions[ply].occupied ^ before.occupied
        return self.rules.cells(played)[0]

    @property
    def ply(self) -> int:
        """How many discs lie on the board now."""
        return self.position.ply

    def at(self, column: int, row: int) -> Side | None:
        """Whose disc lies in a cell now."""
        return self.position.at(column, row)

    def text(self) -> str:
        """The position now in one line: `7x6x4 7/7/7/7/7/3x3 o`."""
        return self.position.text()

    def array(self) -> NDArray[np.int8]:
        """The position now as an array, row 0 at the bottom: see `Position.array`."""
        return self.position.array()

    def threats(self, side: Side | str) -> tuple[Cell, ...]:
        """The empty cells that would complete a line of *side* now."""
        return self.position.threats(side)

    def winning_moves(self, side: Side | str) -> tuple[int, ...]:
        """The legal moves whose discs would complete a line of *side* now."""
        return self.position.winning_moves(side)

    def is_legal(self, move: int | str) -> bool:
        """Whether *move* may be played now."""
        return self.position.is_legal(move)

    def legal_moves(self) -> tuple[int, ...]:
        """All moves that may be played now, in order."""
        return self.position.legal_moves()

    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while play goes on."""
        return self.position.outcome()

    def play(self, move: int | str) -> Position:
        """Play *move* and return the new position; an illegal one raises and changes nothing.

        A move is a number from 0 or text, as people write it: `3` and `"4"` are the same column.
        """
        number = notation.read_move(move, self.rules)
        position = self.position.play(number)
        self._positions.append(position)
        self._moves.append(number)
        return position

    def try_play(self, move: int | str) -> bool:
        """Play *move* if it is legal; whether it was. What is not a move at all raises."""
        if not self.position.is_legal(move):
            return False
        self.play(move)
        return True

    def undo(self) -> int | None:
        """Take the last move back and return it; `None`, and no change, when there is none."""
        if not self._moves:
            return None
        self._positions.pop()
        return self._moves.pop()

    def clear(self) -> None:
        """Empty board and history; a set-up start position goes, too."""
        self.start = Position(self.rules)
        self._moves.clear()
        self._positions.clear()

    def copy(self) -> Board:
        """An independent board with the same history."""
        return Board(self.start, self._moves)

    def moves_text(self) -> str:
        """The moves as text, `4453`."""
        return notation.moves_text(self._moves, self.rules)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.start, self._moves) == (other.start, other._moves)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        empty = self.start == Position(self.rules)
        start = repr(self.rules if empty else self.start)
        return f"Board({start}, {self.moves_text()!r})"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        outcome = self.outcome()
        return render.svg(self, lines=outcome.lines if outcome else (), last=self.last)


def _beginning(
    start: Rules | AnyPosition | None, position: AnyPosition | None, states: list[Position]
) -> tuple[Position, Iterable[int | str]]:
    """Where a board begins, and the moves that came with that."""
    now = None if position is None else Position.of(position)
    if now is not None and states and states[-1] != now:
        raise PositionError("expected position to be the last one of history, got another")
    if now is not None and not states:
        if start is not None and _first(start) not in (now, Position(now.rules)):
            raise PositionError(f"expected a start or a position of {now.rules}, got both")
        return now, ()
    if isinstance(start, Board):
        return start.start, start.moves
    if isinstance(start, str):
        setup, moves = notation.parse_board(start)
        return Position(*setup), moves
    if start is None:
        start = states[0].rules if states else TIC_TAC_TOE
    return _first(start), ()


def _first(start: Rules | AnyPosition) -> Position:
    if isinstance(start, Rules):
        return Position(start)
    if isinstance(start, str) or hasattr(start, "position") or isinstance(start, Position):
        return Position.of(start)
    raise PositionError(
        "expected Rules, a Position, a Board or text such as '7x6x4' "
        f"(or width=7, height=6, k=4), got {quoted(start)}"
    )


def _move_between(before: Position, after: Position) -> int:
    """The legal move that leads from one position of a history to the next."""
    rules = before.rules
    added = (after.occupied ^ before.occupied) & rules.board
    if rules == after.rules and added.bit_count() == 1:
        move = rules.move_at(*rules.cells(added)[0])
        if before.is_legal(move) and before.play(move) == after:
            return move
    raise PositionError(
        "expected each position of history a legal move after the one before, "
        f"got {after.text()!r} after {before.text()!r}"
    )
