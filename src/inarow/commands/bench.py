"""`inarow bench`: how fast this machine solves, and whether the answers are right."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, Rules
from inarow.commands.batches import numbered_lines
from inarow.commands.options import Commands, add_command, add_json, add_rules, add_table
from inarow.errors import InarowError, NotationError, quoted

SET = """
7x6x4 421511371417 -2
7x6x4 666531763 0
7x6x4 373112654 -1
7x6x4 617334714667 -2
7x6x4 151753676 -2
7x6x4 255245345 1
7x6x4 53357133 3
7x6x4 516656543 -3
7x6x4 3563266115 -3
7x6x4 6134415527 3
6x6x4 645311 0
6x6x4 42633 0
7x5x4 775422 0
7x5x4 656624 2
6x7x4 31334325 -2
6x7x4 31462135632 0
8x5x4 7886114256 2
8x6x4 4684746718438428781 3
8x6x4 2227138157684175 -4
7x7x4 3561352233135517 3
7x7x4 6674161277322631 -8
9x6x4 753229569872165761877889269 -3
9x6x4 5398116486258811263348 -4
8x8x4 663736256178632328527637383385 -4
10x7x4 76476846479416413a44567285a5698a691a235 -3
7x6x5 3455745344636 3
7x6x5 6117255321556154 2
6x8x4 4662112531511316 3
12x9x5 b896a769cb4b359a137225a3a749464bb43c4ac7136227a441475c852575b5519a1a9c6c3775819b33c1c2c2 1
"""
"""The fixed set: rules, moves and exact score."""

SIGNATURE = 3620265
"""The nodes that the search of this version needs for the fixed set, on one thread."""


class Problem(NamedTuple):
    """A position and what its score must be."""

    name: str
    position: Position
    score: int


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "bench",
        "measure the exact solver and check every answer",
        "inarow bench                       (the fixed set on one thread, with its signature)\n"
        "inarow bench positions.txt         (lines of moves and score, as in published sets)\n"
        "inarow bench --threads 2 --rules 6x5x4 positions.txt",
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="file with lines of moves and score (default: the fixed set)",
    )
    add_rules(parser, f"for FILE only; default: {CONNECT_FOUR}")
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="number of threads (default: 1)"
    )
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; exit code 1 if a score is wrong or the signature differs."""
    if options.rules and not options.files:
        raise NotationError("expected --rules only with a file: the fixed set has its own")
    rules = options.rules or CONNECT_FOUR
    suites = {str(name): list(_read(str(name), rules)) for name in options.files} or {
        "fixed set": list(_fixed())
    }
    return max(_measure(name, problems, options) for name, problems in suites.items())


def _fixed() -> Iterator[Problem]:
    for line in SET.split("\n")[1:-1]:
        size, moves, score = line.split()
        yield Problem(f"{size} {moves}", Board(Rules.parse(size), moves).position, int(score))


def _read(name: str, rules: Rules) -> Iterator[Problem]:
    from inarow.search.solver import expect_solvable

    for number, line in numbered_lines(name):
        *moves, score = line.split() or [""]
        if not score:
            continue
        try:
            if not moves or not re.fullmatch("[+-]?[0-9]{1,9}", score):
                shown = quoted(line.strip())
                raise NotationError(f"expected moves and a score, got {shown}")
            position = Board(rules, " ".join(moves)).position
            expect_solvable(position)
        except InarowError as error:
            raise NotationError(f"{name}, line {number}: {error}") from None
        yield Problem(" ".join(moves), position, int(score))


def _measure(name: str, problems: list[Problem], options: argparse.Namespace) -> int:
    from inarow.search.solver import Solver

    solver = Solver(table_mb=options.table_mb, threads=options.threads)
    nodes, wrong = 0, 0
    start = perf_counter()
    for problem in problems:
        score = int(solver.solve(problem.position))
        nodes += solver.nodes
        if score != problem.score:
            wrong += 1
            print(f"{problem.name}: expected {problem.score}, got {score}", file=sys.stderr)
    seconds = perf_counter() - start
    # Another table size forgets other entries, and threads interfere at random: no signature then.
    usual = not options.files and options.threads == 1 and options.table_mb == 64
    changed = usual and nodes != SIGNATURE
    if options.json:
        found = {"set": name, "positions": len(problems), "wrong": wrong, "nodes": nodes}
        expected = {"signature": SIGNATURE} if usual else {}
        print(json.dumps({**found, "seconds": seconds, **expected}))
        return 1 if wrong or changed else 0
    each = seconds / max(len(problems), 1) * 1e6
    print(f"{name}: {len(problems)} positions, {wrong} wrong, {seconds:.3f} s, {each:.1f} us each")
    print(f"{nodes} nodes, {nodes / max(seconds, 1e-9) / 1e6:.2f} million nodes a second")
    if usual:
        says = (
            f"expected {SIGNATURE}: the search differs from the one of this version"
            if changed
            else "as expected"
        )
        print(f"signature {nodes}, {says}")
    return 1 if wrong or changed else 0
