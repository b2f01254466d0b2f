from inarow import CONNECT_FOUR, GOMOKU, Rules
from inarow.tui.pointer import Pointer


def test_it_begins_in_the_middle_and_goes_round() -> None:
    pointer = Pointer(CONNECT_FOUR)
    assert pointer.move == 3
    pointer.step(-4, 0)
    assert pointer.move == 6


def test_a_column_is_a_move_with_gravity() -> None:
    pointer = Pointer(Rules(18, 18, 4))
    assert not pointer.type("1")  # 10 to 18 begin so, too
    assert (pointer.move, pointer.typed) == (0, "1")
    assert pointer.type("8")
    assert pointer.move == 17
    pointer.put(pointer.cell)
    assert pointer.type("2")
    assert pointer.move == 1
    pointer.put(pointer.cell)
    for sign in ("0", "a", "1", "B", "1", "9"):
        assert not pointer.type(sign)
    assert (pointer.move, pointer.typed) == (0, "")
    assert Pointer(Rules(9, 9, 4)).type("1")


def test_a_cell_is_typed_in_parts_without() -> None:
    pointer = Pointer(GOMOKU)
    for sign in "c12":
        assert not pointer.type(sign)
    assert pointer.cell == (2, 11)
    pointer.type("6")  # there is no row 126
    assert pointer.cell == (2, 5)
    pointer.type("0")
    assert pointer.cell == (2, 5)
