"""`inarow explain`: a position or a move explained in sentences."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from inarow import files
from inarow.board import notation, render
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
from inarow.commands.progress import StatusLine
from inarow.errors import RenderError

if TYPE_CHECKING:
    from inarow.board.position import Position
    from inarow.explain.fact import Explanation
    from inarow.search.oracle import Oracle
    from inarow.search.scores import Score
    from inarow.search.solver import Solver

LINE_AT_MOST = 20
"""Best play is shown if it ends within this many discs; a longer line explains nothing."""


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "explain",
        "explain a position or a move in plain sentences, from exact facts",
        "inarow explain 4455\n"
        "inarow explain 4455 --move 3\n"
        "inarow explain --rules tic-tac-toe b2 a1 c3 --picture\n"
        "inarow explain 6x6x4 6/6/o1x2o/x1o2x/ooxoox/oxxoxx x --picture --svg plan.svg",
    )
    add_position(parser)
    add_rules(parser)
    parser.add_argument("--move", metavar="M", help="move to explain instead of the position")
    parser.add_argument("--picture", action="store_true", help="draw the board as well")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="file for the picture")
    add_time(parser, 10, "time limit for the exact score")
    add_threads(parser)
    add_table(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from inarow.search.oracle import Oracle  # loads the C++ core, which other commands do not need

    position, _ = read_position(options.position, options.rules)
    oracle = Oracle(
        patience=options.time,
        stubborn=True,
        table_mb=options.table_mb,
        threads=options.threads,
    )
    scores = _scores(position, oracle)
    explanation = _explained(position, options.move, scores, oracle.solver)
    if options.svg:
        _save(options.svg, explanation)
    if options.json:
        best = max(scores.values(), key=int) if scores else None
        score = None if best is None else best.to_dict()
        print(json.dumps({**explanation.to_dict(), "score": score}))
        return 0
    if options.picture:
        print(_picture(explanation), end="\n\n")
    for sentence in explanation.sentences:
        print(sentence)
    if scores is None and position.outcome() is None:
        print(_why_no_score(position, options.time))
    return 0


def _why_no_score(position: Position, seconds: float) -> str:
    from inarow.search.solver import can_solve

    if not can_solve(position.rules):
        return "The board is too large for an exact score."
    return f"The exact score was not found within {seconds:g} seconds; allow more with --time."


def _scores(position: Position, oracle: Oracle) -> Mapping[int, Score] | None:
    line = StatusLine()

    def progress(nodes: int, _low: int, _high: int) -> None:
        if line.due():
            line.show(f"searching for the exact score: {nodes / 1e6:.1f} million nodes")

    try:
        return oracle.scores(position, progress)
    finally:
        line.clear()


def _explained(
    position: Position, move: str | None, scores: Mapping[int, Score] | None, solver: Solver
) -> Explanation:
    from inarow.explain import explain_move, explain_position

    if move is not None:
        return explain_move(position, notation.parse_move(move, position.rules), scores)
    best = max(scores.values(), key=int) if scores else None
    short = best is not None and best.plies is not None and best.plies <= LINE_AT_MOST
    line = solver.analyze(position).line if short else ()
    return explain_position(position, best, line=line)


def _picture(explanation: Explanation) -> str:
    """The board with its marks; with gravity both the cells' letters and the columns' numbers."""
    rules, marks = explanation.position.rules, explanation.marks()
    outcome = explanation.shown.outcome()
    lines = outcome.lines if outcome else ()
    draw = render.ansi if render.color_wanted(sys.stdout, os.environ) else render.text
    drawn = draw(explanation.shown, lines=lines, marks=marks, cell_names=True)
    if rules.gravity:
        width = max([1, *(len(mark.sign) for mark in marks.values())])
        edge = " " * (len(str(rules.height)) + 1)
        numbers = (name.rjust(width) for name in notation.COLUMNS[: rules.width])
        drawn += f"\n{edge}{' '.join(numbers)}"
    return "\n".join([drawn, *explanation.legend()])


def _save(path: Path, explanation: Explanation) -> None:
    outcome = explanation.shown.outcome()
    drawn = render.svg(
        explanation.shown,
        lines=outcome.lines if outcome else (),
        marks=explanation.marks(),
        title=" ".join([*explanation.legend(), *explanation.sentences]),
        cell_names=True,
    )
    files.write(path, drawn.encode(), RenderError)
