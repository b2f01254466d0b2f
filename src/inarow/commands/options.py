"""What the commands share: a parser that complains in one line, and arguments they all take."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn, TypeAlias

from inarow.board import Board
from inarow.errors import InarowError, NotationError
from inarow.position import Position
from inarow.rules import CONNECT_FOUR, MAX_SIDE, Cell, Rules

__all__ = [
    "POSITION_HELP",
    "Commands",
    "Parser",
    "add_command",
    "add_rules",
    "add_table",
    "add_threads",
    "add_time",
    "natural",
    "read_position",
    "signed",
]

POSITION_HELP = (
    "moves such as 4453 (see --rules), or a position text such as "
    "'7x6x4 7/7/7/7/3o3/3x3 x'; quotes are not needed"
)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and one line."""
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
    return commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_rules(parser: Parser, otherwise: str) -> None:
    """Add --rules; *otherwise* says what holds without it."""
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="RULES",
        help="width x height x how many in a row, such as 9x6x4, 3x3x3/free without gravity, or "
        f"connect-four, wide-four, tic-tac-toe, gomoku; sides up to {MAX_SIDE} ({otherwise})",
    )


def add_table(parser: Parser) -> None:
    """Add --table-mb."""
    parser.add_argument(
        "--table-mb", type=int, default=64, metavar="M", help="search memory in MiB (64)"
    )


def add_threads(parser: Parser) -> None:
    """Add --threads."""
    parser.add_argument(
        "--threads", type=int, metavar="N", help="how many (all cores if not given)"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {text!r}")
    return seconds


def add_time(parser: Parser, seconds: float, purpose: str) -> None:
    """Add --time in seconds; *purpose* says for what."""
    parser.add_argument(
        "--time",
        type=_seconds,
        default=seconds,
        metavar="SECONDS",
        help=f"{purpose}, in seconds ({seconds:g})",
    )


def natural(text: str) -> int:
    """A number from 0 up, as an argument."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"expected a number from 0 up, got {text!r}")
    return int(text)


def signed(value: int) -> str:
    """A score's value as it is shown: +3, 0, -2."""
    return f"{value:+d}" if value else "0"


def read_position(words: list[str], rules: Rules | None) -> tuple[Position, Cell | None]:
    """A position and, if it was given by moves, its last disc."""
    text = " ".join(words)
    if "/" in text or re.match(r"\s*\d+x\d+x\d+", text):
        if rules:
            raise NotationError("expected --rules only with moves: a position text has its own")
        return Position.parse(text), None
    board = Board(rules or CONNECT_FOUR, text)
    return board.position, board.last
