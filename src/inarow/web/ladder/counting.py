"""Which rated games count. Each reason why one does not has a name and a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from inarow.web import words
from inarow.web.live.events import Event
from inarow.web.live.state import State
from inarow.web.store.ratings import COUNTS

__all__ = [
    "DAY",
    "DESERTIONS",
    "Counted",
    "counted",
    "deserter",
    "names",
    "sentence",
    "verdict",
    "verdict_before",
]

DAY: Final = 24 * 3_600_000
"""The time over which games and desertions are counted, in milliseconds."""

PAIR: Final = 10
"""How many games of the same two count in a day."""

NEAR_PAIR: Final = 3
"""The same if they are at one address, as one person with two identities is."""

NEAR: Final = 20
"""How many games with others at one's own address count in a day: a school's worth."""

DESERTIONS: Final = 5
"""Who has deserted so many rated games in a day plays none until that was a day ago."""

SHORT: Final = 4
"""With fewer discs, two of each side, a game does not count."""

EARLY: Final = 10
"""Whoever gives up a rated game with fewer discs on the board has deserted it."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What the players have done within a day, before this game."""

    pair: int = 0
    near_pair: int = 0
    near: int = 0  # of the player who has more
    desertions: int = 0  # of the player who has more


def counted(rows: Iterable[Any], deserted: Iterable[int], x: str, o: str) -> Counted:
    """What rows of `Ratings.lately` and numbers of desertions say about two players."""
    rows = [row for row in rows if row.person in (x, o)]
    pair = [row for row in rows if {row.person, row.opponent} == {x, o}]
    sides = 2 if {row.person for row in pair} == {x, o} else 1  # a game of two people has two rows
    near = (sum(bool(row.near) for row in rows if row.person == one) for one in (x, o))
    return Counted(
        -(-len(pair) // sides),
        -(-sum(bool(row.near) for row in pair) // sides),
        max(near),
        max(deserted, default=0),
    )


def verdict_before(state: State, kind: str | None, near: bool, done: Counted) -> str:
    """The verdict on a game as far as it is known while it goes on."""
    if state.is_shared:
        return "alone"
    if kind is None:
        return "board"
    if done.desertions >= DESERTIONS:
        return "paused"
    if done.pair >= PAIR:
        return "pair"
    if near and (done.near_pair >= NEAR_PAIR or done.near >= NEAR):
        return "address"
    return COUNTS


def verdict(
    state: State, events: Iterable[Event], kind: str | None, near: bool, done: Counted
) -> str:
    """The verdict on a game that is over."""
    assert state.end is not None
    if state.end.reason == "aborted" or None in state.seats:
        return "aborted"
    if len(state.moves) < SHORT:
        return "short"
    helped = any(event.kind == "takeback" for event in events)
    if helped and any(seat is not None and seat.is_program for seat in state.seats):
        return "takeback"
    return verdict_before(state, kind, near, done)


def deserter(state: State, events: Iterable[Event]) -> str | None:
    """The person who has cancelled a game that had begun, or given it up early, if any."""
    end = state.end
    if end is None or None in state.seats or state.is_shared:
        return None
    if end.reason == "aborted":
        return next((event.by for event in events if event.kind == "end"), None)
    if end.reason not in ("resign", "time", "claim") or end.winner is None:
        return None
    loser = state.seat(end.winner.other)
    if loser is None or loser.is_program or len(state.moves) >= EARLY:
        return None
    return loser.id


def names(state: State) -> tuple[str | None, str | None]:
    """The ids of both players; `None` for an open seat."""
    x, o = state.seats
    return x.id if x else None, o.id if o else None


def sentence(reason: str, *, over: bool) -> str:
    """Why a game does not count; empty if it does."""
    text = words.NOT_COUNTED.get(reason)
    if text is None:
        return ""
    return text["after" if over else "before"].format(pair=PAIR, near=NEAR_PAIR, day=NEAR)
