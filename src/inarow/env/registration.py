"""The names under which `gymnasium.make` and `make_vec` know the environments.

`import inarow.env` registers them, and so does naming the module: `inarow.env:inarow/Gomoku-v0`.
"""

from __future__ import annotations

from typing import Final

from inarow.board.rules import PRESETS

__all__ = ["IDS", "register"]

IDS: Final = {
    **{f"inarow/{p.name.title().replace('-', '')}-v0": p.rules for p in PRESETS.values()},
    "inarow/KInARow-v0": None,
}
"""The ids with their rules; the last one takes any `rules=`, Connect Four if none are given.

A version goes up when the same seed and actions would bring something else.
"""


def register() -> None:
    """Tell Gymnasium about the environments."""
    import gymnasium

    for name, rules in IDS.items():
        gymnasium.register(
            id=name,
            entry_point="inarow.env.gymnasium:KInARowEnv",
            vector_entry_point="inarow.env.vector:KInARowVectorEnv",
            kwargs={"rules": str(rules)} if rules else {},
        )
