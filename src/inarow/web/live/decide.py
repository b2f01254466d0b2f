"""`decide`: the event that a command causes, or why it is refused.

Nothing here reads a clock or a database: the time is an argument, and so is who has gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from inarow.board.rules import Side
from inarow.web.live.events import Event, Seat, Terms
from inarow.web.live.messages import (
    Abort,
    Answer,
    Claim,
    Command,
    Join,
    Move,
    OfferCommand,
    Resign,
    Swap,
)
from inarow.web.live.state import Refused, Someone, State

__all__ = [
    "MOST_EVENTS",
    "Expire",
    "Flag",
    "Forfeit",
    "Identify",
    "Lead",
    "ServerCommand",
    "decide",
    "is_final",
    "rematch_terms",
]

MOST_EVENTS = 1000
"""After how many events of a game nothing is offered or taken back any more: it must end now."""


@dataclass(frozen=True, slots=True)
class Flag:
    """The server's own command: end the game if a side has no time left."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Expire:
    """The server's own command: cancel the game if it is still at this version."""

    version: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Lead:
    """The server's own command: end a seek, for who waits at it is to play another game.

    With *seated* they take the open seat of that one, in the same transaction.
    """

    next: str
    seated: bool
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Identify:
    """The server's own command: give the seats of a guest to who they have signed in as."""

    guest: str
    person: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The server's own command: who had *side* when the game began has lost, not being there.

    With *late* only if they have not made their first move, which it is for them to make.
    """

    side: Side
    late: bool = True
    id: str | None = None


ServerCommand = Flag | Expire | Lead | Identify | Forfeit


def decide(
    state: State,
    command: Command | ServerCommand,
    who: Someone | None,
    now: int,
    *,
    gone: frozenset[Side] = frozenset(),
    next_game: Callable[[], str] = str,
) -> Event:
    """The event that *command* makes; raises `Refused` if it may not be carried out.

    *gone* are the sides whose players have been away for long enough to be claimed against;
    *next_game* makes the id that a rematch gets.
    """
    if isinstance(command, Flag):
        return _flag(state, now)
    if isinstance(command, Expire):
        return _expire(state, command, now)
    if isinstance(command, Lead):
        return _lead(state, command, now)
    if isinstance(command, Identify):
        return _identify(state, command, now)
    if isinstance(command, Forfeit):
        return _forfeit(state, command, now)
    if who is None:
        raise Refused("identity")
    event = Event(state.version + 1, "move", now, by=who.id, command=command.id)
    if isinstance(command, Move):
        return _move(state, command, who, event)
    if isinstance(command, Claim):
        return _claim(state, command, who, event, gone)
    if isinstance(command, OfferCommand):
        return _offer(state, command, who, event, next_game)
    if isinstance(command, Answer):
        return _answer(state, command, who, event, next_game)
    act: Callable[[State, Any, Someone, Event], Event] = _PLAIN[type(command)]
    return act(state, command, who, event)


def is_final(state: State, refused: Refused) -> bool:
    """Whether nothing that may have happened after *state* would change that.

    Who has a seat keeps it, and what is over stays over. (A guest may become an account: whoever
    that is learns it from the event, a moment later.)
    """
    if refused.code in ("seat", "full"):
        return None not in state.seats
    return refused.code in ("identity", "over")


def rematch_terms(state: State) -> Terms:
    """What is played next: the same, with sides changed."""
    x, o = state.seats
    return replace(state.terms, seats=(o, x), seek=False)


def _playing_side(state: State, who: Someone) -> Side:
    """Whose part *who* acts in while the game goes on: the one to move, if they have both."""
    side = _side(state, who)
    if state.end is not None:
        raise Refused("over")
    if None in state.seats:
        raise Refused("open")
    return side


def _side(state: State, who: Someone) -> Side:
    sides = state.sides_of(who.id)
    if not sides:
        raise Refused("seat")
    return state.position.turn if len(sides) == 2 else sides[0]


def _move(state: State, command: Move, who: Someone, event: Event) -> Event:
    side = _playing_side(state, who)
    if command.version is not None and command.version != state.version:
        raise Refused("stale")
    if side is not state.position.turn:
        raise Refused("turn")
    if problem := state.why_illegal(command.move):
        raise problem
    left = None
    if state.clock is not None:
        _check_time(state, event.at)
        left = state.clock.after_move(event.at)
    return Event(event.version, "move", event.at, event.by, event.command, side, command.move, left)


def _check_time(state: State, now: int) -> None:
    if state.clock is not None and state.clock.ends is not None and state.clock.ends <= now:
        raise Refused("time")


def _join(state: State, _: Join, who: Someone, event: Event) -> Event:
    if state.end is not None:
        raise Refused("over")
    if state.sides_of(who.id):
        raise Refused("seat", _text("yours"))
    if None not in state.seats:
        raise Refused("full", _text("taken"))
    side = Side.FIRST if state.seats[0] is None else Side.SECOND
    left = None
    if state.clock is not None and state.clock.renewed:
        left = state.clock.after_move(event.at)  # the time for the first move begins
    return event._replace(kind="join", side=side, seat=Seat(who.id, who.name), left=left)


def _swap(state: State, _: Swap, who: Someone, event: Event) -> Event:
    side = _playing_side(state, who)
    if side is not state.position.turn:
        raise Refused("turn")
    if not state.can_swap:
        raise Refused("swap")
    left = None
    if state.clock is not None:
        _check_time(state, event.at)
        x, o = state.clock.after_move(event.at)
        left = (o, x)  # the time goes with the player
    return event._replace(kind="swap", side=side, left=left)


def _resign(state: State, _: Resign, who: Someone, event: Event) -> Event:
    side = _playing_side(state, who)
    return _end(state, event, side.other, "resign", side)


def _abort(state: State, _: Abort, who: Someone, event: Event) -> Event:
    side = _side(state, who)
    if state.end is not None:
        raise Refused("over")
    if state.terms.tournament is not None:
        raise Refused("tournament")
    if len(state.actions) >= 2:
        raise Refused("abort")
    return _end(state, event, None, "aborted", side)


def _claim(
    state: State, command: Claim, who: Someone, event: Event, gone: frozenset[Side]
) -> Event:
    side = _playing_side(state, who)
    if state.terms.days is not None:
        raise Refused("here", _text("unhurried"))
    if side.other not in gone or state.is_shared:
        raise Refused("here")
    return _end(state, event, side if command.what == "win" else None, "claim", side)


def _flag(state: State, now: int) -> Event:
    clock = state.clock
    if state.end is not None or clock is None or clock.ends is None or clock.ends > now:
        raise Refused("going")
    assert clock.running is not None
    event = Event(state.version + 1, "end", now)
    return _end(state, event, clock.running.other, "time", clock.running)


def _expire(state: State, command: Expire, now: int) -> Event:
    if state.end is not None:
        raise Refused("over")
    if command.version != state.version:
        raise Refused("stale")
    return _end(state, Event(state.version + 1, "end", now), None, "aborted", None)


def _lead(state: State, command: Lead, now: int) -> Event:
    if state.end is not None:
        raise Refused("over")
    if None not in state.seats or not state.terms.seek:
        raise Refused("full", _text("taken"))
    event = Event(state.version + 1, "end", now, next=command.next)
    return _end(state, event, None, "aborted", None)


def _identify(state: State, command: Identify, now: int) -> Event:
    sides = state.sides_of(command.guest)
    if not sides:
        raise Refused("seat")
    before = state.seat(sides[0])
    assert before is not None
    event = Event(state.version + 1, "identify", now, by=command.guest)
    return event._replace(seat=Seat(command.person, before.name))


def _forfeit(state: State, command: Forfeit, now: int) -> Event:
    if state.end is not None:
        raise Refused("over")
    if command.late and (len(state.actions) >= 2 or state.turn is not command.side):
        raise Refused("stale")
    side = command.side.other if None in state.actions else command.side
    event = Event(state.version + 1, "end", now)
    return _end(state, event, side.other, "absent", side)


def _end(state: State, event: Event, winner: Side | None, reason: Any, side: Side | None) -> Event:
    left = None if state.clock is None else state.clock.at(event.at)
    return event._replace(kind="end", side=side, winner=winner, reason=reason, left=left)


def _offer(
    state: State, command: OfferCommand, who: Someone, event: Event, next_game: Callable[[], str]
) -> Event:
    if command.what == "rematch":
        return _offer_rematch(state, who, event, next_game)
    side = _playing_side(state, who)
    other = state.seat(side.other)
    at_once = state.is_shared or (other is not None and other.is_program)
    if command.what == "takeback":
        if state.terms.tournament is not None:
            raise Refused("tournament")
        if state.takeback_to(side) is None:
            raise Refused("early")
        if at_once or state.takeback is side.other:
            return _take_back(state, event, side)
        return _new_offer(state, command, side, event)
    if at_once and not state.is_shared:
        raise Refused("program")
    if at_once or state.draw is side.other:
        return _end(state, event, None, "agreed", side)
    return _new_offer(state, command, side, event)


def _new_offer(state: State, command: OfferCommand, side: Side, event: Event) -> Event:
    if state.offer(command.what) is side:
        raise Refused("offered")
    _check_length(state)
    return event._replace(kind="offer", side=side, what=command.what)


def _offer_rematch(state: State, who: Someone, event: Event, next_game: Callable[[], str]) -> Event:
    side = _side(state, who)
    if state.end is None:
        raise Refused("going")
    if state.terms.tournament is not None:
        raise Refused("tournament")
    if state.next is not None:
        raise Refused("rematch")
    other = state.seat(side.other)
    if other is None:
        raise Refused("nobody")
    if state.is_shared or other.is_program or state.rematch is side.other:
        return event._replace(kind="rematch", side=side, next=next_game())
    return _new_offer(state, OfferCommand(what="rematch"), side, event)


def _answer(
    state: State, command: Answer, who: Someone, event: Event, next_game: Callable[[], str]
) -> Event:
    side = _side(state, who) if command.what == "rematch" else _playing_side(state, who)
    if state.offer(command.what) is not side.other:
        raise Refused("offer")
    if not command.yes:
        return event._replace(kind="decline", side=side, what=command.what)
    if command.what == "takeback":
        return _take_back(state, event, side.other)
    if command.what == "draw":
        return _end(state, event, None, "agreed", side)
    return event._replace(kind="rematch", side=side, next=next_game())


def _check_length(state: State) -> None:
    if state.version >= MOST_EVENTS:
        raise Refused("long")


def _take_back(state: State, event: Event, asker: Side) -> Event:
    _check_length(state)
    to = state.takeback_to(asker)
    if to is None:
        raise Refused("early")
    left = None if state.clock is None else state.clock.at(event.at)
    if state.clock is not None and state.clock.renewed:
        left = state.clock.after_move(event.at)
    if left is not None and (None in state.actions) != (None in state.actions[:to]):
        left = left[::-1]  # the swap is taken back, too
    return event._replace(kind="takeback", side=asker, to=to, left=left)


def _text(code: str) -> str:
    return Refused(code).text


_PLAIN: dict[type[Any], Callable[[State, Any, Someone, Event], Event]] = {
    Join: _join,
    Swap: _swap,
    Resign: _resign,
    Abort: _abort,
}
