"""Steps per second of `inarow.env.device` on a GPU; the games are checked first.

Needs PyTorch only, not even an installed inarow: python bench/env_device.py
With --device cpu it runs anywhere, on small numbers of games.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from inarow.board.position import Position
from inarow.env.device import DeviceGames, State

CHECKED = ("7x6x4", "9x7x4", "3x3x3/free", "10x10x5/free")
FUSED = 8
SECONDS = 0.4

Play = Callable[[State], tuple[Any, ...]]
"""Plays on and returns the next state first, then whatever has to be computed."""


def packed(games: DeviceGames) -> Play:
    return games.step_random


def with_mask(games: DeviceGames) -> Play:
    def play(state: State) -> tuple[Any, ...]:
        step = games.step_random(state)
        return *step, games.mask(step.state)

    return play


def with_planes(games: DeviceGames, dtype: torch.dtype) -> Play:
    def play(state: State) -> tuple[Any, ...]:
        step = games.step_random(state)
        return *step, games.mask(step.state), games.planes(step.state, dtype)

    return play


def with_given_moves(games: DeviceGames, moves: torch.Tensor) -> Play:
    return lambda state: games.step(state, moves)


def fused(games: DeviceGames) -> Play:
    """Several steps in one kernel; the state stays in registers between them."""

    def play(state: State) -> tuple[Any, ...]:
        ended = torch.zeros_like(state.own[0], dtype=torch.int8)
        for _ in range(FUSED):
            state, _, done = games.step_random(state)
            ended = ended + done
        return state, ended

    return play


def check(rules: str, device: str, n: int = 4099, steps: int = 60) -> None:
    """That compiled games on the device are those of the CPU, and some of them legal ones."""
    games = DeviceGames(rules)
    play = torch.compile(with_planes(games, torch.int8))
    state = games.reset(n, seed=7, device=device)
    plain = games.reset(n, seed=7, device="cpu")
    followed = [Position(games.rules)] * 25
    for _ in range(steps):
        moves = games.random_moves(plain)[: len(followed)].tolist()
        state, reward, done, mask, planes = play(state)
        plain, *expected = games.step_random(plain)
        expected += [games.mask(plain), games.planes(plain)]
        assert all(torch.equal(a.cpu(), b) for a, b in zip(state, plain, strict=True)), rules
        for got, wanted in zip((reward, done, mask, planes), expected, strict=True):
            assert torch.equal(got.cpu(), wanted), rules
        for i, move in enumerate(moves):
            after = followed[i].play(move)
            assert (after.outcome() is not None) == bool(done[i]), (rules, after)
            followed[i] = Position(games.rules) if done[i] else after
            own = sum((int(word) & (2**64 - 1)) << 64 * w for w, word in enumerate(state.own[:, i]))
            assert own == followed[i].discs(followed[i].turn), (rules, after)


def steps_per_second(play: Play, state: State, steps: int) -> float:
    """The best of several stretches, the first calls left out."""

    def stretch(calls: int) -> float:
        nonlocal state
        start = perf_counter()
        for _ in range(calls):
            state = play(state)[0]
        if state.own.is_cuda:
            torch.cuda.synchronize()
        return perf_counter() - start

    games: int = state.own.shape[1]
    stretch(3)
    calls = max(1, int(SECONDS / 4 / max(stretch(2) / 2, 1e-7)))
    best = min(stretch(calls) for _ in range(4))
    return games * steps * calls / best


def outcomes(games: DeviceGames, device: str, n: int) -> dict[str, float]:
    """How long random games are and how they end, to be compared with other programs."""
    state = games.reset(n, seed=3, device=device)
    play = torch.compile(games.step_random)
    ended = won = 0.0
    steps = 100
    for _ in range(steps):
        state, reward, done = play(state)
        ended += done.sum().item()
        won += reward.sum().item()
    return {"games": ended, "won_by_somebody": won / ended, "steps_per_game": n * steps / ended}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--sizes", default="16,20,22,24,26", help="powers of two")
    options = parser.parse_args()
    device = options.device
    sizes = [1 << int(power) for power in options.sizes.split(",")]
    begun = perf_counter()
    name = torch.cuda.get_device_name() if device == "cuda" else device
    report: dict[str, Any] = {"device": name, "torch": torch.__version__, "rows": []}

    def measure(rules: str, what: str, play: Play, n: int, steps: int = 1) -> None:
        games = DeviceGames(rules)
        speed = steps_per_second(play, games.reset(n, seed=1, device=device), steps)
        report["rows"].append({"rules": rules, "what": what, "games": n, "steps_per_s": speed})
        spent = perf_counter() - begun
        print(
            f"{rules:<13} {what:<28} {n:>11,} games {speed:10.3g} steps/s  {spent:4.0f} s",
            flush=True,
        )

    for rules in CHECKED:
        check(rules, device)
        print(f"{rules}: the device plays what the CPU plays", flush=True)
    report["outcomes 7x6x4"] = outcomes(DeviceGames(), device, min(sizes[-1], 1 << 20))
    games = DeviceGames()
    kinds: dict[str, tuple[Play, int]] = {
        "packed": (packed(games), 1),
        "packed and mask": (with_mask(games), 1),
        "mask and int8 planes": (with_planes(games, torch.int8), 1),
        "mask and float16 planes": (with_planes(games, torch.float16), 1),
        f"packed, {FUSED} steps in a kernel": (fused(games), FUSED),
    }
    for what, (play, steps) in kinds.items():
        compiled = torch.compile(play, dynamic=True)
        for n in sizes:
            if "float" not in what or n <= 1 << 24:
                measure("7x6x4", what, compiled, n, steps)
    n = sizes[min(3, len(sizes) - 1)]
    measure("7x6x4", "packed, this size compiled", torch.compile(packed(games)), n)
    moves = torch.randint(0, 7, (n,), device=device)
    measure("7x6x4", "moves given", torch.compile(with_given_moves(games, moves)), n)
    for rules in CHECKED[1:]:
        measure(rules, "packed", torch.compile(packed(DeviceGames(rules))), n)
    report["seconds"] = perf_counter() - begun
    print(json.dumps(report))


if __name__ == "__main__":
    main()
