"""The cell where the next disc would be played, moved by keys."""

from __future__ import annotations

from inarow.board.rules import Cell, Rules
from inarow.tui import words

__all__ = ["Pointer"]


class Pointer:
    """A cell of the board, in the middle at first; with gravity its column is what counts."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cell = Cell((rules.width - 1) // 2, (rules.height - 1) // 2)
        self.typed = ""
        """The digits that another one may follow."""

    @property
    def move(self) -> int:
        """The move that plays here."""
        return self.rules.move_at(*self.cell)

    def step(self, columns: int, rows: int) -> None:
        """Go to a neighbour, around the edges."""
        self.put(
            Cell(
                (self.cell.column + columns) % self.rules.width,
                (self.cell.row + rows) % self.rules.height,
            )
        )

    def put(self, cell: Cell) -> None:
        """Go to a cell."""
        self.cell = cell
        self.typed = ""

    def type(self, sign: str) -> bool:
        """Go where a digit or letter points; return whether that is a complete move.

        With gravity digits make the number of a column, which is complete when no other column
        begins so. Without, a letter names the column and digits the row.
        """
        sign = sign.lower()
        if self.rules.gravity:
            return self._type_column(sign)
        if sign.isdecimal():
            self._type_digit(sign)
        elif sign.isalpha() and ord(sign) - ord("a") < self.rules.width:
            self.put(Cell(ord(sign) - ord("a"), self.cell.row))
        return False

    def so_far(self, number: str) -> str:
        """What to say of a *number* that was typed and is no complete move; of cells nothing."""
        if not self.rules.gravity:
            return ""
        if self.typed:
            return words.COLUMN_SO_FAR.format(number=number)
        return words.NO_SUCH_COLUMN.format(number=number, last=self.rules.width)

    def _type_column(self, sign: str) -> bool:
        digits = self.typed + sign
        self.typed = ""
        if not sign.isdecimal() or not 1 <= int(digits) <= self.rules.width:
            return False
        self.put(Cell(int(digits) - 1, self.cell.row))
        self.typed = digits
        return 10 * int(digits) > self.rules.width

    def _type_digit(self, digit: str) -> None:
        digits = self.typed + digit
        if not 1 <= int(digits) <= self.rules.height:
            digits = digit
        if 1 <= int(digits) <= self.rules.height:
            self.put(Cell(self.cell.column, int(digits) - 1))
            self.typed = digits
