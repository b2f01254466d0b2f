"""The names under which `gymnasium.make` and `make_vec` know the environments.

`import inarow.env` registers them, and so does naming the module: `inarow.env:inarow/Gomoku-v0`.
"""

from __future__ import annotations

from typing import Final

from inarow.board.rules import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, WIDE_FOUR

__all__ = ["IDS", "register"]

IDS: Final = {
    "inarow/ConnectFour-v0": CONNECT_FOUR,
    "inarow/WideFour-v0": WIDE_FOUR,
    "inarow/TicTacToe-v0": TIC_TAC_TOE,
    "inarow/Gomoku-v0": GOMOKU,
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
