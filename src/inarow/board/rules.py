"""What is played: `Rules`, and the small words every other module uses, `Side` and `Cell`.

A set of cells is a Python int, one bit per cell, so boards of any size cost nothing extra. Columns
lie one after the other, each topped by a spare bit that is never set; it stops a line from running
out of one column into the next. Here 5 wide and 3 high::

     3  7 11 15 19    spare
     2  6 10 14 18
     1  5  9 13 17
     0  4  8 12 16

Row 0 is the bottom and column 0 the left, everywhere; only what draws or reads text turns this
round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from operator import index
from typing import Final, NamedTuple

from inarow.errors import PositionError, RulesError, quoted
from inarow.language import say

__all__ = [
    "CONNECT_FOUR",
    "GOMOKU",
    "MAX_SIDE",
    "PRESETS",
    "TIC_TAC_TOE",
    "WIDE_FOUR",
    "Cell",
    "Preset",
    "Rules",
    "Side",
]

MAX_SIDE: Final = 35
"""The largest width, height and k: a column is one character of move text, 1 to 9 and a to z."""


class Side(IntEnum):
    """One of the two colours. The values are those found in arrays (0 is an empty cell)."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(3 - self)

    @property
    def symbol(self) -> str:
        """`x` for the first side, `o` for the second."""
        return "xo"[self - 1]

    def __str__(self) -> str:
        return self.symbol


class Cell(NamedTuple):
    """One place on the board, counted from the bottom left."""

    column: int
    row: int

    @property
    def above(self) -> Cell:
        """The next one up, on the board or not."""
        return Cell(self.column, self.row + 1)


@dataclass(frozen=True, slots=True)
class Rules:
    """Board size, how many in a row win, and whether discs fall."""

    width: int
    height: int
    k: int
    gravity: bool = True

    def __post_init__(self) -> None:
        for name in ("width", "height", "k"):
            value = getattr(self, name)
            whole = hasattr(value, "__index__") and not isinstance(value, bool)
            if not whole or not 1 <= value <= MAX_SIDE:
                raise RulesError(_not_a_side(name, quoted(value)))
            object.__setattr__(self, name, index(value))  # NumPy's integers become Python's
        if type(self.gravity) is not bool:
            raise RulesError(f"expected gravity to be True or False, got {quoted(self.gravity)}")

    @classmethod
    def of(cls, rules: Rules | str) -> Rules:
        """*rules* themselves, or those that their text names, as `parse` reads it."""
        if isinstance(rules, cls):
            return rules
        if isinstance(rules, str):
            return cls.parse(rules)
        raise RulesError(f"expected Rules or text such as '7x6x4', got {quoted(rules)}")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules from `7x6x4`, `3x3x3/free` or a preset's name such as `tic-tac-toe`."""
        word = text.strip().lower()
        if word in PRESETS:
            return PRESETS[word].rules
        match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})x([0-9]{1,4})(/free)?", word)
        if not match:
            expected = say(
                "expected rules such as '7x6x4' (width, height, how many in a row), '3x3x3/free' "
                "or one of {names}, got {text}",
                names=", ".join(PRESETS),
                text=quoted(text),
            )
            raise RulesError(expected)
        width, height, k, free = match.groups()
        return cls(int(width), int(height), int(k), gravity=free is None)

    def __str__(self) -> str:
        return f"{self.width}x{self.height}x{self.k}" + ("" if self.gravity else "/free")

    @property
    def stride(self) -> int:
        """How many bits lie between a cell and its right neighbour."""
        return self.height + 1

    @property
    def cell_count(self) -> int:
        """How many cells the board has."""
        return self.width * self.height

    @property
    def move_count(self) -> int:
        """How many different moves there are: columns, or cells without gravity."""
        return self.width if self.gravity else self.cell_count

    @property
    def words(self) -> int:
        """How many 64-bit words a set of cells takes in arrays and in C++."""
        return (self.width * self.stride + 63) // 64

    @property
    def board(self) -> int:
        """Every cell, as bits."""
        return _board(self.width, self.height)

    def score_of_win(self, ply: int) -> int:
        """What a win is worth with disc number *ply*, the sooner the more: 1 with the last two."""
        return (self.cell_count + 2 - ply) // 2

    def has(self, column: int, row: int) -> bool:
        """Whether the board has this cell."""
        return 0 <= column < self.width and 0 <= row < self.height

    def bit(self, column: int, row: int) -> int:
        """The set that holds just this cell."""
        if not self.has(column, row):
            raise PositionError(
                f"expected a cell with column 0 to {self.width - 1} and row 0 to "
                f"{self.height - 1}, got column {column!r} and row {row!r}"
            )
        return 1 << (column * self.stride + row)

    def bits(self, cells: Iterable[tuple[int, int]]) -> int:
        """The set that holds these cells."""
        total = 0
        for column, row in cells:
            total |= self.bit(column, row)
        return total

    def cells(self, bits: int) -> tuple[Cell, ...]:
        """The cells of a set, column by column from the bottom left."""
        return tuple(self._each(bits))

    def _each(self, bits: int) -> Iterator[Cell]:
        while bits:
            lowest = bits & -bits
            yield Cell(*divmod(lowest.bit_length() - 1, self.stride))
            bits ^= lowest

    def split(self, bits: int) -> list[int]:
        """A set as 64-bit words, lowest first, as C++ takes it."""
        return [(bits >> (64 * i)) & (2**64 - 1) for i in range(self.words)]

    def move_at(self, column: int, row: int) -> int:
        """The move that puts a disc into this cell: its column, or without gravity its number.

        Cells are numbered row by row from the bottom left, as `Position.array().ravel()` is.
        """
        return column if self.gravity else row * self.width + column

    def cell_at(self, move: int) -> Cell:
        """The cell of a move without gravity; the inverse of `move_at`."""
        row, column = divmod(move, self.width)
        return Cell(column, row)


def _not_a_side(name: str, text: str) -> str:
    """That something is no width, height or k, as a sentence."""
    values = {"last": MAX_SIDE, "text": text}
    if name == "width":
        return say("expected width from 1 to {last}, got {text}", **values)
    if name == "height":
        return say("expected height from 1 to {last}, got {text}", **values)
    return say("expected k from 1 to {last}, got {text}", **values)


@lru_cache(maxsize=64)
def _board(width: int, height: int) -> int:
    column = (1 << height) - 1
    return sum(column << (i * (height + 1)) for i in range(width))


CONNECT_FOUR: Final = Rules(7, 6, 4)
"""7 wide, 6 high, four in a row; discs fall."""

WIDE_FOUR: Final = Rules(9, 6, 4)
"""The same on 9 columns."""

TIC_TAC_TOE: Final = Rules(3, 3, 3, gravity=False)
"""3 by 3, three in a row; discs stay where they are put."""

GOMOKU: Final = Rules(15, 15, 5, gravity=False)
"""15 by 15, five or more in a row, freely placed."""


class Preset(NamedTuple):
    """Rules that have a name: everything a menu, a command line or an environment's id needs."""

    name: str
    rules: Rules
    title: str
    description: str


PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("connect-four", CONNECT_FOUR, "Connect Four", "7 × 6, 4 in a row"),
        Preset("wide-four", WIDE_FOUR, "Wide Four", "9 × 6, 4 in a row"),
        Preset("tic-tac-toe", TIC_TAC_TOE, "Tic-tac-toe", "3 × 3, 3 in a row, anywhere"),
        Preset("gomoku", GOMOKU, "Gomoku", "15 × 15, 5 in a row, anywhere"),
    )
}
"""The presets by name. A new one is a line here: every frontend reads this table."""
