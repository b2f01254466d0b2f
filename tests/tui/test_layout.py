import pytest
from textual.geometry import Size

from inarow import Rules
from inarow.board.rules import Cell
from inarow.tui.layout import Frame


@pytest.mark.parametrize(
    ("rules", "room", "size"),
    [
        ("7x6x4", (50, 22), 6),
        ("7x6x4", (90, 38), 12),
        ("7x6x4", (80, 38), 10),
        ("18x18x4", (50, 22), 2),
        ("18x18x4", (90, 38), 4),
        ("15x15x5/free", (50, 22), 2),
        ("3x3x3/free", (50, 22), 12),
        ("1x1x1", (50, 22), 12),
    ],
)
def test_a_board_is_as_large_as_there_is_room(rules: str, room: tuple[int, int], size: int) -> None:
    frame = Frame(Rules.parse(rules), Size(*room))
    assert frame.size == size
    assert frame.width <= room[0]
    assert frame.height <= room[1]


@pytest.mark.parametrize("rules", ["7x6x4", "18x18x4", "3x3x3/free", "35x35x5"])
def test_every_cell_is_found_where_it_is_drawn(rules: str) -> None:
    parsed = Rules.parse(rules)
    frame = Frame(parsed, Size(80, 22))
    for column in range(parsed.width):
        for row in range(frame.rows):
            region = frame.region(Cell(column, row), 0)
            assert frame.cell_at(region.x, region.y, 0) == (column, row)


def test_above_and_below_a_column_counts_with_gravity_only() -> None:
    assert Frame(Rules(7, 6, 4), Size(50, 22)).cell_at(8, 0, 0) == (1, 5)
    free = Frame(Rules(3, 3, 3, gravity=False), Size(50, 22))
    assert free.cell_at(8, free.height - 1, 0) is None
    assert Frame(Rules(7, 6, 4), Size(50, 22)).cell_at(0, 5, 0) is None
