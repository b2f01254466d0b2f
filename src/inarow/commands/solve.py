"""`inarow solve`: exact scores."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from inarow.board.position import Position
from inarow.commands.batches import STANDARD_INPUT, Skipped, numbered_lines
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_table,
    add_threads,
    moves_at_start,
    read_position,
    signed,
)
from inarow.commands.progress import SolveMeter
from inarow.errors import InarowError

if TYPE_CHECKING:
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
        "inarow solve < games.txt        (moves, one game per line; prints: moves score)",
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
    """Read moves, one game per line; print `moves score` for each as it is found."""
    from inarow.search.solver import expect_solvable

    if options.rules:
        expect_solvable(Position(options.rules))  # else every line would be refused
    if sys.stdin.isatty():
        print("Reading moves from standard input, one game per line; Ctrl-D ends.", file=sys.stderr)
    skipped, answered = Skipped(STANDARD_INPUT), 0
    for number, line in numbered_lines(STANDARD_INPUT):
        moves = moves_at_start(line, options.rules)
        try:
            position, _ = read_position([moves], options.rules)
            score = _score(solver, position, options)
        except InarowError as error:
            skipped.add(number, error)
            continue
        answered += 1
        if options.json:
            print(json.dumps({"moves": moves, **score.to_dict()}), flush=True)
        else:
            print(f"{moves} {score.value}".strip(), flush=True)
    return skipped.exit_code(answered)


def _score(solver: Solver, position: Position, options: argparse.Namespace) -> Score:
    meter = SolveMeter()
    return meter.watch(lambda: solver.solve(position, weak=options.weak, progress=meter))
