"""Who fills the columns: the positions of the page about zugzwang."""

from __future__ import annotations

import inarow as ir
from drawings.sheet import Panel, sheet
from inarow import Cell, Certificate, Mark, Side, zugzwang

ODD, EVEN = "5525133355143", "762264765425"
"""x wins by a threat on an odd row, with o to move; o by threats on even rows, with x to move."""

COLUMN = "6x6x4 6/6/o1x2o/x1o2x/ooxoox/oxxoxx x"
"""o wins on row 4 of column 4, as soon as x has to play below."""


def pictures() -> dict[str, str]:
    """Every picture of the page, by its file."""
    drawn = {
        "rows": [[_rows()]],
        "follow-up": [_follow_up()],
        "last-column": [_last_column()],
        "odd": [[_plan(ir.Board(ir.CONNECT_FOUR, ODD).position)]],
        "even": [[_plan(ir.Board(ir.CONNECT_FOUR, EVEN).position)]],
    }
    return {f"zugzwang/{name}.svg": sheet(name, rows) for name, rows in drawn.items()}


def _rows() -> Panel:
    """Whose the cells are when o always answers right above."""
    marks = {
        Cell(column, row): Mark("+" if row % 2 else "-", Side.SECOND if row % 2 else Side.FIRST)
        for column in range(7)
        for row in range(6)
    }
    return Panel(ir.Position(ir.CONNECT_FOUR), marks=marks)


def _follow_up() -> list[Panel]:
    """Three moves of x, each with its answer."""
    board = ir.Board(ir.CONNECT_FOUR)
    panels = []
    for column in (3, 1, 3):
        board.play(column)
        board.play(column)
        panels.append(Panel(board.position, f"x plays {column + 1}, o too", last=board.last))
    return panels


def _last_column() -> list[Panel]:
    """The plan, what is left when all else is full, and the end."""
    position = ir.Position.parse(COLUMN)
    plan = _plan(position)
    full = filled(position)
    ended = full.play(3).play(3)
    outcome = ended.outcome()
    assert outcome is not None
    return [
        Panel(plan.board, "whose the cells will be", plan.marks),
        Panel(full, "all else is full, x to move", {Cell(3, 3): Mark("*", Side.SECOND)}),
        Panel(ended, "x had to play d3", lines=outcome.lines, last=Cell(3, 3)),
    ]


def filled(position: ir.Position) -> ir.Position:
    """Where the plan leads when x fills the columns from the left and o answers above."""
    plan = zugzwang.find(position)
    assert plan is not None
    waiting = {cell.column for cell in plan.waiting}
    while free := [move for move in position.legal_moves() if move not in waiting]:
        cell = position.cell_of(free[0])
        assert cell is not None
        position = position.play(free[0])
        position = position.play(plan.answer(position, cell))
    return position


def _plan(position: ir.Position) -> Panel:
    plan = zugzwang.find(position)
    assert plan is not None
    return Panel(position, marks=Certificate(position, plan).marks())
