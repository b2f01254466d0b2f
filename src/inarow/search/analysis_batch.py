"""Analyses of many positions, on all cores or on a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from inarow.board.position import Position
from inarow.jobs import Run, in_order
from inarow.search.book import shipped
from inarow.search.solver import Analysis, kept_solver

__all__ = ["analyze_many"]


def analyze_many(
    positions: Iterable[Position], run: Run, *, table_mb: int = 64
) -> Iterator[Analysis]:
    """The analyses of open *positions*, in their order, as they come; best play is left out.

    What a shipped book has is read there. Each worker has a table of *table_mb* MiB.
    """
    return in_order(run, partial(_analyze, table_mb), positions)


def _analyze(table_mb: int, position: Position) -> Analysis:
    book = shipped(position.rules)
    scores = book.scores(position) if book else None
    if scores is None:
        return kept_solver(table_mb).analyze(position, line=False)
    return Analysis(position, scores, ())
