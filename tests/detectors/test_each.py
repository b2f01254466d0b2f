"""Each of the detectors: what is special about its road to the lines."""

from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from

import inarow as ir
from inarow.detectors import bitboard, convolution, last_move, line_count, scan, views
from support.strategies import positions

# -- views ----------------------------------------------------------------------------------------


def test_filters_are_shared_and_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        views.filters(4)[0].matrix[0, 0] = 7


@pytest.mark.parametrize("k", [1, 2, 5])
def test_every_filter_has_k_ones_from_its_start(k: int) -> None:
    for used in views.filters(k):
        ones = {(column, -row) for row, column in zip(*used.matrix.nonzero(), strict=True)}
        column, row = used.start
        assert ones == set(used.direction.walk((column, -row), k))  # rows go down in a matrix


def test_one_line_is_seen_in_several_views_and_found_once() -> None:
    position = ir.Position.parse("5x5x3 5/5/5/5/xxx2 o")
    trace = views.trace(position, ir.Side.FIRST)
    assert trace.tabular
    assert len(trace.lines) == 1
    padded = ir.Position.parse("2x4x3 2/x1/x1/x1 o")
    assert all(
        padded.rules.has(*c) for s in views.trace(padded, ir.Side.FIRST).steps for c in s.cells
    )


# -- last_move ------------------------------------------------------------------------------------


def test_arms_are_nearest_first_and_the_line_left_to_right() -> None:
    position = ir.Position.from_array([[1, 1, 1, 1, 0]])
    pair = next(last_move.arms(position, ir.Side.FIRST, ir.Cell(2, 0)))
    assert pair.back == ((1, 0), (0, 0))
    assert pair.ahead == ((3, 0),)
    assert pair.total == 3
    assert pair.line.cells == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_cells_beyond_the_edge_are_not_read() -> None:
    # one disc in a corner of 2x2 with k = 1: right, up and up-right are on the board
    position = ir.Position.from_array([[1, 0], [0, 0]], k=1)
    assert last_move.trace(position, ir.Side.FIRST, ir.Cell(0, 0)).cells_read == 3


def test_without_a_last_disc_each_is_taken_in_turn() -> None:
    position = ir.Position.from_array([[1, 1, 1, 1, 1, 2, 2, 2]])
    trace = last_move.trace(position, ir.Side.FIRST)
    assert len(trace.steps) == 5 * 4
    assert len(trace.lines) == 1


# -- scan -----------------------------------------------------------------------------------------


def test_both_ways_down_from_a_disc() -> None:
    discs = frozenset({ir.Cell(1, 2), ir.Cell(2, 1), ir.Cell(3, 0), ir.Cell(0, 1)})
    right = scan.check_diagonal(discs, ir.Cell(1, 2), 1, 3)
    assert (right.direction, right.starts) == (ir.Direction.FALLING, ((1, 2),))
    left = scan.check_diagonal(discs, ir.Cell(1, 2), -1, 2)
    assert (left.direction, left.starts) == (ir.Direction.RISING, ((0, 1),))


def test_what_stopped_a_diagonal_is_read_if_it_is_on_the_board() -> None:
    position = ir.Position.from_array([[0, 0], [1, 0]], k=2)
    # 2 rows and 2 columns of 2 cells, the disc twice, and b1, which stops it; the left is outside
    assert scan.trace(position, ir.Side.FIRST).cells_read == 8 + 2 + 1


def test_walks_have_names() -> None:
    position = ir.Position.from_array([[0, 0], [1, 0]], k=2)
    labels = [step.label for step in scan.trace(position, ir.Side.FIRST).steps]
    assert labels == [
        "row 2",
        "row 1",
        "column 1",
        "column 2",
        "from column 1, row 2 down to the right",
        "from column 1, row 2 down to the left",
    ]


# -- convolution ----------------------------------------------------------------------------------


def test_kernels_are_shared_and_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        convolution.kernels(3)[ir.Direction.RISING][0, 0] = 7
    with pytest.raises(TypeError):
        convolution.kernels(3)[ir.Direction.RISING] = np.ones((1, 1))  # type: ignore[index]


def test_a_kernel_that_fits_nowhere_is_laid_nowhere() -> None:
    position = ir.Position.from_array([[1, 1, 1]], k=3)
    (step,) = convolution.trace(position, ir.Side.FIRST).steps
    assert step.text == "kernel horizontal on columns 1 to 3 of row 1: sum 3"
    one = np.ones((1, 3), dtype=np.int64)
    assert convolution.convolve(one, one.T).size == 0


