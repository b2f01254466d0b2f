import inarow as ir
from inarow.detectors import bitboard


def test_every_shift_leaves_longer_runs_and_fewer_starts() -> None:
    position = ir.Position.from_array([[1, 1, 1, 1, 0]])
    steps = [s for s in bitboard.trace(position, ir.Side.FIRST).steps if s.group == "horizontal"]
    assert [len(step.cells) for step in steps] == [3, 2, 1]
    assert [step.value for step in steps] == [2, 3, 4]
    assert [len(step.lines) for step in steps] == [0, 0, 1]
    assert steps[0].panels[1].rows == ((1, 1, 1, 0, 0),)  # shifted one cell to the left


def test_it_gives_up_a_direction_when_nothing_is_left() -> None:
    trace = bitboard.trace(ir.Board(ir.CONNECT_FOUR, "4").position, ir.Side.FIRST)
    assert [step.group for step in trace.steps] == [str(direction) for direction in ir.Direction]
    assert all(step.value == 1 for step in trace.steps)


def test_one_in_a_row_needs_no_shift() -> None:
    trace = bitboard.trace(ir.Board(ir.Rules(2, 2, 1), "1").position, ir.Side.FIRST)
    assert [len(step.lines) for step in trace.steps] == [1, 1, 1, 1]
