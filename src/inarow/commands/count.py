"""`inarow count`: move sequences and distinct positions, ply by ply."""

from __future__ import annotations

import argparse
import json

from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    natural,
    read_position,
)
from inarow.errors import NotationError


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "count",
        "count move sequences or distinct positions, ply by ply",
        "inarow count --plies 8\n"
        "inarow count --rules tic-tac-toe --plies 9 --positions --symmetry\n"
        "inarow count 4453 --plies 6",
    )
    add_position(parser)
    add_rules(parser)
    parser.add_argument(
        "--plies", type=natural, required=True, metavar="N", help="number of plies to count"
    )
    parser.add_argument(
        "--positions",
        action="store_true",
        help="count distinct positions instead of move sequences",
    )
    parser.add_argument(
        "--symmetry",
        action="store_true",
        help="with --positions: count mirrored and rotated positions once",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search import counting

    position, _ = read_position(options.position, options.rules)
    if options.positions:
        if position.ply:
            raise NotationError("expected no position with --positions: it counts from the start")
        counts = counting.count_positions(
            position.rules, options.plies, up_to_symmetry=options.symmetry
        )
    else:
        if options.symmetry:
            raise NotationError("expected --symmetry only with --positions")
        counts = counting.perft(position, options.plies)
    if options.json:
        print(json.dumps([count._asdict() for count in counts]))
        return 0
    print(f"{'ply':>3}  {'positions' if options.positions else 'sequences':>15}  {'finished':>15}")
    for ply, count in enumerate(counts):
        print(f"{ply:>3}  {count.total:>15,}  {count.finished:>15,}")
    return 0
