import subprocess
import sys

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from inarow import env as environments
from inarow.env import IDS


@pytest.mark.parametrize("id", IDS)
def test_gymnasium_finds_nothing_wrong(id: str) -> None:
    env = gymnasium.make(id)
    check_env(env.unwrapped)
    rules = IDS[id]
    if rules is not None:
        assert env.unwrapped.position.rules == rules  # type: ignore[attr-defined]


def test_settings_are_handed_on() -> None:
    env = gymnasium.make("inarow/KInARow-v0", rules="5x4x3", observation="grid", opponent="level 1")
    seen, info = env.reset(seed=1)
    assert seen["observation"].shape == (4, 5)
    assert info["action_mask"].tolist() == [1] * 5


def test_naming_the_module_is_enough() -> None:
    program = (
        "import gymnasium; env = gymnasium.make('inarow.env:inarow/TicTacToe-v0'); "
        "print(env.action_space.n)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "9\n", done.stderr


def test_everything_that_is_offered_is_there() -> None:
    for name in environments.__all__:
        assert getattr(environments, name) is not None
    with pytest.raises(AttributeError, match=r"module 'inarow\.env' has no attribute 'Games'"):
        environments.Games  # noqa: B018
