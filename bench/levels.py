"""The ladder of levels: each against the next and the one after, and the ratings that follow.

`python bench/levels.py` plays 100 games for each two of them on four boards, on all cores, which
takes about an hour; name boards to play only those. Openings are even and played with both sides.
Every level must be above the one below it, by 80 Elo on all boards but the smallest.
"""

import sys
from dataclasses import replace
from itertools import pairwise

import inarow as ir
from inarow.arena import Pairing, play, schedule
from inarow.arena.openings import openings
from inarow.arena.standings import Standings
from inarow.jobs import here
from inarow.players.levels import LEVELS

GAMES = {"7x6x4": 100, "9x6x4": 100, "15x15x5/free": 100, "3x3x3/free": 2000}
PLIES = {"3x3x3/free": 1}
GAP = {"3x3x3/free": 0}
NAMES = [f"level {number}" for number in range(1, len(LEVELS) + 1)]


def jobs_of(rules: ir.Rules) -> list[Pairing]:
    size = str(rules)
    found = openings(rules, GAMES[size] // 2, PLIES.get(size, 4), seed=1)
    jobs: list[Pairing] = []
    for i, low in enumerate(NAMES):
        for high in NAMES[i + 1 : i + 3]:
            jobs += schedule([high, low], rules, found, GAMES[size] // 2)
    return [replace(job, number=number) for number, job in enumerate(jobs)]


def ladder(size: str) -> None:
    standings = Standings(NAMES, play(jobs_of(ir.Rules.parse(size)), here()))
    ratings = standings.ratings()
    print(f"\n{size}, {GAMES[size]} games a pair\n")
    print("| level | Elo | against the one below | against the second below |")
    print("| ---: | ---: | :--- | :--- |")
    for i, name in enumerate(NAMES):
        below = [standings.tally(name, NAMES[j]) if j >= 0 else None for j in (i - 1, i - 2)]
        cells = " | ".join(f"{tally}: {tally.elo()}" if tally else "" for tally in below)
        print(f"| {i + 1} | {ratings[name] - ratings[NAMES[0]]:.0f} | {cells} |")
    gaps = [ratings[high] - ratings[low] for low, high in pairwise(NAMES)]
    print(f"\nsmallest gap {min(gaps):.0f}", flush=True)
    assert min(gaps) > GAP.get(size, 80)


def main() -> None:
    for size in sys.argv[1:] or GAMES:
        ladder(size)


if __name__ == "__main__":
    main()
