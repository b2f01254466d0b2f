"""`inarow analyze`: the exact score of every move, of one position or of many."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from inarow.board import notation, render
from inarow.commands.batches import STANDARD_INPUT, Asked, Skipped, solvable_positions
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
    read_position,
    signed,
)
from inarow.commands.progress import Meter, SolveMeter
from inarow.errors import NotationError

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
        "after it and empty lines are ignored; prints one line of JSON for each",
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
    best = [notation.move_label(move, position.rules) for move in analysis.best]
    print(f"{_picture(analysis)}\n\n{position.turn} to move: {analysis.score}")
    print(f"best: {'every move' if 1 < len(best) == len(analysis.scores) else ' '.join(best)}")
    print(f"line: {' '.join(notation.move_label(move, position.rules) for move in analysis.line)}")
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
    from inarow.jobs import here
    from inarow.search.oracle import analyze_many

    work = choose_run(options)
    skipped = Skipped(options.input)
    rows = solvable_positions(options.input, options.rules, skipped)
    batches: Iterable[list[Asked]]
    if options.input == STANDARD_INPUT and sys.stdin.isatty():
        print("Reading positions from standard input, one per line; Ctrl-D ends.", file=sys.stderr)
        # Typed rows are answered one by one, and none is worth starting processes.
        work, batches = here(1), ([row] for row in rows)
    else:
        batches = [list(rows)]  # all are checked before any is analyzed
    meter, done = Meter(), 0
    try:
        with _output(options) as out:
            for batch in batches:
                positions = (row.position for row in batch)
                found = analyze_many(positions, work, table_mb=options.table_mb)
                for row, analysis in zip(batch, found, strict=True):
                    answer = {"input": row.text, **analysis.to_dict()}
                    print(json.dumps(answer), file=out, flush=True)
                    done += 1
                    if not out.isatty():
                        meter(done, len(batch))
    except KeyboardInterrupt:
        print(f"\nstopped: {done} positions are written", file=sys.stderr)
        raise
    finally:
        meter.line.clear()
    return skipped.exit_code(done)


@contextmanager
def _output(options: argparse.Namespace) -> Iterator[TextIO]:
    if options.output is None:
        yield sys.stdout
        return
    if options.output.exists() and options.input != "-" and options.output.samefile(options.input):
        raise NotationError(f"expected another file for --output than {options.input}, the input")
    with options.output.open("w", encoding="utf-8") as file:
        yield file
