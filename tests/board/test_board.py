import pytest
from hypothesis import given

import inarow as ir
from support.strategies import boards


@given(boards())
def test_undo_all_the_way_leads_back_to_the_start(board: ir.Board) -> None:
    moves, history = board.moves, board.history
    for index in reversed(range(len(moves))):
        assert board.position == history[index]
        assert board.undo() == moves[index]
    assert board.undo() is None
    assert board == ir.Board(board.rules)
    for move in moves:
        board.play(move)
    assert board.history == history


@given(boards())
def test_repr_round_trips(board: ir.Board) -> None:
    assert eval(repr(board), vars(ir)) == board


def test_a_board_can_begin_with_a_set_up_position() -> None:
    start = ir.Position.parse("3x3x3/free xx1/oo1/3 x")
    board = ir.Board(start)
    assert eval(repr(board), vars(ir)) == board
    assert board.undo() is None
    board.play(8)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is ir.Side.FIRST
    board.clear()
    assert board == ir.Board(ir.TIC_TAC_TOE)


def test_an_illegal_move_changes_nothing() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "444444")
    with pytest.raises(ir.IllegalMoveError):
        board.play(3)
    assert not board.try_play(3)
    assert not board.try_play(7)
    assert not board.try_play(-1)
    assert board.moves_text() == "444444"
    assert board.try_play(2)
    assert board.moves_text() == "4444443"


def test_it_knows_the_last_disc_and_the_order_of_play() -> None:
    board = ir.Board(ir.CONNECT_FOUR)
    assert board.last is None
    for move in (3, 3, 4):
        board.play(move)
    assert board.last == (4, 0)
    assert board.cells(ir.Side.FIRST) == ((3, 0), (4, 0))
    assert board.cells(ir.Side.SECOND) == ((3, 1),)


def test_a_copy_goes_its_own_way() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "44")
    other = board.copy()
    other.play(0)
    assert board.moves_text() == "44"
    start = ir.Position.parse("3x3x3/free xo1/3/3 x")
    assert ir.Board(start, "b2").copy() == ir.Board(start, "b2")
    assert board != other
    assert (board == "44") is False


def test_moves_that_cannot_be_played_are_refused_at_once() -> None:
    with pytest.raises(ir.IllegalMoveError, match="column 1 is full, in move 2"):
        ir.Board(ir.Rules(2, 1, 2), "11")
    with pytest.raises(ir.NotationError, match="got '9' at character 2"):
        ir.Board(ir.CONNECT_FOUR, "19")


def test_it_draws_itself() -> None:
    board = ir.Board(ir.Rules(4, 1, 2), "12")
    assert str(board) == "x o . .\n1 2 3 4"
    assert board._repr_svg_().startswith("<svg ")
