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

from inarow.board.lines import Direction, Line, lines_from
from inarow.board.notation import cell_name, column_label
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import lines_of, picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Step, Trace, Value
from inarow.language import say


class Walk(NamedTuple):
    """The cells looked at one after the other, with the count at each, and the lines' starts."""

    kind: str  # "rows", "columns" or "diagonals"
    direction: Direction
    cells: tuple[Cell, ...]
    counts: tuple[int, ...]
    starts: tuple[Cell, ...]
    stop: Cell | None = None  # the cell that ended a diagonal too early, maybe outside


def walks(position: Position, side: Side) -> Iterator[Walk]:
    """Every walk of the scan: rows, columns, then from each disc both diagonals."""
    rules = position.rules
    discs = frozenset(rules.cells(position.discs(side)))
    for row in reversed(range(rules.height)):
        cells = Direction.HORIZONTAL.walk((0, row), rules.width)
        yield Walk("rows", Direction.HORIZONTAL, cells, *check_axis(discs, cells, rules.k))
    for column in range(rules.width):
        cells = Direction.VERTICAL.walk((column, 0), rules.height)
        yield Walk("columns", Direction.VERTICAL, cells, *check_axis(discs, cells, rules.k))
    for disc in sorted(discs, key=lambda cell: (-cell.row, cell.column)):
        yield check_diagonal(discs, disc, 1, rules.k)
        yield check_diagonal(discs, disc, -1, rules.k)


def check_axis(
    discs: frozenset[Cell], cells: tuple[Cell, ...], k: int
) -> tuple[tuple[int, ...], tuple[Cell, ...]]:
    """Count equal neighbours along a row or a column: the counts, and where lines start."""
    count = 0
    counts = []
    starts = []
    for index, cell in enumerate(cells):
        count = count + 1 if cell in discs else 0
        counts.append(count)
        if count >= k:
            starts.append(cells[index - k + 1])
    return tuple(counts), tuple(starts)


def check_diagonal(discs: frozenset[Cell], start: Cell, columns: int, k: int) -> Walk:
    """Step down from *start*, to the right (+1) or left (-1), while the discs stay the same."""
    cells: list[Cell] = []
    cell = start
    while len(cells) < k and cell in discs:
        cells.append(cell)
        cell = Cell(cell.column + columns, cell.row - 1)
    direction = Direction.FALLING if columns > 0 else Direction.RISING
    leftmost = start if columns > 0 else cells[-1]
    starts = (leftmost,) if len(cells) == k else ()
    counts = tuple(range(1, len(cells) + 1))
    return Walk("diagonals", direction, tuple(cells), counts, starts, None if starts else cell)


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    starts = dict.fromkeys(Direction, 0)
    for walk in walks(position, side):
        starts[walk.direction] |= position.rules.bits(walk.starts)
    return lines_from(starts, position.rules)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every walk."""
    walked = tuple(walks(position, side))
    lines = find(position, side)
    steps = tuple(_step(walk, lines, position.rules) for walk in walked)
    stops = sum(walk.stop is not None and position.rules.has(*walk.stop) for walk in walked)
    return Trace(
        "scan",
        side,
        position.rules.k,
        steps,
        sum(len(walk.cells) for walk in walked) + stops,
        code=_code().lines,
        idea=_idea(position, side, walked, steps),
        use=say(
            "It reads the whole board every time, but needs neither the last move nor a library. "
            "Use it for a board that was set up."
        ),
    )


def _code() -> Listing:
    return listing(check_axis, check_diagonal)


def _idea(
    position: Position, side: Side, walked: tuple[Walk, ...], steps: tuple[Step, ...]
) -> tuple[Step, ...]:
    k, found = position.rules.k, lines_of(steps)
    best: dict[str, Step] = {}
    for walk, step in zip(walked, steps, strict=True):
        if walk.kind not in best or step.value > best[walk.kind].value:
            best[walk.kind] = step
    pictures = [
        picture(
            say(
                "Walk along each row with a counter: one more at a disc of {side}, back to 0 at "
                "any other cell.",
                side=side,
            ),
            best["rows"],
            _code().at("for index, cell in", "count = count + 1"),
        ),
        picture(
            say("Walk up each column with the same counter. At {k} there is a line.", k=k),
            best["columns"],
            _code().at("for index, cell in", "count = count + 1", "if count >= k"),
        ),
    ]
    if "diagonals" in best:
        pictures.append(
            picture(
                say(
                    "A diagonal has an upper end. So from each disc of {side} go down to the "
                    "right, then down to the left, as long as its discs follow each other.",
                    side=side,
                ),
                best["diagonals"],
                _code().at("while len(cells) < k", "cells.append"),
            )
        )
    pictures.append(
        picture(
            say(
                "Every row, every column, two diagonals from each disc: no line can be missed, and "
                "nobody has to know the last move."
            ),
            Step(
                group="",
                label="",
                text="",
                cells=tuple(cell for line in found for cell in line.cells),
                value=max(step.value for step in steps),
                lines=found,
                area=position.rules.cells(position.rules.board),
            ),
            _code().at("starts.append", "starts = (leftmost"),
        )
    )
    return tuple(pictures)


def _step(walk: Walk, lines: tuple[Line, ...], rules: Rules) -> Step:
    name = _name(walk, rules)
    best = max(walk.counts)
    at_edge = walk.stop is not None and not rules.has(*walk.stop)
    text = say("{walk}: longest run {best}", walk=name, best=best)
    if at_edge:
        text = say("{walk}: longest run {best}, then the edge", walk=name, best=best)
    found = tuple(
        line
        for line in lines
        if line.direction is walk.direction and not set(walk.starts).isdisjoint(line.cells)
    )
    return Step(
        group=_group(walk),
        label=name,
        text=text,
        cells=walk.cells,
        value=best,
        counts=walk.counts,
        lines=found,
        code=_lines_run(walk),
        values=(
            Value("cells", name, say("the cells that are walked along")),
            Value("count", str(best), say("the highest count; a line needs {k}", k=rules.k)),
        ),
    )


def _lines_run(walk: Walk) -> tuple[int, ...]:
    if walk.kind == "diagonals":
        ran = ["while len(cells) < k", "cells.append", "cell = Cell(", "starts = (leftmost"]
    else:
        ran = ["for index, cell in", "count = count + 1", "counts.append", "if count >= k"]
        ran += ["starts.append"] if walk.starts else []
    return _code().at(*ran)


def _group(walk: Walk) -> str:
    if walk.kind == "rows":
        return say("rows")
    return say("columns") if walk.kind == "columns" else say("diagonals")


def _name(walk: Walk, rules: Rules) -> str:
    first = walk.cells[0]
    if walk.kind == "rows":
        return say("row {row}", row=first.row + 1)
    if walk.kind == "columns":
        return say("column {column}", column=column_label(first.column, rules))
    if walk.direction is Direction.FALLING:
        return say("from {cell} down to the right", cell=cell_name(first, rules))
    return say("from {cell} down to the left", cell=cell_name(first, rules))
