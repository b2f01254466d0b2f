"""EnvPool's and Pgx's Connect Four, many games at once, as their makers mean them to be used."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

Games = Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]]

ENVPOOL_SIZES = (64, 256, 1024, 4096)
PGX_SIZES = (256, 1024, 4096, 16384)
PGX_STEPS = 32
"""How many steps a compiled call takes where that is tried."""


def random_moves(legal: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int32]:
    """A random legal move for every game."""
    drawn = random.random(legal.shape, np.float32)
    drawn[~legal] = -1
    moves: NDArray[np.int32] = drawn.argmax(axis=1).astype(np.int32)
    return moves


def envpool_games(n: int) -> Games:
    import envpool

    env = envpool.make("ConnectFour-v1", "gymnasium", num_envs=n, num_threads=1, seed=3)
    random = np.random.default_rng(1)
    _, info = env.reset()
    while True:
        legal = info["legal_action_mask"]
        discs = (info["board"] >= 0).sum(axis=(1, 2))
        moves = random_moves(legal, random)
        _, rewards, over, _, info = env.step(moves)
        won = rewards.reshape(n, 2).max(axis=1) > 0
        yield legal, moves, over, np.where(won, 1 + discs % 2, 0)


def envpool_steps(seconds: float) -> float:
    """Steps a second at the best number of games; only its own work is timed, not the choice."""
    return max(_envpool_steps(n, seconds / len(ENVPOOL_SIZES)) for n in ENVPOOL_SIZES)


def _envpool_steps(n: int, seconds: float) -> float:
    import envpool

    env = envpool.make("ConnectFour-v1", "gymnasium", num_envs=n, num_threads=1, seed=3)
    random = np.random.default_rng(1)
    _, info = env.reset()
    best, end = 0.0, perf_counter() + seconds
    while perf_counter() < end:
        spent = 0.0
        calls = 0
        while spent < seconds / 10:
            moves = random_moves(info["legal_action_mask"], random)
            begun = perf_counter()
            info = env.step(moves)[-1]
            spent += perf_counter() - begun
            calls += 1
        best = max(best, n * calls / spent)
    return best


@lru_cache(maxsize=1)
def _pgx() -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Functions of Pgx for many games: begin, one step, several steps."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> Any:
        key, drawn, new = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        moves = jax.random.categorical(drawn, scores, axis=-1)
        return step(state, moves, jax.random.split(new, len(moves))), key, moves

    def several(state: Any, key: Any) -> Any:
        def once(_: int, carried: Any) -> Any:
            return play(*carried)[:2]

        return jax.lax.fori_loop(0, PGX_STEPS, once, (state, key))

    begin = jax.jit(lambda keys: jax.vmap(env.init)(keys))
    return begin, jax.jit(play), jax.jit(several)


def pgx_games(n: int) -> Games:
    import jax

    begin, play, _ = _pgx()
    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, n))
    first = np.asarray(state.current_player)  # it draws which of the two begins
    while True:
        legal = np.asarray(state.legal_action_mask)
        state, key, moves = play(state, key)
        rewards, over = np.asarray(state.rewards), np.asarray(state.terminated)
        winner = np.where(rewards.max(axis=1) > 0, rewards.argmax(axis=1), -1)
        side = np.where(winner < 0, 0, np.where(winner == first, 1, 2))
        yield legal, np.asarray(moves), over, side


def pgx_steps(seconds: float) -> float:
    """Steps a second, moves drawn within, at the best number of games and of steps in a call."""
    import jax

    begin, play, several = _pgx()
    best = 0.0
    for n in PGX_SIZES:
        key = jax.random.PRNGKey(1)
        for function, steps in ((play, 1), (several, PGX_STEPS)):
            state = begin(jax.random.split(key, n))
            state, key, *_ = function(state, key)  # compiled
            state.rewards.block_until_ready()
            end = perf_counter() + seconds / len(PGX_SIZES) / 2
            while perf_counter() < end:
                begun = perf_counter()
                calls = 0
                while perf_counter() - begun < seconds / 100 or calls == 0:
                    state, key, *_ = function(state, key)
                    state.rewards.block_until_ready()
                    calls += 1
                best = max(best, n * steps * calls / (perf_counter() - begun))
    return best
