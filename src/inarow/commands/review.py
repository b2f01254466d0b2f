"""`inarow review`: a whole game move by move, with better moves."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from inarow.board import notation
from inarow.board.board import Board
from inarow.board.rules import CONNECT_FOUR, Rules, Side
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    add_table,
    add_threads,
    add_time,
)
from inarow.commands.progress import StatusLine
from inarow.errors import NotationError, printable
from inarow.record.record import Record

if TYPE_CHECKING:
    from inarow.explain.review import MoveReview, Review

WIDTH = 79
INDENT = " " * 7


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "review",
        "review a game: grade every move and show better ones",
        "inarow review game.txt\n"
        "inarow review 445361\n"
        "inarow review --rules tic-tac-toe b2 a2 c2 c1\n"
        "inarow review game.txt --time 5 --save reviewed.txt\n"
        "inarow review game.txt --json",
    )
    parser.add_argument(
        "game", nargs="+", metavar="GAME", help="saved game, or moves such as 4453 (see --rules)"
    )
    add_rules(parser)
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="file for the game with comments and better lines"
    )
    parser.add_argument("--all", action="store_true", help="explain good moves as well")
    add_time(parser, 1, "time per move")
    add_threads(parser)
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.explain.review import review
    from inarow.search.engine import Engine, Limit
    from inarow.search.oracle import Oracle

    record = _read(options.game, options.rules)
    line = StatusLine()
    try:
        line.show(f"reviewing {len(record.main.nodes)} moves, from the last to the first")
        found = review(
            record,
            limit=Limit(seconds=options.time),
            oracle=Oracle(
                patience=options.time, table_mb=options.table_mb, threads=options.threads
            ),
            engine=Engine(table_mb=options.table_mb, threads=options.threads),
            progress=lambda done, total: line.show(f"{done} of {total} positions reviewed"),
        )
    finally:
        line.clear()
    if options.save:
        found.annotated().save(options.save)
    if options.json:
        print(json.dumps(found.to_dict()))
        return 0
    print("\n".join(_text(found, options.all)))
    return 0


def _read(words: list[str], rules: Rules | None) -> Record:
    """The game in a file, or by its moves: with rules, or in digits that name no file."""
    text = " ".join(words).strip()
    if not text:
        raise NotationError("expected a saved game or moves such as 4453, got nothing")
    exists = os.path.exists(text)  # noqa: PTH110  to which many moves are no file, not an error
    if exists or not (rules or text.replace(" ", "").isdigit()):
        if rules:
            raise NotationError("expected --rules only with moves: a saved game has its own")
        return Record.load(text)
    return Record.of(Board(rules or CONNECT_FOUR, text))


def _text(found: Review, everything: bool) -> list[str]:
    """A line for each move with what there is to say about it, then how both sides played."""
    said = []
    shift = found.record.start.turn is Side.SECOND
    for ply, move in enumerate(found.moves, start=int(shift)):
        grade, exact = move.graded
        word = "not judged" if grade is None else str(grade) + ("" if exact else ", estimated")
        name = f"{_name(move)}{grade.sign if grade else ''}"
        said.append(f"{ply // 2 + 1:>3}. {move.side} {name:<6} {word}")
        if everything or grade is None or move.is_bad or move.misses_block:
            told = " ".join(move.sentences)
            said += wrap(told, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    said += ["", *_table(found), ""]
    for side in Side:
        summary = found.summary(side).sentence
        if summary:
            said += wrap(f"{_player(found, side)}: {summary}", WIDTH, subsequent_indent="   ")
    turning = found.turning_point
    if turning is not None:
        move = found.moves[turning - 1]
        number = (turning - 1 + shift) // 2 + 1
        said.append(f"Turning point: move {number}, {move.side} {_name(move)}.")
    return said


def _table(found: Review) -> list[str]:
    """How many moves of each grade both sides played; every row and column adds up."""
    rows = []
    for side in Side:
        one = found.summary(side)
        bad = (one.inaccuracies, one.mistakes, one.blunders)
        rows.append([one.best, one.good, *bad, one.unjudged, one.moves])
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    heads = ["best", "good", "inaccuracy", "mistake", "blunder", "not judged", "moves"]
    names = [*(side.symbol for side in Side), "both"]
    shown = [at for at, head in enumerate(heads) if head != "not judged" or rows[-1][at]]
    table = [f"{'':<5}{'  '.join(heads[at] for at in shown)}"]
    for name, row in zip(names, rows, strict=True):
        cells = (str(row[at]).rjust(len(heads[at])) for at in shown)
        table.append(f"{name:<5}{'  '.join(cells)}")
    return table


def _player(found: Review, side: Side) -> str:
    name = printable(found.record.tags.get("First" if side is Side.FIRST else "Second", ""))
    return f"{side} ({name})" if name else str(side)


def _name(move: MoveReview) -> str:
    return notation.move_label(move.move, move.position.rules)
