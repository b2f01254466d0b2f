"""Studies as they are saved: one game record, with variations, comments and drawings."""

from __future__ import annotations

from typing import Any, Final

from inarow.board.board import Board
from inarow.errors import NotationError, as_sentence
from inarow.record.record import Record
from inarow.web import words
from inarow.web.study import positions

__all__ = ["LONGEST", "begins", "written"]

LONGEST: Final = 20_000
"""A study that is longer is refused."""


def written(_searchers: object, text: str) -> str:
    """The record of a study as it is stored: no more than its moves and what is said of them.

    `NotationError` says in one sentence why a text is none.
    """
    record = Record.parse(text)
    positions.site_rules(record.rules)
    if not record.start.is_playable:
        raise NotationError(as_sentence(record.start.problems()[0]))
    plain = Record(record.start, record.main, record.result).text()
    if len(plain) > LONGEST:
        raise NotationError(words.LONG_STUDY.format(most=LONGEST))
    return plain


def begins(_searchers: object, text: str) -> dict[str, Any]:
    """What a page shows of a study at first: the position at its start."""
    return positions.view(Board(Record.parse(text).start))
