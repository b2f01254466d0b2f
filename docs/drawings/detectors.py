"""What each of the six detectors looks at, on one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import inarow as ir
from drawings.sheet import Panel, sheet
from inarow import Cell, Direction, Mark, detectors
from inarow.detectors import Step, Trace, last_move, scan

BOARD = ir.Board(ir.CONNECT_FOUR, "45567776716")
POSITION, SIDE, LAST = BOARD.position, ir.Side.FIRST, ir.Cell(5, 2)


def traced(name: str) -> Trace:
    """How a detector goes about the position."""
    return detectors.trace(POSITION, SIDE, detector=name, last=LAST)


def pictures() -> dict[str, str]:
    """Every picture of the page, by its file."""
    drawn = {
        "question": [[Panel(POSITION, lines=traced("bitboard").lines, last=LAST)]],
        "views": _views(),
        "last_move": _in_pairs(_counted(step) for step in traced("last_move").steps),
        "scan": _scan(),
        "convolution": _convolution(),
        "line_count": _in_pairs(_counted(step) for step in traced("line_count").steps),
        "bitboard": _bitboard(),
        "reads": _reads(),
    }
    return {f"detectors/{name}.svg": sheet(name, rows) for name, rows in drawn.items()}


def _mark(cell: Cell, text: object) -> Mark:
    """*text*, on the colour of the side where its disc lies."""
    return Mark(str(text), SIDE if POSITION.at(*cell) is SIDE else None)


def _counted(step: Step) -> Panel:
    marks = {cell: _mark(cell, n) for cell, n in zip(step.cells, step.counts, strict=True)}
    return Panel(POSITION, f"{step.label}: {step.value}", marks)


def _in_pairs(panels: Iterable[Panel]) -> list[list[Panel]]:
    shown = list(panels)
    return [shown[:2], shown[2:]]


def _table(panel: detectors.Panel, caption: str, lit: int = 1) -> Panel:
    """A small table of numbers as a board; the *lit* number has the side's colour."""
    rows = panel.rows
    rules = ir.Rules(len(rows[0]), len(rows), k=1, gravity=False)
    marks = {
        Cell(column, row): Mark(str(value), SIDE if value == lit else None)
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
    }
    return Panel(ir.Position(rules), caption, marks, table=True)


def _views() -> list[list[Panel]]:
    step = next(step for step in traced("views").steps if step.lines)
    area = {cell: _mark(cell, int(POSITION.at(*cell) is SIDE)) for cell in step.area}
    view, used, product = step.panels
    return [
        [
            Panel(POSITION, "the view from d1 to g4", area),
            _table(view, "view"),
            _table(used, f"× filter {step.label}"),
            _table(product, f"adds up to {step.value}"),
        ]
    ]


def _scan() -> list[list[Panel]]:
    found: dict[str, list[scan.Walk]] = {}
    for walk in scan.walks(POSITION, SIDE):
        if walk.kind != "diagonals" or walk.starts:
            found.setdefault(walk.kind, []).append(walk)
    return [
        [
            Panel(
                POSITION,
                f"{kind}: at most {max(max(walk.counts) for walk in walks)}",
                {
                    cell: _mark(cell, count)
                    for walk in walks
                    for cell, count in zip(walk.cells, walk.counts, strict=True)
                },
            )
            for kind, walks in found.items()
        ]
    ]


def _convolution() -> list[list[Panel]]:
    """Two kernels and their responses in a row."""
    slides: dict[str, list[Step]] = {}
    for step in traced("convolution").steps:
        slides.setdefault(step.values[0].value, []).append(step)
    shown = [
        _table(panel, caption, lit)
        for name, steps in slides.items()
        for panel, caption, lit in (
            (steps[0].panels[0], name, 1),
            (steps[0].panels[2], f"best response {max(step.value for step in steps)}", 4),
        )
    ]
    return [shown[:4], shown[4:]]


def _bits() -> Panel:
    rules = POSITION.rules
    numbers = {
        Cell(column, row): _mark(Cell(column, row), rules.bit(column, row).bit_length() - 1)
        for column in range(rules.width)
        for row in range(rules.height)
    }
    return Panel(POSITION, "the bit of each cell", numbers)


def _bitboard() -> list[list[Panel]]:
    discs = POSITION.rules.cells(POSITION.discs(SIDE))
    steps = [s for s in traced("bitboard").steps if s.group == str(Direction.RISING)]
    shown = [
        _bits(),
        Panel(POSITION, "the discs of x", _ones(discs)),
        *(Panel(POSITION, f"starts of {step.label}", _ones(step.cells)) for step in steps),
        Panel(POSITION, "the line", lines=traced("bitboard").lines, last=LAST),
    ]
    return [shown[:3], shown[3:]]


def _ones(cells: Iterable[Cell]) -> dict[Cell, Mark]:
    return {
        cell: Mark("1", SIDE) if cell in set(cells) else Mark("·")
        for cell in POSITION.rules.cells(POSITION.rules.board)
    }


def _reads() -> list[list[Panel]]:
    panels = []
    for name in detectors.NAMES:
        trace, counts = traced(name), reads(name)
        assert counts.total() == trace.cells_read, name
        caption = f"{name}: {trace.cells_read} reads"
        marks = {cell: _mark(cell, count) for cell, count in counts.items()}
        panels.append(Panel(POSITION, caption, marks))
    return [panels[:3], panels[3:]]


def reads(name: str) -> Counter[Cell]:
    """How often a detector reads each cell."""
    rules = POSITION.rules
    if name == "views":
        return Counter(cell for step in traced(name).steps for cell in step.area)
    if name == "convolution":
        return Counter(_under_kernels(rules))
    if name == "scan":
        walked = scan.walks(POSITION, SIDE)
        cells = [cell for walk in walked for cell in (*walk.cells, *_stop(walk))]
    elif name == "last_move":
        cells = [cell for arms in last_move.arms(POSITION, SIDE, LAST) for cell in _arms(arms)]
    elif name == "line_count":
        cells = [cell for step in traced(name).steps for cell in step.cells]
    else:
        cells = list(rules.cells(rules.board))
    return Counter(cell for cell in cells if rules.has(*cell))


def _stop(walk: scan.Walk) -> tuple[Cell, ...]:
    return () if walk.stop is None else (walk.stop,)


def _arms(arms: last_move.Arms) -> list[Cell]:
    """The cells that counted and the two that stopped the count, maybe outside."""
    columns, rows = arms.direction.columns, arms.direction.rows
    first, last = arms.line.cells[0], arms.line.cells[-1]
    stops = [
        Cell(first.column - columns, first.row - rows),
        Cell(last.column + columns, last.row + rows),
    ]
    return [*arms.back, *arms.ahead, *stops]


def _under_kernels(rules: ir.Rules) -> Iterable[Cell]:
    """Every cell for every place of every kernel that covers it."""
    k = rules.k
    for width, height in ((1, k), (k, 1), (k, k), (k, k)):
        for left in range(rules.width - width + 1):
            for low in range(rules.height - height + 1):
                yield from (Cell(left + x, low + y) for x in range(width) for y in range(height))
