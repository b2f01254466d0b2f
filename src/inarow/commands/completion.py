"""`inarow completion`: completion scripts for shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from inarow.commands.options import Commands, add_command


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "completion",
        "print a shell script that completes commands and options",
        'eval "$(inarow completion bash)"                (in ~/.bashrc)\n'
        "inarow completion zsh > ~/.zfunc/_inarow        (a folder in fpath)\n"
        "inarow completion fish > ~/.config/fish/completions/inarow.fish\n"
        "inarow completion tcsh > ~/.inarow.tcsh         (and source it in ~/.tcshrc)",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="name of the shell")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    import shtab

    for action in _actions(options.parser):
        if action.type is Path:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(options.parser, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments, including those of subcommands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in set(action.choices.values()):
                yield from _actions(below)
