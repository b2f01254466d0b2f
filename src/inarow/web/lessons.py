"""Why a move was good or bad, and whole games looked through: the jobs that a pool does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from inarow.board import Board
from inarow.engine import Limit
from inarow.explain import explain_position, explain_step
from inarow.notation import cell_text
from inarow.position import Position
from inarow.record import Record
from inarow.review import review
from inarow.solver import Score, Stopped
from inarow.web.pool import Desk
from inarow.worths import first_share, in_words

__all__ = ["explain", "review_game"]

SECONDS = 0.5
"""How long one position is looked at."""

Known: TypeAlias = Callable[[Position], Mapping[int, Score] | None]
"""Tells the exact scores of a position's moves, if they are known already."""


def _nothing(_: Position) -> None:
    return None


def explain(desk: Desk, board: Board, known: Known = _nothing) -> dict[str, Any]:
    """The last move and the position it led to, in sentences, with marks to draw.

    *known* are scores that were found before; the others are tried for a moment only.
    """
    history = [board.start, *board.history]
    before = history[-2] if board.moves else None
    move = board.moves[-1] if board.moves else None
    after = board.position
    with desk.patience(SECONDS):
        scores = None if before is None else known(before) or desk.oracle.scores(before)
        now = None
        if after.outcome() is None and not desk.stopped:
            now = known(after) or desk.oracle.scores(after)
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

    limit = Limit(seconds=SECONDS)
    with desk.patience(SECONDS):
        found = review(record, limit=limit, oracle=desk.oracle, engine=desk.engine, progress=watch)
    result = found.to_dict()
    for each, move in zip(result["moves"], found.moves, strict=True):
        each["sign"] = move.graded.grade.sign if move.graded.grade else ""
        each["share"] = round(first_share(move.got), 3)
        each["words"] = in_words(move.got)
        each["number"] = move.move
        each["line"] = list(move.line)
        each["better"] = list(move.better)
    return result
