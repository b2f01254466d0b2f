"""Document 004: the lines through the last move. Cells are (row, column) from 1, row 1 on top."""

import pytest

import inarow as ir
from inarow import detectors
from inarow.board.lines import Direction
from inarow.detectors import line_count

RULES = ir.CONNECT_FOUR


def lines_of(direction: Direction) -> set[tuple[tuple[int, int], ...]]:
    """Every line in one direction, as the document numbers cells."""
    return {
        tuple(
            line_count.numbered(cell, RULES)
            for cell in line_count.line_through(disc, direction, RULES)
        )
        for disc in RULES.cells(RULES.board)
    }


def test_cells_are_numbered_from_the_top_left() -> None:
    assert line_count.numbered(ir.Cell(0, 5), RULES) == (1, 1)
    assert line_count.numbered(ir.Cell(6, 5), RULES) == (1, 7)
    assert line_count.numbered(ir.Cell(0, 0), RULES) == (6, 1)


def test_a_row_is_iterated_through_by_its_columns() -> None:
    rows = lines_of(Direction.HORIZONTAL)
    assert rows == {tuple((row, column) for column in range(1, 8)) for row in range(1, 7)}


def test_a_column_is_iterated_through_by_its_rows() -> None:
    assert lines_of(Direction.VERTICAL) == {
        tuple((row, column) for row in range(1, 7)) for column in range(1, 8)
    }


def test_falling_diagonals_start_and_end_at_the_named_edges() -> None:
    diagonals = lines_of(Direction.FALLING)
    assert len(diagonals) == 12
    for line in diagonals:
        (first_row, first_column), (last_row, last_column) = line[0], line[-1]
        assert first_row == 1 or first_column == 1
        assert last_row == 6 or last_column == 7


def test_rising_diagonals_start_and_end_at_the_named_edges() -> None:
    diagonals = lines_of(Direction.RISING)
    assert len(diagonals) == 12
    for line in diagonals:
        (first_row, first_column), (last_row, last_column) = line[0], line[-1]
        assert first_row == 6 or first_column == 1
        assert last_row == 1 or last_column == 7


def test_diagonals_that_cannot_hold_four_are_skipped() -> None:
    # c1 lies on a diagonal \ of three cells, a3 b2 c1, and on a diagonal / of five
    position = ir.Position(RULES, RULES.bit(2, 0), 0, ir.Side.SECOND)
    counted = list(line_count.counted_lines(position, ir.Side.FIRST, ir.Cell(2, 0)))
    assert [each.direction for each in counted] == [
        Direction.HORIZONTAL,
        Direction.VERTICAL,
        Direction.RISING,
    ]
    skipped = [line for line in lines_of(Direction.FALLING) if len(line) < 4]
    assert len(skipped) == 6


def test_only_the_lines_through_the_move_are_considered() -> None:
    # x has four in row 3, but the move is in row 1
    position = ir.Position.parse("7x6x4 7/7/7/xxxx3/7/6x o")
    assert detectors.find(position, ir.Side.FIRST, detector="line_count", last=(6, 0)) == ()
    assert len(detectors.find(position, ir.Side.FIRST, detector="line_count", last=(0, 2))) == 1
    trace = detectors.trace(position, ir.Side.FIRST, detector="line_count", last=(6, 0))
    assert all(ir.Cell(6, 0) in step.cells for step in trace.steps)


@pytest.mark.parametrize(
    ("player", "row", "counts"),
    [
        ("O", "OOOXOOO", (1, 2, 3, 0, 1, 2, 3)),
        ("X", ".XOXXXX", (0, 1, 0, 1, 2, 3, 4)),
        ("O", ".O...X.", (0, 1, 0, 0, 0, 0, 0)),
    ],
)
def test_the_counting_iteration(player: str, row: str, counts: tuple[int, ...]) -> None:
    assert line_count.count_along(cell == player for cell in row) == counts
    # and the same through a whole position, by the trace
    side = {"X": ir.Side.FIRST, "O": ir.Side.SECOND}[player]
    marks = [[".XO".index(cell) for cell in row]]
    position = ir.Position.from_array(marks, gravity=False)
    last = (row.rindex(player), 0)
    (step,) = detectors.trace(position, side, detector="line_count", last=last).steps
    assert step.counts == counts
    assert bool(step.lines) == (4 in counts)
