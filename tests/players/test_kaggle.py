"""Kaggle's own environment is played with in `bench/env_agree.py`; here are its words only."""

import sys
from types import ModuleType
from typing import Any

import pytest

import inarow as ir
from inarow.players.agents import Struct
from inarow.players.kaggle import kaggle_agent, kaggle_player

CONFIGURATION = Struct(columns=7, rows=6, inarow=4)


def test_a_player_is_an_agent() -> None:
    agent = kaggle_agent("level 5")
    assert agent.__code__.co_argcount == 2  # Kaggle counts them to know what to pass
    board = [0] * 35 + [2, 2, 2, 0, 1, 1, 1]
    move = agent(Struct(board=board, mark=1), CONFIGURATION)
    assert (move, type(move)) == (3, int)
    assert agent({"board": board, "mark": 2}, dict(CONFIGURATION)) == 3
    small = kaggle_agent(ir.Random(seed=1))
    assert small({"board": [0], "mark": 1}, {"columns": 1, "rows": 1, "inarow": 1}) == 0


def test_an_agent_is_a_player() -> None:
    player = kaggle_player(lambda obs, config: config.columns - obs.mark, "mine")
    assert player.choose(ir.Position(ir.CONNECT_FOUR)) == 6
    assert ir.Game(ir.CONNECT_FOUR, (player, ir.Random(seed=1))).rules == ir.CONNECT_FOUR


def test_both_ways_round_it_plays_the_same() -> None:
    player = kaggle_player(kaggle_agent(ir.Cautious(seed=3)))
    one = ir.Game(ir.CONNECT_FOUR, (player, ir.Random(seed=4)))
    two = ir.Game(ir.CONNECT_FOUR, (ir.Cautious(seed=3), ir.Random(seed=4)))
    one.run()
    two.run()
    assert one.board.moves == two.board.moves


def test_kaggles_own_agents_go_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def last(obs: Any, config: Any) -> int:
        return int(config.columns) - 1

    module = ModuleType("kaggle_environments.envs.connectx.connectx")
    module.agents = {"last": last}  # type: ignore[attr-defined]
    path = ""
    for name in module.__name__.split(".")[:-1]:
        path = f"{path}.{name}".strip(".")
        monkeypatch.setitem(sys.modules, path, ModuleType(path))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert kaggle_player("last").choose(ir.Position(ir.WIDE_FOUR)) == 8
    with pytest.raises(ir.PlayerError, match="expected one of last, got 'first'"):
        kaggle_player("first")
    monkeypatch.setitem(sys.modules, module.__name__, None)
    with pytest.raises(ir.MissingPackageError, match="Kaggle's own agents need its package"):
        kaggle_player("last")
