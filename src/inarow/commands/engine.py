"""`inarow engine`: the engine for other programs, over standard input and output."""

from __future__ import annotations

import argparse
from contextlib import suppress
from threading import Lock

from inarow.commands.batches import STANDARD_INPUT, numbered_lines
from inarow.commands.options import Commands, add_command, add_table, add_threads


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "engine",
        "run the engine for another program over stdin and stdout",
        "inarow engine                       (UGI; try: ugi, position startpos moves 4 4, "
        "go movetime 500)\n"
        "inarow engine --protocol gomocup    (try: START 15, then BEGIN)\n"
        "inarow arena engine:100ms 'ugi@100ms:inarow engine --threads 1'",
    )
    parser.add_argument(
        "--protocol", choices=("ugi", "gomocup"), default="ugi", help="protocol (default: ugi)"
    )
    add_threads(parser)
    add_table(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.protocols import gomocup, ugi

    lock = Lock()

    def say(line: str) -> None:
        # Lines come from two threads. Once nobody reads them, no more requests will come.
        with lock, suppress(BrokenPipeError):
            print(line, flush=True)

    kinds: dict[str, type[ugi.Server | gomocup.Server]]
    kinds = {"ugi": ugi.Server, "gomocup": gomocup.Server}
    server = kinds[options.protocol](say, threads=options.threads, table_mb=options.table_mb)
    try:
        for _, line in numbered_lines(STANDARD_INPUT):
            if not server.hear(line):
                return 0
        server.finish()
    finally:
        server.close()
    return 0
