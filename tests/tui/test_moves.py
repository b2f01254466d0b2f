from inarow import Record
from inarow.record.tree import MoveTree
from inarow.tui.moves import move_rows

TEXT = '[Rules "7x6x4"]\n1. 4 4 2. 4 (2. 3 3 (2... 5 5) 3. 2) (2. 1) 2... 1 3. 4 *'


def text(tree: MoveTree, width: int = 30) -> list[str]:
    rows, _ = move_rows(tree, width)
    return ["".join(piece.text for piece in row).rstrip() for row in rows]


def test_the_game_is_in_two_columns_and_variations_below() -> None:
    assert text(MoveTree(Record.parse(TEXT))) == [
        "   start",
        "  1  4     4",
        "  2  4",
        "    2. 3 3 3. 2",
        "     2... 5 3. 5",
        "    2. 1",
        "  2  ..     1",
        "  3  4",
    ]


def test_the_row_of_the_place_is_followed() -> None:
    tree = MoveTree(Record.parse(TEXT))
    assert move_rows(tree, 30)[1] == 0
    tree.go(tree.end())
    assert move_rows(tree, 30)[1] == 7
    assert text(MoveTree(Record())) == ["   start", "    no moves yet"]


def test_long_variations_are_wrapped() -> None:
    record = Record.parse('[Rules "7x6x4"]\n1. 4 (1. 1 2 3 4 5 6 7 1 2 3 4 5) *')
    assert all(len(row) <= 20 for row in text(MoveTree(record), 20))
