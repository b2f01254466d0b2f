"""Detector `scan`: the whole board, row by row, column by column, then both diagonals.

Rows and columns: walk along, count equal neighbours, start again at every change; a count of k is a
line. Diagonals: from every disc, look whether the next ones down to the right are the same, k of
them; then the same down to the left.

The document's pseudo-code has slips: its diagonal nests one loop in another and so tests a square,
it steps `x + 1` where `xi + 1` is meant, its bounds let a diagonal that leaves the board after two
cells pass as a win, and empty cells count as a run. Built here is what it means. It also stops at
the first line; we go on and find them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inarow.detectors.trace import Step, Trace
from inarow.lines import Direction, Line, lines_from
from inarow.notation import cell_text, column_letters
from inarow.position import Position
from inarow.rules import Cell, Side


class Walk(NamedTuple):
    """The cells looked at one after the other, with the count at each, and the lines' starts."""

    kind: str  # "rows", "columns" or "diagonals"
    name: str
    direction: Direction
    cells: tuple[Cell, ...]
    counts: tuple[int, ...]
    starts: tuple[Cell, ...]


def walks(position: Position, side: Side) -> Iterator[Walk]:
    """Every walk of the scan: rows, columns, then from each disc both diagonals."""
    rules = position.rules
    for row in reversed(range(rules.height)):
        cells = Direction.HORIZONTAL.walk((0, row), rules.width)
        yield check_axis(position, side, f"row {row + 1}", cells)
    for column in range(rules.width):
        cells = Direction.VERTICAL.walk((column, 0), rules.height)
        yield check_axis(position, side, f"column {column_letters(column)}", cells)
    for row in reversed(range(rules.height)):
        for column in range(rules.width):
            if position.at(column, row) is side:
                yield check_diagonal(position, side, Cell(column, row), 1)
                yield check_diagonal(position, side, Cell(column, row), -1)


def check_axis(position: Position, side: Side, name: str, cells: tuple[Cell, ...]) -> Walk:
    """Count equal neighbours along a row or a column."""
    k = position.rules.k
    count = 0
    counts = []
    starts = []
    for index, cell in enumerate(cells):
        count = count + 1 if position.at(*cell) is side else 0
        counts.append(count)
        if count >= k:
            starts.append(cells[index - k + 1])
    if name.startswith("row"):
        return Walk("rows", name, Direction.HORIZONTAL, cells, tuple(counts), tuple(starts))
    return Walk("columns", name, Direction.VERTICAL, cells, tuple(counts), tuple(starts))


def check_diagonal(position: Position, side: Side, start: Cell, columns: int) -> Walk:
    """Step down from *start*, to the right (+1) or left (-1), while the discs stay the same."""
    rules = position.rules
    cells: list[Cell] = []
    cell = start
    while len(cells) < rules.k and rules.has(*cell) and position.at(*cell) is side:
        cells.append(cell)
        cell = Cell(cell.column + columns, cell.row - 1)
    complete = len(cells) == rules.k
    direction = Direction.FALLING if columns > 0 else Direction.RISING
    leftmost = start if columns > 0 else cells[-1]
    name = f"from {cell_text(start)} down to the {'right' if columns > 0 else 'left'}"
    counts = tuple(range(1, len(cells) + 1))
    starts = (leftmost,) if complete else ()
    return Walk("diagonals", name, direction, tuple(cells), counts, starts)


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    starts: dict[Direction, int] = {}
    for walk in walks(position, side):
        bits = position.rules.bits(walk.starts)
        starts[walk.direction] = starts.get(walk.direction, 0) | bits
    return lines_from(starts, position.rules)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every walk."""
    walked = tuple(walks(position, side))
    lines = find(position, side)
    steps = tuple(_step(walk, lines) for walk in walked)
    return Trace("scan", side, position.rules.k, steps, sum(len(walk.cells) for walk in walked))


def _step(walk: Walk, lines: tuple[Line, ...]) -> Step:
    best = max(walk.counts)
    found = tuple(
        line
        for line in lines
        if line.direction is walk.direction and not set(walk.starts).isdisjoint(line.cells)
    )
    return Step(
        group=walk.kind,
        label=walk.name,
        text=f"{walk.name}: longest run {best}",
        cells=walk.cells,
        value=best,
        counts=walk.counts,
        lines=found,
    )
