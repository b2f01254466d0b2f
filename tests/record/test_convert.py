from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from inarow import convert
from support.strategies import boards, rules


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
    with pytest.raises(
        ir.PositionError, match="expected 0, 1 or 2 in every cell, got 3 in column 1, row 1"
    ):
        convert.from_kaggle([3] * 42, four)
    with pytest.raises(ir.PositionError, match="expected mark 1 or 2, got 0"):
        convert.from_kaggle([0] * 42, four, mark=0)
    with pytest.raises(ir.NotationError, match="expected 6 rows of 7 characters, got 'x'"):
        convert.from_openspiel("x", four)
    with pytest.raises(ir.NotationError, match=r"expected '.', 'x' and 'o', got 'X'"):
        convert.from_openspiel("X..\n...\n...", ir.TIC_TAC_TOE)
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 6, got 7"):
        convert.to_openspiel_action(7, four)


ARRAYS: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (convert.to_pettingzoo, convert.from_pettingzoo),
    (convert.to_pgx, convert.from_pgx),
    (convert.to_openspiel_tensor, convert.from_openspiel_tensor),
    (convert.to_signed, convert.from_signed),
]


@given(boards())
def test_arrays_survive_the_round_trip(board: ir.Board) -> None:
    for there, back in ARRAYS:
        assert back(there(board.position), board.rules) == board.position


@given(rules())
def test_pettingzoo_actions_survive_the_round_trip(rules: ir.Rules) -> None:
    for move in range(rules.move_count):
        action = convert.to_pettingzoo_action(move, rules)
        assert convert.from_pettingzoo_action(action, rules) == move


def test_arrays_look_like_theirs() -> None:
    four, three = (
        ir.Board(ir.CONNECT_FOUR, "445").position,
        ir.Board(ir.TIC_TAC_TOE, "a3 a2").position,
    )
    for array in (convert.to_pettingzoo(four), convert.to_pgx(four)):
        assert array.shape == (6, 7, 2)
        assert np.argwhere(array).tolist() == [[4, 3, 0], [5, 3, 1], [5, 4, 1]]
    assert np.argwhere(convert.to_pettingzoo(three)).tolist() == [[0, 0, 0], [0, 1, 1]]
    assert np.argwhere(convert.to_pgx(three)).tolist() == [[0, 0, 0], [1, 0, 1]]
    first = convert.to_pettingzoo(four, ir.Side.FIRST)
    assert np.argwhere(first).tolist() == [[4, 3, 1], [5, 3, 0], [5, 4, 0]]
    assert convert.to_signed(four)[4:, 3].tolist() == [-1, 1]
    assert convert.to_signed(four, ir.Side.SECOND)[4:, 3].tolist() == [1, -1]
    assert convert.to_pettingzoo_action(ir.TIC_TAC_TOE.move_at(2, 2), ir.TIC_TAC_TOE) == 6


@pytest.mark.parametrize(
    ("read", "array", "sentence"),
    [
        (convert.from_pgx, np.zeros((7, 6, 2)), r"expected an array of shape \(6, 7, 2\), got"),
        (convert.from_pgx, np.full((6, 7, 2), 2), "expected an array of zeros and ones, got other"),
        (convert.from_pgx, np.ones((6, 7, 2)), "expected one disc in a cell, got two"),
        (convert.from_pettingzoo, "no", r"expected an array of shape \(6, 7, 2\), got \(\)"),
        (convert.from_signed, np.zeros(42), r"expected an array of shape \(6, 7\) for 7x6x4, got"),
        (convert.from_signed, np.full((6, 7), 0.5), "expected an array of whole numbers, got"),
        (convert.from_openspiel_tensor, np.zeros(126), "expected every cell in one of the three"),
        (
            convert.from_openspiel_tensor,
            np.zeros(9),
            r"expected an array of shape \(3, 6, 7\), got",
        ),
    ],
)
def test_arrays_that_cannot_be_are_refused(
    read: Callable[..., Any], array: Any, sentence: str
) -> None:
    with pytest.raises(ir.PositionError, match=sentence):
        read(array, ir.CONNECT_FOUR)
