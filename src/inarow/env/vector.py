"""`KInARowVectorEnv`: many games at once as a vector environment of Gymnasium.

| version | what changed |
| --- | --- |
| v0 | the first one |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from inarow.errors import missing_package

try:
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.env.batch import ILLEGAL_MOVE, RESTARTS, Batch
from inarow.env.episode import Start
from inarow.env.gymnasium import (
    RENDER_MODES,
    action_space,
    draw,
    expect_render_mode,
    observation_space,
)
from inarow.env.opponent import Replies
from inarow.env.spec import Rewards
from inarow.errors import EnvError, quoted
from inarow.players import Player

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["KInARowVectorEnv"]

_MODES: Final = dict(
    zip(
        (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED),
        RESTARTS,
        strict=True,
    )
)
_RESULTS: Final = np.array([None, "win", "draw", "loss"], dtype=object)


class KInARowVectorEnv(VectorEnv[Any, Any, Any]):
    """*num_envs* games in C++, on *threads* threads; what `KInARowEnv` takes means the same here.

    *opponent* may also be a function, see `inarow.env.opponent`. *autoreset_mode* is one of
    Gymnasium's, or its value as text. With *dtype* float32 observations are floats.

    Without *copy* the arrays that `reset` and `step` return are those that the next call
    overwrites. With the mode SAME_STEP the last observations of games are in `info["final_obs"]`,
    what was known about them in `info["final_info"]`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "7x6x4",
        *,
        opponent: Player | str | Replies | None = "random",
        side: str = "first",
        start: Start | Iterable[Start] | None = None,
        observation: str = "planes",
        perspective: str = "own",
        illegal: str = "lose",
        rewards: Rewards | Mapping[str, float] | None = None,
        mask_in_observation: bool = True,
        dtype: DTypeLike | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        expect_render_mode(render_mode)
        self.autoreset_mode = mode = _mode(autoreset_mode)
        self.batch = batch = Batch(
            num_envs,
            rules,
            opponent=opponent,
            side=side,
            start=start,
            observation=observation,
            perspective=perspective,
            dtype=dtype,
            illegal=illegal,
            rewards=rewards,
            restart=_MODES[mode],
            keep_last=True,
            threads=threads,
        )
        self.num_envs = num_envs
        self.metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": mode}
        self.render_mode = render_mode
        self.single_action_space = action_space(batch.spec)
        self.single_observation_space = observation_space(
            batch.spec, masked=mask_in_observation, dtype=batch.observation.dtype
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._masked = mask_in_observation
        self._copy = copy
        self._truncations = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those of the "reset_mask" in *options*.

        With *seed* all that follows is the same as after that seed before.
        """
        if seed is not None and type(seed) is not int:
            raise EnvError(f"expected one seed for all games, got {quoted(seed)}")
        unknown = [name for name in options or {} if name != "reset_mask"]
        if unknown:
            raise EnvError(f"expected the option reset_mask, got {quoted(unknown[0])}")
        self.batch.reset(seed=seed, chosen=(options or {}).get("reset_mask"))
        super().reset(seed=seed)
        return self._observation(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in every game, and let the opponent answer."""
        batch = self.batch
        if self.autoreset_mode is AutoresetMode.DISABLED and batch.done.any():
            raise EnvError("expected reset with a reset_mask for the games that are over")
        if actions is None:
            raise EnvError("expected actions, got None")
        batch.step(actions)
        return (
            self._observation(),
            self._copied(batch.reward),
            self._copied(batch.done),
            self._copied(self._truncations),
            self._infos() | self._ends(),
        )

    def _copied(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observation(self) -> Any:
        board = self._copied(self.batch.observation)
        if not self._masked:
            return board
        return {"observation": board, "action_mask": self._copied(self.batch.mask)}

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._copied(self.batch.mask), "_action_mask": every}

    def _ends(self) -> dict[str, Any]:
        """What else is known after a step."""
        batch = self.batch
        infos: dict[str, Any] = {}
        illegal = (batch.result & ILLEGAL_MOVE) != 0
        if illegal.any():
            infos |= {"illegal": illegal, "_illegal": illegal}
        if batch.done.any():
            done = batch.done.copy()
            ended = {"result": np.where(done, _RESULTS[batch.result & 3], None), "_result": done}
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                infos |= {"final_obs": self._final(done), "_final_obs": done}
                infos |= {"final_info": ended, "_final_info": done}
            else:
                infos |= ended
        if batch.forfeits:
            why = np.full(self.num_envs, None, object)
            for game, reason in batch.forfeits.items():
                why[game] = reason
            infos |= {"forfeit": why, "_forfeit": why != None}  # noqa: E711
        return infos

    def _final(self, done: NDArray[np.bool_]) -> NDArray[Any]:
        """The last observations, an object for each game that is done, as Gymnasium has them."""
        games = np.flatnonzero(done)
        last = self.batch.last(games)
        mask = np.zeros(self.batch.spec.rules.move_count, np.int8)
        final = np.full(self.num_envs, None, object)
        for game, board in zip(games, last, strict=True):
            final[game] = {"observation": board, "action_mask": mask} if self._masked else board
        return final

    def action_masks(self) -> NDArray[np.bool_]:
        """Shape (num_envs, move_count): which actions are legal."""
        return self._copied(self.batch.mask.view(np.bool_))

    def position(self, game: int) -> Position:
        """What lies on the board of a game."""
        return self.batch.position(game)

    def render(self) -> tuple[Any, ...] | None:
        """The boards as `render_mode` says; `None` without one."""
        if self.render_mode is None:
            return None
        return tuple(draw(self.position(i), self.render_mode) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Give back what the opponent holds."""
        self.batch.close()


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise EnvError(
            f"expected autoreset_mode to be one of {known}, got {quoted(mode)}"
        ) from None
