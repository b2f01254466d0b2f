"""`inarow solve`: exact scores."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from inarow.commands.batches import STANDARD_INPUT, Skipped, solvable_positions
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_table,
    add_threads,
    read_position,
    signed,
)
from inarow.commands.progress import SolveMeter

if TYPE_CHECKING:
    from inarow.board.position import Position
    from inarow.search.scores import Score
    from inarow.search.solver import Solver


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "solve",
        "find the exact score of a position, or of many from standard input",
        "inarow solve 4453\n"
        "inarow solve --rules 6x5x4 ''     (the empty board)\n"
        "inarow solve --rules 4x4x3/free b2 c3\n"
        "inarow solve < games.txt        (a position per line; prints it and its score)",
    )
    add_position(parser)
    add_rules(parser)
    add_threads(parser)
    add_table(parser)
    parser.add_argument(
        "--weak", action="store_true", help="find only win, draw or loss, which is faster"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search.solver import Solver  # loads the C++ core, which other commands do not need

    solver = Solver(table_mb=options.table_mb, threads=options.threads)
    if not options.position:
        return _solve_lines(options, solver)
    position, _ = read_position(options.position, options.rules)
    score = _score(solver, position, options)
    if options.json:
        print(json.dumps({"position": position.text(), **score.to_dict(), "nodes": solver.nodes}))
    else:
        print(f"{signed(score.value)}  {score}")
    return 0


def _solve_lines(options: argparse.Namespace, solver: Solver) -> int:
    """Read a position per line; print its text and score as soon as that is found."""
    if sys.stdin.isatty():
        print("Reading positions from standard input, one per line; Ctrl-D ends.", file=sys.stderr)
    skipped, answered = Skipped(STANDARD_INPUT), 0
    for text, position in solvable_positions(STANDARD_INPUT, options.rules, skipped):
        score = _score(solver, position, options)
        answered += 1
        if options.json:
            print(json.dumps({"moves": text, **score.to_dict()}), flush=True)
        else:
            print(f"{text} {score.value}", flush=True)
    return skipped.exit_code(answered)


def _score(solver: Solver, position: Position, options: argparse.Namespace) -> Score:
    meter = SolveMeter()
    return meter.watch(lambda: solver.solve(position, weak=options.weak, progress=meter))
