"""`Board`: a position that remembers how it came about."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from inarow.board import notation, render
from inarow.board.position import Outcome, Position
from inarow.board.rules import TIC_TAC_TOE, Cell, Rules, Side
from inarow.errors import IllegalMoveError

__all__ = ["Board"]


class Board:
    """A position with its history: play, undo, clear.

    It begins with empty rules or with a set-up position, and may be given *moves* to play at once,
    as numbers or as text (`Board(CONNECT_FOUR, "4453")`).
    """

    def __init__(
        self, start: Rules | Position = TIC_TAC_TOE, moves: Iterable[int] | str = ()
    ) -> None:
        self.start = start if isinstance(start, Position) else Position(start)
        self._moves: list[int] = []
        self._positions: list[Position] = []
        if isinstance(moves, str):
            moves = notation.parse_moves(moves, self.rules)
        for number, move in enumerate(moves, start=1):
            try:
                self.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"{error}, in move {number}") from None

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

    def cells(self, side: Side) -> tuple[Cell, ...]:
        """The discs that *side* played here, in the order of play."""
        before = [self.start, *self._positions]
        plies = range(len(self._moves))
        return tuple(self._cell_of_ply(ply) for ply in plies if before[ply].turn == side)

    def _cell_of_ply(self, ply: int) -> Cell:
        before = self._positions[ply - 1] if ply else self.start
        played = self._positions[ply].occupied ^ before.occupied
        return self.rules.cells(played)[0]

    def at(self, column: int, row: int) -> Side | None:
        """Whose disc lies in a cell now."""
        return self.position.at(column, row)

    def is_legal(self, move: int) -> bool:
        """Whether *move* may be played now."""
        return self.position.is_legal(move)

    def legal_moves(self) -> tuple[int, ...]:
        """All moves that may be played now, in order."""
        return self.position.legal_moves()

    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while play goes on."""
        return self.position.outcome()

    def play(self, move: int) -> Position:
        """Play *move* and return the new position; an illegal one raises and changes nothing."""
        position = self.position.play(move)
        self._positions.append(position)
        self._moves.append(index(move))
        return position

    def try_play(self, move: int) -> bool:
        """Play *move* if it is legal; whether it was."""
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
