import subprocess
import sys

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from inarow.env.registration import IDS


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


def test_without_gymnasium_the_rest_can_be_imported() -> None:
    program = (
        "import sys; from importlib.abc import MetaPathFinder\n"
        "class Hidden(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'gymnasium': raise ModuleNotFoundError(name)\n"
        "import importlib.util as util; whole = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name == 'gymnasium' else whole(name, *a)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "from inarow.env import Spec; print(Spec().rules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "7x6x4\n", done.stderr
