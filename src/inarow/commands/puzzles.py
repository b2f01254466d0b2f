"""`inarow puzzles`: make puzzles from random play and exact scores."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Final

from inarow.board.rules import Rules
from inarow.commands.options import Commands, add_command, natural
from inarow.errors import RecordError, RulesError, quoted

SHIPPED: Final = (
    "7x6x4=130",
    "6x5x4=50",
    "5x4x4=40",
    "9x6x4=40",
    "5x5x4=30",
    "5x5x4/free=30",
    "4x4x3=20",
    "4x4x3/free=5",
)
"""What the bundled file contains."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "puzzles",
        "make puzzles: positions where only one move wins or saves the game",
        "inarow puzzles 7x6x4=10 --seed 3\ninarow puzzles --output puzzles.json",
    )
    parser.add_argument(
        "wanted",
        nargs="*",
        default=SHIPPED,
        metavar="RULES=COUNT",
        help=f"number of puzzles per game (default: {' '.join(SHIPPED)})",
    )
    parser.add_argument("--seed", type=natural, default=1, help="random seed (default: 1)")
    parser.add_argument("--output", metavar="FILE", help="file to write (default: standard output)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow import files
    from inarow.explain import puzzles

    wanted = [_wanted(text) for text in options.wanted]
    found = [
        puzzle
        for rules, count in wanted
        for puzzle in islice(puzzles.find(rules, options.seed), count)
    ]
    text = puzzles.dump(found)
    if options.output:
        files.write(options.output, text.encode(), RecordError)
        print(f"wrote {len(found)} puzzles to {options.output}")
    else:
        print(text, end="")
    return 0


def _wanted(text: str) -> tuple[Rules, int]:
    rules, _, count = text.partition("=")
    if not count.isdecimal():
        raise RulesError(f"expected rules and a count such as 7x6x4=10, got {quoted(text)}")
    return Rules.parse(rules), int(count)