def test_a_kernel_slides_to_every_place_in_reading_order() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "45567776716").position
    steps = convolution.trace(position, ir.Side.FIRST).steps
    slides = {name: list(group) for name, group in groupby(steps, key=lambda step: step.group)}
    assert [len(group) for group in slides.values()] == [21, 24, 12, 12]
    for group in slides.values():
        response = group[0].panels[2]
        seen = [step.panels[2].here or (-1, -1) for step in group]
        assert seen[0] == (0, len(response.rows) - 1)
        assert seen[-1] == (len(response.rows[0]) - 1, 0)
        for number, (step, (column, row)) in enumerate(zip(group, seen, strict=True)):
            assert step.value == response.rows[row][column]
            known = [step.panels[2].known(*place) for place in seen]
            assert known == [True] * (number + 1) + [False] * (len(seen) - number - 1)


@given(positions(), sampled_from(list(ir.Side)))
def test_one_place_after_the_other_gives_what_one_call_gives(
    position: ir.Position, side: ir.Side
) -> None:
    k = position.rules.k
    seen = views.views(position, side)
    one_by_one = [each.total for each in views.laid(seen, k)]
    assert one_by_one == np.moveaxis(views.sums(seen, k), 0, -1).ravel().tolist()
    board = (position.array() == side).astype(np.int64)[::-1]
    for _, kernel, response in convolution.responses(position, side):
        totals = [place.total for place in convolution.slid(board, kernel, k)]
        assert totals == response.ravel().tolist()


def test_a_falling_line_starts_at_the_top_left() -> None:
    position = ir.Position.parse("3x3x3/free x2/1x1/2x o")
    (line,) = convolution.find(position, ir.Side.FIRST)
    assert line.cells == ((0, 2), (1, 1), (2, 0))


# -- line_count -----------------------------------------------------------------------------------


def test_lines_run_from_edge_to_edge() -> None:
    rules = ir.Rules(4, 3, 3)
    through = line_count.line_through(ir.Cell(1, 1), ir.Direction.FALLING, rules)
    assert through == ((0, 2), (1, 1), (2, 0))
    assert len(line_count.line_through(ir.Cell(3, 0), ir.Direction.HORIZONTAL, rules)) == 4


def test_a_run_elsewhere_on_the_line_is_counted_but_not_found() -> None:
    position = ir.Position.from_array([[1, 1, 1, 2, 1]], k=3)
    trace = line_count.trace(position, ir.Side.FIRST, ir.Cell(4, 0))
    assert trace.steps[0].counts == (1, 2, 3, 0, 1)
    assert trace.lines == ()
    assert len(line_count.find(position, ir.Side.FIRST, ir.Cell(1, 0))) == 1


def test_a_run_longer_than_k_is_one_line() -> None:
    position = ir.Position.from_array([[0, 1, 1, 1, 1, 1, 0]], k=3)
    for column in range(1, 6):
        (line,) = line_count.find(position, ir.Side.FIRST, ir.Cell(column, 0))
        assert len(line) == 5


# -- bitboard -------------------------------------------------------------------------------------


def test_every_shift_leaves_longer_runs_and_fewer_starts() -> None:
    position = ir.Position.from_array([[1, 1, 1, 1, 0]])
    steps = [s for s in bitboard.trace(position, ir.Side.FIRST).steps if s.group == "horizontal"]
    assert [len(step.cells) for step in steps] == [3, 2, 1]
    assert [step.value for step in steps] == [2, 3, 4]
    assert [len(step.lines) for step in steps] == [0, 0, 1]
    shifted = steps[0].panels[1]
    assert shifted.rows == ((1, 1, 1, 0, 0), (0, 0, 0, 0, 0))  # one cell to the left
    assert shifted.spare == 1  # the upper row is not on the board


def test_it_gives_up_a_direction_when_nothing_is_left() -> None:
    trace = bitboard.trace(ir.Board(ir.CONNECT_FOUR, "4").position, ir.Side.FIRST)
    assert [step.group for step in trace.steps] == [str(direction) for direction in ir.Direction]
    assert all(step.value == 1 for step in trace.steps)


def test_one_in_a_row_needs_no_shift() -> None:
    trace = bitboard.trace(ir.Board(ir.Rules(2, 2, 1), "1").position, ir.Side.FIRST)
    assert [len(step.lines) for step in trace.steps] == [1, 1, 1, 1]
