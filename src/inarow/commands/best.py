"""`inarow best`: the best moves on any board within a time limit."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from inarow.board import notation
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_table,
    add_threads,
    add_time,
    natural,
    read_position,
)
from inarow.commands.progress import StatusLine

if TYPE_CHECKING:
    from inarow.search.engine import Result, Variation


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "best",
        "find the best moves on any board within a time limit",
        "inarow best --rules 18x18x4 99aa\n"
        "inarow best --rules gomoku h8 h9 i8 --lines 3 --time 5\n"
        "inarow best 4453 --json",
    )
    add_position(parser)
    add_rules(parser)
    parser.add_argument(
        "--lines", type=natural, default=1, metavar="N", help="number of moves to show (default: 1)"
    )
    add_time(parser, 1, "thinking time")
    add_threads(parser)
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search.engine import Engine, Limit

    position, _ = read_position(options.position, options.rules)
    engine = Engine(threads=options.threads, table_mb=options.table_mb)
    status = StatusLine()
    status.show("thinking")

    def progress(found: Result) -> None:
        if status.due():
            status.show(f"depth {found.depth}: {_line(found, found.lines[0])}")

    try:
        limit = Limit(seconds=options.time)
        result = engine.search(position, limit, lines=options.lines, progress=progress)
    finally:
        status.clear()
    if options.json:
        print(json.dumps(result.to_dict()))
    else:
        print("\n".join(_line(result, variation) for variation in result.lines))
    return 0


def _line(result: Result, variation: Variation) -> str:
    rules = result.position.rules
    move = notation.move_text(variation.move, rules)
    rest = notation.moves_text(variation.line[1:], rules)
    return f"{move:>3}  {variation.score}" + (f", then {rest}" if rest else "")
