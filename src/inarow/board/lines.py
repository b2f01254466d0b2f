"""Finding k in a row on int bitboards, the way the library itself does it.

`rules.py` draws the order of the bits. Going one cell on is a shift by a fixed step::

    |  up              1
    \\  down and right  height
    -  right           height + 1
    /  up and right    height + 2

`discs & discs >> step` leaves the discs that another one follows: the starts of two in a row. The
same again with the result and twice the step leaves the starts of four; the last shift adds what
is missing to k. For k = 5, along one direction::

    discs         . x x x x x x . x x .
    & >> 1 step   . x x x x x . . x . .    2 in a row start here
    & >> 2 steps  . x x x . . . . . . .    4
    & >> 1 step   . x x . . . . . . . .    5

`line_shifts` is this list of shifts, for ints here and for the tensors of `env/device.py`;
cpp/board/lines.hpp says the same for machine words, and a test compares the three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from inarow.board.rules import Cell, Rules
from inarow.language import say

__all__ = [
    "Direction",
    "Line",
    "find_lines",
    "has_line",
    "line_shifts",
    "line_starts",
    "lines_from",
    "ordered",
    "playable",
    "threats",
]


class Direction(Enum):
    """The four ways a line can run, each with the step from one of its cells to the next."""

    HORIZONTAL = ("horizontal", "-", 1, 0)
    VERTICAL = ("vertical", "|", 0, 1)
    RISING = ("diagonal", "/", 1, 1)
    FALLING = ("diagonal", "\\", 1, -1)

    def __init__(self, configuration: str, symbol: str, columns: int, rows: int) -> None:
        self.configuration = configuration  # "horizontal", "vertical" or "diagonal"
        self.symbol = symbol
        self.columns = columns
        self.rows = rows

    def shift(self, rules: Rules) -> int:
        """The distance in bits from one cell to the next."""
        return self.columns * rules.stride + self.rows

    def walk(self, start: tuple[int, int], length: int) -> tuple[Cell, ...]:
        """*length* cells from *start* on."""
        column, row = start
        return tuple(Cell(column + i * self.columns, row + i * self.rows) for i in range(length))

    def __str__(self) -> str:
        if self is Direction.HORIZONTAL:
            return say("horizontal")
        if self is Direction.VERTICAL:
            return say("vertical")
        # Translators: {sign} is / or \
        return say("diagonal {sign}", sign=self.symbol)


@dataclass(frozen=True, slots=True)
class Line:
    """All the discs of one side that follow each other in one direction: k of them, or more."""

    cells: tuple[Cell, ...]
    direction: Direction

    def __len__(self) -> int:
        return len(self.cells)


@lru_cache(maxsize=256)
def line_shifts(k: int, stride: int) -> tuple[tuple[int, ...], ...]:
    """The shifts that leave the starts of *k* in a row, for each `Direction` in turn."""
    lengths, length = [], 1
    while length < k:
        lengths.append(min(length, k - length))
        length += lengths[-1]
    steps = (direction.columns * stride + direction.rows for direction in Direction)
    return tuple(tuple(length * step for length in lengths) for step in steps)


def line_starts(discs: int, shifts: Iterable[int]) -> int:
    """The cells from which k of *discs* follow each other; *shifts* are those of a direction."""
    for shift in shifts:
        discs &= discs >> shift
    return discs


def has_line(discs: int, rules: Rules) -> bool:
    """Whether *discs* holds `rules.k` cells in a row."""
    across, up, rising, falling = line_shifts(rules.k, rules.height + 1)
    found = line_starts(discs, across) or line_starts(discs, up)
    return bool(found or line_starts(discs, rising) or line_starts(discs, falling))


def find_lines(discs: int, rules: Rules) -> tuple[Line, ...]:
    """Every line of *discs*, in the order of `Direction` and then of the cells."""
    shifts = zip(Direction, line_shifts(rules.k, rules.stride), strict=True)
    return lines_from({each: line_starts(discs, found) for each, found in shifts}, rules)


def lines_from(starts: dict[Direction, int], rules: Rules) -> tuple[Line, ...]:
    """The lines whose stretches of k cells begin at *starts*, overlapping stretches joined."""
    return tuple(
        Line(cells, direction)
        for direction in Direction
        for cells in _joined(starts.get(direction, 0), direction, rules)
    )


def _joined(starts: int, direction: Direction, rules: Rules) -> Iterator[tuple[Cell, ...]]:
    shift = direction.shift(rules)
    covered = 0
    for i in range(rules.k):
        covered |= starts << (i * shift)
    for first in rules.cells(covered & ~(covered << shift)):
        bit = rules.bit(*first)
        length = 0
        while bit & covered:
            bit <<= shift
            length += 1
        yield direction.walk(first, length)


def ordered(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The different ones among *lines*, in the order of `find_lines`."""
    order = list(Direction)
    return tuple(sorted(set(lines), key=lambda line: (order.index(line.direction), line.cells)))


def threats(discs: int, occupied: int, rules: Rules) -> int:
    """The empty cells that would complete a line of *discs*."""
    found = 0
    for direction in Direction:
        shift = direction.shift(rules)
        before = [rules.board]  # before[i]: cells that have i discs right before them
        for _ in range(rules.k - 1):
            before.append((before[-1] & discs) << shift)
        after = rules.board  # likewise right after them
        for cells in reversed(before):
            found |= cells & after
            after = (after & discs) >> shift
    return found & rules.board & ~occupied


def playable(occupied: int, rules: Rules) -> int:
    """The cells where a disc can come to rest now, if no disc floats."""
    if not rules.gravity:
        return rules.board & ~occupied
    bottom = rules.bits((column, 0) for column in range(rules.width))
    return (occupied + bottom) & rules.board
