"""Measure every step of the course and write the tables that its pages show.

    python docs/course/measure.py

Every answer is compared with the library's. Seconds are CPU time of this process.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from random import Random
from time import process_time
from typing import Any

import inarow as ir
import positions
from check_scores import check
from step01_board import Board, Cell
from step02_wins import DETECTORS, as_bits, has_line
from step03_minimax import Minimax
from step04_alpha_beta import AlphaBeta
from step05_bitboards import BitSearch
from step06_table import TableSearch
from step07_ordering import CentreFirst, ThreatsFirst
from step08_bounds import Mirrored, NullWindow, SafeMoves
from step09_limit import Limited
from step10_perfect import Perfect
from tables import RESULTS, write

Answer = tuple[int, int]  # score and nodes
Ask = Callable[[ir.Position], Answer]


def on_lists(search: type[Minimax | AlphaBeta], position: ir.Position) -> Answer:
    """Ask a search that works on a `Board`."""
    rules = position.rules
    board = Board(rules.width, rules.height, rules.k, rules.gravity)
    for column, row in rules.cells(position.first | position.second):
        board.cells[column][row] = str(position.at(column, row))
        board.ply += 1
    solver = search()
    return solver.score(board), solver.nodes


def on_bits(search: type[BitSearch | TableSearch | Perfect], position: ir.Position) -> Answer:
    """Ask a search that works on numbers."""
    rules = position.rules
    solver = search(rules.width, rules.height, rules.k, rules.gravity)
    own, other = position.discs(position.turn), position.discs(position.turn.other)
    if isinstance(solver, NullWindow | Perfect):
        return solver.solve(own, other), solver.nodes
    return solver.score(own, other), solver.nodes


STEPS: dict[str, tuple[Ask, str]] = {
    "minimax": (partial(on_lists, Minimax), "7x6, 10 left"),
    "alpha-beta": (partial(on_lists, AlphaBeta), "7x6, 16 left"),
    "bitboards": (partial(on_bits, BitSearch), "7x6, 16 left"),
    "table": (partial(on_bits, TableSearch), "7x6, 20 left"),
    "centre first": (partial(on_bits, CentreFirst), "7x6, 20 left"),
    "threats first": (partial(on_bits, ThreatsFirst), "7x6, 24 left"),
    "safe moves": (partial(on_bits, SafeMoves), "7x6, 24 left"),
    "null windows": (partial(on_bits, NullWindow), "5x5"),
    "mirror images": (partial(on_bits, Mirrored), "5x5"),
    "all in one": (partial(on_bits, Perfect), "5x5"),
}
"""Each search, with an empty table for every position, and the hardest set it is asked."""


LIMITS = (1, 100, 1_000, 10_000, 50_000)
"""How many positions the limited player may look at."""


def asked(step: str) -> list[str]:
    """The sets that a step is measured on."""
    names = list(positions.SETS)
    return names[: names.index(STEPS[step][1]) + 1]


def run(step: str, name: str, exact: list[int]) -> dict[str, Any]:
    """Nodes and seconds of a step on a set; every score is compared with the exact one."""
    chosen = positions.measured(name)
    nodes, start = 0, process_time()
    for position, score in zip(chosen, exact, strict=True):
        found, looked = STEPS[step][0](position)
        if found != score:
            raise SystemExit(f"{step}, {position.text()}: expected {score}, got {found}")
        nodes += looked
    return {"nodes": nodes, "seconds": process_time() - start}


def exact_scores(name: str) -> list[int]:
    """What the library says about a set."""
    library = ir.Solver(table_mb=16, threads=1)
    return [library.solve(position).value for position in positions.measured(name)]


def questions(games: int) -> list[tuple[Board, Cell, bool]]:
    """Boards of random games after every move, the last cell, and whether it has won."""
    random, asked = Random(positions.SEED), []
    for _ in range(games):
        board, game = Board(), ir.Board(ir.CONNECT_FOUR)
        while not game.outcome() and (moves := board.moves()):
            last = random.choice(moves)
            board.play(last)
            game.play(last[0])
            outcome = game.outcome()
            asked.append(
                (deepcopy(board), last, outcome is not None and outcome.winner is not None)
            )
    return asked


def measure_detectors(games: int = 200) -> dict[str, Any]:
    """Microseconds for a question; every answer is compared with the library's."""
    chosen, costs = questions(games), {}
    for name, detector in DETECTORS.items():
        start = process_time()
        answers = [detector(board, last) for board, last, _ in chosen]
        costs[name] = (process_time() - start) / len(chosen) * 1e6
        if answers != [won for *_, won in chosen]:
            raise SystemExit(f"{name} does not say what the library says")
    bits = [as_bits(board, last) for board, last, _ in chosen]
    start = process_time()
    for discs in bits:
        has_line(discs, 4, 7)
    costs["has_line"] = (process_time() - start) / len(chosen) * 1e6
    return {"questions": len(chosen), "microseconds": costs}


def limited(decisions: dict[ir.Position, dict[int, int]], limit: int) -> dict[str, int]:
    """How often the limited player finds a best move, and one that keeps the result."""
    best = kept = 0
    for position, scores in decisions.items():
        player = Limited()
        own, other = position.discs(position.turn), position.discs(position.turn.other)
        found = scores[player.choose(own, other, limit).bit_length() // player.stride]
        most = max(scores.values())
        best += found == most
        kept += positions.result(found) == positions.result(most)
    return {"nodes": limit, "moves": len(decisions), "best": best, "kept": kept}


def main() -> None:
    """Measure everything, then write `results.json` and the tables."""
    runs: dict[str, dict[str, Any]] = {}
    for name in positions.SETS:
        exact = exact_scores(name)
        runs[name] = {step: run(step, name, exact) for step in STEPS if name in asked(step)}
        print(name, *[f"{step} {found['seconds']:.2f} s" for step, found in runs[name].items()])
    decisions = positions.decisions()
    results = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "detectors": measure_detectors(),
        "runs": runs,
        "limit": [limited(decisions, limit) for limit in LIMITS],
        "check": check(positions.thousand()),
    }
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    write()


if __name__ == "__main__":
    main()
