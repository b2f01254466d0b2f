import inarow as ir
from inarow.detectors import last_move


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
