import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, Position
from inarow.board.view import drawn


def test_a_board_with_gravity() -> None:
    view = drawn(Board(CONNECT_FOUR, "44"))
    assert view["rules"] == "7x6x4"
    assert view["discs"] == {"d1": "x", "d2": "o"}
    assert (view["last"], view["by"], view["turn"], view["ply"]) == ("d2", "o", "x", 2)
    assert view["legal"] == list(range(7))
    assert view["start"] is None


def test_a_board_without_gravity_has_cells_for_moves() -> None:
    view = drawn(Board(TIC_TAC_TOE, "b2 a1"))
    assert view["discs"] == {"b2": "x", "a1": "o"}
    assert view["legal"] == [1, 2, 3, 5, 6, 7, 8]


def test_threats_of_both_and_none_when_it_is_over() -> None:
    assert drawn(Board(CONNECT_FOUR, "112233"))["threats"] == {"x": ["d1"], "o": ["d2"]}
    won = drawn(Board(CONNECT_FOUR, "1122334"))
    assert won["threats"] == {"x": [], "o": []}
    assert won["lines"] == [["a1", "b1", "c1", "d1"]]
    assert (won["turn"], won["legal"]) == (None, [])


@pytest.mark.parametrize("text", ["5x3x3 5/5/2x2 o", "5x3x3 5/x4/5 o"])
def test_a_set_up_start(text: str) -> None:
    position = Position.parse(text)
    view = drawn(Board(position))
    assert view["start"] == position.text()
    assert (view["legal"] == []) is not position.is_playable
