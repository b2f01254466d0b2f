"""Steps a second of random legal Connect Four with observation and mask: our batch and others.

    .venv/bin/python bench/env.py [SECONDS]

Everything runs on one core, in turns, and the best of several rounds counts. Before that the games
of all are compared: what is legal and when a game ends, move by move, with `Position`; and how
often each side wins. Moves are drawn by NumPy for those that do not draw their own, outside the
time that is measured; one step is one move.
"""

import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
from env_single import inarow_single, openspiel_single, pettingzoo_single
from numpy.typing import NDArray
from peers.array_environments import envpool_games, envpool_steps, pgx_games, pgx_steps

import inarow as ir
from inarow.env.batch import DRAWN, OPEN, WON, Batch
from inarow.env.vector import KInARowVectorEnv

Games = Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]]
"""For every step: what was legal, what was played, which games ended, and who won them (1 or 2)."""

CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
ROUNDS = 5
FOLLOWED = 40
"""How many games of everyone are followed move by move."""

PEERS: dict[str, Callable[[float], float]] = {
    "PettingZoo connect_four_v3": pettingzoo_single,
    "OpenSpiel, Python loop": openspiel_single,
    "EnvPool ConnectFour-v1": envpool_steps,
    "Pgx on the CPU, jit and vmap": pgx_steps,
}


def batch_steps(n: int = 4096, **settings: Any) -> Callable[[float], float]:
    """Our batch; it draws the moves itself."""

    def measure(seconds: float) -> float:
        games = Batch(n, **settings)
        games.reset(seed=1)
        return rate(games.step, n, seconds)

    return measure


def vector_steps(seconds: float) -> float:
    """Our vector environment of Gymnasium, moves given, with copies of all it returns."""
    n = 4096
    env = KInARowVectorEnv(n, opponent=None, autoreset_mode="SameStep")
    env.reset(seed=1)
    moves = np.random.default_rng(1).integers(0, 7, (50, n), np.int32)
    return rate(lambda: [env.step(each) for each in moves], 50 * n, seconds)


def rate(play: Callable[[], Any], steps: int, seconds: float) -> float:
    """Steps a second in the best tenth of the time."""
    play()
    end = perf_counter() + seconds
    best = 0.0
    while perf_counter() < end:
        calls = 0
        begun = perf_counter()
        while perf_counter() - begun < seconds / 10:
            play()
            calls += 1
        best = max(best, steps * calls / (perf_counter() - begun))
    return best


def own_games(n: int) -> Games:
    games = Batch(n)
    games.reset(seed=5)
    while True:
        legal, side = games.mask.copy(), games.side.copy()
        games.step()
        winner = np.where(games.result == WON, side, 0)
        yield legal, games.action, games.done, winner


def expected_outcomes() -> NDArray[Any]:
    """How often the first side wins, the second, and nobody: from two million games of ours."""
    games = Batch(1 << 16, restart="disabled")
    counts = np.zeros(3)
    for seed in range(30):
        games.reset(seed=seed)
        while not games.done.all():
            games.step()
        first_moved_last = games.side == 2
        won = games.result == WON
        assert not (games.result == OPEN).any()
        counts += [(won & first_moved_last).sum(), (won & ~first_moved_last).sum(), 0]
        counts[2] += (games.result == DRAWN).sum()
    shares: NDArray[Any] = counts / counts.sum()
    return shares


def check(name: str, games: Games, steps: int, shares: NDArray[Any]) -> str:
    """That games are legal ones, end when they should, and are won as often as others."""
    followed = [ir.Position(ir.CONNECT_FOUR)] * FOLLOWED
    counts = np.zeros(3)
    fresh: NDArray[np.bool_] | None = None  # whether a game was seen from its beginning
    for _, (legal, moves, done, winner) in zip(range(steps), games, strict=False):
        for i, position in enumerate(followed):
            if position.outcome() is None:
                assert np.flatnonzero(legal[i]).tolist() == list(position.legal_moves()), name
                followed[i] = after = position.play(int(moves[i]))
                outcome = after.outcome()
                assert bool(done[i]) == (outcome is not None), name
                if outcome is not None:
                    assert int(winner[i]) == int(outcome.winner or 0), name
        fresh = np.ones(len(done), np.bool_) if fresh is None else fresh
        first = fresh & done  # only first games: long ones would be missing among the later
        counts += [((winner == side) & first).sum() for side in (1, 2, 0)]
        fresh &= ~done
    assert fresh is not None
    assert not fresh.any()
    assert all(position.outcome() is not None for position in followed), name
    total = counts.sum()
    for count, share in zip(counts, shares, strict=True):
        assert abs(count - total * share) <= 4.5 * math.sqrt(total * share * (1 - share)), name
    parts = ", ".join(f"{count / total:.2%}" for count in counts)
    return f"  {name:<30} {int(total):>7,} games: {parts}"


def compare() -> None:
    shares = expected_outcomes()
    print("random games: the first side won, the second, nobody")
    print(f"  {'expected, 1,966,080 games':<47}: " + ", ".join(f"{share:.2%}" for share in shares))
    print(check("inarow", own_games(20_000), 60, shares))
    print(check("EnvPool", envpool_games(20_000), 60, shares))
    print(check("Pgx", pgx_games(20_000), 60, shares))


def use_cores(count: int) -> int:
    """Run on so many cores from now on, if the system can; how many there are."""
    if not hasattr(os, "sched_setaffinity"):
        return 1
    os.sched_setaffinity(0, sorted(CORES)[:count])
    return min(count, len(CORES))


def main(seconds: float) -> int:
    use_cores(1)
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    compare()
    ours: dict[str, Callable[[float], float]] = {
        "packed": batch_steps(),
        "int8 planes": batch_steps(observation="planes"),
        "float32 planes": batch_steps(observation="planes", dtype=np.float32),
        "Gymnasium vector, planes, copies": vector_steps,
        "one Gymnasium environment": inarow_single,
        "packed, random opponent": batch_steps(opponent="random"),
        "packed, level 3": batch_steps(256, opponent="level 3"),
        "packed, 9x7x4": batch_steps(rules="9x7x4"),
        "packed, 3x3x3/free": batch_steps(rules="3x3x3/free"),
        "packed, 15x15x5/free": batch_steps(rules="15x15x5/free"),
    }
    best = dict.fromkeys([*PEERS, *ours], 0.0)
    for _ in range(ROUNDS):
        for name, measure in {**PEERS, **ours}.items():
            best[name] = max(best[name], measure(seconds / ROUNDS))
    top = max(best[name] for name in PEERS)
    print(f"\nsteps a second on one core, the best of {ROUNDS} rounds of {seconds / ROUNDS:g} s")
    for name, found in best.items():
        whose = "" if name in PEERS else "inarow "
        print(f"  {whose + name:<40} {found:>13,.0f}   {found / top:7.2f} times the best of others")
    single = best["one Gymnasium environment"] / best["PettingZoo connect_four_v3"]
    print(f"  one Gymnasium environment is {single:.1f} times as fast as PettingZoo's")
    if use_cores(2) == 2:
        for threads in (1, 2):
            found = batch_steps(1 << 16, threads=threads)(seconds / 2)
            print(f"  inarow packed, 65,536 games, {threads} threads: {found:,.0f}")
    print(json.dumps({name: round(found) for name, found in best.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
