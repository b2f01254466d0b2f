"""Detector `views`: filters laid over every k×k view of the board.

1. Make k×k filters of zeros and ones: k with a full column, k with a full row, 2 with a diagonal.
2. Build the side's board: 1 where its discs lie, 0 elsewhere.
3. Take all overlapping k×k views of that board. On 6 rows by 7 columns there are 3 × 4 of them.
4. Multiply each view by each filter, cell by cell, and add the products up. A sum of k means that
   the side has won, and the filter says in which direction.

A board smaller than k in one dimension has no k×k view although a line may fit the other one: it
is padded with empty cells. All matrices have the top row first, as the document draws them; `find`
and `trace` turn that round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from inarow.board.lines import Direction, Line, lines_from
from inarow.board.notation import line_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import lines_of, ones_and_zeros, picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Panel, Step, Trace, Value
from inarow.language import counted, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class Filter(NamedTuple):
    """A k×k matrix, drawn from the top, with k ones in a row; and where these begin.

    *number* counts those of one direction, from 1; *start* is the (column, row) in the matrix of
    the cell with which such a line begins.
    """

    number: int
    direction: Direction
    start: tuple[int, int]
    matrix: Ints

    @property
    def name(self) -> str:
        """What it is called: `vertical 2`, `diagonal /`."""
        if self.direction is Direction.VERTICAL:
            return say("vertical {number}", number=self.number)
        if self.direction is Direction.HORIZONTAL:
            return say("horizontal {number}", number=self.number)
        return str(self.direction)


@lru_cache(maxsize=64)
def filters(k: int) -> tuple[Filter, ...]:
    """The 2k + 2 filters, in the document's order: columns from the left, rows from the top."""
    made = []
    for i in range(k):
        column = np.zeros((k, k), dtype=np.int64)
        column[:, i] = 1
        made.append(Filter(i + 1, Direction.VERTICAL, (i, k - 1), column))
    for i in range(k):
        row = np.zeros((k, k), dtype=np.int64)
        row[i, :] = 1
        made.append(Filter(i + 1, Direction.HORIZONTAL, (0, i), row))
    falling = np.eye(k, dtype=np.int64)
    made.append(Filter(1, Direction.FALLING, (0, 0), falling))
    made.append(Filter(1, Direction.RISING, (0, k - 1), falling[::-1].copy()))
    for used in made:
        used.matrix.flags.writeable = False  # they are shared by all who ask
    return tuple(made)


def views(position: Position, side: Side) -> Ints:
    """All views, shape (rows of views, columns of views, k, k), of the side's 0/1 board.

    Both the views and what is in them begin at the top left.
    """
    rules = position.rules
    board = (position.array() == side).astype(np.int64)
    missing = (max(0, rules.k - rules.height), max(0, rules.k - rules.width))
    padded = np.pad(board, ((0, missing[0]), (0, missing[1])))
    return sliding_window_view(padded[::-1], (rules.k, rules.k))


def _start(used: Filter, row: int, column: int, rules: Rules) -> Cell:
    """The cell with which the ones of a filter begin on the view in this row and column."""
    top = max(rules.height, rules.k) - 1
    return Cell(column + used.start[0], top - (row + used.start[1]))


def sums(seen: Ints, k: int) -> Ints:
    """Shape (filters, rows of views, columns of views): view times filter, added up."""
    totals: Ints = np.einsum("rcij,fij->frc", seen, _matrices(k))
    return totals


@lru_cache(maxsize=64)
def _matrices(k: int) -> Ints:
    return np.stack([used.matrix for used in filters(k)])


class Laid(NamedTuple):
    """A filter laid over the view in this row and column of views."""

    row: int
    column: int
    view: Ints
    used: Filter
    product: Ints
    total: int
    is_line: bool


