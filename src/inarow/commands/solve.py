"""`inarow solve` and `inarow analyze`: exact scores."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from inarow.board import notation, render
from inarow.board.rules import CONNECT_FOUR
from inarow.commands import analyze_batch
from inarow.commands.options import (
    POSITION_HELP,
    Commands,
    Parser,
    add_command,
    add_rules,
    add_table,
    add_threads,
    moves_at_start,
    read_position,
    signed,
)
from inarow.commands.progress import StatusLine
from inarow.errors import InarowError, NotationError

if TYPE_CHECKING:
    from inarow.search.solver import Analysis, Solver

T = TypeVar("T")


def add(commands: Commands) -> None:
    """Say what the command takes."""
    parser = add_command(
        commands,
        "solve",
        "the exact score of a position, or of many from standard input",
        "inarow solve 4453\n"
        "inarow solve --rules 6x5x4 ''     (the empty board)\n"
        "inarow solve --rules 4x4x3/free b2 c3\n"
        "inarow solve < games.txt        (one row of moves a line; prints: moves score)",
    )
    _add_common(parser)
    parser.add_argument("--weak", action="store_true", help="win, draw or loss only: faster")
    parser.set_defaults(run=run)


def add_analyze(commands: Commands) -> None:
    """Say what `analyze` takes."""
    parser = add_command(
        commands,
        "analyze",
        "the exact score of every move, and best play to the end",
        "inarow analyze 44444325\ninarow analyze --rules 6x5x4 3433\n"
        "inarow analyze --rules tic-tac-toe b2\n"
        "inarow analyze --input games.txt --output scores.jsonl   (on all cores)\n"
        "inarow analyze --input - --scheduler tcp://127.0.0.1:8786 < games.txt",
    )
    _add_common(parser)
    analyze_batch.add_options(parser)
    parser.set_defaults(run=run_analyze)


def _add_common(parser: Parser) -> None:
    parser.add_argument("position", nargs="*", metavar="POSITION", help=POSITION_HELP)
    add_rules(parser, f"{CONNECT_FOUR} if not given")
    add_threads(parser)
    add_table(parser)
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def _solver(options: argparse.Namespace) -> Solver:
    from inarow.search.solver import Solver  # loads the C++ core, which other commands do not need

    return Solver(table_mb=options.table_mb, threads=options.threads)


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    solver = _solver(options)
    if not options.position:
        return _solve_lines(options, solver)
    position, _ = read_position(options.position, options.rules)
    meter = _Meter()
    score = meter.watch(lambda: solver.solve(position, weak=options.weak, progress=meter))
    if options.json:
        print(json.dumps({"position": position.text(), **score.to_dict(), "nodes": solver.nodes}))
    else:
        print(f"{signed(score.value)}  {score}")
    return 0


def _solve_lines(options: argparse.Namespace, solver: Solver) -> int:
    """One row of moves a line in, `moves score` a line out, as they come."""
    if sys.stdin.isatty():
        print("Reading rows of moves, one a line; Ctrl-D ends.", file=sys.stderr)
    for number, line in enumerate(sys.stdin, start=1):
        moves = moves_at_start(line, options.rules)
        try:
            position, _ = read_position([moves], options.rules)
            score = solver.solve(position, weak=options.weak)
        except InarowError as error:
            raise NotationError(f"line {number}: {error}") from None
        if options.json:
            print(json.dumps({"moves": moves, **score.to_dict()}), flush=True)
        else:
            print(f"{moves} {score.value}".strip(), flush=True)
    return 0


def run_analyze(options: argparse.Namespace) -> int:
    """Do `analyze`; the exit code."""
    if analyze_batch.is_asked(options):
        return analyze_batch.run(options)
    solver = _solver(options)
    position, _ = read_position(options.position, options.rules)
    meter = _Meter()
    analysis = meter.watch(lambda: solver.analyze(position, progress=meter))
    rules = position.rules
    line = notation.moves_text(analysis.line, rules)
    if options.json:
        print(json.dumps(analysis.to_dict()))
        return 0
    best = [notation.move_text(move, rules) for move in analysis.best]
    print(f"{_picture(analysis)}\n\n{position.turn} to move: {analysis.score}")
    print(f"best: {'every move' if 1 < len(best) == len(analysis.scores) else ' '.join(best)}")
    print(f"line: {line}")
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


class _Meter:
    """A line about a long solve on the terminal, and what was known when it was interrupted."""

    def __init__(self) -> None:
        self.line = StatusLine()
        self.bounds: tuple[int, int] | None = None

    def __call__(self, nodes: int, low: int, high: int) -> None:
        self.bounds = (low, high)
        if self.line.due():
            speed = nodes / self.line.seconds / 1e6
            self.line.show(
                f"{nodes / 1e6:.1f} million nodes, {speed:.1f} a second, score {low} to {high}"
            )

    def watch(self, solve: Callable[[], T]) -> T:
        """What *solve* returns; Ctrl-C ends it with what is known."""
        try:
            return solve()
        except KeyboardInterrupt:
            if self.bounds:
                print(f"\nstopped: the score lies between {self.bounds[0]} and {self.bounds[1]}")
            raise
        finally:
            self.line.clear()
