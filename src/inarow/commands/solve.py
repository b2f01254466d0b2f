"""`inarow solve` and `inarow analyze`: exact scores."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from inarow import notation, render
from inarow.commands.options import (
    POSITION_HELP,
    Commands,
    Parser,
    add_command,
    add_rules,
    add_table,
    add_threads,
    read_position,
    signed,
)
from inarow.errors import InarowError, NotationError
from inarow.position import Position
from inarow.rules import CONNECT_FOUR

if TYPE_CHECKING:
    from inarow.solver import Score, Solver

T = TypeVar("T")


def add(commands: Commands) -> None:
    """Say what the command takes."""
    parser = add_command(
        commands,
        "solve",
        "the exact score of a position, or of many from standard input",
        "inarow solve 4453\n"
        "inarow solve --rules 6x5x4 ''     (the empty board)\n"
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
        "inarow analyze 44444325\ninarow analyze --rules 6x5x4 3433",
    )
    _add_common(parser)
    parser.set_defaults(run=run_analyze)


def _add_common(parser: Parser) -> None:
    parser.add_argument("position", nargs="*", metavar="POSITION", help=POSITION_HELP)
    add_rules(parser, f"{CONNECT_FOUR} if not given")
    add_threads(parser)
    add_table(parser)
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def _solver(options: argparse.Namespace) -> Solver:
    from inarow.solver import Solver  # loads the C++ core, which other commands do not need

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
        print(json.dumps({"position": position.text(), **_as_dict(score), "nodes": solver.nodes}))
    else:
        print(f"{signed(score.value)}  {score}")
    return 0


def _solve_lines(options: argparse.Namespace, solver: Solver) -> int:
    """One row of moves a line in, `moves score` a line out, as they come."""
    if sys.stdin.isatty():
        print("Reading rows of moves, one a line; Ctrl-D ends.", file=sys.stderr)
    for number, line in enumerate(sys.stdin, start=1):
        moves = line.split()[0] if line.split() else ""
        try:
            position, _ = read_position([moves], options.rules)
            score = solver.solve(position, weak=options.weak)
        except InarowError as error:
            raise NotationError(f"line {number}: {error}") from None
        if options.json:
            print(json.dumps({"moves": moves, **_as_dict(score)}), flush=True)
        else:
            print(f"{moves} {score.value}".strip(), flush=True)
    return 0


def run_analyze(options: argparse.Namespace) -> int:
    """Do `analyze`; the exit code."""
    solver = _solver(options)
    position, _ = read_position(options.position, options.rules)
    meter = _Meter()
    analysis = meter.watch(lambda: solver.analyze(position, progress=meter))
    rules = position.rules
    line = notation.moves_text(analysis.line, rules)
    if options.json:
        scores = {notation.move_text(m, rules): _as_dict(s) for m, s in analysis.scores.items()}
        best = [notation.move_text(move, rules) for move in analysis.best]
        found = {**_as_dict(analysis.score), "moves": scores, "best": best, "line": line}
        print(json.dumps({"position": position.text(), **found}))
        return 0
    values = [analysis.scores.get(move) for move in range(rules.width)]
    words = ["" if value is None else signed(value.value) for value in values]
    width = max(map(len, words))
    board = _widened(position, width)
    print(f"{board}\n{' '.join(word.rjust(width) for word in words)}\n")
    print(f"{position.turn} to move: {analysis.score}")
    print(f"best: {' '.join(notation.move_text(move, rules) for move in analysis.best)}")
    print(f"line: {line}")
    return 0


def _widened(position: Position, width: int) -> str:
    """The board with columns wide enough for the scores below them."""
    rows = render.text(position).split("\n")
    return "\n".join(" ".join(sign.rjust(width) for sign in row.split()) for row in rows)


def _as_dict(score: Score) -> dict[str, object]:
    return {"score": score.value, "text": str(score), "plies": score.plies}


class _Meter:
    """A line about a long solve on the terminal, and what was known when it was interrupted."""

    def __init__(self) -> None:
        self.start = self.shown = monotonic()
        self.bounds: tuple[int, int] | None = None
        self.visible = sys.stderr.isatty()

    def __call__(self, nodes: int, low: int, high: int) -> None:
        now = monotonic()
        self.bounds = (low, high)
        if self.visible and now - self.shown >= 0.2:
            self.shown = now
            speed = nodes / max(now - self.start, 0.001) / 1e6
            text = f"{nodes / 1e6:.1f} million nodes, {speed:.1f} a second, score {low} to {high}"
            print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)

    def watch(self, solve: Callable[[], T]) -> T:
        """What *solve* returns; Ctrl-C ends it with what is known."""
        try:
            return solve()
        except KeyboardInterrupt:
            if self.bounds:
                print(f"\nstopped: the score lies between {self.bounds[0]} and {self.bounds[1]}")
            raise
        finally:
            if self.visible and self.shown != self.start:
                print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)
