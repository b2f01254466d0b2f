"""What the win lab shows: how each detector goes about a position, page by page.

A trace of a large board has thousands of steps, so that they are given in pages; the numbers about
the whole are always those of the whole.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from inarow import detectors, language
from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.detectors import Trace
from inarow.detectors.timing import seconds
from inarow.detectors.tracing import line_as_dict
from inarow.web import words

__all__ = ["PAGE", "comparison", "searched_side", "trace_page"]

PAGE = 200
"""How many steps are told at once."""

KEPT = 64
"""How many traces are remembered; a large one takes some megabytes."""


def searched_side(board: Board, side: str | None) -> Side:
    """Whose lines are looked for: as asked, or the winner's, or those of who moved last."""
    if side:
        return Side.FIRST if side == "x" else Side.SECOND
    outcome = board.outcome()
    return (outcome and outcome.winner) or board.turn.other


def trace_page(board: Board, side: Side, detector: str, start: int, count: int) -> dict[str, Any]:
    """The steps of one detector from *start* on, *count* of them at most."""
    trace = _traced(board.position, side, detector, _last(board, side))
    part = replace(trace, steps=trace.steps[start : start + count]).as_dict()
    return {
        "detector": detector,
        "side": side.symbol,
        "needed": trace.needed,
        "tabular": trace.tabular,
        "cells_read": trace.cells_read,
        "lines": [line_as_dict(line) for line in trace.lines],
        "found_at": [number for number, step in enumerate(trace.steps) if step.lines],
        "count": len(trace.steps),
        "from": start,
        "steps": part["steps"],
        "code": part["code"],
        "idea": part["idea"],
        "use": trace.use,
    }


def comparison(board: Board, side: Side) -> list[dict[str, Any]]:
    """All detectors on this position: what each found and what it took."""
    position, last = board.position, _last(board, side)
    rows = []
    for name in detectors.NAMES:
        trace = _traced(position, side, name, last)
        rows.append(
            {
                "detector": name,
                "title": words.DETECTORS[name],
                "lines": [line_as_dict(line) for line in trace.lines],
                "steps": len(trace.steps),
                "cells_read": trace.cells_read,
                "microseconds": round(_seconds(position, side, name, last) * 1e6, 1),
            }
        )
    return rows


def _last(board: Board, side: Side) -> Cell | None:
    """The last disc, if it is one of *side*."""
    return board.last if board.last and board.position.at(*board.last) is side else None


def _traced(position: Position, side: Side, detector: str, last: Cell | None) -> Trace:
    """The trace, with its steps told in the language in use."""
    return _trace(position, side, detector, last, language.code())


@lru_cache(maxsize=KEPT)
def _trace(
    position: Position, side: Side, detector: str, last: Cell | None, _language: str
) -> Trace:
    return detectors.trace(position, side, detector=detector, last=last)


@lru_cache(maxsize=1024)
def _seconds(position: Position, side: Side, detector: str, last: Cell | None) -> float:
    return seconds(position, side, detector, last)
