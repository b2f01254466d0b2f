"""Kaggle's ConnectX: our players as its agents, and its agents as our players.

    from kaggle_environments import make
    make("connectx").run([kaggle_agent(inarow.level(5)), "negamax"])

The other way round every agent is a `FunctionPlayer`; `kaggle_player` also knows those that come
with Kaggle's package, by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow.board.rules import Rules
from inarow.errors import MissingPackageError, PlayerError, quoted
from inarow.players import Player
from inarow.players.agents import FunctionPlayer
from inarow.players.by_text import entrant
from inarow.record.convert import from_kaggle

__all__ = ["kaggle_agent", "kaggle_player"]


def kaggle_agent(player: Player | str) -> Callable[[Any, Any], int]:
    """*player*, or the entrant of that text, as a function that ConnectX can ask."""
    chosen = entrant(player) if isinstance(player, str) else player

    def agent(observation: Any, configuration: Any) -> int:
        rules = Rules(configuration["columns"], configuration["rows"], configuration["inarow"])
        position = from_kaggle(observation["board"], rules, mark=observation["mark"])
        return int(chosen.choose(position))

    return agent


def kaggle_player(
    agent: Callable[..., Any] | str, name: str | None = None, *, seconds: float | None = None
) -> FunctionPlayer:
    """A ConnectX agent as a player: a function, or Kaggle's own "random" or "negamax"."""
    if isinstance(agent, str):
        return FunctionPlayer(_own(agent), name or agent, style="kaggle", seconds=seconds)
    return FunctionPlayer(agent, name, style="kaggle", seconds=seconds)


def _own(name: str) -> Callable[..., Any]:
    try:
        from kaggle_environments.envs.connectx.connectx import agents
    except ImportError:
        raise MissingPackageError(
            "Kaggle's own agents need its package: pip install kaggle-environments"
        ) from None
    if name not in agents:
        raise PlayerError(f"expected one of {', '.join(sorted(agents))}, got {quoted(name)}")
    found: Callable[..., Any] = agents[name]
    return found
