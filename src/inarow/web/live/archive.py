"""Games as they are kept: rows of lists, and records as text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple

from inarow.board.board import Board
from inarow.board.rules import Rules
from inarow.record.record import Record
from inarow.web.live.clock import DAY
from inarow.web.live.events import Reason
from inarow.web.live.messages import GameView
from inarow.web.live.view import outcome_text

__all__ = ["Finished", "days_of", "milliseconds", "record_of", "records", "row_view", "when"]

RESULTS: Final = {"x": "1-0", "o": "0-1", None: "1/2-1/2"}


def when(at: int) -> datetime:
    """A time of the tables."""
    return datetime.fromtimestamp(at / 1000, UTC)


def milliseconds(at: datetime) -> int:
    """A time as the tables have it; one without a zone is meant as UTC."""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return round((aware - datetime.fromtimestamp(0, UTC)).total_seconds() * 1000)


def days_of(row: Any) -> int | None:
    """How many days there are for each move in the game of a row; `None` in others."""
    return None if row.base is None or row.increment is not None else row.base // DAY


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
        "days": days_of(row),
        "waiting": row.waits_for == person,
        "due": None if row.due is None else when(row.due),
    }


class Finished(NamedTuple):
    """What a record says of a game that is over, as the row of its table has it."""

    rules: str
    text: str
    x: str | None
    o: str | None
    created: int
    winner: Literal["x", "o"] | None
    reason: Reason
    base: int | None = None
    increment: int | None = None

    @classmethod
    def of(cls, row: Any) -> Finished:
        """Of a row of the table of games."""
        names, end = (row.x_name, row.o_name), (row.winner, row.reason)
        return cls(row.rules, row.moves, *names, row.created, *end, row.base, row.increment)


def records(games: Iterable[Finished]) -> str:
    """The records of games, one after the other; a game takes a millisecond or more."""
    texts = []
    for game in games:
        rules = Rules.parse(game.rules)
        ending = outcome_text(game.winner, game.reason, rules)
        date = when(game.created).date().isoformat()
        control = _control(game.base, game.increment)
        tags = _tags(game.x, game.o, date, control, ending)
        result = _result(game.winner, game.reason)
        texts.append(Record.of(Board(rules, game.text), tags=tags, result=result).text())
    return "\n".join(texts)


def record_of(view: GameView) -> Record:
    """The record of a game, with who played and how it ended."""
    x, o, end = view.seats["x"].name, view.seats["o"].name, view.outcome
    clock = view.clock
    increment = clock.increment if clock and clock.days is None else None
    control = _control(clock.base if clock else None, increment)
    rules = Rules.parse(view.rules)
    ending = outcome_text(end.winner, end.reason, rules) if end else ""
    tags = _tags(x, o, view.created[:10], control, ending)
    result = _result(end.winner, end.reason) if end else "*"
    return Record.of(Board(rules, view.moves), tags=tags, result=result)


def _control(base: int | None, increment: int | None) -> str:
    """The clock as in PGN: seconds and seconds added for each move, or seconds for one move."""
    if base is None:
        return ""
    return f"1/{base // 1000}" if increment is None else f"{base / 1000:g}+{increment / 1000:g}"


def _tags(x: str | None, o: str | None, date: str, control: str, ending: str) -> dict[str, str]:
    found = {
        "First": x,
        "Second": o,
        "Date": date,
        "TimeControl": control,
        "Termination": ending,
    }
    return {tag: text for tag, text in found.items() if text}


def _result(winner: Literal["x", "o"] | None, reason: Reason) -> str:
    return "*" if reason == "aborted" else RESULTS[winner]
