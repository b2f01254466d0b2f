from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import inarow as ir
from inarow.env.gymnasium import KInARowEnv
from inarow.env.vector import KInARowVectorEnv


class Lowest(ir.Player):
    """Plays the first legal move."""

    def choose(self, position: ir.Position) -> int:
        return position.legal_moves()[0]


def same(ours: Any, theirs: Any) -> bool:
    """Whether two observations or infos are equal, also those in arrays of objects."""
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(same(ours[k], theirs[k]) for k in ours)
    if isinstance(ours, np.ndarray) and ours.dtype == object:
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return bool(np.array_equal(ours, theirs))


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "4x4x3", "side": "second"},
        {"rules": "3x3x3/free", "observation": "grid", "perspective": "first"},
        {"rules": "4x3x3", "illegal": "stay", "opponent": None, "observation": "signed"},
        {"rules": "9x8x4", "opponent": None, "observation": "packed", "perspective": "first"},
    ],
    ids=str,
)
def test_it_is_what_gymnasium_makes_of_many_environments(
    settings: dict[str, Any], masked: bool, mode: AutoresetMode
) -> None:
    usual: dict[str, Any] = {"opponent": Lowest("lowest"), "mask_in_observation": masked}
    settings = usual | settings
    ours = KInARowVectorEnv(5, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv(
        [lambda: KInARowEnv(**settings)] * 5,
        autoreset_mode=mode,
    )
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    seen, info = ours.reset(seed=1)
    expected, their_info = theirs.reset(seed=1)
    assert same(seen, expected)
    assert same(_comparable(info), _comparable(their_info))
    random, moves = Random(2), ours.batch.spec.rules.move_count
    ended = 0
    for _ in range(60):
        actions = np.array([random.randrange(moves) for _ in range(5)])
        *ours_now, info = ours.step(actions)
        *theirs_now, their_info = theirs.step(actions)
        assert all(map(same, ours_now, theirs_now))
        assert ours_now[0] in ours.observation_space
        assert same(_comparable(info), _comparable(their_info))
        done = ours_now[2]
        ended += done.sum()
        if mode is AutoresetMode.DISABLED and done.any():
            seen, _ = ours.reset(options={"reset_mask": done.copy()})
            expected, _ = theirs.reset(options={"reset_mask": done.copy()})
            assert same(seen, expected)
    assert ended > 5


def _comparable(info: dict[str, Any]) -> dict[str, Any]:
    """Without the answers, which only one tells, and what they put in different places."""
    apart = {"reply", "final_info", "illegal"}
    return {name: value for name, value in info.items() if name.lstrip("_") not in apart}


def test_what_was_known_at_the_end_of_a_game_is_kept() -> None:
    env = KInARowVectorEnv(2, "2x2x2", opponent=None, autoreset_mode="SameStep")
    env.reset(seed=1)
    env.step(np.array([0, 0]))
    env.step(np.array([0, 1]))
    _, _, done, _, info = env.step(np.array([1, 9]))
    assert done.all()
    assert info["final_info"]["result"].tolist() == ["win", "loss"]
    assert info["illegal"].tolist() == [False, True]
    last = info["final_obs"][0]
    assert last["observation"].sum(axis=(1, 2)).tolist() == [1, 2]
    assert not last["action_mask"].any()


def test_gymnasium_makes_it_by_its_name() -> None:
    import inarow.env

    for name in inarow.env.IDS:
        env = gymnasium.make_vec(name, num_envs=3, opponent="random", threads=2)
        assert isinstance(env, KInARowVectorEnv)
        seen, _ = env.reset(seed=1)
        assert seen in env.observation_space
        env.close()


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(KInARowVectorEnv(8, "3x3x3/free", autoreset_mode="SameStep"))
    _, info = env.reset(seed=1)
    returns: list[float] = []
    for _ in range(30):
        choice = [np.flatnonzero(mask)[0] for mask in info["action_mask"]]
        _, _, _, _, info = env.step(np.array(choice))
        if "episode" in info:
            returns += info["episode"]["r"][info["_episode"]].tolist()
    assert set(returns) == {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("copy", [True, False])
def test_what_was_returned_stays_only_if_it_is_a_copy(copy: bool) -> None:
    env = KInARowVectorEnv(3, opponent=None, copy=copy)
    seen, info = env.reset(seed=1)
    env.step(np.array([0, 1, 2]))
    assert seen["observation"].any() != copy
    assert np.shares_memory(seen["observation"], env.batch.observation) != copy
    assert np.shares_memory(info["action_mask"], env.batch.mask) != copy
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert (masks == env.batch.mask).all()


def test_observations_can_be_floats() -> None:
    env = KInARowVectorEnv(3, observation="signed", dtype=np.float32, mask_in_observation=False)
    seen, _ = env.reset(seed=1)
    assert seen.dtype == np.float32
    assert seen in env.observation_space


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_the_boards_can_be_drawn(mode: str) -> None:
    env = KInARowVectorEnv(2, render_mode=mode)
    env.reset(seed=1)
    env.step(np.array([0, 1]))
    pictures = env.render()
    assert pictures is not None
    assert len(pictures) == 2
    assert not np.array_equal(pictures[0], pictures[1])
    assert KInARowVectorEnv(2).render() is None
    assert env.position(1).ply == 2


def test_an_opponent_that_fails_is_said() -> None:
    def fails(position: ir.Position) -> int:
        raise ir.PlayerError("no idea")

    env = KInARowVectorEnv(2, opponent=ir.Human(ask=fails))
    env.reset(seed=1)
    *_, info = env.step(np.array([0, 1]))
    assert info["forfeit"].tolist() == ["no idea"] * 2
    assert info["result"].tolist() == ["win"] * 2


def test_bad_calls_get_one_sentence() -> None:
    with pytest.raises(ir.EnvError, match="autoreset_mode to be one of NextStep, SameStep, Disab"):
        KInARowVectorEnv(2, autoreset_mode="later")
    with pytest.raises(ir.EnvError, match="expected render_mode to be ansi, rgb_array, svg or"):
        KInARowVectorEnv(2, render_mode="human")
    env = KInARowVectorEnv(2, "1x1x1", opponent=None, autoreset_mode="Disabled")
    with pytest.raises(ir.EnvError, match="expected reset before the next step"):
        env.step(np.array([0, 0]))
    with pytest.raises(ir.EnvError, match=r"expected one seed for all games, got \[1, 2\]"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(ir.EnvError, match="expected the option reset_mask, got 'start'"):
        env.reset(options={"start": "1"})
    env.reset(seed=1)
    with pytest.raises(ir.EnvError, match="expected actions, got None"):
        env.step(None)
    env.step(np.array([0, 0]))
    with pytest.raises(ir.EnvError, match="expected reset with a reset_mask for the games that"):
        env.step(np.array([0, 0]))
