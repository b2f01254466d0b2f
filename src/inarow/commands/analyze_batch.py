"""`inarow analyze --input`: exact scores of many positions, a line of JSON each."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.commands.options import (
    Parser,
    add_scheduler,
    add_workers,
    choose_run,
    is_position_text,
    moves_at_start,
    read_position,
)
from inarow.commands.progress import Meter
from inarow.errors import InarowError, NotationError


def add_options(parser: Parser) -> None:
    """Add what makes `analyze` read a file."""
    group = parser.add_argument_group("many positions")
    group.add_argument(
        "--input",
        metavar="FILE",
        help="analyze every line of a file (- is standard input): moves or a position text, what "
        "follows moves is passed over, and so are empty lines; prints a line of JSON for each",
    )
    group.add_argument(
        "--output", type=Path, metavar="FILE", help="write there, not to standard output"
    )
    add_workers(group)
    add_scheduler(group)


def is_asked(options: argparse.Namespace) -> bool:
    """Whether there is a file to read; what makes no sense together is a `NotationError`."""
    if options.input is None:
        for name in ("output", "workers", "scheduler"):
            if getattr(options, name) is not None:
                raise NotationError(f"expected --{name} only with --input")
        return False
    if options.position:
        raise NotationError("expected a position or --input, not both")
    if options.threads is not None:
        raise NotationError("expected --workers, not --threads, with --input")
    return True


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
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
    """The text and the position of every line; all are looked at before any is worked on."""
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
        print("Reading positions, one a line; Ctrl-D ends.", file=sys.stderr)
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
