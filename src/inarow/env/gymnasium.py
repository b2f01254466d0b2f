"""`KInARowEnv`: one side of a game as a Gymnasium environment, any player on the other.

| version | what changed |
| --- | --- |
| v0 | the first one |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from inarow.errors import missing_package

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board import render
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.env.episode import Episode, Start, as_move, read_start, starts
from inarow.env.opponent import Opponent
from inarow.env.pixels import pixels
from inarow.env.spec import SIDES, Rewards, Spec, expect_choice
from inarow.env.truth import Truth
from inarow.errors import EnvError, InarowError, printable, quoted
from inarow.players import Player
from inarow.search.oracle import Oracle

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RENDER_MODES", "KInARowEnv", "action_space", "draw", "observation_space"]

RENDER_MODES: Final = ("ansi", "rgb_array", "svg")
"""The pictures there are. To watch a game on the screen, draw `rgb_array` with any viewer."""


class KInARowEnv(gymnasium.Env[Any, Any]):
    """A game against *opponent*, a Player or the text of one ("random", "level 3", "perfect").

    A step plays the agent's move and the opponent's answer. An opponent that fails has lost, and
    `info["forfeit"]` says why; if it ends the game before the agent has moved, nothing is legal and
    the first step, whatever it is, brings the result. Without an opponent the agent plays
    both sides: a step is one move, the reward is for the side that made it, the observation for
    the side that is next. *start* is a position, its text, moves, or several of these, of which
    one is drawn for every game. With *truth* (True, or an `Oracle`) `info` has the exact scores.
    What the other arguments mean is said in `inarow.env.spec`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "7x6x4",
        *,
        opponent: Player | str | None = "random",
        side: str = "first",
        start: Start | Iterable[Start] | None = None,
        observation: str = "planes",
        perspective: str = "own",
        illegal: str = "lose",
        rewards: Rewards | Mapping[str, float] | None = None,
        mask_in_observation: bool = True,
        truth: bool | Oracle = False,
        render_mode: str | None = None,
    ) -> None:
        self.settings = spec = Spec.of(rules, observation, perspective, illegal, rewards)
        expect_choice("side", side, SIDES)
        expect_render_mode(render_mode)
        self.render_mode = render_mode
        self.action_space = action_space(spec)
        self.observation_space = observation_space(spec, masked=mask_in_observation)
        self._masked = mask_in_observation
        self._starts = starts(start, spec.rules)
        self._opponent = None if opponent is None else Opponent(opponent)
        self._side_choice = side
        self._games = 0
        self._look = Truth.teller(truth) if truth else None
        self._truth: Truth | None = None
        self._episode = Episode(spec)
        self._agent = 0
        self._over = True

    @property
    def position(self) -> Position:
        """What lies on the board."""
        return self._episode.position

    @property
    def side(self) -> Side:
        """Which side the agent has; without an opponent, the side to move."""
        return Side(self._agent + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game. With *seed* all that follows is the same as after that seed before.

        *options* may have a "start" and a "side" for this game.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
            if self._opponent is not None:
                self._opponent.restart(int(self.np_random.integers(2**63)))
        start, side = self._chosen(options or {})
        self._episode.begin(start)
        self._agent = self._episode.mover if self._opponent is None else side
        self._games += 1
        self._over = False
        info: dict[str, Any] = {}
        if self._agent != self._episode.mover:
            self._answer(info)
        return self._observed(info)

    def _chosen(self, options: Mapping[str, Any]) -> tuple[Position, int]:
        """The start of the next game, and the agent's side: 0 or 1."""
        unknown = [name for name in options if name not in ("start", "side")]
        if unknown:
            raise EnvError(f"expected the options start and side, got {quoted(unknown[0])}")
        if "start" in options:
            start = read_start(options["start"], self.settings.rules)
        elif len(self._starts) == 1:
            start = self._starts[0]
        else:
            start = self._starts[int(self.np_random.integers(len(self._starts)))]
        side = options.get("side", self._side_choice)
        expect_choice("the option side", side, SIDES)
        if side == "random":
            return start, int(self.np_random.integers(2))
        return start, self._games % 2 if side == "alternate" else SIDES.index(side)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play *action*, and let the opponent answer."""
        episode = self._episode
        if self._over:
            raise EnvError("expected reset before the next step: no game is being played")
        info: dict[str, Any] = {}
        move = as_move(action, episode.move_count)
        if episode.over:  # the opponent has won, or failed, before the agent's first move
            return self._result(0.0, self._agent, info)
        mover = episode.mover
        reward = 0.0
        if not episode.try_play(move):
            move = episode.after_illegal(move, self.np_random)
            info["illegal"] = True
            reward = self.settings.rewards.illegal
            if move < 0:
                return self._after_no_move(reward, info)
        if self._truth is not None:
            info.update(self._truth.of_move(move))
        if not episode.over and self._opponent is not None:
            self._answer(info)
        return self._result(reward, mover, info)

    def _result(
        self, reward: float, mover: int, info: dict[str, Any]
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What a step of *mover* returns; what the move brought is added to *reward*."""
        reward += self._reward(mover, info)
        observation, info = self._observed(info)
        return observation, reward, self._over, False, info

    def _after_no_move(
        self, reward: float, info: dict[str, Any]
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What a step returns that played nothing: the game is lost, or stays as it was."""
        if self._episode.over:
            self._over = True
            info["result"] = "loss"
        observation, info = self._observed(info)
        return observation, reward, self._over, False, info

    def _answer(self, info: dict[str, Any]) -> None:
        """Let the opponent move; if it fails, it has lost."""
        assert self._opponent is not None
        episode = self._episode
        try:
            reply = as_move(self._opponent.reply(episode), episode.move_count)
            episode.play(reply)
            info["reply"] = reply
        except InarowError as error:
            info["forfeit"] = printable(error)
            episode.end(self._agent)

    def _reward(self, mover: int, info: dict[str, Any]) -> float:
        rewards, episode = self.settings.rewards, self._episode
        if not episode.over:
            return rewards.move
        self._over = True
        if episode.winner is None:
            info["result"] = "draw"
            return rewards.move + rewards.draw
        info["result"] = "win" if episode.winner == mover else "loss"
        return rewards.move + (rewards.win if episode.winner == mover else rewards.loss)

    def _observed(self, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The observation and what else is known."""
        episode = self._episode
        if self._opponent is None:
            self._agent = episode.mover
        mask = info["action_mask"] = episode.mask
        if self._look is not None:
            self._truth = None if episode.over else self._look(episode.position)
            info["truth"] = self._truth.as_info() if self._truth else None
        board = episode.observe(self._agent)
        return ({"observation": board, "action_mask": mask} if self._masked else board), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Shape (move_count,): which actions are legal, as sb3-contrib asks for it."""
        return self._episode.mask.view(np.bool_)

    def render(self) -> Any:
        """The board as `render_mode` says; `None` without one."""
        return draw(self._episode.position, self.render_mode, self._episode.last)

    def close(self) -> None:
        """Give back what the opponent holds."""
        if self._opponent is not None:
            self._opponent.close()


def action_space(spec: Spec) -> spaces.Discrete:
    """A number for every move."""
    return spaces.Discrete(spec.rules.move_count)


def observation_space(
    spec: Spec, *, masked: bool, dtype: np.dtype[Any] | None = None
) -> spaces.Space[Any]:
    """What `Spec.observe` gives; with *masked* a dict with the "action_mask" next to it."""
    low, high = spec.bounds
    board = spaces.Box(low, high, spec.shape, (dtype or spec.dtype).type)
    if not masked:
        return board
    mask = spaces.Box(0, 1, (spec.rules.move_count,), np.int8)
    return spaces.Dict({"observation": board, "action_mask": mask})


def expect_render_mode(mode: str | None) -> None:
    """Raise `EnvError` for a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise EnvError(
            f"expected render_mode to be {', '.join(RENDER_MODES)} or None, got {quoted(mode)}"
        )


def draw(position: Position, mode: str | None, last: Cell | None = None) -> Any:
    """A picture of a position: text for "ansi" and "svg", pixels for "rgb_array"."""
    if mode is None:
        return None
    outcome = position.outcome()
    lines = outcome.lines if outcome else ()
    if mode == "rgb_array":
        return pixels(position, lines=lines, last=last)
    return {"ansi": render.ansi, "svg": render.svg}[mode](position, lines=lines, last=last)
