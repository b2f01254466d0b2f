"""`inarow analyze`: the exact score of every move, of one position or of many."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from inarow.board import notation, render
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_scheduler,
    add_table,
    add_threads,
    add_workers,
    choose_run,
    is_position_text,
    moves_at_start,
    read_position,
    signed,
)
from inarow.commands.progress import Meter, SolveMeter
from inarow.errors import InarowError, NotationError

if TYPE_CHECKING:
    from inarow.search.solver import Analysis


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "analyze",
        "find the exact score of every move, and best play to the end",
        "inarow analyze 44444325\ninarow analyze --rules 6x5x4 3433\n"
        "inarow analyze --rules tic-tac-toe b2\n"
        "inarow analyze --input games.txt --output scores.jsonl   (on all cores)\n"
        "inarow analyze --input - --scheduler tcp://127.0.0.1:8786 < games.txt",
    )
    add_position(parser)
    add_rules(parser)
    add_threads(parser)
    add_table(parser)
    add_json(parser)
    group = parser.add_argument_group("many positions")
    group.add_argument(
        "--input",
        metavar="FILE",
        help="file to analyze line by line (- for standard input): moves or a position text; text "
        "after the moves and empty lines are ignored; prints one line of JSON for each",
    )
    group.add_argument(
        "--output", type=Path, metavar="FILE", help="file to write (default: standard output)"
    )
    add_workers(group)
    add_scheduler(group)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    _expect_sense(options)
    return _one(options) if options.input is None else _many(options)


def _expect_sense(options: argparse.Namespace) -> None:
    """Options that make no sense together are a `NotationError`."""
    if options.input is None:
        for name in ("output", "workers", "scheduler"):
            if getattr(options, name) is not None:
                raise NotationError(f"expected --{name} only with --input")
    elif options.position:
        raise NotationError("expected a position or --input, not both")
    elif options.threads is not None:
        raise NotationError("expected --workers, not --threads, with --input")


# -- one position -----------------------------------------------------------------------------


def _one(options: argparse.Namespace) -> int:
    from inarow.search.oracle import Oracle  # loads the C++ core, which other commands do not need

    oracle = Oracle(table_mb=options.table_mb, threads=options.threads)
    position, _ = read_position(options.position, options.rules)
    meter = SolveMeter()
    analysis = meter.watch(lambda: oracle.analyze(position, progress=meter))
    if options.json:
        print(json.dumps(analysis.to_dict()))
        return 0
    best = [notation.move_text(move, position.rules) for move in analysis.best]
    print(f"{_picture(analysis)}\n\n{position.turn} to move: {analysis.score}")
    print(f"best: {'every move' if 1 < len(best) == len(analysis.scores) else ' '.join(best)}")
    print(f"line: {notation.moves_text(analysis.line, position.rules)}")
    return 0


def _picture(analysis: Analysis) -> str:
    """The board with the score of every move: in its cell, or with gravity under its column."""
    position, rules = analysis.position, analysis.position.rules
    words = {move: signed(score.value) for move, score in analysis.scores.items()}
    if not rules.gravity:
        marks = {rules.cell_at(move): word for move, word in words.items()}
        *rows, letters = render.text(position, marks=marks).split("\n")
        edge = len(str(rules.height)) + 1  # a bar keeps row numbers and scores apart
        return "\n".join([*(f"{row[:edge]}| {row[edge:]}" for row in rows), f"  {letters}"])
    width = max(map(len, words.values()))
    table = [row.split() for row in render.text(position).split("\n")]
    table.append([words.get(move, "") for move in range(rules.width)])
    return "\n".join(" ".join(sign.rjust(width) for sign in row) for row in table)


# -- many positions ---------------------------------------------------------------------------


def _many(options: argparse.Namespace) -> int:
    from inarow.search.oracle import analyze_many

    work = choose_run(options)
    rows = _read(options.input, options.rules)
    meter = Meter()
    try:
        with _output(options) as out:
            positions = (position for _, position in rows)
            found = analyze_many(positions, work, table_mb=options.table_mb)
            for done, ((text, _), analysis) in enumerate(zip(rows, found, strict=True), start=1):
                print(json.dumps({"input": text, **analysis.to_dict()}), file=out)
                out.flush()
                if not out.isatty():
                    meter(done, len(rows))
    except KeyboardInterrupt:
        print(f"\nstopped: {meter.done} of {len(rows)} positions are written", file=sys.stderr)
        raise
    finally:
        meter.line.clear()
    return 0


def _read(name: str, rules: Rules | None) -> list[tuple[str, Position]]:
    """The text and the position of every line; all are checked before any is analyzed."""
    from inarow.search.solver import expect_solvable

    rows = []
    for number, line in enumerate(_lines(name), start=1):
        text = line.strip()
        if not text:
            continue
        if not is_position_text(text):
            text = moves_at_start(text, rules)
        try:
            position, _ = read_position([text], rules)
            expect_solvable(position)
        except InarowError as error:
            where = "standard input" if name == "-" else name
            raise NotationError(f"{where}, line {number}: {error}") from None
        rows.append((text, position))
    return rows


def _lines(name: str) -> Iterator[str]:
    if name != "-":
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            yield from file
        return
    if sys.stdin.isatty():
        print("Reading positions from standard input, one per line; Ctrl-D ends.", file=sys.stderr)
    yield from sys.stdin


@contextmanager
def _output(options: argparse.Namespace) -> Iterator[TextIO]:
    if options.output is None:
        yield sys.stdout
        return
    if options.output.exists() and options.input != "-" and options.output.samefile(options.input):
        raise NotationError(f"expected another file for --output than {options.input}, the input")
    with options.output.open("w", encoding="utf-8") as file:
        yield file
