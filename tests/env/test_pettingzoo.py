import warnings
from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow.env.pettingzoo import AGENTS, KInARowAEC, KInARowParallel, env, parallel_env

with warnings.catch_warnings():
    # Where pygame is installed they load all games of PettingZoo, which then complains of itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

KINDS: list[dict[str, Any]] = [
    {},
    {"rules": "3x3x3/free", "observation": "grid"},
    {"rules": "8x7x4", "observation": "packed", "illegal": "random"},
    {"rules": "4x4x3", "truth": True, "start": ["1", "22"]},
    {"rules": "1x1x1"},
]


@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # the empty board
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # it has the mask, too
@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_pettingzoo_finds_nothing_wrong(settings: dict[str, Any]) -> None:
    api_test(env(**settings), num_cycles=200)
    seed_test(lambda: env(**settings), num_cycles=100)
    parallel_api_test(parallel_env(**settings), num_cycles=200)
    parallel_seed_test(lambda: parallel_env(**settings), num_cycles=100)


def play(game: KInARowAEC, moves: list[int]) -> None:
    game.reset(seed=0)
    for move in moves:
        game.step(move)


def test_agents_take_turns_and_see_their_own_discs_first() -> None:
    game = KInARowAEC()
    play(game, [3, 3, 4])
    assert game.agent_selection == "player_1"
    for side, agent in enumerate(AGENTS):
        seen = game.observe(agent)
        assert seen["observation"][side].sum() == 2
    assert game.observe("player_1")["action_mask"].all()
    assert not game.observe("player_0")["action_mask"].any()  # not its turn
    assert game.infos["player_1"]["action_mask"].all()
    assert game.action_masks().all()


def test_the_end_pays_both() -> None:
    game = KInARowAEC(rewards={"win": 3, "loss": -2, "move": 0.5})
    play(game, [0, 1, 0, 1, 0, 1, 0])
    assert game.rewards == {"player_0": 3.5, "player_1": -2.0}
    assert all(game.terminations.values())
    assert game.agent_selection == "player_1"
    for _ in AGENTS:
        game.step(None)
    assert game.agents == []
    with pytest.raises(ir.EnvError, match="expected reset before the next step"):
        game.step(0)


def test_an_illegal_move_does_what_was_chosen() -> None:
    def after(illegal: str) -> KInARowAEC:
        game = KInARowAEC("1x3x3", illegal=illegal, rewards={"illegal": -2})
        play(game, [0])
        game.step(1)
        return game

    game = after("lose")
    assert game.rewards == {"player_0": 1.0, "player_1": -2.0}
    assert all(game.terminations.values())
    game = after("stay")
    assert game.rewards == {"player_0": 0.0, "player_1": -2.0}
    assert (game.agent_selection, game.position.ply) == ("player_1", 1)
    assert game.infos["player_1"]["illegal"]
    game = after("random")
    assert (game.rewards["player_1"], game.position.ply) == (-2.0, 2)


def test_a_refused_move_changes_nothing() -> None:
    game = KInARowAEC("1x3x3", illegal="raise", truth=True)
    play(game, [0])
    before = (dict(game.rewards), dict(game.infos), game.agent_selection, game.position)
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 0"):
        game.step(1)
    with pytest.raises(ir.EnvError, match="expected an action as a whole number from 0 to 0"):
        game.step(None)
    assert (dict(game.rewards), dict(game.infos), game.agent_selection, game.position) == before


def test_the_truth_is_told_to_the_agent_to_move() -> None:
    game = KInARowAEC("3x3x3/free", truth=True, start="a1 b2 b1")
    game.reset()
    assert game.infos["player_1"]["truth"]["optimal"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    game.step(8)
    assert game.infos["player_1"]["regret"] == 3
    assert game.infos["player_0"]["truth"]["score"] == 3


def test_asked_at_once_only_the_agent_to_move_counts() -> None:
    game = KInARowParallel()
    seen, infos = game.reset(seed=0)
    assert [infos[agent]["active"] for agent in AGENTS] == [True, False]
    seen, rewards, over, _, infos = game.step({"player_0": 3, "player_1": 0})
    assert game.turns.position == ir.Board(ir.CONNECT_FOUR, "4").position
    assert [infos[agent]["active"] for agent in AGENTS] == [False, True]
    assert seen["player_1"]["observation"][1, 0, 3] == 1
    with pytest.raises(ir.EnvError, match="expected an action of player_1, who is to move"):
        game.step({"player_0": 3})
    for move in (0, 3, 0, 3, 0, 3):
        _, rewards, over, _, _ = game.step(dict.fromkeys(AGENTS, move))
    assert rewards == {"player_0": 1.0, "player_1": -1.0}
    assert (over, game.agents) == (dict.fromkeys(AGENTS, True), [])


def test_pictures_are_drawn() -> None:
    game = KInARowAEC(render_mode="rgb_array")
    play(game, [3])
    assert isinstance(game.render(), np.ndarray)
    both = KInARowParallel(render_mode="ansi")
    both.reset()
    assert "·" in both.render()
    assert str(game) == "k_in_a_row_v0 7x6x4"
