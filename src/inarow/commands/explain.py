"""`inarow explain`: a position or a move explained in sentences."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

QUICK_LOOK = 200_000
"""How many positions the engine looks at where no exact score is known."""


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
    from inarow.explain import passages
    from inarow.search.oracle import Oracle  # loads the C++ core, which other commands do not need

    board = read_board(options.position, options.rules)
    position = board.position
    oracle = Oracle(
        patience=options.time,
        stubborn=True,
        table_mb=options.table_mb,
        threads=options.threads,
    )
    scores = _scores(position, oracle)
    last = None
    if options.move is not None:
        move = notation.parse_move(options.move, position.rules)
        explanation = _of_move(position, move, scores, oracle)
    else:
        explanation = _of_position(position, scores, oracle, options)
        last = _of_last_move(board, oracle)
    if options.svg:
        _save(options.svg, explanation)
    told = passages(last, explanation) if options.move is None else []
    if options.json:
        print(json.dumps(_as_json(explanation, scores, told)))
        return 0
    if options.picture:
        print(_picture(explanation), end="\n\n")
    paragraphs = ["\n".join([each.heading, *each.sentences]) for each in told]
    print("\n\n".join(paragraphs or ["\n".join(explanation.sentences)]))
    if scores is None and position.outcome() is None:
        print(_why_no_score(position, options.time))
    return 0


def _as_json(
    explanation: Explanation, scores: Mapping[int, Score] | None, told: Sequence[Passage]
) -> dict[str, Any]:
    best = max(scores.values(), key=int) if scores else None
    return {
        **explanation.to_dict(),
        "score": None if best is None else best.to_dict(),
        "passages": [passage.to_dict() for passage in told],
    }


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


def _best_play(position: Position, known: bool, oracle: Oracle) -> tuple[int, ...]:
    """Best play to the end, if the scores are *known* and it is found in time."""
    from inarow.search.solver import Stopped

    if not known or position.outcome() is not None:
        return ()
    with suppress(Stopped):
        return oracle.analyze(position, timeout=oracle.patience).line
    return ()


def _of_move(
    position: Position, move: int, scores: Mapping[int, Score] | None, oracle: Oracle
) -> Explanation:
    from inarow.explain import explain_move

    line = _best_play(position.play(move), scores is not None, oracle)
    return explain_move(position, move, scores, line=line)


def _of_position(
    position: Position,
    scores: Mapping[int, Score] | None,
    oracle: Oracle,
    options: argparse.Namespace,
) -> Explanation:
    from inarow.explain import explain_position
    from inarow.search.engine import Engine, Limit
    from inarow.search.scores import Estimate

    suggested = None
    if scores is None and position.outcome() is None:
        engine = Engine(table_mb=options.table_mb, threads=options.threads)
        found = engine.search(position, Limit(nodes=QUICK_LOOK))
        if isinstance(found.score, Estimate):
            suggested = (found.line[0], found.score)
    line = _best_play(position, scores is not None, oracle)
    return explain_position(position, scores=scores, line=line, suggested=suggested)


def _of_last_move(board: Board, oracle: Oracle) -> Explanation | None:
    """The last move, if the position was given by moves."""
    from inarow.explain import explain_move

    if not board.moves:
        return None
    before = [board.start, *board.history][-2]
    scores = _scores(before, oracle)
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
