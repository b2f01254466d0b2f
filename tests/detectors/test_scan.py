import inarow as ir
from inarow.detectors import scan


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
        "column a",
        "column b",
        "from a2 down to the right",
        "from a2 down to the left",
    ]
