import inarow as ir
from inarow.detectors import line_count


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
