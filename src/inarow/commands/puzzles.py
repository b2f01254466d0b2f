"""`inarow puzzles`: solve puzzles, or make new ones, from random play and exact scores."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from inarow.board.rules import Rules
from inarow.commands.options import Commands, add_command, natural
from inarow.errors import RecordError, RulesError, quoted

if TYPE_CHECKING:
    from inarow.explain.puzzles import Puzzle

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

SHIPPED_SEED: Final = 1
FEWER: Final = "found only {found} puzzles of {rules}, not {count}: there are no more in reach"


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "puzzles",
        "solve puzzles: positions where only one move wins or saves the game",
        "inarow puzzles\n"
        "inarow puzzles 9x6x4=10 --seed 3                 (makes new ones)\n"
        "inarow puzzles 7x6x4=10 --json                   (with answers, for programs)\n"
        "inarow puzzles 5x4x4=5 --output puzzles.json",
    )
    parser.add_argument(
        "wanted",
        nargs="*",
        metavar="RULES=COUNT",
        help="puzzles to make (default: the bundled ones)",
    )
    parser.add_argument(
        "--seed",
        type=natural,
        default=SHIPPED_SEED,
        help=f"random seed for making puzzles (default: {SHIPPED_SEED})",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the puzzles with their answers as JSON instead of playing them",
    )
    parser.add_argument("--output", metavar="FILE", help="file for the JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow import files
    from inarow.explain import puzzles

    as_data = options.json or options.output
    if not options.wanted and not as_data:
        return _solve(sorted(puzzles.shipped(), key=_order))
    found = list(_made(options.wanted or SHIPPED, options.seed))
    if options.output:
        files.write(options.output, puzzles.dump(found).encode(), RecordError)
        print(f"wrote {len(found)} puzzles to {options.output}")
    elif options.json:
        print(puzzles.dump(found), end="")
    elif found:
        seeded = "" if options.seed == SHIPPED_SEED else f"-seed{options.seed}"
        return _solve([replace(each, name=f"{each.name}{seeded}") for each in found])
    return 0


def _made(wanted: Iterable[str], seed: int) -> Iterator[Puzzle]:
    """New puzzles; where there are fewer than wanted, standard error says so."""
    from inarow.explain import puzzles

    for rules, count in [_wanted(text) for text in wanted]:
        found = list(islice(puzzles.find(rules, seed), count))
        yield from found
        if len(found) < count:
            text = FEWER.format(found=len(found), rules=rules, count=count)
            print(f"inarow: {text}", file=sys.stderr)


def _order(puzzle: Puzzle) -> tuple[int, int]:
    """Board by board, the easy ones first."""
    boards = [text.partition("=")[0] for text in SHIPPED]
    return boards.index(str(puzzle.rules)), puzzle.grade


def _solve(found: list[Puzzle]) -> int:
    """Puzzles at the prompt; where there is no terminal to show them, they are listed."""
    from inarow.personal.progress import Progress
    from inarow.terminal.console import Console
    from inarow.terminal.puzzles import PlainPuzzles, listed

    if not sys.stdout.isatty():
        print(listed(found), end="")
        return 0
    console = Console()
    try:
        PlainPuzzles(console, found, Progress()).run()
    except EOFError:
        pass
    except KeyboardInterrupt:
        console.say()
        return 130
    return 0


def _wanted(text: str) -> tuple[Rules, int]:
    rules, _, count = text.partition("=")
    if not count.isdecimal():
        raise RulesError(f"expected rules and a count such as 7x6x4=10, got {quoted(text)}")
    return Rules.parse(rules), int(count)
