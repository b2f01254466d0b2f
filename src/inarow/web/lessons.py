"""Why a move was good or bad, and whole games looked through: the jobs that a pool does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow.board import Board
from inarow.engine import Limit
from inarow.explain import explain_position, explain_step
from inarow.notation import cell_text
from inarow.record import Record
from inarow.review import review
from inarow.solver import Stopped
from inarow.web.pool import Desk
from inarow.worths import first_share, in_words

__all__ = ["explain", "review_game"]

SECONDS = 0.5
"""How long one position of a review is looked at."""


def explain(desk: Desk, board: Board) -> dict[str, Any]:
    """The last move and the position it led to, in sentences, with marks to draw."""
    history = [board.start, *board.history]
    before = history[-2] if board.moves else None
    move = board.moves[-1] if board.moves else None
    after = board.position
    scores = desk.oracle.scores(before) if before is not None else None
    now = None if after.outcome() is not None else desk.oracle.scores(after)
    best = max(now.values(), key=int) if now else None
    explanation = explain_position(after, best)
    return {
        "sentences": explain_step(before, move, after, scores, best),
        "exact": best is not None or after.outcome() is not None,
        "marks": {
            cell_text(cell): {"sign": mark.sign, "side": mark.side.symbol if mark.side else None}
            for cell, mark in explanation.marks().items()
        }
        if explanation.shown == after
        else {},
        "legend": explanation.legend(),
        "facts": explanation.to_dict()["facts"],
    }


def review_game(desk: Desk, record: Record, tell: Callable[[int, int], None]) -> dict[str, Any]:
    """The main line of *record*, every move graded; `Stopped` if nobody waits any more."""

    def watch(done: int, count: int) -> None:
        if desk.stopped:
            raise Stopped("stopped before the end")
        tell(done, count)

    patience, desk.oracle.patience = desk.oracle.patience, SECONDS
    try:
        found = review(
            record,
            limit=Limit(seconds=SECONDS),
            oracle=desk.oracle,
            engine=desk.engine,
            progress=watch,
        )
    finally:
        desk.oracle.patience = patience
    result = found.to_dict()
    for each, move in zip(result["moves"], found.moves, strict=True):
        each["sign"] = move.graded.grade.sign if move.graded.grade else ""
        each["share"] = round(first_share(move.got), 3)
        each["words"] = in_words(move.got)
        each["number"] = move.move
        each["line"] = list(move.line)
        each["better"] = list(move.better)
    return result
