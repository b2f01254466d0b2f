"""Compare the perfect player of the course with the library on 1,000 positions.

python docs/course/check_scores.py
"""

from __future__ import annotations

from collections.abc import Iterable
from time import process_time
from typing import TypedDict

import inarow as ir
from positions import thousand
from step10_perfect import player_for


class Checked(TypedDict):
    """What the positions of one kind of board took."""

    positions: int
    nodes: int
    seconds: float


def check(chosen: Iterable[ir.Position]) -> dict[str, Checked]:
    """Solve the positions; a score that is not the library's ends it."""
    library = ir.Solver(table_mb=16, threads=1)
    player_for.cache_clear()
    found: dict[str, Checked] = {}
    for position in chosen:
        rules = position.rules
        player = player_for(rules.width, rules.height, rules.k, rules.gravity)
        start = process_time()
        score = player.solve(position.discs(position.turn), position.discs(position.turn.other))
        row = found.setdefault(str(rules), Checked(positions=0, nodes=0, seconds=0.0))
        row["positions"] += 1
        row["nodes"] = player.nodes
        row["seconds"] += process_time() - start
        exact = library.solve(position).value
        if score != exact:
            raise SystemExit(f"{position.text()}: expected {exact}, got {score}")
    return found


def main() -> None:
    """Print what was checked."""
    found = check(thousand())
    for rules, row in found.items():
        print(f"{rules:11}{row['positions']:6,}{row['nodes']:12,} nodes{row['seconds']:8.1f} s")
    total = sum(row["positions"] for row in found.values())
    print(f"{total:,} positions, every score equal to the library's")


if __name__ == "__main__":
    main()
