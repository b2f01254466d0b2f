"""`inarow explain`: a position or a move explained in sentences."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from inarow import files
from inarow.board import render
from inarow.commands.options import (
    Commands,
    add_command,
    add_json,
    add_position,
    add_rules,
    add_table,
    add_threads,
    add_time,
    read_board,
)
from inarow.commands.progress import StatusLine
from inarow.errors import RenderError

if TYPE_CHECKING:
    from inarow.board.board import Board
    from inarow.board.position import Position
    from inarow.explain.fact import Explanation, Passage
    from inarow.search.oracle import Oracle
    from inarow.search.scores import Score
    from inarow.search.solver import Progress


Found = TypeVar("Found")

SHORTLY = 0.01
"""How many seconds are left for the rest when the time is up."""


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
    from inarow.explain import explain_with, passages
    from inarow.search.engine import Engine  # loads the C++ core, which other commands do not need
    from inarow.search.oracle import Oracle
    from inarow.search.solver import time_left

    board = read_board(options.position, options.rules)
    position = board.position
    oracle = Oracle(
        patience=options.time,
        stubborn=True,
        table_mb=options.table_mb,
        threads=options.threads,
    )
    left = time_left(options.time)
    best = _watched(oracle.best, position)
    scores = None
    oracle.stubborn = options.move is not None  # else the best moves are enough to tell
    if best is not None:
        oracle.patience = left() or SHORTLY
        scores = _watched(oracle.scores, position)
    suggested = (best[1][0], best[0]) if best and best[1] else None
    engine = partial(Engine, table_mb=options.table_mb, threads=options.threads)
    explanation = explain_with(oracle, engine, position, scores, options.move, suggested)
    oracle.patience = left() or SHORTLY
    last = _of_last_move(board, oracle) if options.move is None else None
    if options.svg:
        _save(options.svg, explanation)
    told = passages(last, explanation) if options.move is None else []
    if options.json:
        print(json.dumps(_as_json(explanation, best[0] if best else None, told)))
        return 0
    if options.picture:
        print(_picture(explanation), end="\n\n")
    paragraphs = ["\n".join([each.heading, *each.sentences]) for each in told]
    print("\n\n".join(paragraphs or ["\n".join(explanation.sentences)]))
    missing = best is None or (scores is None and options.move is not None)
    if missing and not _ends_the_game(explanation):
        print(_why_no_score(position, options.time))
    return 0


def _as_json(
    explanation: Explanation, score: Score | None, told: Sequence[Passage]
) -> dict[str, Any]:
    return {
        **explanation.to_dict(),
        "score": None if score is None else score.to_dict(),
        "passages": [passage.to_dict() for passage in told],
    }


def _ends_the_game(explanation: Explanation) -> bool:
    position, move = explanation.position, explanation.move
    return move is not None and position.play(move).outcome() is not None


def _why_no_score(position: Position, seconds: float) -> str:
    from inarow.search.solver import can_solve

    if not can_solve(position.rules):
        return "The board is too large for an exact score."
    time = f"{seconds:g} second{'' if seconds == 1 else 's'}"
    return f"The exact score was not found within {time}; allow more with --time."


def _watched(find: Callable[[Position, Progress], Found], position: Position) -> Found:
    """What *find* finds, with its progress on the terminal."""
    line = StatusLine()

    def progress(nodes: int, _low: int, _high: int) -> None:
        if line.due():
            line.show(f"searching for the exact score: {nodes / 1e6:.1f} million nodes")

    try:
        return find(position, progress)
    finally:
        line.clear()


def _of_last_move(board: Board, oracle: Oracle) -> Explanation | None:
    """The last move, if the position was given by moves."""
    from inarow.explain import explain_move

    if not board.moves:
        return None
    before = [board.start, *board.history][-2]
    scores = _watched(oracle.scores, before)
    return explain_move(before, board.moves[-1], scores, outlook=scores is None)


def _picture(explanation: Explanation) -> str:
    """The board with its marks, and the numbers of columns and rows that the sentences use."""
    outcome = explanation.shown.outcome()
    lines = outcome.lines if outcome else ()
    draw = render.ansi if render.color_wanted(sys.stdout, os.environ) else render.text
    drawn = draw(explanation.shown, lines=lines, marks=explanation.marks(), cell_names=True)
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
