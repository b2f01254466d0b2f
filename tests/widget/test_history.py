import pytest

from inarow import CONNECT_FOUR, Board, IllegalMoveError, Side
from inarow.widget.history import History


def test_it_begins_at_the_end_of_a_game() -> None:
    history = History(Board(CONNECT_FOUR, "445"))
    assert (history.place, history.at_end, history.board.moves_text()) == (3, True, "445")


def test_what_comes_after_the_place_can_be_seen_again_until_another_move_is_played() -> None:
    history = History(Board(CONNECT_FOUR, "445"))
    history.go(1)
    assert (history.board.moves_text(), history.at_end) == ("4", False)
    history.go(3)
    assert history.board.moves_text() == "445"
    history.go(-5)
    history.play(0)
    assert (history.moves, history.at_end) == ((0,), True)


def test_an_illegal_move_changes_nothing() -> None:
    history = History(Board(CONNECT_FOUR, "444444"))
    with pytest.raises(IllegalMoveError):
        history.play(3)
    assert history.place == 6


def test_whose_turn_it_was() -> None:
    history = History(Board(CONNECT_FOUR, "4"))
    assert [history.turn_at(place) for place in (0, 1, 2)] == [Side.FIRST, Side.SECOND, Side.FIRST]


def test_the_board_it_was_given_is_left_alone() -> None:
    board = Board(CONNECT_FOUR, "4")
    history = History(board)
    history.play(3)
    assert board.moves_text() == "4"
