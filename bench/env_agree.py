"""Our games are theirs: random games compared move by move with OpenSpiel, Pgx and PettingZoo.

    .venv/bin/python bench/env_agree.py [GAMES]

10,000 games of every size if not told: what is legal, what is seen, whose turn it is and how it
ends. Then Kaggle's own ConnectX plays our level 5 against its random and negamax agents, and our
`Game` plays them, too.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

import inarow as ir
from inarow import convert
from inarow.env.batch import DRAWN, LOST, WON, Batch
from inarow.env.episode import Episode
from inarow.env.spec import Spec
from inarow.players.kaggle import kaggle_agent, kaggle_player
from inarow.players.openspiel import game_of

SIZES = ("7x6x4", "4x4x3", "9x7x5", "6x9x4", "3x3x3/free", "5x4x4/free", "9x9x5/free")
RETURNS = {None: [0.0, 0.0], 0: [1.0, -1.0], 1: [-1.0, 1.0]}


def openspiel(text: str, games: int) -> int:
    """How many moves were compared with OpenSpiel's connect_four, mnk or tic_tac_toe."""
    rules, random = ir.Rules.parse(text), Random(text)
    game, episode, start = game_of(rules), Episode(Spec(rules)), ir.Position(rules)
    shape = game.observation_tensor_shape()
    there = [convert.to_openspiel_action(move, rules) for move in range(rules.move_count)]
    moves = 0
    for number in range(games):
        state = game.new_initial_state()
        episode.begin(start)
        while not state.is_terminal():
            assert not episode.over
            assert sorted(there[move] for move in episode.legal) == state.legal_actions()
            assert state.current_player() == episode.mover
            if number < games // 100:  # the slow ones
                assert convert.to_openspiel(episode.position) == str(state)
                tensor = np.reshape(state.observation_tensor(), shape)
                assert (convert.to_openspiel_tensor(episode.position) == tensor).all()
            move = random.choice(episode.legal)
            episode.play(move)
            state.apply_action(there[move])
            moves += 1
        assert episode.over
        assert state.returns() == RETURNS[episode.winner]
    return moves


def pgx(games: int) -> int:
    """How many moves were compared with Pgx's connect_four, all games at once."""
    import jax
    import pgx as peer

    env = peer.make("connect_four")
    step = jax.jit(jax.vmap(env.step))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    batch = Batch(games, observation="planes", restart="disabled")
    batch.reset(seed=0)
    open_, moves = np.ones(games, bool), 0
    while open_.any():
        seen = batch.observation[:, :, ::-1].transpose(0, 2, 3, 1)  # top row first, sides last
        assert (seen[open_] == np.asarray(state.observation)[open_]).all()
        assert (batch.mask[open_] == np.asarray(state.legal_action_mask)[open_]).all()
        if moves < 5 * games:
            for i in range(20):
                if open_[i]:
                    assert (convert.to_pgx(batch.position(i)) == state.observation[i]).all()
        mover = np.asarray(state.current_player)
        batch.step()
        state = step(state, batch.action.clip(0))
        ended = open_ & batch.done
        moves += int(open_.sum())
        assert (np.asarray(state.terminated)[open_] == batch.done[open_]).all()
        theirs = np.asarray(state.rewards)[np.arange(games), mover]
        assert (theirs[ended] == batch.reward[ended]).all()
        open_ &= ~batch.done
    assert set(batch.result.tolist()) <= {WON, DRAWN, LOST}
    return moves


def pettingzoo(name: str, games: int) -> int:
    """How many moves were compared with PettingZoo's connect_four or tictactoe."""
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    rules = {"connect_four": ir.CONNECT_FOUR, "tictactoe": ir.TIC_TAC_TOE}[name]
    env: Any = (connect_four_v3 if rules.gravity else tictactoe_v3).raw_env()
    episode, start, random = Episode(Spec(rules)), ir.Position(rules), Random(name)
    there = [convert.to_pettingzoo_action(move, rules) for move in range(rules.move_count)]
    moves = 0
    for _ in range(games):
        env.reset()
        first, second = env.agents
        episode.begin(start)
        while not episode.over:
            seen = env.observe(env.agent_selection)
            legal = sorted(there[move] for move in episode.legal)
            assert seen["action_mask"].nonzero()[0].tolist() == legal
            assert (convert.to_pettingzoo(episode.position) == seen["observation"]).all()
            move = random.choice(episode.legal)
            episode.play(move)
            env.step(there[move])
            moves += 1
            assert env.terminations[first] == episode.over
        assert [env.rewards[first], env.rewards[second]] == RETURNS[episode.winner]
    return moves


def kaggle(games: int) -> str:
    """Kaggle's environment with our agent in it, and its agents in our games."""
    from kaggle_environments import make

    told = []
    for theirs in ("random", "negamax"):
        points = 0.0
        for number in range(games):
            ours = kaggle_agent(ir.level(5, seed=number))
            env = make("connectx")
            last = env.run([ours, theirs] if number % 2 == 0 else [theirs, ours])[-1]
            assert [agent["status"] for agent in last] == ["DONE", "DONE"]
            points += (last[number % 2]["reward"] + 1) / 2
        told.append(f"level 5 in Kaggle's ConnectX against {theirs}: {points:g} of {games} points")
        other = 0.0
        for number in range(games):
            sides = (ir.level(5, seed=number), kaggle_player(theirs))
            game = ir.Game(ir.CONNECT_FOUR, sides if number % 2 == 0 else sides[::-1])
            winner = game.run().winner
            other += 0.5 if winner is None else float(game.player(winner) is sides[0])
        told.append(f"Kaggle's {theirs} in our games against level 5: {games - other:g} of {games}")
    return "\n".join(told)


def main(games: int = 10_000) -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    work: list[tuple[str, Callable[[], int]]] = [
        (f"OpenSpiel {size}", partial(openspiel, size, games)) for size in SIZES
    ]
    work += [("Pgx connect_four", partial(pgx, games))]
    work += [
        (f"PettingZoo {name}", partial(pettingzoo, name, games // 10))
        for name in ("connect_four", "tictactoe")
    ]
    for name, compare in work:
        begun = perf_counter()
        moves = compare()
        played = games // 10 if name.startswith("PettingZoo") else games
        print(
            f"{name:<24} {played:>6,} games  {moves:>9,} moves agree  "
            f"{perf_counter() - begun:5.1f} s",
            flush=True,
        )
    print(kaggle(10))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
