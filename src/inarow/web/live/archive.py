"""Games as they are kept: rows of lists, and records as text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from inarow.board.board import Board
from inarow.board.rules import Rules
from inarow.record.record import Record
from inarow.web.live.messages import GameView

__all__ = ["milliseconds", "record_of", "row_view", "when"]

RESULTS: Final = {"x": "1-0", "o": "0-1", None: "1/2-1/2"}


def when(at: int) -> datetime:
    """A time of the tables."""
    return datetime.fromtimestamp(at / 1000, UTC)


def milliseconds(at: datetime) -> int:
    """A time as the tables have it; one without a zone is meant as UTC."""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return round((aware - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000)


def row_view(row: Any, person: str) -> dict[str, Any]:
    """A row of the table of games, as *person* sees it."""
    mine = [side for side in "xo" if getattr(row, side) == person]
    return {
        "id": row.id,
        "rules": row.rules,
        "visibility": row.visibility,
        "status": row.status,
        "you": "both" if len(mine) == 2 else mine[0],
        "x": row.x_name,
        "o": row.o_name,
        "winner": row.winner,
        "reason": row.reason,
        "text": row.moves,
        "created": when(row.created),
    }


def record_of(view: GameView) -> Record:
    """The record of a game, with who played and how it ended."""
    tags = {
        tag: name
        for tag, side in (("First", "x"), ("Second", "o"))
        if (name := view.seats[side].name)  # type: ignore[index]
    }
    tags["Date"] = view.created[:10]
    result = "*"
    if view.outcome:
        tags["Termination"] = view.outcome.text
        called_off = view.outcome.reason == "aborted"
        result = "*" if called_off else RESULTS[view.outcome.winner]
    return Record.of(Board(Rules.parse(view.rules), view.moves), tags=tags, result=result)
