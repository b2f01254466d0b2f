"""`inarow puzzles`: solve puzzles, or make new ones, from played games and exact scores."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inarow.board.rules import Rules
from inarow.commands.options import (
    Commands,
    add_command,
    add_scheduler,
    add_workers,
    choose_run,
    natural,
)
from inarow.errors import RecordError, RulesError, quoted

if TYPE_CHECKING:
    from inarow.jobs import Run
    from inarow.puzzles.puzzle import Puzzle

SHIPPED: Final = (
    "7x6x4=4000",
    "6x5x4=600",
    "8x7x4=500",
    "9x6x4=400",
    "9x7x4=150",
    "5x4x4=200",
    "7x6x5=200",
    "5x5x4/free=100",
    "4x4x3=40",
    "3x3x3/free=20",
)
"""What the bundled file contains."""

THEMES: Final = (
    *("win-now", "double-threat", "stacked-threats", "odd-zugzwang", "even-zugzwang"),
    *("sacrifice", "defence", "only-move"),
)

SHIPPED_SEED: Final = 1
FEWER: Final = "found only {found} puzzles of {rules}, not {count}: there are no more in reach"
PACKED: Final = ".z"
"""How a file is called that is to be as small as the bundled one."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "puzzles",
        "solve puzzles: positions where only one move wins or saves the game",
        "inarow puzzles\n"
        "inarow puzzles --daily\n"
        "inarow puzzles --theme double-threat\n"
        "inarow puzzles 9x6x4=10 --seed 3                 (makes new ones)\n"
        "inarow puzzles 5x4x4=10 --json                   (with answers, for programs)\n"
        "inarow puzzles 5x4x4=5 --output puzzles.json",
    )
    parser.add_argument(
        "wanted",
        nargs="*",
        metavar="RULES=COUNT",
        help="puzzles to make (default: the bundled ones)",
    )
    parser.add_argument("--theme", choices=THEMES, help="only puzzles of this theme")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--daily", action="store_true", help="solve the puzzle of the day")
    kinds.add_argument("--rating", action="store_true", help="show your puzzle rating and stop")
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
    parser.add_argument(
        "--output",
        metavar="FILE",
        help=f"file for the JSON; one that ends in {PACKED} is compressed like the bundled one",
    )
    add_workers(parser)
    add_scheduler(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow import files
    from inarow.puzzles import text

    if options.rating:
        return _show_rating()
    if not options.wanted and not options.output:
        found = _bundled(options)
    else:
        found = _made(options.wanted or SHIPPED, options.seed, choose_run(options))
        found = [each for each in found if options.theme in (None, each.theme.word)]
    if options.output:
        packs = Path(options.output).suffix == PACKED
        data = text.packed(found) if packs else text.dump(found).encode()
        files.write(options.output, data, RecordError)
        print(f"wrote {len(found)} puzzles to {options.output}")
    elif options.json:
        print(text.dump(found), end="")
    elif found:
        return _solve(found, daily=options.daily and not options.wanted)
    return 0


def _bundled(options: argparse.Namespace) -> list[Puzzle]:
    """Those of the bundled puzzles that are asked for."""
    from inarow import puzzles

    if options.daily:
        return [puzzles.daily(datetime.now(UTC).date())]
    return [each for each in puzzles.shipped() if options.theme in (None, each.theme.word)]


def _show_rating() -> int:
    from inarow.personal.progress import Progress
    from inarow.terminal.puzzles import standing

    print(standing(Progress(), datetime.now(UTC).date()))
    return 0


def _made(wanted: Iterable[str], seed: int, run: Run) -> list[Puzzle]:
    """New puzzles; where there are fewer than wanted, standard error says so."""
    from inarow.puzzles import making

    made: list[Puzzle] = []
    for rules, count in [_wanted(text) for text in wanted]:
        found = list(islice(making.find(rules, seed, run=run), count))
        made += found
        if len(found) < count:
            text = FEWER.format(found=len(found), rules=rules, count=count)
            print(f"inarow: {text}", file=sys.stderr)
    return making.numbered(made, "" if seed == SHIPPED_SEED else f"-seed{seed}")


def _solve(found: Sequence[Puzzle], *, daily: bool) -> int:
    """Puzzles at the prompt; where there is no terminal to show them, they are listed.

    After the puzzle of the day come all the others.
    """
    from inarow import puzzles
    from inarow.personal.progress import Progress
    from inarow.terminal.console import Console
    from inarow.terminal.puzzles import PlainPuzzles, listed

    if not sys.stdout.isatty():
        print(listed(found), end="")
        return 0
    console = Console()
    try:
        others = puzzles.shipped() if daily else found
        PlainPuzzles(console, others, Progress(), first=found[0] if daily else None).run()
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
