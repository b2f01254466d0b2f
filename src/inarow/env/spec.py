"""`Spec`: what an environment shows, pays and does about illegal moves; the same for all of them.

Observations, of one game (many games have their number in front)::

    planes   int8    (2, height, width)   1 where a disc lies: one plane for each side
    grid     int8    (height, width)      0 empty, 1 and 2 the sides
    signed   int8    (height, width)      0 empty, +1 and -1 the sides
    packed   uint64  (2, words)           the sets of cells, in the bit order of `rules.py`

Row 0 is the bottom row. Which side comes first (plane 0, value 1, +1, word row 0) says the
*perspective*: "own" is the side the observation is for, "first" always the side that began.

A mask has a place for every move, 1 for the legal ones, int8 as `Discrete.sample` wants it. After
the end nothing is legal and the mask is all 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Final

from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.errors import EnvError, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ILLEGAL", "OBSERVATIONS", "PERSPECTIVES", "SIDES", "Rewards", "Spec", "expect_choice"]

OBSERVATIONS: Final = ("planes", "grid", "signed", "packed")
"""What can be shown."""

BACK: Final = {"grid": 2, "signed": -1}
"""What stands for the side that comes second."""

PERSPECTIVES: Final = ("own", "first")
"""Whose discs come first."""

SIDES: Final = ("first", "second", "random", "alternate")
"""Which side the agent has: the same in all games, drawn for each, or in turns."""

ILLEGAL: Final = ("lose", "raise", "stay", "random")
"""What an illegal move does.

- "lose": the game ends at once; whoever played it gets the reward *illegal*, the other one *win*.
- "raise": `IllegalMoveError`, and nothing changes.
- "stay": nothing changes; the reward is *illegal*, and the same side is to move again.
- "random": a random legal move is played instead, and *illegal* is added to what that brings.

`Episode.after_illegal` does it for one game and cpp/env/env.cpp for many; a test compares them.
"""


@dataclass(frozen=True, slots=True)
class Rewards:
    """What the end of a game and an illegal move bring; *move* is added for every move made."""

    win: float = 1.0
    draw: float = 0.0
    loss: float = -1.0
    illegal: float = -1.0
    move: float = 0.0

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise EnvError(f"expected a number as reward for {name}, got {quoted(value)}")
            object.__setattr__(self, name, float(value))

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Rewards:
        """The rewards by name, as a file of settings has them; those not named are as usual."""
        unknown = [name for name in values if name not in cls.__slots__]
        if unknown:
            known = ", ".join(cls.__slots__)
            raise EnvError(f"expected rewards for {known}, got {quoted(unknown[0])}")
        return cls(**values)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the most that one step can bring."""
        ends = (self.win, self.draw, self.loss, 0.0)
        found = [end + move for end in ends for move in (0.0, self.move)]
        found += [value + self.illegal for value in found]
        return min(found), max(found)


@dataclass(frozen=True, slots=True)
class Spec:
    """The choices that every environment of inarow has; anything else is an `EnvError`."""

    rules: Rules = CONNECT_FOUR
    observation: str = "planes"
    perspective: str = "own"
    illegal: str = "lose"
    rewards: Rewards = field(default_factory=Rewards)

    def __post_init__(self) -> None:
        for name, kind in (("rules", Rules), ("rewards", Rewards)):
            if not isinstance(getattr(self, name), kind):
                raise EnvError(
                    f"expected {name} as {kind.__name__}, got {quoted(getattr(self, name))}"
                )
        for name, known in (
            ("observation", OBSERVATIONS),
            ("perspective", PERSPECTIVES),
            ("illegal", ILLEGAL),
        ):
            expect_choice(name, getattr(self, name), known)

    @classmethod
    def of(
        cls,
        rules: Rules | str,
        observation: str,
        perspective: str,
        illegal: str,
        rewards: Rewards | Mapping[str, float] | None,
    ) -> Spec:
        """The spec of settings as people write them: rules as text, rewards by name or not."""
        if isinstance(rules, str):
            rules = Rules.parse(rules)
        if isinstance(rewards, Mapping):
            rewards = Rewards.of(rewards)
        return cls(rules, observation, perspective, illegal, rewards or Rewards())

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one observation."""
        rules = self.rules
        return {
            "planes": (2, rules.height, rules.width),
            "grid": (rules.height, rules.width),
            "signed": (rules.height, rules.width),
            "packed": (2, rules.words),
        }[self.observation]

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the largest value in an observation."""
        return {"planes": (0, 1), "grid": (0, 2), "signed": (-1, 1), "packed": (0, 2**64 - 1)}[
            self.observation
        ]

    @property
    def dtype(self) -> np.dtype[np.int8] | np.dtype[np.uint64]:
        """The type of an observation's numbers."""
        import numpy as np

        return np.dtype(np.uint64) if self.observation == "packed" else np.dtype(np.int8)

    def observe(self, front: int, back: int) -> NDArray[np.int8] | NDArray[np.uint64]:
        """The observation of two sets of cells, the side that comes first in front."""
        import numpy as np

        rules = self.rules
        if self.observation == "packed":
            return np.array([rules.split(front), rules.split(back)], dtype=np.uint64)
        planes: NDArray[np.int8] = np.stack([_plane(front, rules), _plane(back, rules)])
        if self.observation == "planes":
            return planes
        found: NDArray[np.int8] = planes[0] + planes[1] * np.int8(BACK[self.observation])
        return found

    def rows(self) -> list[tuple[str, str]]:
        """What there is to know, as a table of names and values."""
        low, high = self.bounds
        least, most = self.rewards.range
        return [
            ("rules", str(self.rules)),
            ("sides", "2, one moves at a time"),
            ("actions", f"{self.rules.move_count}: {_actions(self.rules)}"),
            ("observation", f"{self.observation}, {self.dtype} {self.shape}, {low} to {high}"),
            ("perspective", self.perspective),
            ("mask", f"int8 ({self.rules.move_count},)"),
            ("longest game", f"{self.rules.cell_count} moves"),
            ("rewards", f"from {least:g} to {most:g}"),
            ("an illegal move", self.illegal),
        ]

    def __str__(self) -> str:
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def expect_choice(name: str, value: object, known: tuple[str, ...]) -> None:
    """Raise `EnvError` for what is not *known*."""
    if value not in known:
        raise EnvError(
            f"expected {name} to be {', '.join(known[:-1])} or {known[-1]}, got {quoted(value)}"
        )


def _plane(bits: int, rules: Rules) -> NDArray[np.int8]:
    """Shape (height, width): 1 in the cells of a set."""
    import numpy as np

    size = rules.width * rules.stride
    data = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    columns = np.unpackbits(data, bitorder="little", count=size).view(np.int8)
    return columns.reshape(rules.width, rules.stride)[:, : rules.height].T.copy()


def _actions(rules: Rules) -> str:
    return "the columns" if rules.gravity else "the cells, row by row from the bottom left"
