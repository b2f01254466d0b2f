import numpy as np

import inarow as ir
from inarow.env.truth import NO_SCORE, Truth


def test_the_truth_about_a_position_is_the_solvers() -> None:
    position = ir.Board(ir.Rules(4, 4, 3), "1123").position
    truth = Truth.teller()(position)
    assert truth
    scores = {move: int(score) for move, score in ir.Solver().analyze(position).scores.items()}
    info = truth.as_info()
    assert info["score"] == max(scores.values())
    assert info["scores"].tolist() == [scores.get(move, NO_SCORE) for move in range(4)]
    assert info["optimal"].tolist() == [int(scores.get(m) == info["score"]) for m in range(4)]
    assert info["optimal"].dtype == np.int8


def test_illegal_moves_have_no_score() -> None:
    truth = Truth.teller()(ir.Board(ir.TIC_TAC_TOE, "b2").position)
    assert truth
    assert truth.array()[4] == NO_SCORE
    assert truth.optimal()[4] == 0


def test_a_move_gives_away_score_and_points() -> None:
    # o to move must block the bottom row: the draw is lost otherwise
    truth = Truth.teller()(ir.Board(ir.TIC_TAC_TOE, "a1 b2 b1").position)
    assert truth
    assert truth.of_move(2) == {"regret": 0, "points_lost": 0.0}
    assert truth.of_move(8) == {"regret": 3, "points_lost": 0.5}


def test_what_cannot_be_info_is_not_info() -> None:
    assert Truth.teller()(ir.Position(ir.GOMOKU)) is None
