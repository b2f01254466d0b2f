"""Detector `bitboard`: all places at once, by shifting. The one the library itself uses.

All discs of a side are one number, a bit per cell (`rules.py` draws the order). Shifting it by one
step of a direction moves every disc one cell on; the AND of the board with its shifted self keeps
the discs that have a neighbour there. After k - 1 shifts only the beginnings of lines are left.
"""

from __future__ import annotations

from collections.abc import Iterator

from inarow.board.lines import Direction, Line, find_lines
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.tracing import Panel, Step, Trace
from inarow.language import counted, say


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    return find_lines(position.discs(side), position.rules)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every shift; the whole board is read once."""
    steps = tuple(_steps(position, side))
    return Trace("bitboard", side, position.rules.k, steps, position.rules.cell_count)


def _steps(position: Position, side: Side) -> Iterator[Step]:
    rules = position.rules
    discs = position.discs(side)
    lines = find_lines(discs, rules)
    for direction in Direction:
        runs = discs
        if rules.k == 1:
            yield _step(rules, direction, 1, (discs, discs, discs), lines)
        for length in range(2, rules.k + 1):
            if not runs:
                break
            shifted = runs >> direction.shift(rules)
            yield _step(rules, direction, length, (runs, shifted, runs & shifted), lines)
            runs &= shifted


def _step(
    rules: Rules,
    direction: Direction,
    length: int,
    boards: tuple[int, int, int],
    lines: tuple[Line, ...],
) -> Step:
    runs, shifted, both = boards
    left = both.bit_count()
    found = tuple(line for line in lines if line.direction is direction and length == rules.k)
    return Step(
        group=str(direction),
        label=say("{length} in a row", length=length),
        text=counted(
            left,
            "{direction}, shift by {shift} and AND: {number} start of {length} in a row",
            "{direction}, shift by {shift} and AND: {number} starts of {length} in a row",
            direction=direction,
            shift=direction.shift(rules),
            length=length,
        ),
        cells=rules.cells(both & rules.board),
        value=length if left else length - 1,
        panels=(
            # Translators: above a board of zeros and ones: where runs of discs begin
            _panel(say("runs"), runs, rules),
            # Translators: above a board of zeros and ones: the runs, shifted
            _panel(say("shifted"), shifted, rules),
            # Translators: above a board of zeros and ones: both combined bit by bit
            _panel(say("AND"), both, rules),
        ),
        lines=found,
    )


def _panel(title: str, bits: int, rules: Rules) -> Panel:
    return Panel.of(
        title,
        (
            (bool(bits & rules.bit(column, row)) for column in range(rules.width))
            for row in range(rules.height)
        ),
    )
