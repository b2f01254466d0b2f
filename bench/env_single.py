"""One game at a time: random legal play with observation and mask, in our environments and others.

    .venv/bin/python bench/env_single.py

Every driver chooses a random legal move from the mask of the observation and is timed by the best
of several short rounds, in turns, so that a busy machine disturbs all of them alike.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from inarow.env import KInARowAEC, KInARowEnv

STEPS = 500
"""How many steps are taken between two looks at the clock."""

Stepper = Iterator[None]


def _choose(mask: Any, random: Random) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def gymnasium_steps(**settings: Any) -> Stepper:
    """Our Gymnasium environment."""
    env, random = KInARowEnv(**settings), Random(0)
    seen, _ = env.reset(seed=0)
    while True:
        seen, _, over, _, _ = env.step(_choose(seen["action_mask"], random))
        if over:
            seen, _ = env.reset()
        yield


def aec_steps(env: Any) -> Stepper:
    """An environment of PettingZoo, ours or theirs."""
    random = Random(0)
    env.reset(seed=0)
    while True:
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            continue
        env.step(_choose(seen["action_mask"], random))
        yield


def inarow_single(seconds: float) -> float:
    """Steps a second of our Gymnasium environment; one step is one move, as in the others."""
    return _rate(gymnasium_steps(opponent=None), seconds)


def inarow_against_random(seconds: float) -> float:
    """Steps a second against a random opponent: one step is a move and its answer."""
    return _rate(gymnasium_steps(opponent="random"), seconds)


def inarow_aec(seconds: float) -> float:
    """Steps a second of our environment for PettingZoo."""
    return _rate(aec_steps(KInARowAEC()), seconds)


def pettingzoo_single(seconds: float) -> float:
    """Steps a second of PettingZoo's connect_four, without its wrappers."""
    from pettingzoo.classic import connect_four_v3

    return _rate(aec_steps(connect_four_v3.raw_env()), seconds)


def openspiel_single(seconds: float) -> float:
    """Steps a second of OpenSpiel's connect_four in a Python loop."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def steps() -> Stepper:
        random, state = Random(0), game.new_initial_state()
        while True:
            if state.is_terminal():
                state = game.new_initial_state()
            np.asarray(state.observation_tensor())
            state.apply_action(random.choice(state.legal_actions()))
            yield

    return _rate(steps(), seconds)


def _rate(steps: Stepper, seconds: float) -> float:
    end = perf_counter() + seconds
    best = 0.0
    while (begun := perf_counter()) < end:
        for _ in range(STEPS):
            next(steps)
        best = max(best, STEPS / (perf_counter() - begun))
    return best


MEASURED: dict[str, Callable[[float], float]] = {
    "inarow Gymnasium, one move a step": inarow_single,
    "inarow Gymnasium, against random": inarow_against_random,
    "inarow PettingZoo": inarow_aec,
    "OpenSpiel connect_four, Python loop": openspiel_single,
    "PettingZoo connect_four_v3": pettingzoo_single,
}


def main(seconds: float) -> int:
    best = dict.fromkeys(MEASURED, 0.0)
    for _ in range(5):
        for name, measure in MEASURED.items():
            best[name] = max(best[name], measure(seconds / 5))
    theirs = best["PettingZoo connect_four_v3"]
    for name, rate in best.items():
        print(f"{name:<36}  {rate:>9,.0f} steps/s  {rate / theirs:5.1f} times PettingZoo's")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0))
