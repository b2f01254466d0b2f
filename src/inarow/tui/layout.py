"""What a board shows, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual.geometry import Region, Size

from inarow.board.notation import column_label
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules
from inarow.tui.cells import SIZES

__all__ = ["Frame", "Scene"]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a board shows."""

    position: Position
    last: Cell | None = None
    cursor: Cell | None = None
    """Where the next disc would go; with gravity only its column counts."""
    scores: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """What is written under the columns, by move: a text, and a word for its style."""
    marks: Mapping[Cell, str] = field(default_factory=dict)
    """What is written into cells."""
    best: frozenset[Cell] = frozenset()
    """Those among them that are better than the others."""
    lit: frozenset[Cell] = frozenset()
    """Cells that are being examined."""
    area: frozenset[Cell] = frozenset()
    """The part of the board that they belong to."""
    still: bool = False
    """Whether a winning line is left unmarked."""
    threats: bool = False
    """Whether to show the cells that would complete a line."""


class Frame:
    """Where the parts of a board of *rules* are when it has *room* to be drawn in.

    Rows are named at the left and columns below; where cells are too narrow for a name of two
    characters, one is above the other. With gravity a row above shows where the disc is held, and
    one at the bottom has the scores of the columns; where one row less allows larger cells, scores
    take the place of names.
    """

    def __init__(self, rules: Rules, room: Size) -> None:
        self.rules = rules
        self.left = len(str(rules.height)) + 1
        self.top = 1 if rules.gravity else 0
        self.name_rows = below = 1
        for size in SIZES:
            self.size = size
            if size == SIZES[-1]:
                self.name_rows = len(column_label(rules.width - 1, rules))
            rows_left = room.height - self.top - rules.height * size // 2
            below = self.name_rows + (rules.gravity and rows_left > self.name_rows)
            if rows_left >= below and self.left + rules.width * size <= room.width:
                break
        self.score_row = below > self.name_rows
        self.rows = max(1, min(rules.height, (room.height - self.top - below) * 2 // self.size))
        self.width = self.left + rules.width * self.size
        self.height = self.top + self.rows * self.size // 2 + below

    def region(self, cell: Cell, low: int) -> Region:
        """Where a cell is drawn when *low* is the lowest row that is seen."""
        high = low + self.rows - 1
        x = self.left + cell.column * self.size
        return Region(x, self.top + (high - cell.row) * self.size // 2, self.size, self.size // 2)

    def cell_at(self, x: int, y: int, low: int) -> Cell | None:
        """The cell at a point; with gravity anything above or below a column counts, too."""
        column = (x - self.left) // self.size
        line = (y - self.top) * 2 // self.size
        if self.rules.gravity:
            line = max(0, min(self.rows - 1, line))
        cell = Cell(column, low + self.rows - 1 - line)
        inside = 0 <= line < self.rows and self.rules.has(*cell)
        return cell if inside and y < self.height else None
