"""`inarow classic`: the conversation of the documents."""

from __future__ import annotations

import argparse
from contextlib import suppress

from inarow.commands.options import Commands, add_command
from inarow.terminal.console import Console


def add(commands: Commands) -> None:
    """Say what the command takes."""
    parser = add_command(
        commands,
        "classic",
        "Connect Four as a conversation in the terminal, for two people",
        "inarow classic\nprintf 'x\\nn\\n0\\n' | inarow classic",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Do it; the exit code."""
    from inarow.terminal import classic

    with suppress(EOFError):
        classic.run(Console())
    return 0
