"""Whole games looked through: a job that a pool does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inarow.explain.review import review
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.engine import Limit
from inarow.search.scores import first_height, first_share, in_words

__all__ = ["review_game"]

SECONDS = 0.5
"""How long one position is looked at."""


def review_game(
    searchers: Searchers, record: Record, tell: Callable[[int, int], None]
) -> dict[str, Any]:
    """The main line of *record*, every move graded; `Stopped` if nobody waits any more."""

    limit = Limit(seconds=SECONDS)
    with searchers.patience(SECONDS):
        found = review(
            record,
            limit=limit,
            oracle=searchers.oracle,
            engine=searchers.engine,
            progress=tell,
            stop=searchers.stop,
        )
    result = found.to_dict()
    for each, move in zip(result["moves"], found.moves, strict=True):
        each["sign"] = move.graded.grade.sign if move.graded.grade else ""
        each["share"] = round(first_share(move.got), 3)
        each["height"] = round(first_height(move.got, record.rules), 3)
        each["words"] = in_words(move.got)
        each["number"] = move.move
        each["line"] = list(move.line)
        each["better"] = list(move.better)
    return result
