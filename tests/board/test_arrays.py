from typing import Any

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from support.strategies import positions


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
        ([[0, 3]], "expected 0, 1 or 2 in every cell, got 3 in b1"),
        ([[0, -1]], "expected 0, 1 or 2 in every cell, got -1 in b1"),
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
