"""Environments for learning; see docs/reference/environments.md.

What needs a package that is missing says which, and how to install it. Importing this tells
Gymnasium the ids, if that is installed; naming the module does so, too:
`gymnasium.make("inarow.env:inarow/Gomoku-v0")`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from inarow.board.rules import PRESETS
from inarow.env.spec import ILLEGAL, OBSERVATIONS, PERSPECTIVES, Rewards, Spec

if TYPE_CHECKING:
    from inarow.env.batch import Batch
    from inarow.env.device import DeviceGames
    from inarow.env.gymnasium import KInARowEnv
    from inarow.env.pettingzoo import KInARowAEC
    from inarow.env.vector import KInARowVectorEnv

__all__ = [
    "IDS",
    "ILLEGAL",
    "OBSERVATIONS",
    "PERSPECTIVES",
    "Batch",
    "DeviceGames",
    "KInARowAEC",
    "KInARowEnv",
    "KInARowVectorEnv",
    "Rewards",
    "Spec",
]

_HOMES: Final = {  # loaded when first used
    "Batch": "batch",
    "DeviceGames": "device",
    "KInARowAEC": "pettingzoo",
    "KInARowEnv": "gymnasium",
    "KInARowVectorEnv": "vector",
}

IDS: Final = {
    **{f"inarow/{p.name.title().replace('-', '')}-v0": p.rules for p in PRESETS.values()},
    "inarow/KInARow-v0": None,
}
"""The ids with their rules; the last one takes any `rules=`, Connect Four if none are given.

A version goes up when the same seed and actions would bring something else.
"""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"inarow.env.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def _register() -> None:
    """Tell Gymnasium about the environments."""
    import gymnasium

    for name, rules in IDS.items():
        gymnasium.register(
            id=name,
            entry_point="inarow.env.gymnasium:KInARowEnv",
            vector_entry_point="inarow.env.vector:KInARowVectorEnv",
            kwargs={"rules": str(rules)} if rules else {},
        )


if find_spec("gymnasium"):
    _register()
