from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import inarow as ir
from inarow.arena.openings import openings
from inarow.env.episode import Episode
from inarow.env.gymnasium import RENDER_MODES, KInARowEnv, action_space, observation_space
from inarow.env.spec import OBSERVATIONS, Spec
from inarow.env.truth import NO_SCORE


class Scripted(ir.Player):
    """Plays the moves it was told, then fails."""

    def __init__(self, *moves: Any) -> None:
        super().__init__("scripted")
        self.moves = list(moves)

    def choose(self, position: ir.Position) -> int:
        if not self.moves:
            raise ir.PlayerError("scripted: nothing left to play")
        return self.moves.pop(0)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"rules": "3x3x3/free", "side": "random", "opponent": "level 1"},
        {"rules": "4x4x3", "truth": True, "side": "second"},
        {"observation": "packed", "mask_in_observation": False, "side": "alternate"},
        {"observation": "signed", "perspective": "first", "opponent": None},
        {"observation": "grid", "illegal": "random", "start": openings(ir.CONNECT_FOUR, 9, 3)},
        {"rules": "1x1x1", "side": "second"},
    ],
    ids=str,
)
def test_gymnasium_finds_nothing_wrong(settings: dict[str, Any]) -> None:
    check_env(KInARowEnv(**settings), skip_render_check=True)


def test_a_step_is_a_move_and_its_answer() -> None:
    env = KInARowEnv(opponent=Scripted(3, 4, 5))
    seen, info = env.reset()
    assert not seen["observation"].any()
    seen, reward, over, cut, info = env.step(3)
    assert env.position == ir.Board(ir.CONNECT_FOUR, "44").position
    assert (reward, over, cut, info["reply"]) == (0.0, False, False, 3)
    assert seen["observation"][0, 0, 3] == 1  # ours
    assert seen["observation"][1, 1, 3] == 1  # theirs


@pytest.mark.parametrize(
    ("side", "moves", "answers", "reward", "result"),
    [
        ("first", [0, 0, 0, 0], [1, 1, 1], 1.0, "win"),
        ("first", [0, 0, 0, 2], [1, 1, 1, 1], -1.0, "loss"),
        ("second", [0, 0, 0, 0], [1, 1, 1, 2], 1.0, "win"),
        ("second", [0, 0, 0], [1, 1, 1, 1], -1.0, "loss"),
    ],
)
def test_the_end_brings_its_reward(
    side: str, moves: list[int], answers: list[int], reward: float, result: str
) -> None:
    env = KInARowEnv(opponent=Scripted(*answers), side=side)
    env.reset()
    for move in moves[:-1]:
        assert env.step(move)[1:3] == (0.0, False)
    seen, got, over, _, info = env.step(moves[-1])
    assert (got, over, info["result"]) == (reward, True, result)
    assert not seen["action_mask"].any()
    with pytest.raises(ir.EnvError, match="expected reset before the next step"):
        env.step(0)


def test_rewards_can_be_chosen() -> None:
    rewards = {"win": 10, "move": -0.5}
    env = KInARowEnv("3x3x1/free", opponent=None, rewards=rewards)
    env.reset()
    assert env.step(0)[1] == 9.5
    env = KInARowEnv("1x2x3", opponent="random", rewards={"draw": 0.25, "move": 1})
    env.reset()
    assert env.step(0)[1:3] == (1.25, True)


def test_without_an_opponent_the_agent_plays_both_sides() -> None:
    env = KInARowEnv("3x3x3/free", opponent=None)
    env.reset()
    for i, move in enumerate([0, 3, 1, 4]):
        assert env.side == ir.Side(i % 2 + 1)
        seen, reward, *_ = env.step(move)
        assert reward == 0
        assert seen["observation"][1].sum() == (i + 2) // 2  # who has just moved comes second
    assert env.step(2)[1:3] == (1.0, True)


