"""The page of the command line, written from the parsers themselves when the pages are built."""

import argparse
import re
from collections.abc import Iterator

from inarow.cli import COMMANDS, parser


def text() -> str:
    """A section for every command, in the order in which the program lists them."""
    commands = subcommands(parser())
    assert list(commands) == list(COMMANDS)
    return "\n".join(line for command in commands.values() for line in _section(command, 2))


def subcommands(command: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands below one, by name."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def options(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """What a command takes, but for --help and the commands below it."""
    passed_over = (argparse._HelpAction, argparse._SubParsersAction)
    return [action for action in command._actions if not isinstance(action, passed_over)]


def _section(command: argparse.ArgumentParser, level: int) -> Iterator[str]:
    yield f"\n{'#' * level} {command.prog}\n"
    yield f"{_escaped(command.description or '')}\n"
    yield f"```text\n{_usage(command)}\n```\n"
    if options(command):
        yield "| | |\n| --- | --- |"
        yield from (f"| {name(action)} | {_help(action)} |" for action in options(command))
    examples = (command.epilog or "").partition("examples:\n")[2]
    if examples:
        shown = re.sub(r"^  ", "", examples, flags=re.MULTILINE)
        yield f"\nExamples:\n\n```text\n{shown}\n```\n"
    for below in subcommands(command).values():
        yield from _section(below, level + 1)


def _usage(command: argparse.ArgumentParser) -> str:
    return command.format_usage().removeprefix("usage: ").strip().replace("\n       ", "\n")


def name(action: argparse.Action) -> str:
    """An option or argument as it is typed."""
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    if action.choices:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{option} {value}`".replace(" `", "`") for option in action.option_strings)


def _help(action: argparse.Action) -> str:
    default = {"default": action.default, "prog": "inarow"}
    return _escaped((action.help or "") % default).replace("|", r"\|")


def _escaped(sentence: str) -> str:
    """A sentence of the program as Markdown: nothing in it means more than it says."""
    return re.sub(r"([\\`*_{}\[\]<>#$])", r"\\\1", sentence)