def laid(seen: Ints, k: int) -> Iterator[Laid]:
    """Every filter on every view, one after the other; `sums` does all of that in one call."""
    for row, column in np.ndindex(seen.shape[:2]):
        view = seen[row, column]
        for used in filters(k):
            product = view * used.matrix
            total = int(product.sum())
            is_line = total == k
            yield Laid(row, column, view, used, product, total, is_line)


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    k = position.rules.k
    starts: dict[Direction, int] = {}
    for f, row, column in np.argwhere(sums(views(position, side), k) == k).tolist():
        used = filters(k)[f]
        bit = position.rules.bit(*_start(used, row, column, position.rules))
        starts[used.direction] = starts.get(used.direction, 0) | bit
    return lines_from(starts, position.rules)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every filter on every view."""
    k = position.rules.k
    steps = tuple(_steps(position, side))
    return Trace(
        "views",
        side,
        k,
        steps,
        len(steps) * k**2,
        tabular=True,
        code=_code().lines,
        idea=_idea(position, side, steps),
        use=say(
            "It reads most of all, because each cell lies in many views. Use it to learn what a "
            "filter is, not for speed."
        ),
    )


def _code() -> Listing:
    return listing(views, laid)


def _steps(position: Position, side: Side) -> Iterator[Step]:
    rules, k = position.rules, position.rules.k
    lines, code = find(position, side), _code().at("product =", "total =", "is_line =")
    # Translators: a square part of the board that a filter is laid over
    title, patterns = say("view"), [Panel.of("", used.matrix[::-1]) for used in filters(k)]
    for number, each in enumerate(laid(views(position, side), k)):
        if number % len(patterns) == 0:
            low = max(rules.height, k) - k - each.row
            square = (Cell(each.column + x, low + y) for y in range(k) for x in range(k))
            area = _inside(tuple(square), rules)
            name, view = _name(area, rules), Panel.of(title, each.view[::-1])
        named = each.used.name
        start = _start(each.used, each.row, each.column, rules)
        yield Step(
            group=say("view of {cells}", cells=name),
            label=named,
            text=say(
                "view of {cells} × filter {filter}: sum {total}",
                cells=name,
                filter=named,
                total=each.total,
            ),
            cells=_inside(each.used.direction.walk(start, k), rules),
            value=each.total,
            panels=(
                view,
                replace(
                    patterns[number % len(patterns)], title=say("filter {filter}", filter=named)
                ),
                # Translators: view times filter, cell by cell
                Panel.of(say("product"), each.product[::-1]),
            ),
            lines=_line_from(start, each.used.direction, lines) if each.is_line else (),
            area=area,
            code=code,
            values=(
                Value("view", name, say("the square that is looked at")),
                Value("used", named, say("the filter that is laid over it")),
                Value("total", str(each.total), say("discs under its ones; a line needs {k}", k=k)),
            ),
        )


def _idea(position: Position, side: Side, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    rules, k = position.rules, position.rules.k
    best = max(steps, key=lambda step: step.value)
    totals = sums(views(position, side), k).max(axis=0)
    found = lines_of(steps)
    return (
        ones_and_zeros(position, side, _code().at("board =")),
        picture(
            counted(
                totals.size,
                "Cut a square of {k} by {k} cells out of it: a view. On this board there is only "
                "one.",
                "Cut a square of {k} by {k} cells out of it: a view. There are {number} of them "
                "on this board, and they overlap.",
                k=k,
            ),
            replace(best, cells=(), panels=best.panels[:1], lines=()),
            _code().at("return sliding_window_view", "view ="),
        ),
        picture(
            say(
                "Lay a filter over it: a pattern of {k} ones in a row. Multiply cell by cell and "
                "add up. Here the sum is {total}.",
                k=k,
                total=best.value,
            ),
            best,
            _code().at("product =", "total ="),
        ),
        picture(
            say(
                "Do that with {filters} filters on every view: a pattern for each column, row and "
                "diagonal of the square. A sum of {k} is a line.",
                filters=len(filters(k)),
                k=k,
            ),
            replace(
                best,
                cells=tuple(cell for line in found for cell in line.cells),
                area=rules.cells(rules.board),
                # Translators: above a table with the largest sum of each view
                panels=(Panel.of(say("best sum of each view"), totals[::-1], needed=k),),
                lines=found,
            ),
            _code().at("for row, column", "for used in", "is_line ="),
        ),
    )


def _name(area: tuple[Cell, ...], rules: Rules) -> str:
    """`columns 1 to 4, rows 3 to 6`, without gravity `a3 to d6`."""
    (left, low), (right, high) = area[0], area[-1]
    if len(area) == 1 or not rules.gravity:
        return line_name(area, rules)
    return say(
        "columns {left} to {right}, rows {low} to {high}",
        left=left + 1,
        right=right + 1,
        low=low + 1,
        high=high + 1,
    )


def _inside(cells: tuple[Cell, ...], rules: Rules) -> tuple[Cell, ...]:
    return tuple(cell for cell in cells if rules.has(*cell))


def _line_from(start: Cell, direction: Direction, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The whole line of which k cells from *start* on were found."""
    return tuple(line for line in lines if line.direction is direction and start in line.cells)
