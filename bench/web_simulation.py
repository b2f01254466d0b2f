"""Simulate several instances of the site, seed by seed; say which seeds are wrong.

    .venv/bin/python bench/web_simulation.py [--seeds 0:10000] [--steps 1000] [--processes 2]
    .venv/bin/python bench/web_simulation.py --seed 1479 [--steps 1000]     one seed, with its log
    .venv/bin/python bench/web_simulation.py --mutants [--seeds 0:1000]     which seeds see bugs

*steps* is how many steps of trouble a seed has; those until all is right again are counted, too.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.simulation.mutants import MUTANTS, mutated
from support.simulation.simulation import STEPS, Result, simulate


def span(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last))


def results(seeds: range, steps: int, processes: int, club: bool) -> Iterator[Result]:
    run = partial(simulate, steps=steps, club=club)
    if processes == 1:
        yield from map(run, seeds)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(run, seeds, chunksize=20)


def run_all(seeds: range, steps: int, processes: int, *, club: bool) -> int:
    start, wrong = time.monotonic(), 0
    total = seconds = events = acknowledged = 0.0
    for number, result in enumerate(results(seeds, steps, processes, club), 1):
        total += result.steps
        seconds += result.seconds
        events += result.events
        acknowledged += result.acknowledged
        if result.wrong:
            wrong += 1
            print(f"seed {result.seed}, step {result.steps}: {result.wrong}", flush=True)
        if number % 500 == 0 or number == len(seeds):
            rate = total / (time.monotonic() - start)
            print(
                f"{number:,} seeds, {total:,.0f} steps, {seconds / 3600:,.1f} simulated hours, "
                f"{events:,.0f} events, {acknowledged:,.0f} acknowledged, {wrong} wrong; "
                f"{rate:,.0f} steps/s",
                flush=True,
            )
    return wrong


def run_mutants(seeds: range, steps: int, processes: int) -> int:
    missed = 0
    with ProcessPoolExecutor(processes) as pool:
        for name, caught in pool.map(partial(catch, seeds=seeds, steps=steps), MUTANTS):
            missed += caught is None
            breaks = MUTANTS[name].breaks
            where = f"seed {caught.seed:4}  {caught.wrong[:90]}" if caught else f"NOT {breaks}"
            print(f"{name:48} {where}", flush=True)
    return missed


def catch(name: str, seeds: range, steps: int) -> tuple[str, Result | None]:
    """The first seed in which what the bug breaks is the first thing that is wrong."""
    with mutated(name) as mutant:
        results = (simulate(seed, steps=steps, club=mutant.club) for seed in seeds)
        return name, next((one for one in results if one.broken == mutant.breaks), None)


def main() -> int:
    parser = argparse.ArgumentParser(description="Simulate several instances of the site.")
    parser.add_argument("--seeds", type=span, help="first and last but one, such as 0:1000")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of trouble in a seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, help="run one seed and print what happens")
    parser.add_argument("--mutants", action="store_true", help="look for deliberate bugs instead")
    parser.add_argument(
        "--games", action="store_true", help="without pairing, ratings and tournaments"
    )
    asked = parser.parse_args()
    if asked.seed is not None:
        one = simulate(asked.seed, steps=asked.steps, club=not asked.games, log=print)
        return bool(one.wrong)
    if asked.mutants:
        return run_mutants(asked.seeds or range(1_000), asked.steps, asked.processes)
    seeds = asked.seeds or range(1_000)
    return run_all(seeds, asked.steps, asked.processes, club=not asked.games)


if __name__ == "__main__":
    sys.exit(min(1, main()))
