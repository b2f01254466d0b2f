"""`inarow best`: the best moves on any board within a time limit."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """Run the command and return its exit code; Ctrl-C ends the search, not what it has found."""
    from inarow.search.engine import Engine, Limit
    from inarow.search.stop import Stop

    position, _ = read_position(options.position, options.rules)
    engine = Engine(threads=options.threads, table_mb=options.table_mb)
    status, stop = StatusLine(), Stop()
    status.show("thinking")

    def progress(found: Result) -> None:
        if status.due():
            status.show(f"depth {found.depth}: {_line(found, found.lines[0])}")

    try:
        with _on_ctrl_c(stop.set):
            limit = Limit(seconds=options.time)
            result = engine.search(
                position, limit, lines=options.lines, progress=progress, stop=stop
            )
    finally:
        status.clear()
    if options.json:
        print(json.dumps(result.to_dict()))
    else:
        print("\n".join(_line(result, variation) for variation in result.lines))
    if not stop.is_set():
        return 0
    print(f"stopped after {status.seconds:.1f} seconds: the best so far", file=sys.stderr)
    return 130


@contextmanager
def _on_ctrl_c(action: Callable[[], None]) -> Iterator[None]:
    """Have Ctrl-C do *action* instead of ending the program, unless it is ignored altogether."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, lambda _number, _frame: action())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _line(result: Result, variation: Variation) -> str:
    rules = result.position.rules
    move, *rest = (notation.move_label(move, rules) for move in variation.line)
    return f"{move:>3}  {variation.score}" + (f", then {' '.join(rest)}" if rest else "")
