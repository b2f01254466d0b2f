"""`Position`: which discs lie where and who is to move. It never changes and has any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Protocol, TypeAlias

from inarow.board import notation, render, setup
from inarow.board.lines import Line, find_lines, has_line, threats
from inarow.board.notation import Setup
from inarow.board.rules import Cell, Rules, Side
from inarow.board.setup import Problem
from inarow.errors import IllegalMoveError, PositionError, quoted
from inarow.language import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["AnyPosition", "HasPosition", "Outcome", "Position", "Problem"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, with every line, or a draw when *winner* is `None`."""

    winner: Side | None
    lines: tuple[Line, ...] = ()

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner is None

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, as records write it."""
        return {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        # Translators: how a game has ended
        return say("draw") if self.winner is None else say("{side} wins", side=self.winner)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Discs of both sides as bits (see `rules.py` for their order) and the side to move.

    Any arrangement is a position, also one that no game reaches: `problems` names what is odd.
    """

    rules: Rules
    first: int = 0
    second: int = 0
    turn: Side = Side.FIRST

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise PositionError(
                f"expected Rules, got {quoted(self.rules)} (Position.of takes boards and text)"
            )
        if type(self.first) is not int or type(self.second) is not int:
            self._make_ints()
        if type(self.turn) is not Side:
            object.__setattr__(self, "turn", notation.read_side(self.turn))
        if self.first & self.second:
            cell = self.rules.cells(self.first & self.second)[0]
            raise PositionError(
                f"expected one disc in a cell, got two in {notation.cell_name(cell, self.rules)}"
            )
        discs = self.first | self.second
        if discs & self.rules.board != discs:
            raise PositionError(f"expected discs inside the {self.rules} board, got bits outside")

    def _make_ints(self) -> None:
        """NumPy's integers are welcome but have 64 bits and their own ways: make them Python's."""
        try:
            object.__setattr__(self, "first", index(self.first))
            object.__setattr__(self, "second", index(self.second))
        except TypeError:
            got = f"{quoted(self.first)} and {quoted(self.second)}"
            raise PositionError(f"expected the discs as whole numbers, got {got}") from None

    @classmethod
    def of(cls, board: AnyPosition) -> Position:
        """The position that is meant: *board* itself, what lies on a `Board`, or what text says.

        Text is what `Board` takes, too: `4453`, `tic-tac-toe b2 a1`, `7x6x4 7/7/7/7/7/3x3 o`.
        """
        if isinstance(board, cls):
            return board
        if isinstance(board, str):
            setup, moves = notation.parse_board(board)
            return (start := cls(*setup), *start.follow(moves))[-1]
        position = getattr(board, "position", None)
        if isinstance(position, cls):
            return position
        raise PositionError(
            "expected a Position, a Board or text such as '4453' "
            f"(Position.from_array reads grids), got {quoted(board)}"
        )

    # -- text ---------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that `text()` wrote; anything else is a `NotationError`."""
        return cls(*notation.parse_setup(text))

    def text(self) -> str:
        """One line that says everything: `7x6x4 7/7/7/7/7/3x3 o`."""
        return notation.setup_text(self._setup())

    def __repr__(self) -> str:
        return f"Position.parse({self.text()!r})"

    def __str__(self) -> str:
        return render.text(self, lines=self._lines())

    def _repr_svg_(self) -> str:
        return render.svg(self, lines=self._lines())

    # -- what is there ------------------------------------------------------------------------

    @property
    def occupied(self) -> int:
        """The discs of both sides."""
        return self.first | self.second

    @property
    def ply(self) -> int:
        """How many discs have been played."""
        return self.occupied.bit_count()

    @property
    def key(self) -> int:
        """A number of its own for every position of the same rules."""
        size = self.rules.width * self.rules.stride
        return (((self.first << size) | self.second) << 1) | (self.turn is Side.SECOND)

    @property
    def own(self) -> int:
        """The discs of the side to move, as bits."""
        return self.first if self.turn is Side.FIRST else self.second

    @property
    def other(self) -> int:
        """The discs of the side that is not to move, as bits."""
        return self.second if self.turn is Side.FIRST else self.first

    def discs(self, side: Side | str) -> int:
        """The discs of one side, as bits."""
        return self.first if notation.read_side(side) is Side.FIRST else self.second

    def at(self, column: int, row: int) -> Side | None:
        """Whose disc lies in a cell, `None` if it is empty."""
        bit = self.rules.bit(column, row)
        return Side.FIRST if self.first & bit else Side.SECOND if self.second & bit else None

    def threats(self, side: Side | str) -> tuple[Cell, ...]:
        """The empty cells that would complete a line of *side*, playable now or not."""
        return self.rules.cells(threats(self.discs(side), self.occupied, self.rules))

    def winning_moves(self, side: Side | str) -> tuple[int, ...]:
        """The legal moves whose discs would complete a line of *side*, were it to move."""
        threats = self.threats(side)
        if not threats or self._is_won():
            return ()
        moves = ((self.rules.move_at(*cell), cell) for cell in threats)
        return tuple(sorted(move for move, cell in moves if self.cell_of(move) == cell))

    def mirror(self) -> Position:
        """The same position seen from behind the board: left and right exchanged."""
        return Position(
            self.rules, self._mirrored(self.first), self._mirrored(self.second), self.turn
        )

    def _mirrored(self, bits: int) -> int:
        last = self.rules.width - 1
        return self.rules.bits((last - column, row) for column, row in self.rules.cells(bits))

    # -- play ---------------------------------------------------------------------------------

    def cell_of(self, move: int | str) -> Cell | None:
        """The cell that a disc played with *move* comes to rest in; `None` if it has no place.

        A move is a number from 0 or text, as people write it: `3` and `"4"` are the same column.
        """
        rules = self.rules
        if type(move) is not int:
            move = notation.read_move(move, rules)
        if not 0 <= move < rules.move_count:
            return None
        if rules.gravity:
            column = (self.occupied >> (move * rules.stride)) & ((1 << rules.height) - 1)
            cell = Cell(move, column.bit_length())
            return cell if cell.row < rules.height else None
        cell = rules.cell_at(move)
        return cell if self.at(*cell) is None else None

    def is_legal(self, move: int | str) -> bool:
        """Whether the side to move may play *move*; nothing is legal after the end."""
        return self.cell_of(move) is not None and not self._is_won()

    def legal_moves(self) -> tuple[int, ...]:
        """All moves the side to move may play, in order."""
        if self._is_won():
            return ()
        return tuple(m for m in range(self.rules.move_count) if self.cell_of(m) is not None)

    def play(self, move: int | str) -> Position:
        """The position after *move*."""
        cell = self.cell_of(move)
        if cell is None or self._is_won():
            raise IllegalMoveError(self._why_not(move))
        bit = self.rules.bit(*cell)
        if self.turn is Side.FIRST:
            return Position(self.rules, self.first | bit, self.second, Side.SECOND)
        return Position(self.rules, self.first, self.second | bit, Side.FIRST)

    def follow(self, moves: Iterable[int | str] | str) -> Iterator[Position]:
        """The position after each of *moves*; an illegal one raises and is named."""
        position = self
        if isinstance(moves, str):
            moves = notation.parse_moves(moves, self.rules)
        for number, move in enumerate(moves, start=1):
            try:
                position = position.play(move)
            except IllegalMoveError as error:
                text = say("{error}, in move {number}", error=error, number=number)
                raise IllegalMoveError(text) from None
            yield position

    def _why_not(self, move: int | str) -> str:
        rules = self.rules
        move = notation.read_move(move, rules)
        if not 0 <= move < rules.move_count:
            last, got = rules.move_count - 1, quoted(move)
            return say("expected a move from 0 to {last}, got {text}", last=last, text=got)
        name = notation.move_name(move, rules)
        if self._is_won() or self.occupied == rules.board:
            return say("the game is over, {move} cannot be played", move=name)
        if rules.gravity:
            return say("column {column} is full", column=move + 1)
        return say("cell {cell} is taken", cell=name)

    def outcome(self) -> Outcome | None:
        """Who won and by which lines, or a draw on a full board; `None` while play goes on.

        Should both sides have lines, the one that moved last counts.
        """
        for side in (self.turn.other, self.turn):
            if has_line(self.discs(side), self.rules):
                return Outcome(side, find_lines(self.discs(side), self.rules))
        return Outcome(None) if self.occupied == self.rules.board else None

    @property
    def end_score(self) -> int | None:
        """The exact score of a finished game for the side that would be next, 0 for a draw.

        `None` while play goes on. `Rules.score_of_win` says what a win counts.
        """
        outcome = self.outcome()
        if outcome is None or outcome.winner is None:
            return None if outcome is None else 0
        won = self.rules.score_of_win(self.ply)
        return won if outcome.winner is self.turn else -won

    @property
    def is_playable(self) -> bool:
        """Whether no disc floats above an empty cell; without gravity none can."""
        empty = self.rules.board & ~self.occupied
        return not self.rules.gravity or not empty << 1 & self.occupied

    def _is_won(self) -> bool:
        return has_line(self.first, self.rules) or has_line(self.second, self.rules)

    def _lines(self) -> tuple[Line, ...]:
        outcome = self.outcome()
        return outcome.lines if outcome else ()

    # -- arrays -------------------------------------------------------------------------------

    def array(self) -> NDArray[np.int8]:
        """Shape (height, width), row 0 at the bottom: 0 empty, 1 first side, 2 second side."""
        return setup.as_array(self._setup())

    @classmethod
    def from_array(
        cls,
        array: ArrayLike,
        *,
        k: int = 4,
        gravity: bool = True,
        turn: Side | None = None,
        first: int = 1,
        second: int = 2,
        empty: int = 0,
        top_down: bool = False,
    ) -> Position:
        """A position from any grid of shape (height, width), also one that no game reaches.

        *first*, *second* and *empty* say which values stand for what; with *top_down* row 0 is the
        top row. Without *turn* it is the first side's, unless that side has more discs.
        """
        read = setup.from_array(
            array, k=k, gravity=gravity, values=(empty, first, second), top_down=top_down
        )
        return cls(*(read if turn is None else read._replace(turn=turn)))

    def problems(self) -> tuple[Problem, ...]:
        """What is odd about a position that was set up by hand; empty for one that came from play.

        The names are floating_disc, wrong_counts, wrong_turn, both_have_lines and past_line.
        """
        return setup.problems(self._setup())

    def _setup(self) -> Setup:
        return Setup(self.rules, self.first, self.second, self.turn)


class HasPosition(Protocol):
    """What knows the position it stands at, such as a `Board`."""

    @property
    def position(self) -> Position:
        """What lies on the board now."""


AnyPosition: TypeAlias = Position | HasPosition | str
"""What `Position.of` takes, and with it every function that is asked about a position."""
