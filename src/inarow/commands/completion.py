"""`inarow completion`: what a shell needs to complete our commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from inarow.commands.options import Commands, add_command


def add(commands: Commands) -> None:
    """Say what the command takes."""
    parser = add_command(
        commands,
        "completion",
        "print a script that makes a shell complete commands and options",
        'eval "$(inarow completion bash)"                (in ~/.bashrc)\n'
        "inarow completion zsh > ~/.zfunc/_inarow        (a folder of fpath)\n"
        "inarow completion tcsh > ~/.inarow.tcsh         (and source it in ~/.tcshrc)",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="which shell")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    import shtab

    for action in _actions(options.parser):
        if action.type is Path:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(options.parser, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments, those of the commands below too."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in set(action.choices.values()):
                yield from _actions(below)
