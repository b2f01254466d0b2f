"""`KInARowAEC`: both sides of a game as agents of PettingZoo, who take turns.

`env` and `raw_env` make one, `parallel_env` the same for libraries that ask all agents at once: the
game is played in turns, so only the action of the agent to move counts, and `info["active"]` says
whose that is.

| version | what changed |
| --- | --- |
| v0 | the first one |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from inarow.errors import missing_package

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.env.episode import Episode, Start, as_move, read_start, starts
from inarow.env.gymnasium import (
    RENDER_MODES,
    action_space,
    draw,
    expect_render_mode,
    observation_space,
)
from inarow.env.spec import Rewards, Spec
from inarow.env.truth import Truth
from inarow.errors import EnvError
from inarow.search.oracle import Oracle

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AGENTS", "KInARowAEC", "KInARowParallel", "env", "parallel_env", "raw_env"]

AGENTS: Final = ("player_0", "player_1")
"""The agents: the first side, and the second."""


class KInARowAEC(AECEnv[str, Any, Any]):
    """Both sides as agents; the arguments mean what they mean for `KInARowEnv`."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "k_in_a_row_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str = "7x6x4",
        *,
        start: Start | Iterable[Start] | None = None,
        observation: str = "planes",
        perspective: str = "own",
        illegal: str = "lose",
        rewards: Rewards | Mapping[str, float] | None = None,
        truth: bool | Oracle = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.settings = Spec.of(rules, observation, perspective, illegal, rewards)
        expect_render_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._starts = starts(start, self.settings.rules)
        self._look = Truth.teller(truth) if truth else None
        self._truth: Truth | None = None
        self._episode = Episode(self.settings)
        self._random = seeding.np_random()[0]

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The space of each agent."""
        return {agent: observation_space(self.settings, masked=True) for agent in AGENTS}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The actions of each agent."""
        return {agent: action_space(self.settings) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What *agent* sees: "observation" and "action_mask"."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What *agent* may choose among."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """What lies on the board."""
        return self._episode.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; *options* may have a "start" for it."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._episode.begin(self._start(options or {}))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.agent_selection = AGENTS[self._episode.mover]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._tell()

    def _start(self, options: Mapping[str, Any]) -> Position:
        if "start" in options:  # others are passed over: PettingZoo's own tests give some
            return read_start(options["start"], self.settings.rules)
        if len(self._starts) == 1:
            return self._starts[0]
        return self._starts[int(self._random.integers(len(self._starts)))]

    def step(self, action: Any) -> None:
        """Play *action* for the agent whose turn it is; after the end only `None` is taken."""
        if not self.agents:
            raise EnvError("expected reset before the next step: no game is being played")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        episode, mover = self._episode, self._episode.mover
        move = as_move(action, episode.move_count)
        legal = episode.try_play(move)
        if not legal:
            move = episode.after_illegal(move, self._random)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self.infos = {each: {} for each in AGENTS}
        if not legal:
            self.infos[agent]["illegal"] = True
            self.rewards[agent] = self.settings.rewards.illegal
        if move >= 0:
            self._after_move(move, agent)
        elif episode.over:
            self.rewards[AGENTS[1 - mover]] = self.settings.rewards.win
        if episode.over:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - mover if episode.over else episode.mover]
        self._accumulate_rewards()
        self._tell()

    def _after_move(self, move: int, agent: str) -> None:
        """The rewards, and what there is to say about the move."""
        rewards, winner = self.settings.rewards, self._episode.winner
        self.rewards[agent] += rewards.move
        if self._truth is not None:
            self.infos[agent].update(self._truth.of_move(move))
        if not self._episode.over:
            return
        for i, each in enumerate(AGENTS):
            end = rewards.draw if winner is None else rewards.win if winner == i else rewards.loss
            self.rewards[each] += end

    def _tell(self) -> None:
        """What `infos` has for the agent to move."""
        episode, agent = self._episode, self.agent_selection
        self.infos[agent]["action_mask"] = episode.mask
        if self._look is not None:
            self._truth = None if episode.over else self._look(episode.position)
            self.infos[agent]["truth"] = self._truth.as_info() if self._truth else None

    def observe(self, agent: str) -> dict[str, Any]:
        """What *agent* sees; while it is the other's turn nothing is legal."""
        side = 0 if agent == AGENTS[0] else 1
        mask = self._episode.mask if agent == self.agent_selection else self._nothing
        return {"observation": self._episode.observe(side), "action_mask": mask}

    @property
    def _nothing(self) -> NDArray[np.int8]:
        return np.zeros(self._episode.move_count, dtype=np.int8)

    def action_masks(self) -> NDArray[np.bool_]:
        """Shape (move_count,): what the agent to move may choose."""
        return self._episode.mask.view(np.bool_)

    def render(self) -> Any:
        """The board as `render_mode` says; `None` without one."""
        return draw(self._episode.position, self.render_mode, self._episode.last)

    def close(self) -> None:
        """Nothing is held."""

    def __str__(self) -> str:
        return f"{self.metadata['name']} {self.settings.rules}"


class KInARowParallel(ParallelEnv[str, Any, Any]):
    """The same game asked of both agents at once; the action of the one not to move is ignored."""

    metadata = KInARowAEC.metadata

    def __init__(self, **settings: Any) -> None:
        self.turns = KInARowAEC(**settings)
        self.render_mode = self.turns.render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What *agent* sees."""
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What *agent* may choose among."""
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.turns.reset(seed=seed, options=options)
        self.agents = list(AGENTS)
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the agent whose turn it is."""
        turns = self.turns
        if not self.agents:
            raise EnvError("expected reset before the next step: no game is being played")
        if turns.agent_selection not in actions:
            raise EnvError(f"expected an action of {turns.agent_selection}, who is to move")
        turns.step(actions[turns.agent_selection])
        if turns.terminations[AGENTS[0]]:
            self.agents = []
        return (
            self._observations(),
            dict(turns.rewards),
            dict(turns.terminations),
            dict(turns.truncations),
            self._infos(),
        )

    def _observations(self) -> dict[str, Any]:
        return {agent: self.turns.observe(agent) for agent in AGENTS}

    def _infos(self) -> dict[str, dict[str, Any]]:
        active = self.turns.agent_selection
        return {agent: {**self.turns.infos[agent], "active": agent == active} for agent in AGENTS}

    def render(self) -> Any:
        """The board as `render_mode` says."""
        return self.turns.render()

    def close(self) -> None:
        """Nothing is held."""


def raw_env(**settings: Any) -> KInARowAEC:
    """A game for two agents; the settings are those of `KInARowAEC`."""
    return KInARowAEC(**settings)


env = raw_env
"""The same: there is nothing to wrap, the environment checks its actions itself."""


def parallel_env(**settings: Any) -> KInARowParallel:
    """A game for two agents who are asked at once."""
    return KInARowParallel(**settings)
