"""Detector `line_count`: the row, the column and the two diagonals through the last move.

Each of these four lines is walked from edge to edge with a counter: one more on the side's disc,
back to zero on anything else. Reaching k means a win. Diagonals too short for k cells are skipped.

The document writes cells as (row, column) from 1 with row 1 on top, so a diagonal ``\\`` starts
where row = 1 or column = 1 and ends where row = height or column = width, and a diagonal ``/``
starts where row = height or column = 1 and ends where row = 1 or column = width. Columns are
walked down, from row 1 on. `numbered` converts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from inarow.board.lines import Direction, Line, ordered
from inarow.board.notation import cell_name, line_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Step, Trace, Value
from inarow.language import say


class Counted(NamedTuple):
    """A whole line through a disc with the counter at each of its cells."""

    disc: Cell
    direction: Direction
    cells: tuple[Cell, ...]
    counts: tuple[int, ...]


def numbered(cell: Cell, rules: Rules) -> tuple[int, int]:
    """(row, column) from 1 with row 1 on top, as the document writes a cell."""
    return rules.height - cell.row, cell.column + 1


def line_through(disc: Cell, direction: Direction, rules: Rules) -> tuple[Cell, ...]:
    """All cells of the line through *disc*, from edge to edge: left to right, or down."""
    column, row = disc
    while rules.has(column - direction.columns, row - direction.rows):
        column, row = column - direction.columns, row - direction.rows
    cells = []
    while rules.has(column, row):
        cells.append(Cell(column, row))
        column, row = column + direction.columns, row + direction.rows
    return tuple(reversed(cells) if direction is Direction.VERTICAL else cells)


def count_along(owned: Iterable[bool]) -> tuple[int, ...]:
    """The counting iteration: one more on an owned cell, back to zero on any other."""
    count = 0
    counts = []
    for is_owned in owned:
        count = count + 1 if is_owned else 0
        counts.append(count)
    return tuple(counts)


def counted_lines(position: Position, side: Side, last: Cell | None) -> Iterator[Counted]:
    """The lines through the last disc that can hold k cells, counted along.

    If no last disc is known, those through every disc of the side.
    """
    rules = position.rules
    discs = frozenset(rules.cells(position.discs(side)))
    for disc in sorted(discs) if last is None else (last,):
        for direction in Direction:
            cells = line_through(disc, direction, rules)
            if len(cells) >= rules.k:
                counts = count_along(cell in discs for cell in cells)
                yield Counted(disc, direction, cells, counts)


def _end(counted: Counted) -> int:
    """Where the run through the disc ends."""
    end = counted.cells.index(counted.disc)
    while end + 1 < len(counted.cells) and counted.counts[end + 1]:
        end += 1
    return end


def _line(counted: Counted, k: int) -> Line | None:
    """The run through the disc, if it is long enough to be a line."""
    end = _end(counted)
    length = counted.counts[end]
    if length < k:
        return None
    return Line(tuple(sorted(counted.cells[end - length + 1 : end + 1])), counted.direction)


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:
    """The lines of *side* through *last*."""
    k = position.rules.k
    found = (_line(counted, k) for counted in counted_lines(position, side, last))
    return ordered(line for line in found if line)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:
    """One step for every line that was counted."""
    rules = position.rules
    counted = tuple(counted_lines(position, side, last))
    steps = tuple(_step(each, rules) for each in counted)
    return Trace(
        "line_count",
        side,
        rules.k,
        steps,
        sum(len(each.cells) for each in counted),
        code=_code().lines,
        idea=_idea(side, last, steps, counted, rules) if steps else (),
        use=say(
            "It reads four lines, a little more than counting from the last disc does, in one "
            "simple loop. Use it when you know the last move and want code that is easy to get "
            "right."
        ),
    )


def _code() -> Listing:
    return listing(line_through, count_along, _line)


def _idea(
    side: Side,
    last: Cell | None,
    steps: tuple[Step, ...],
    counted: tuple[Counted, ...],
    rules: Rules,
) -> tuple[Step, ...]:
    best, line = max(
        zip(steps, counted, strict=True), key=lambda both: (bool(both[0].lines), both[0].value)
    )
    name = cell_name(line.disc, rules)
    through = {cell for each in counted if each.disc == line.disc for cell in each.cells}
    begin = say(
        "A new line must run through the last disc, {cell}. So only its row, its column and its "
        "diagonals matter.",
        cell=name,
    )
    if last is None:
        begin = say(
            "Nobody says which disc of {side} came last, so each takes its turn with its row, its "
            "column and its diagonals: {cell}, for example.",
            side=side,
            cell=name,
        )
    run = line.counts[_end(line)]
    return (
        picture(
            begin,
            replace(best, cells=(line.disc,), counts=(), lines=(), area=tuple(sorted(through))),
            _code().at("while rules.has(column - ", "while rules.has(column, row)"),
        ),
        picture(
            say(
                "Walk along one of them from edge to edge with a counter: one more at a disc of "
                "{side}, back to 0 at any other cell.",
                side=side,
            ),
            replace(best, lines=()),
            _code().at("for is_owned in", "count = count + 1"),
        ),
        picture(
            say(
                "The run of discs through {cell} counts up to {run}, and a line needs {k}. The "
                "other lines are walked in the same way.",
                cell=name,
                run=run,
                k=rules.k,
            ),
            best,
            _code().at("length =", "if length < k"),
        ),
    )


def _step(counted: Counted, rules: Rules) -> Step:
    line = _line(counted, rules.k)
    return Step(
        group=say("disc in {cell}", cell=cell_name(counted.disc, rules)),
        label=str(counted.direction),
        text=say(
            "{direction}, {line}: counts {counts}",
            direction=counted.direction,
            line=line_name(sorted(counted.cells), rules),
            counts=" ".join(map(str, counted.counts)),
        ),
        cells=counted.cells,
        value=max(counted.counts),
        counts=counted.counts,
        lines=(line,) if line else (),
        code=_code().at(
            "for is_owned in", "count = count + 1", "length =", *(["return Line("] if line else [])
        ),
        values=(
            Value(
                "disc", cell_name(counted.disc, rules), say("the disc that all lines run through")
            ),
            Value("count", str(max(counted.counts)), say("the highest count on this line")),
            Value(
                "length",
                str(counted.counts[_end(counted)]),
                say(
                    "the count at the end of the run through the disc; a line needs {k}", k=rules.k
                ),
            ),
        ),
    )
