from random import Random

from hypothesis import given

import inarow as ir
from inarow.board.moves_to import retrace
from support.strategies import boards, play_random


@given(boards())
def test_moves_lead_to_every_open_position_of_a_game(board: ir.Board) -> None:
    while board.outcome() is not None and board.moves:
        board.undo()
    if board.outcome() is not None:
        return
    moves = retrace(board.position)
    assert moves is not None
    assert ir.Board(board.rules, moves).position == board.position


def test_positions_that_no_game_reaches_have_no_moves() -> None:
    for text in (
        "7x6x4 7/7/7/7/7/3x3 x",  # x would have moved twice
        "7x6x4 7/7/7/7/3o3/7 o",  # a disc floats
        "7x6x4 7/7/7/7/3x3/3o3 x",  # o would have begun
        "3x3x3/free xxx/oo1/3 o",  # won
    ):
        assert retrace(ir.Position.parse(text)) is None


def test_nearly_full_boards_are_retraced() -> None:
    random, retraced = Random(1), 0
    for _ in range(200):
        board = play_random(ir.CONNECT_FOUR, random)
        board.undo()
        moves = retrace(board.position)
        if len(board.moves) > 30 and moves is not None:
            assert ir.Board(board.rules, moves).position == board.position
            retraced += 1
    assert retraced > 20
