"""What the commands share: a parser that reports errors in one line, and common arguments."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeAlias

from inarow.board import notation
from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, MAX_SIDE, PRESETS, Cell, Rules
from inarow.errors import InarowError, JobError, NotationError, quoted

if TYPE_CHECKING:
    from inarow.jobs import Run

__all__ = [
    "Commands",
    "Parser",
    "add_command",
    "add_json",
    "add_position",
    "add_rules",
    "add_scheduler",
    "add_table",
    "add_threads",
    "add_time",
    "add_workers",
    "choose_run",
    "natural",
    "position_at_start",
    "read_board",
    "read_position",
    "signed",
]


class Parser(argparse.ArgumentParser):
    """Reports errors in one line, also that its help cannot be written."""

    def _get_value(self, action: argparse.Action, text: str) -> Any:
        """An argument's value; an empty name of a file would mean the current folder."""
        if not text and action.metavar in ("FILE", "FOLDER"):
            raise argparse.ArgumentError(
                action, f"expected a {action.metavar.lower()} name, got ''"
            )
        return super()._get_value(action, text)

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file or sys.stderr)

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with code 2."""
        message = " ".join(message.split())
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except InarowError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where commands are added."""


def add_command(commands: Commands, name: str, summary: str, examples: str) -> Parser:
    """A parser for one command, with its summary and examples."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(command=parser)  # who complains about arguments that nobody knows
    return parser


def add_position(parser: Parser, *, nargs: Literal["*", "+"] = "*") -> None:
    """Add the position, which may be several words."""
    parser.add_argument(
        "position",
        nargs=nargs,
        metavar="POSITION",
        help="moves such as 4453 (see --rules), rules and moves such as 'tic-tac-toe b2 a1', or a "
        "position text such as '7x6x4 7/7/7/7/3o3/3x3 x' (quotes are optional)",
    )


def add_json(parser: Parser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_rules(parser: Parser, default: str = f"default: {CONNECT_FOUR}") -> None:
    """Add --rules; *default* says what holds without it."""
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="RULES",
        help="width, height and number in a row, such as 9x6x4, or 3x3x3/free without gravity; or "
        f"one of {', '.join(PRESETS)}; sides up to {MAX_SIDE} ({default})",
    )


def add_table(parser: Parser) -> None:
    """Add --table-mb."""
    parser.add_argument(
        "--table-mb", type=int, default=64, metavar="M", help="search memory in MiB (default: 64)"
    )


def add_threads(parser: Parser) -> None:
    """Add --threads."""
    parser.add_argument(
        "--threads", type=int, metavar="N", help="number of threads (default: all cores)"
    )


MOST_SECONDS: Final = 999_999
"""Some eleven days."""


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {quoted(text)}")
    if seconds > MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"expected at most {MOST_SECONDS} seconds, got {quoted(text)}"
        )
    return seconds


def add_time(parser: Parser, seconds: float, purpose: str) -> None:
    """Add --time; *purpose* says what the time is for."""
    parser.add_argument(
        "--time",
        type=_seconds,
        default=seconds,
        metavar="SECONDS",
        help=f"{purpose} in seconds (default: {seconds:g})",
    )


def add_scheduler(parser: argparse._ActionsContainer) -> None:
    """Add --scheduler."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="address of a Dask scheduler whose cluster does the work, such as tcp://127.0.0.1:8786",
    )


def add_workers(parser: argparse._ActionsContainer) -> None:
    """Add --workers."""
    parser.add_argument(
        "--workers", type=int, metavar="N", help="number of processes (default: one per core)"
    )


def choose_run(options: argparse.Namespace) -> Run:
    """How to do many jobs, as --scheduler and --workers say."""
    from inarow.jobs import here

    workers = getattr(options, "workers", None)
    if options.scheduler is None:
        return here(workers)
    if workers is not None:
        raise JobError("expected --workers or --scheduler, not both: a cluster has its own workers")
    import logging

    from inarow.jobs import dask

    for name in ("distributed", "tornado", "asyncio"):  # a failure is reported once, as an error
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return dask.run(options.scheduler)


def natural(text: str) -> int:
    """A number from 0 up, as an argument."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a number from 0 up, got {quoted(text)}")
    if len(text) > 9:
        raise argparse.ArgumentTypeError(f"expected at most 999999999, got {quoted(text)}")
    return int(text)


def signed(value: int) -> str:
    """A score's value as it is shown: +3, 0, -2."""
    return f"{value:+d}" if value else "0"


def read_board(words: list[str], rules: Rules | None) -> Board:
    """A position by its text, or by its moves, which the board then remembers.

    Text may begin with rules, as in the library; *rules* are those of --rules.
    """
    text = " ".join(words)
    if not notation.begins_with_rules(text):
        return Board(Position.parse(text)) if "/" in text else Board(rules or CONNECT_FOUR, text)
    board = Board(text)
    if rules and board.rules != rules:
        raise NotationError(f"expected a position of {rules}, got one of {board.rules}")
    return board


def read_position(words: list[str], rules: Rules | None) -> tuple[Position, Cell | None]:
    """A position and, if it was given by moves, its last disc."""
    board = read_board(words, rules)
    return board.position, board.last


def position_at_start(line: str, rules: Rules | None) -> str:
    """The position at the start of a line, which a score may follow, as in the output of `solve`.

    It is a text with rules, or moves of *rules*, those of --rules.
    """
    words = line.split()
    if not notation.begins_with_rules(line):
        return "".join(_moves_at_start(words, rules or CONNECT_FOUR))
    first, *rest = words
    if "/" in "".join(rest[:1]) or (len(rest) > 1 and rest[1].lower() in ("x", "o")):
        return " ".join(words[:3])
    moves = "".join(_moves_at_start(rest, Rules.parse(first)))
    return f"{first} {moves}".strip()


def _moves_at_start(words: list[str], rules: Rules) -> Iterable[str]:
    if rules.gravity:
        return words[:1]
    return takewhile(lambda word: not re.fullmatch("[+-]?[0-9]+", word), words)
