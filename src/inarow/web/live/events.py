"""What happened in a game. A game is the sequence of its events, and nothing else.

create    terms                     who may play what, and who sits where
join      side, seat                somebody sits down
move      side, move                a disc
swap      side                      the second player takes over the first move
offer     side, what                draw, takeback or rematch
decline   side, what                the answer no
takeback  side, to                  back to the first *to* actions
end       winner, reason, next      by anything but the discs; a seek may lead to another game
rematch   next                      the game that follows
identify  seat                      who sat there (by) has signed in: the seat is of that person
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic_core import to_json

from inarow.board.rules import Rules, Side
from inarow.web.store.tables import PROGRAM
from inarow.web.store.writer import EventRow

__all__ = ["GONE", "PROGRAM", "Event", "Kind", "Offer", "Reason", "Seat", "Terms", "Visibility"]

GONE = "gone"
"""The id in the place of everybody who had their data deleted."""

Kind = Literal[
    "create", "join", "move", "swap", "offer", "decline", "takeback", "end", "rematch", "identify"
]
Offer = Literal["draw", "takeback", "rematch"]
Reason = Literal["line", "full", "resign", "agreed", "time", "claim", "absent", "aborted"]
Visibility = Literal["link", "public", "private"]


class Seat(NamedTuple):
    """Who sits there: the id of a person or program, and the name to show."""

    id: str
    name: str

    @property
    def is_program(self) -> bool:
        """Whether a program decides here."""
        return self.id.startswith(PROGRAM)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the game: made once, never changed."""

    rules: Rules
    swap: bool = False
    visibility: Visibility = "link"
    base: int | None = None
    increment: int | None = None
    seats: tuple[Seat | None, Seat | None] = (None, None)
    invite: str | None = None  # the hash of the secret that lets a stranger into a private game
    rated: bool = False
    seek: bool = False  # whether its maker wants to be paired with whoever fits
    tournament: str | None = None
    days: int | None = None  # for each move, instead of a clock that runs out in one sitting

    def to_json(self) -> dict[str, Any]:
        """As a value for JSON."""
        return {
            "rules": str(self.rules),
            "swap": self.swap,
            "visibility": self.visibility,
            "base": self.base,
            "increment": self.increment,
            "seats": self.seats,
            "invite": self.invite,
            "rated": self.rated,
            "seek": self.seek,
            "tournament": self.tournament,
            "days": self.days,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Terms:
        """What `to_json` wrote."""
        x, o = value["seats"]
        return cls(
            Rules.parse(value["rules"]),
            value["swap"],
            value["visibility"],
            value["base"],
            value["increment"],
            (Seat(*x) if x else None, Seat(*o) if o else None),
            value["invite"],
            value.get("rated", False),  # games of old have neither
            value.get("seek", False),
            value.get("tournament"),
            value.get("days"),
        )


class Event(NamedTuple):
    """One thing that happened; which fields it has is said above, by kind."""

    version: int
    kind: Kind
    at: int
    by: str | None = None  # the person, if it was one
    command: str | None = None  # the id that their command had
    side: Side | None = None
    move: int | None = None
    left: tuple[int, int] | None = None  # the clocks after it
    what: Offer | None = None
    to: int | None = None
    seat: Seat | None = None
    winner: Side | None = None
    reason: Reason | None = None
    next: str | None = None
    terms: Terms | None = None

    def row(self, game: str) -> EventRow:
        """As it is stored."""
        named = zip(_FIELDS, self[3:], strict=True)
        data: dict[str, Any] = {name: value for name, value in named if value is not None}
        if self.terms is not None:
            data["terms"] = self.terms.to_json()
        return EventRow(game, self.version, self.kind, to_json(data).decode(), self.at)

    @classmethod
    def from_row(cls, row: EventRow) -> Event:
        """What `row` made."""
        data = json.loads(row.payload)
        for name in ("side", "winner"):
            if name in data:
                data[name] = Side(data[name])
        if "left" in data:
            data["left"] = tuple(data["left"])
        if "seat" in data:
            data["seat"] = Seat(*data["seat"])
        if "terms" in data:
            data["terms"] = Terms.from_json(data["terms"])
        kind: Kind = row.kind  # type: ignore[assignment]  # we wrote it
        return cls(row.version, kind, row.at, **data)


_FIELDS = Event._fields[3:]  # what the payload has: all but version, kind and time
