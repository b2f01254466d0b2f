from hypothesis import given

import inarow as ir
from inarow.board.lines import Direction, find_lines, has_line, playable, threats
from support.strategies import positions


def slow_runs(discs: set[ir.Cell], rules: ir.Rules) -> set[tuple[str, tuple[ir.Cell, ...]]]:
    """Cell by cell, what a line is: a longest run of at least k."""
    found = set()
    for direction in Direction:
        for cell in discs:
            column, row = cell
            if (column - direction.columns, row - direction.rows) in discs:
                continue
            run = []
            while (column, row) in discs:
                run.append(ir.Cell(column, row))
                column, row = column + direction.columns, row + direction.rows
            if len(run) >= rules.k:
                found.add((direction.name, tuple(run)))
    return found


@given(positions())
def test_lines_equal_a_cell_by_cell_search(position: ir.Position) -> None:
    rules = position.rules
    for side in ir.Side:
        discs = position.discs(side)
        lines = find_lines(discs, rules)
        expected = slow_runs(set(rules.cells(discs)), rules)
        assert {(line.direction.name, line.cells) for line in lines} == expected
        assert len(lines) == len(expected)
        assert has_line(discs, rules) == bool(lines)


@given(positions())
def test_a_threat_is_an_empty_cell_that_completes_a_line(position: ir.Position) -> None:
    rules = position.rules
    for side in ir.Side:
        discs = position.discs(side)
        found = threats(discs, position.occupied, rules)
        assert not found & position.occupied
        if rules.cell_count > 100:
            continue
        for cell in rules.cells(rules.board & ~position.occupied):
            bit = rules.bit(*cell)
            through = [line for line in find_lines(discs | bit, rules) if cell in line.cells]
            assert bool(found & bit) == bool(through)


def test_a_line_longer_than_k_is_one_line() -> None:
    rules = ir.Rules(7, 1, 3)
    (line,) = find_lines(rules.bits((column, 0) for column in range(1, 6)), rules)
    assert line == ir.Line(Direction.HORIZONTAL.walk((1, 0), 5), Direction.HORIZONTAL)
    assert len(line) == 5


def test_lines_do_not_run_round_the_edge() -> None:
    rules = ir.Rules(3, 3, 3)
    # The top of one column and the bottom of the next are neighbours in number only.
    assert not has_line(rules.bits([(0, 1), (0, 2), (1, 0)]), rules)
    assert not has_line(rules.bits([(0, 2), (1, 0), (2, 1)]), rules)


def test_directions_say_what_the_documents_say() -> None:
    assert [str(direction) for direction in Direction] == [
        "horizontal",
        "vertical",
        "diagonal /",
        "diagonal \\",
    ]


@given(positions())
def test_playable_cells_are_those_of_the_legal_moves(position: ir.Position) -> None:
    occupied, rules = position.occupied, position.rules
    if position.is_playable:
        cells = (position.cell_of(move) for move in range(rules.move_count))
        assert rules.cells(playable(occupied, rules)) == tuple(
            sorted(cell for cell in cells if cell is not None)
        )
