"""`inarow classic`: the console game from the project's source documents."""

from __future__ import annotations

import argparse
from contextlib import suppress

from inarow.commands.options import Commands, add_command
from inarow.terminal.console import Console


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "classic",
        "play the console game from the project's source documents, for two people",
        "inarow classic\nprintf 'x\\nn\\n0\\n' | inarow classic",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.terminal import classic

    with suppress(EOFError):
        classic.run(Console())
    return 0
