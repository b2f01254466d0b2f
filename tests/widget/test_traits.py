import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, NotationError, Position, Side
from inarow.widget.traits import as_board
from support.widgets import shown


def test_boards_are_made_of_what_they_begin_with() -> None:
    position = Board(CONNECT_FOUR, "44").position
    assert as_board(position) == Board(position)
    assert as_board(position.text()) == Board(position)
    assert as_board(" 3x3x3/free ") == as_board(TIC_TAC_TOE) == Board(TIC_TAC_TOE)


def test_a_board_is_copied() -> None:
    board = Board(CONNECT_FOUR)
    as_board(board).play(3)
    assert board == Board(CONNECT_FOUR)


def test_text_that_is_neither_is_refused() -> None:
    with pytest.raises(NotationError):
        as_board("7x6x4 77/7 x")


def test_a_side_may_be_its_sign() -> None:
    with shown(Position(CONNECT_FOUR), side="o") as widget:
        assert widget.side is Side.SECOND
        with pytest.raises(NotationError, match="expected x or o"):
            widget.side = "y"