def test_the_mask_is_in_all_three_places() -> None:
    env = KInARowEnv(start="444444")
    seen, info = env.reset()
    expected = [1, 1, 1, 0, 1, 1, 1]
    assert seen["action_mask"].tolist() == info["action_mask"].tolist() == expected
    assert env.action_masks().tolist() == [bool(place) for place in expected]
    assert seen["action_mask"].dtype == np.int8
    plain = KInARowEnv(start="444444", mask_in_observation=False)
    assert plain.reset()[0].shape == (2, 6, 7)


def test_an_illegal_move_does_what_was_chosen() -> None:
    def after(illegal: str, action: Any = 3) -> tuple[KInARowEnv, Any]:
        env = KInARowEnv(start="444444", illegal=illegal, rewards={"illegal": -2})
        env.reset(seed=1)
        return env, env.step(action)

    env, (_, reward, over, _, info) = after("lose")
    assert (reward, over, info["illegal"], info["result"]) == (-2.0, True, True, "loss")
    env, (_, reward, over, _, info) = after("stay", 99)
    assert (reward, over, info["illegal"], env.position.ply) == (-2.0, False, True, 6)
    env, (_, reward, over, _, info) = after("random")
    assert (reward, over, info["illegal"], env.position.ply) == (-2.0, False, True, 8)
    with pytest.raises(ir.IllegalMoveError, match="column 4 is full"):
        after("raise")
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 6"):
        after("raise", -5)


@pytest.mark.parametrize("action", [None, 2.0, "3", np.array([1]), True])
def test_an_action_that_is_no_number_changes_nothing(action: Any) -> None:
    env = KInARowEnv(illegal="lose")
    env.reset()
    with pytest.raises(ir.EnvError, match="expected an action as a whole number from 0 to 6"):
        env.step(action)
    assert env.position.ply == 0
    env.step(np.int32(2))


def test_an_opponent_that_fails_has_lost() -> None:
    for answers, sentence in (
        ([], "scripted: nothing left to play"),
        ([9], "expected a move from 0 to 6"),
        (["x"], "expected an action as a whole number from 0 to 6, got 'x'"),
    ):
        env = KInARowEnv(opponent=Scripted(*answers))
        env.reset()
        _, reward, over, _, info = env.step(0)
        assert (reward, over, info["result"], info["forfeit"]) == (1.0, True, "win", sentence)


def test_an_opponent_may_end_the_game_before_the_agent_has_moved() -> None:
    env = KInARowEnv("5x4x1", side="second")
    seen, _ = env.reset()
    assert not seen["action_mask"].any()
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["result"]) == (-1.0, True, "loss")
    env = KInARowEnv(opponent=Scripted(), side="second")
    _, info = env.reset()
    assert info["forfeit"] == "scripted: nothing left to play"
    assert env.step(0)[1:3] == (1.0, True)


def test_sides_are_fixed_drawn_or_in_turns() -> None:
    def sides(side: str, options: dict[str, Any] | None = None) -> list[int]:
        env = KInARowEnv(side=side)
        env.reset(seed=3)
        found = []
        for _ in range(20):
            env.reset(options=options)
            found.append(int(env.side))
        return found

    assert sides("first") == [1] * 20
    assert sides("second") == [2] * 20
    assert sides("alternate") == [2, 1] * 10
    assert set(sides("random")) == {1, 2}
    assert sides("first", {"side": "second"}) == [2] * 20


def test_the_start_can_be_chosen_for_one_game() -> None:
    env = KInARowEnv()
    env.reset(options={"start": "44", "side": "first"})
    assert env.position == ir.Board(ir.CONNECT_FOUR, "44").position
    env.reset()
    assert env.position.ply == 0
    with pytest.raises(ir.EnvError, match="expected the options start and side, got 'begin'"):
        env.reset(options={"begin": "44"})
    with pytest.raises(ir.EnvError, match="expected the option side to be first, second"):
        env.reset(options={"side": 3})


