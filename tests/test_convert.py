import pytest
from hypothesis import given

import inarow as ir
from inarow import convert
from strategies import boards, rules


@given(boards())
def test_kaggle_lists_survive_the_round_trip(board: ir.Board) -> None:
    cells = convert.to_kaggle(board.position)
    assert convert.from_kaggle(cells, board.rules) == board.position
    assert convert.from_kaggle(cells, board.rules, mark=int(board.turn)) == board.position


@given(boards())
def test_openspiel_text_survives_the_round_trip(board: ir.Board) -> None:
    text = convert.to_openspiel(board.position)
    assert convert.from_openspiel(text, board.rules) == board.position


@given(rules())
def test_openspiel_actions_survive_the_round_trip(rules: ir.Rules) -> None:
    for move in range(rules.move_count):
        action = convert.to_openspiel_action(move, rules)
        assert convert.from_openspiel_action(action, rules) == move


def test_the_mark_says_whose_turn_it_is() -> None:
    cells = [0] * 41 + [1]
    assert convert.from_kaggle(cells, ir.CONNECT_FOUR).turn is ir.Side.SECOND
    assert convert.from_kaggle(cells, ir.CONNECT_FOUR, mark=1).turn is ir.Side.FIRST


def test_kaggle_begins_with_the_top_row() -> None:
    cells = convert.to_kaggle(ir.Board(ir.CONNECT_FOUR, "1").position)
    assert cells[-7:] == [1, 0, 0, 0, 0, 0, 0]
    assert all(isinstance(cell, int) for cell in cells)


def test_openspiel_states_look_like_theirs() -> None:
    assert convert.to_openspiel(ir.Board(ir.CONNECT_FOUR, "44").position) == (
        ".......\n.......\n.......\n.......\n...o...\n...x...\n"
    )
    assert convert.to_openspiel(ir.Board(ir.TIC_TAC_TOE, "a3 c1").position) == "x..\n...\n..o"
    assert convert.to_openspiel_action(ir.TIC_TAC_TOE.move_at(0, 2), ir.TIC_TAC_TOE) == 0


def test_bad_input_is_refused_with_one_sentence() -> None:
    four = ir.CONNECT_FOUR
    with pytest.raises(ir.PositionError, match="expected 42 cells for 7x6x4, got 3"):
        convert.from_kaggle([0, 1, 2], four)
    with pytest.raises(ir.PositionError, match="expected 0, 1 or 2 in every cell, got 3 in a1"):
        convert.from_kaggle([3] * 42, four)
    with pytest.raises(ir.PositionError, match="expected mark 1 or 2, got 0"):
        convert.from_kaggle([0] * 42, four, mark=0)
    with pytest.raises(ir.NotationError, match="expected 6 rows of 7 characters, got 'x'"):
        convert.from_openspiel("x", four)
    with pytest.raises(ir.NotationError, match=r"expected '.', 'x' and 'o', got 'X'"):
        convert.from_openspiel("X..\n...\n...", ir.TIC_TAC_TOE)
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 6, got 7"):
        convert.to_openspiel_action(7, four)
