from typing import Any

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from support.strategies import boards, positions


@given(positions())
def test_arrays_survive_the_round_trip(position: ir.Position) -> None:
    rules = position.rules
    array = position.array()
    assert array.shape == (rules.height, rules.width)
    assert array.dtype == np.int8
    again = ir.Position.from_array(array, k=rules.k, gravity=rules.gravity, turn=position.turn)
    assert again == position


def test_row_0_is_the_bottom() -> None:
    array = ir.Board(ir.CONNECT_FOUR, "12").position.array()
    assert array[0].tolist() == [1, 2, 0, 0, 0, 0, 0]


def test_a_move_without_gravity_is_an_index_into_the_flat_array() -> None:
    board = ir.Board(ir.TIC_TAC_TOE, "c2")
    assert board.position.array().ravel()[board.moves[0]] == 1


def test_other_values_and_orders_can_be_read() -> None:
    grid = [[-1, 0], [0, 1]]
    position = ir.Position.from_array(grid, k=2, second=-1, top_down=True)
    assert position.text() == "2x2x2 o1/1x x"


def test_the_turn_follows_from_the_counts() -> None:
    assert ir.Position.from_array([[1, 0, 0, 0]]).turn is ir.Side.SECOND
    assert ir.Position.from_array([[1, 2, 0, 0]]).turn is ir.Side.FIRST
    assert ir.Position.from_array([[1, 2, 0, 0]], turn=ir.Side.SECOND).turn is ir.Side.SECOND


@pytest.mark.parametrize(
    ("array", "message"),
    [
        ([1, 2, 0], r"expected an array of shape \(height, width\), got \(3,\)"),
        (
            np.zeros((2, 2, 2), int),
            r"expected an array of shape \(height, width\), got \(2, 2, 2\)",
        ),
        (np.zeros((0, 4), int), r"expected an array of shape \(height, width\), got \(0, 4\)"),
        ([[0, 1], [0]], "expected rows of equal length"),
        ([[0.0, 1.0]], "expected an array of whole numbers, got float64"),
        ([[True, False]], "expected an array of whole numbers, got bool"),
        ([["x", "o"]], "expected an array of whole numbers, got <U1"),
        ([[None, 1]], "expected an array of whole numbers, got object"),
        ([[0, 3]], "expected 0, 1 or 2 in every cell, got 3 in column 2, row 1"),
        ([[0, -1]], "expected 0, 1 or 2 in every cell, got -1 in column 2, row 1"),
        (np.zeros((36, 4), int), "expected height from 1 to 35, got 36"),
        (np.zeros((4, 36), int), "expected width from 1 to 35, got 36"),
        (5, r"expected an array of shape \(height, width\), got \(\)"),
    ],
)
def test_bad_arrays_are_refused_with_one_sentence(array: Any, message: str) -> None:
    with pytest.raises(ir.InarowError, match=message):
        ir.Position.from_array(array)


def test_the_three_values_must_differ() -> None:
    with pytest.raises(
        ir.PositionError, match=r"three different values for the cells, got \(0, 1, 1\)"
    ):
        ir.Position.from_array([[0]], second=1)


def names(text: str) -> list[str]:
    return [problem.name for problem in ir.Position.parse(text).problems()]


@given(boards())
def test_positions_from_play_have_none(board: ir.Board) -> None:
    assert board.position.problems() == ()


def test_a_floating_disc_is_named() -> None:
    (problem,) = ir.Position.parse("4x3x3 4/1x2/4 o").problems()
    assert problem == ("floating_disc", "nothing lies under the disc in column 2, row 2")
    assert str(problem) == "nothing lies under the disc in column 2, row 2"
    assert names("4x3x3/free 4/1x2/4 o") == []


def test_wrong_counts_are_named() -> None:
    assert names("4x3x3 4/4/xx2 o") == ["wrong_counts"]
    assert names("4x3x3 4/4/o3 x") == ["wrong_counts"]


def test_a_wrong_turn_is_named() -> None:
    assert names("4x3x3 4/4/x3 x") == ["wrong_turn"]
    assert names("4x3x3 4/4/xo2 o") == ["wrong_turn"]
    assert names("3x3x3/free xxx/oo1/3 x") == ["wrong_turn"]  # and nothing else


def test_lines_of_both_sides_are_named() -> None:
    assert names("3x3x3/free xxx/ooo/3 x") == ["both_have_lines"]


def test_a_line_that_play_went_past_is_named() -> None:
    # o moved after x had a line
    assert names("3x3x3/free xxx/oo1/2o x") == ["past_line"]
    # x has two lines that share no disc: one of them was there first
    assert names("7x2x3/free xxx1xxx/oo1o1oo o") == ["past_line"]
    # each disc of the line could have been the last one, but not with others on top of it
    assert names("5x2x3/free oxo2/xxxo1 o") == []
    assert names("5x2x3 oxo2/xxxo1 o") == ["past_line"]


def test_two_lines_made_by_one_disc_are_fine() -> None:
    assert names("5x1x3/free xxxxx o") == ["wrong_counts"]
    assert names("5x2x3/free oo1oo/xxxxx o") == []