def test_one_of_several_starts_is_drawn_for_every_game() -> None:
    env = KInARowEnv(start=["1", "2", "3"], side="second")
    env.reset(seed=0)
    found = set()
    for _ in range(30):
        env.reset()
        found.add(env.position)
    assert len(found) == 3


def test_the_same_seed_brings_the_same_games() -> None:
    def play(env: KInARowEnv, seed: int) -> list[ir.Position]:
        found, reset = [], {"seed": seed}
        for _ in range(3):
            seen, _ = env.reset(**reset)  # type: ignore[arg-type]
            reset, over = {}, False
            while not over:
                seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
                found.append(env.position)
        return found

    env = KInARowEnv(opponent="level 2", side="random", start=["1", "2"])
    assert play(env, 1) == play(env, 1)
    assert play(env, 1) == play(KInARowEnv(opponent="level 2", side="random", start=["1", "2"]), 1)
    assert play(env, 1) != play(env, 2)


def test_the_truth_is_told_when_asked_for() -> None:
    env = KInARowEnv("3x3x3/free", truth=True, start="a1 b2 b1", opponent=None)
    _, info = env.reset()
    assert info["truth"]["optimal"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert info["truth"]["scores"][0] == NO_SCORE
    assert info["truth"]["score"] == 0
    _, _, _, _, info = env.step(8)
    assert (info["regret"], info["points_lost"]) == (3, 0.5)
    _, _, over, _, info = env.step(2)
    assert over
    assert info["regret"] == 0
    assert info["truth"] is None


def test_an_oracle_can_be_given() -> None:
    env = KInARowEnv(truth=ir.Oracle(patience=0.001, threads=1), rules="9x6x4")
    assert env.reset()[1]["truth"] is None  # not to be found in that time


def test_pictures_are_what_the_mode_says() -> None:
    pictures = {}
    for mode in RENDER_MODES:
        env = KInARowEnv(render_mode=mode, start="445566", opponent=None)
        env.reset()
        env.step(6)
        pictures[mode] = env.render()
    assert "×" in pictures["ansi"]
    assert "\x1b[1;7m" in pictures["ansi"]  # the winning line
    assert pictures["rgb_array"].shape == (304, 352, 3)
    assert pictures["svg"].startswith("<svg")
    silent = KInARowEnv()
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"side": "both"}, "expected side to be first, second, random or alternate, got 'both'"),
        ({"render_mode": "human"}, "expected render_mode to be ansi, rgb_array, svg or None, got"),
        ({"rules": "7x6"}, "expected rules such as '7x6x4'"),
        ({"opponent": "nobody"}, "expected a player such as"),
        ({"start": "4455667"}, "expected a start that is open"),
    ],
)
def test_bad_settings_get_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ir.InarowError, match=sentence):
        KInARowEnv(**settings)


@pytest.mark.parametrize("kind", OBSERVATIONS)
@pytest.mark.parametrize("rules", ["7x6x4", "3x3x3/free", "15x15x5/free"])
def test_what_is_seen_lies_in_the_space(kind: str, rules: str) -> None:
    spec = Spec(ir.Rules.parse(rules), kind)
    episode = Episode(spec)
    episode.play(0)
    board, mask = episode.observe(0), episode.mask
    assert observation_space(spec, masked=False).contains(board)
    both = observation_space(spec, masked=True)
    assert both.contains({"observation": board, "action_mask": mask})
    assert not both.contains({"observation": board})
    assert observation_space(spec, masked=False).sample().dtype == spec.dtype


def test_there_is_an_action_for_every_move() -> None:
    assert action_space(Spec()).n == 7
    assert action_space(Spec(ir.GOMOKU)).n == 225
    mask = Episode(Spec()).mask
    mask[:] = [0, 0, 0, 0, 0, 1, 0]
    assert action_space(Spec()).sample(mask) == 5
