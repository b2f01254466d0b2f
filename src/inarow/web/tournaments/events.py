"""What happened in a tournament. A tournament is the sequence of its events, and nothing else.

create   plan                 what is played, and who directs
join     player, seat         somebody enters and gets the next number
away     player               somebody wants no games for now
back     player               and wants them again
remove   player               the director sends somebody away for good
door     open                 whether others may still enter
start                         the first games may come
pause                         no new games
resume                        new games again
extend   minutes              more time
pair     round, games         games begin; one without an id is decided at once: a player is away
score    scores               games have ended
finish                        nothing counts any more
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic_core import to_json

from inarow.board.rules import Rules
from inarow.web.live.events import Seat

__all__ = [
    "Entry",
    "Event",
    "EventRow",
    "Kind",
    "Pairing",
    "Plan",
    "Score",
    "System",
    "Winner",
]

Kind = Literal[
    "create",
    "join",
    "away",
    "back",
    "remove",
    "door",
    "start",
    "pause",
    "resume",
    "extend",
    "pair",
    "score",
    "finish",
]
System = Literal["arena", "robin"]
Entry = Literal["link", "code"]
Winner = Literal["x", "o"] | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What was decided when the tournament was made: never changed."""

    rules: Rules
    system: System
    base: int
    increment: int
    director: Seat
    code: str
    name: str = ""
    swap: bool = False
    rated: bool = False
    double: bool = False  # a round robin in which all meet twice
    minutes: int = 0  # of an arena
    starts: int | None = None  # at this time by itself
    entry: Entry = "link"  # what lets people in

    def to_json(self) -> dict[str, Any]:
        """As a value for JSON."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"rules": str(self.rules)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Plan:
        """What `to_json` wrote."""
        seat, rules = Seat(*value["director"]), Rules.parse(value["rules"])
        return cls(**{**value, "rules": rules, "director": seat})


class Pairing(NamedTuple):
    """Two players by their numbers, and the id of their game; no id if there is none to play."""

    game: str
    x: int
    o: int


class Score(NamedTuple):
    """How a game ended; one without a result was cancelled and counts nothing."""

    game: str
    winner: Winner
    reason: str


class EventRow(NamedTuple):
    """A row of the table `tournament_event`."""

    tournament: str
    version: int
    kind: str
    payload: str
    at: int


class Event(NamedTuple):
    """One thing that happened; which fields it has is said above, by kind."""

    version: int
    kind: Kind
    at: int
    by: str | None = None  # the person, if it was one
    command: str | None = None  # the id that their command had
    plan: Plan | None = None
    player: int | None = None
    seat: Seat | None = None
    open: bool | None = None
    minutes: int | None = None
    round: int | None = None
    games: tuple[Pairing, ...] | None = None
    scores: tuple[Score, ...] | None = None

    def row(self, tournament: str) -> EventRow:
        """As it is stored."""
        named = zip(_FIELDS, self[3:], strict=True)
        data: dict[str, Any] = {name: value for name, value in named if value is not None}
        if self.plan is not None:
            data["plan"] = self.plan.to_json()
        return EventRow(tournament, self.version, self.kind, to_json(data).decode(), self.at)

    @classmethod
    def from_row(cls, row: EventRow) -> Event:
        """What `row` made."""
        data = json.loads(row.payload)
        if "plan" in data:
            data["plan"] = Plan.from_json(data["plan"])
        if "seat" in data:
            data["seat"] = Seat(*data["seat"])
        if "games" in data:
            data["games"] = tuple(Pairing(*game) for game in data["games"])
        if "scores" in data:
            data["scores"] = tuple(Score(*score) for score in data["scores"])
        kind: Kind = row.kind  # type: ignore[assignment]  # we wrote it
        return cls(row.version, kind, row.at, **data)


_FIELDS = Event._fields[3:]  # what the payload has: all but version, kind and time
