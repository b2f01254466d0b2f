"""`inarow explore`: every move of a position, what it is worth, and how games went on with it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inarow.board import notation
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_table,
    add_threads,
    add_time,
    read_position,
)
from inarow.commands.progress import SolveMeter
from inarow.errors import RecordError
from inarow.record.openings import Continuation, Opening, mirrored, opening_name
from inarow.record.record import Record

if TYPE_CHECKING:
    from inarow.board.position import Position
    from inarow.search.scores import Worth

MOST: Final = 20
"""Without gravity there are many moves: this many of the best are shown, and those played."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "explore",
        "explore an opening: the score of every move, and how games went on with it",
        "inarow explore 44\n"
        "inarow explore 4453 --games mine.txt theirs.txt\n"
        "inarow explore --rules gomoku h8 h9 i9 --time 3",
    )
    add_position(parser)
    add_rules(parser)
    parser.add_argument(
        "--games",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="files of game records to count; mirror images and other orders of moves count, too",
    )
    add_time(parser, 5, "time limit for the scores")
    add_threads(parser)
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search.scores import is_exact  # loads the C++ core

    position, _ = read_position(options.position, options.rules)
    opening = Opening(position)
    for path in options.games:
        for record in _records(path):
            opening.add(record.main.moves, record.result, start=record.start)
    worths = _worths(position, options)
    name = opening_name(position)
    rows = _rows(opening, worths)
    if options.json:
        moves = [_as_json(position, *row) for row in rows]
        found = {"position": position.text(), "name": name, "games": opening.games}
        print(json.dumps(found | {"orders": len(opening.orders), "moves": moves}))
        return 0
    print(f"{position.rules}, {position.turn} to move" + (f": {name}" if name else ""))
    if options.games:
        ways = "1 order" if len(opening.orders) == 1 else f"{len(opening.orders)} orders"
        games = "1 game" if opening.games == 1 else f"{opening.games} games"
        print(f"{games} came here, by {ways} of moves")
    print()
    for line in _table(opening, rows):
        print(line)
    if not is_exact(worths):
        print(
            "\nScores with ≈ are estimates: this position is not solved in the time that there is."
        )
    return 0


def _records(path: Path) -> list[Record]:
    """The games in a file; an error names it."""
    try:
        return Record.parse_all(path.read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = f"expected UTF-8 text, got other bytes at byte {error.start + 1}"
    except RecordError as error:
        problem = str(error)
    raise RecordError(f"{path}: {problem}")


def _worths(position: Position, options: argparse.Namespace) -> Mapping[int, Worth]:
    """Exact scores from the book or the solver, or else the engine's estimates."""
    from inarow.search.engine import Engine, Limit  # loads the C++ core
    from inarow.search.oracle import Oracle

    oracle = Oracle(patience=options.time, threads=options.threads, table_mb=options.table_mb)
    meter = SolveMeter()
    exact = meter.watch(lambda: oracle.scores(position, progress=meter))
    if exact:
        return exact
    engine = Engine(threads=options.threads, table_mb=options.table_mb)
    lines = min(MOST, len(position.legal_moves()) or 1)
    result = engine.search(position, Limit(seconds=options.time), lines=lines)
    return {line.move: line.score for line in result.lines}


Row = tuple[int, "Worth | None", Continuation]


def _rows(opening: Opening, worths: Mapping[int, Worth]) -> list[Row]:
    """The moves, the best first, of equal ones the one played most; mirror images once."""
    from inarow.search.scores import share

    known = {opening.left(move): worth for move, worth in worths.items()}
    found = [
        (move, known.get(move), opening.moves.get(move, Continuation()))
        for move in dict.fromkeys([*known, *opening.moves])
    ]

    def order(row: Row) -> tuple[float, int, int, int]:
        move, worth, played = row
        value = share(worth) if worth is not None else (-1.0, 0)
        return -value[0], -value[1], -played.games, move

    return sorted(found, key=order)


def _moves(opening: Opening, move: int) -> str:
    """A move as people read it, with its mirror image if that does the same."""
    rules = opening.position.rules
    both = {move, mirrored(move, rules)} if opening.is_symmetric else {move}
    return ", ".join(notation.move_label(each, rules) for each in sorted(both))


def _table(opening: Opening, rows: list[Row]) -> list[str]:
    from inarow.search.scores import in_words

    table = [["move", "score"]]
    table += [[_moves(opening, m), "" if w is None else in_words(w)] for m, w, _ in rows]
    if opening.games:
        table[0] += ["games", "x wins", "draw", "o wins"]
        for line, (_, _, played) in zip(table[1:], rows, strict=True):
            line += _percentages(played)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]


def _percentages(played: Continuation) -> list[str]:
    if not played.games:
        return ["", "", "", ""]
    parts = (played.first, played.draws, played.second)
    return [str(played.games), *(f"{part / played.games:.0%}" for part in parts)]


def _as_json(
    position: Position, move: int, worth: Worth | None, played: Continuation
) -> dict[str, object]:
    return {
        "move": notation.move_text(move, position.rules),
        **({} if worth is None else worth.to_dict()),
        "games": played.games,
        "first": played.first,
        "second": played.second,
        "draws": played.draws,
    }
