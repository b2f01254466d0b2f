"""An illegal move does the same in every environment, whether Python or C++ plays it."""

import numpy as np
import pytest

import inarow as ir
from inarow.env import ILLEGAL, Batch, KInARowAEC, KInARowEnv
from inarow.env.batch import ILLEGAL_MOVE

PAY = {"win": 3.0, "draw": 0.25, "loss": -2.0, "illegal": -5.0, "move": 0.125}
Played = tuple[str, float, bool, bool]  # the board, the reward, illegal, over

ILLEGAL_MOVES = [
    ("2x4x3", "1111", 0),  # a full column
    ("2x4x3", "1111", 2),  # no column
    ("3x3x3/free", "b2", 4),  # a taken cell
    ("3x3x3/free", "b2", -7),  # no cell
]


def in_gymnasium(rules: str, start: str, move: int, illegal: str) -> Played:
    env = KInARowEnv(rules, opponent=None, start=start, illegal=illegal, rewards=PAY)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(move)
    return env.position.text(), reward, info["illegal"], over


def in_pettingzoo(rules: str, start: str, move: int, illegal: str) -> Played:
    env = KInARowAEC(rules, start=start, illegal=illegal, rewards=PAY)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(move)
    info, over = env.infos[agent], env.terminations[agent]
    return env.position.text(), env.rewards[agent], info["illegal"], over


def in_cpp(rules: str, start: str, move: int, illegal: str) -> Played:
    env = Batch(1, rules, start=start, illegal=illegal, rewards=PAY, restart="disabled")
    env.reset(seed=1)
    env.step(np.array([move]))
    over = bool(env.done[0])
    return env.position(0).text(), float(env.reward[0]), bool(env.result[0] & ILLEGAL_MOVE), over


@pytest.mark.parametrize(("rules", "start", "move"), ILLEGAL_MOVES)
@pytest.mark.parametrize("illegal", ILLEGAL)
def test_an_illegal_move_does_the_same_everywhere(
    rules: str, start: str, move: int, illegal: str
) -> None:
    environments = (in_gymnasium, in_pettingzoo, in_cpp)
    if illegal == "raise":
        for play in environments:
            with pytest.raises(ir.IllegalMoveError):
                play(rules, start, move, illegal)
        return
    before = ir.Board(ir.Rules.parse(rules), start).position
    found = [play(rules, start, move, illegal) for play in environments]
    if illegal == "random":
        boards = {before.play(legal).text() for legal in before.legal_moves()}
        assert {played[0] for played in found} <= boards
        assert {played[1:] for played in found} == {(-4.875, True, False)}
    else:
        lost = illegal == "lose"
        assert {*found} == {(before.text(), -5.0, True, lost)}
