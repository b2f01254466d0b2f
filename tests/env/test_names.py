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


def without(package: str, program: str) -> str:
    """What *program* prints where *package* is not installed."""
    hidden = (
        "import sys; from importlib.abc import MetaPathFinder\n"
        f"PACKAGE = {package!r}\n"
        "class Hidden(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == PACKAGE: raise ModuleNotFoundError('No module', name=name)\n"
        "import importlib.util as util; whole = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name == PACKAGE else whole(name, *a)\n"
        "sys.meta_path.insert(0, Hidden())\n"
    )
    done = subprocess.run([sys.executable, "-c", hidden + program], capture_output=True, text=True)
    return done.stdout or done.stderr


def test_without_gymnasium_the_rest_can_be_imported() -> None:
    assert without("gymnasium", "from inarow.env import Batch, Spec; print(Spec().rules)") == (
        "7x6x4\n"
    )


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [
        ("gymnasium", "KInARowEnv", "'inarow[env]'"),
        ("gymnasium", "KInARowVectorEnv", "'inarow[env]'"),
        ("pettingzoo", "KInARowAEC", "'inarow[env]'"),
        ("torch", "DeviceGames", "torch"),
    ],
)
def test_what_is_missing_is_named(package: str, name: str, extra: str) -> None:
    program = (
        "import inarow\n"
        f"try: from inarow.env import {name}\n"
        "except inarow.InarowError as error: print(error)\n"
    )
    sentence = f"{name} needs {package}: install it with pip install {extra}\n"
    assert without(package, program) == sentence


def test_everything_that_is_offered_is_there() -> None:
    for name in environments.__all__:
        assert getattr(environments, name) is not None
    with pytest.raises(AttributeError, match=r"module 'inarow\.env' has no attribute 'Games'"):
        environments.Games  # noqa: B018
