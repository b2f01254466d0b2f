"""Detector `bitboard`: all places at once, by shifting. The one the library itself uses.

All discs of a side are one number, a bit per cell (`rules.py` draws the order). Shifting it by one
step of a direction moves every disc one cell on; the AND of the board with its shifted self keeps
the discs that have a neighbour there. After k - 1 shifts only the beginnings of lines are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inarow.board.lines import Direction, Line, find_lines, line_starts
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Panel, Step, Trace, Value
from inarow.language import counted, say


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:  # noqa: ARG001
    """Every line of *side*."""
    return find_lines(position.discs(side), position.rules)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:  # noqa: ARG001
    """One step for every shift; the whole board is read once."""
    steps = tuple(_steps(position, side))
    return Trace(
        "bitboard",
        side,
        position.rules.k,
        steps,
        position.rules.cell_count,
        code=_code().lines,
        idea=_idea(position, side, steps),
        use=say(
            "It reads one number, and each shift works on all cells at once. Nothing is faster: "
            "use it wherever speed matters, as this library does."
        ),
    )


class Shifted(NamedTuple):
    """The starts of runs, the same moved by one cell, and those that are in both."""

    direction: Direction
    shift: int
    length: int
    runs: int
    shifted: int
    both: int


def shifts(discs: int, rules: Rules) -> Iterator[Shifted]:
    """Longer and longer runs in each direction, until there are none or they are k long."""
    stride = rules.height + 1  # from a cell to its neighbour on the right
    for direction in Direction:
        shift = direction.columns * stride + direction.rows
        runs = discs
        for length in range(2, rules.k + 1):
            if runs == 0:
                break
            shifted = runs >> shift
            both = runs & shifted
            yield Shifted(direction, shift, length, runs, shifted, both)
            runs = both


def _code() -> Listing:
    return listing(shifts)


def _steps(position: Position, side: Side) -> Iterator[Step]:
    rules, discs = position.rules, position.discs(side)
    lines = find_lines(discs, rules)
    if rules.k == 1:
        for direction in Direction:
            shift = direction.shift(rules)
            yield _step(rules, Shifted(direction, shift, 1, discs, discs, discs), lines)
    for each in shifts(discs, rules):
        yield _step(rules, each, lines)


def _step(rules: Rules, each: Shifted, lines: tuple[Line, ...]) -> Step:
    direction, length, left = each.direction, each.length, each.both.bit_count()
    found = tuple(line for line in lines if line.direction is direction and length == rules.k)
    return Step(
        group=str(direction),
        label=say("{length} in a row", length=length),
        text=counted(
            left,
            "{direction}, shift by {shift} and AND: {number} start of {length} in a row",
            "{direction}, shift by {shift} and AND: {number} starts of {length} in a row",
            direction=direction,
            shift=each.shift,
            length=length,
        ),
        cells=rules.cells(each.both & rules.board),
        value=length if left else length - 1,
        panels=(
            # Translators: above a board of zeros and ones: where runs of discs begin
            _panel(say("runs"), each.runs, rules),
            # Translators: above a board of zeros and ones: the runs, shifted
            _panel(say("shifted"), each.shifted, rules),
            # Translators: above a board of zeros and ones: both combined bit by bit
            _panel(say("AND"), each.both, rules),
        ),
        lines=found,
        code=_code().at("shifted =", "both =") if rules.k > 1 else (),
        values=(
            Value("shift", str(each.shift), say("how much higher the number of the next cell is")),
            Value(
                "runs",
                _word(each.runs, rules),
                say("where {k} in a row begin", k=max(1, length - 1)),
            ),
            Value("shifted", _word(each.shifted, rules), say("the same, moved back by one cell")),
            Value("both", _word(each.both, rules), say("where {k} in a row begin", k=length)),
        ),
    )


def _word(bits: int, rules: Rules) -> str:
    """A number bit by bit, the highest first, with a gap between columns.

    What does not fit one machine word is hexadecimal.
    """
    if rules.words > 1:
        return f"{bits:#x}"
    columns = (bits >> (column * rules.stride) for column in reversed(range(rules.width)))
    return " ".join(f"{bits & ((1 << rules.stride) - 1):0{rules.stride}b}" for bits in columns)


def _panel(title: str, bits: int, rules: Rules) -> Panel:
    """The bits where their cells are, with the spare ones above the board."""
    rows = (
        [bits >> (column * rules.stride + row) & 1 for column in range(rules.width)]
        for row in range(rules.stride)
    )
    return replace(Panel.of(title, rows), spare=1)


def _numbers(title: str, rules: Rules, stride: int, lit: tuple[tuple[int, int], ...]) -> Panel:
    """The number of each bit, with so many from column to column."""
    rows = ([column * stride + row for column in range(rules.width)] for row in range(stride))
    return replace(Panel.of(title, rows), spare=stride - rules.height, lit=lit)


def _idea(position: Position, side: Side, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    rules, discs = position.rules, position.discs(side)
    cells, k = rules.cells(discs), rules.k
    first = Step("", "", "", cells, 0)
    # Translators: above the board with the number of its bit in each cell
    order = _numbers(say("number of each bit"), rules, rules.stride, cells)
    pictures = [
        picture(
            say(
                "Each cell gets a number: up the first column, then up the second, and so on. "
                "Above each column one spare number is left out; no disc ever has it."
            ),
            replace(first, panels=(order,)),
            _code().at("stride ="),
        ),
        replace(
            picture(
                say(
                    "A computer writes a number as a row of zeros and ones, its bits. So one "
                    "number holds all discs of {side}: bit {bit} is 1 if there is a disc in the "
                    "cell with number {bit}.",
                    side=side,
                    bit=max(0, (discs & -discs).bit_length() - 1),
                ),
                # Translators: above a board of zeros and ones: the discs of a side
                replace(first, panels=(order, _panel(say("discs"), discs, rules))),
                _code().at("runs = discs"),
            ),
            values=(
                Value(
                    "discs",
                    _word(discs, rules),
                    say("the highest bit first, a gap after each column"),
                ),
                Value("discs", str(discs), say("the same as a decimal number")),
            ),
        ),
    ]
    if steps and k > 1:
        best = max(steps, key=lambda step: step.value)
        of_direction = [step for step in steps if step.group == best.group]
        shift = of_direction[0].values[0].value
        pictures += [
            picture(
                say(
                    "In one direction, here {direction}, the next cell always has a number that "
                    "is {shift} higher. Shifting the bits by {shift} moves all discs back by one "
                    "cell at once. AND keeps a 1 only where both boards have it: at discs that are "
                    "followed by another.",
                    direction=best.group,
                    shift=shift,
                ),
                replace(of_direction[0], lines=()),
                _code().at("shift =", "shifted =", "both ="),
            ),
            picture(
                say(
                    "Shift again and AND again: each time one more disc has to follow. What is "
                    "left in the end begins {k} in a row.",
                    k=k,
                ),
                of_direction[-1],
                _code().at("for length in", "runs = both"),
            ),
        ]
    return (*pictures, *_why_spare(rules))


def _why_spare(rules: Rules) -> Iterator[Step]:
    """What goes wrong without the spare row: discs over the top of a column and on in the next."""
    k, height = rules.k, rules.height
    start = max(0, height - k + 1)
    if k < 2 or start + k > rules.cell_count or rules.width < 2:
        return
    bits = range(start, start + k)
    wrong = tuple(divmod(bit, height) for bit in bits)
    found = line_starts(sum(1 << bit for bit in bits), (1,) * (k - 1))
    rows = (
        [found >> (column * height + row) & 1 for column in range(rules.width)]
        for row in range(height)
    )
    yield picture(
        say(
            "Why is the shift to the right {stride}, one more than the height? Without the spare "
            "row the marked cells would have numbers in a row, and their discs would count as {k} "
            "in a column, which they are not. The spare bit is always 0 and stops that.",
            stride=rules.stride,
            k=k,
        ),
        Step(
            group="",
            label="",
            text="",
            cells=tuple(Cell(*cell) for cell in wrong),
            value=0,
            panels=(
                # Translators: above the board with the number of its bit in each cell
                _numbers(say("without a spare row"), rules, height, wrong),
                # Translators: above a board of zeros and ones
                Panel.of(say("wrongly found"), rows),
                _numbers(say("with a spare row"), rules, rules.stride, wrong),
            ),
        ),
        _code().at("stride ="),
    )
