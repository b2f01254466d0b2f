"""`inarow count`: move sequences and distinct positions, ply by ply."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from math import ceil, log
from typing import TYPE_CHECKING, Final

from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    natural,
    read_position,
)
from inarow.errors import NotationError

if TYPE_CHECKING:
    from inarow.search.counting import Count

GROWTH: Final = 1.5
"""How much more there is to count, at least, from one time to the next."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "count",
        "count move sequences or distinct positions, ply by ply",
        "inarow count --plies 8\n"
        "inarow count --rules tic-tac-toe --plies 9 --positions --symmetry\n"
        "inarow count 4453 --plies 6",
    )
    add_position(parser)
    add_rules(parser)
    parser.add_argument(
        "--plies", type=natural, required=True, metavar="N", help="number of plies to count"
    )
    parser.add_argument(
        "--positions",
        action="store_true",
        help="count distinct positions instead of move sequences",
    )
    parser.add_argument(
        "--symmetry",
        action="store_true",
        help="with --positions: count mirrored and rotated positions once",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search import counting

    position, _ = read_position(options.position, options.rules)
    if options.positions:
        if position.ply:
            raise NotationError("expected no position with --positions: it counts from the start")
        count = partial(counting.count_positions, position.rules, up_to_symmetry=options.symmetry)
    else:
        if options.symmetry:
            raise NotationError("expected --symmetry only with --positions")
        count = partial(counting.perft, position)
    if options.json:
        print(json.dumps([each._asdict() for each in count(options.plies)]))
        return 0
    rows = _as_they_come(count, options.plies)
    first = next(rows)  # a position that cannot be counted gets a sentence, not a table
    print(f"{'ply':>3}  {'positions' if options.positions else 'sequences':>15}  {'finished':>15}")
    for ply, each in enumerate(chain([first], rows)):
        print(f"{ply:>3}  {each.total:>15,}  {each.finished:>15,}", flush=True)
    return 0


def _as_they_come(count: Callable[[int], list[Count]], plies: int) -> Iterator[Count]:
    """What *count* finds for each ply, sooner than all of it: it counts again and again, deeper.

    Where little is added by a ply it goes several plies deeper at once, so that all of it takes at
    most about three times as long as the last time alone.
    """
    told = depth = 0
    while True:
        found = count(depth)
        yield from found[told:]
        told = len(found)
        if told <= depth or depth == plies:  # a game has no more plies than cells
            return
        work = sum(each.total for each in found)
        before = work - found[-1].total
        growth = work / before if before else GROWTH
        depth = min(plies, depth + (ceil(log(GROWTH, growth)) if growth > 1 else plies))
