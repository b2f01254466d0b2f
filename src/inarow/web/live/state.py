"""A live game as a value: `State` is the fold of its events (what may happen next: `decide.py`).

Nothing here reads a clock or a database.
The players act by turns (an action is a move, or `None` for a swap), which makes taking back easy:
action number i belongs to the player who sat at side i % 2 when the game began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from inarow.board import notation
from inarow.board.position import Outcome, Position
from inarow.board.rules import Cell, Rules, Side
from inarow.web import words
from inarow.web.live.clock import Clock
from inarow.web.live.events import Event, Offer, Reason, Seat, Terms

__all__ = ["End", "Refused", "Someone", "State", "fold", "start"]

Status = Literal["open", "playing", "over"]
Seats = tuple[Seat | None, Seat | None]


_FIRST, _SECOND, _BOTH = (Side.FIRST,), (Side.SECOND,), (Side.FIRST, Side.SECOND)


class Someone(Protocol):
    """Whoever acts: an id and the name to show."""

    @property
    def id(self) -> str:
        """Who it is."""

    @property
    def name(self) -> str:
        """What to call them."""


class Refused(Exception):  # noqa: N818  it is an answer, not a mistake
    """A command that may not be carried out: a code for programs, a sentence for people."""

    def __init__(self, code: str, text: str | None = None) -> None:
        self.code = code
        self.text = text or words.REFUSED[code]  # in the language of whoever gave the command
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, and why."""

    winner: Side | None
    reason: Reason


class State(NamedTuple):
    """A game after its first *version* events."""

    terms: Terms
    version: int
    created: int
    seats: Seats
    position: Position
    actions: tuple[int | None, ...] = ()
    draw: Side | None = None
    takeback: Side | None = None
    rematch: Side | None = None
    end: End | None = None
    lines: Outcome | None = None  # with the winning lines, if discs decided
    next: str | None = None
    clock: Clock | None = None

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.terms.rules

    @property
    def status(self) -> Status:
        """Whether it waits for a player, goes on or is over."""
        if self.end is not None:
            return "over"
        return "open" if None in self.seats else "playing"

    @property
    def moves(self) -> tuple[int, ...]:
        """The discs in their order."""
        return tuple(action for action in self.actions if action is not None)

    @property
    def turn(self) -> Side | None:
        """Who is to move; nobody before the start and after the end."""
        playing = self.end is None and None not in self.seats
        return self.position.turn if playing else None

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may take over the first move instead."""
        x, o = self.seats
        return (
            self.terms.swap
            and len(self.actions) == 1
            and self.end is None
            and x is not None
            and o is not None
            and x.id != o.id
        )

    @property
    def is_shared(self) -> bool:
        """Whether one person plays both sides."""
        x, o = self.seats
        return x is not None and o is not None and x.id == o.id

    def sides_of(self, id: str) -> tuple[Side, ...]:
        """Where somebody sits."""
        x, o = self.seats
        first = x is not None and x.id == id
        if o is not None and o.id == id:
            return _BOTH if first else _SECOND
        return _FIRST if first else ()

    def seat(self, side: Side) -> Seat | None:
        """Who sits at a side."""
        return self.seats[side - 1]

    def offer(self, what: Offer) -> Side | None:
        """Which side makes an offer of this kind."""
        return {"draw": self.draw, "takeback": self.takeback, "rematch": self.rematch}[what]

    def takeback_to(self, side: Side) -> int | None:
        """How many actions are left when *side* takes back its last one; `None` if it has none."""
        count = len(self.actions)
        if self.is_shared:
            return count - 1 if count else None
        swapped = None in self.actions
        player = (side - 1) ^ swapped  # where they sat when the game began
        last = count - 1 if (count - 1) % 2 == player else count - 2
        return last if last >= 0 else None

    @property
    def due(self) -> int | None:
        """When whoever is to move in a game over days has no time left, as the events say."""
        return self.clock.ends if self.clock is not None and self.clock.renewed else None

    def with_clock(self, clock: Clock) -> State:
        """The same game with another clock."""
        return self._replace(clock=clock)

    def why_illegal(self, move: int) -> Refused | None:
        """Why the side to move may not play *move*."""
        if self.position.cell_of(move) is not None:
            return None
        if not 0 <= move < self.rules.move_count:
            return Refused("illegal", words.REFUSED["outside"])
        kind = "column" if self.rules.gravity else "cell"
        name = notation.move_label(move, self.rules)
        return Refused("illegal", words.REFUSED[kind].format(name=name))


def start(event: Event) -> State:
    """The game that a `create` event makes."""
    terms = event.terms
    assert terms is not None
    clock = None
    if terms.base is not None:
        clock = Clock.new(terms.base, terms.increment or 0)
    elif terms.days is not None:
        clock = Clock.for_days(terms.days)
        if None not in terms.seats:
            clock = clock.run(Side.FIRST, event.at)
    return State(terms, event.version, event.at, terms.seats, Position(terms.rules), clock=clock)


def fold(state: State, event: Event) -> State:
    """The game after *event*, which follows its version."""
    assert event.version == state.version + 1
    if event.kind == "move":
        return _moved(state, event)
    after = _FOLDS[event.kind](state, event)._replace(version=event.version)
    if after.clock is None or event.left is None:
        return after
    running = after.turn if after.actions or after.clock.renewed else None
    return after._replace(clock=after.clock.set(event.left, running, event.at))


def _moved(state: State, event: Event) -> State:
    assert event.move is not None
    position = state.position.play(event.move)
    outcome = position.outcome()
    end = None
    if outcome is not None:
        end = End(outcome.winner, "full" if outcome.winner is None else "line")
    clock = state.clock
    if clock is not None and event.left is not None:
        clock = clock.set(event.left, None if end else position.turn, event.at)
    return State(
        state.terms,
        event.version,
        state.created,
        state.seats,
        position,
        (*state.actions, event.move),
        draw=state.draw if state.draw is event.side else None,  # a move is an answer, too
        end=end,
        lines=outcome,
        clock=clock,
    )


def _swapped(state: State, _: Event) -> State:
    x, o = state.seats
    return state._replace(seats=(o, x), actions=(*state.actions, None), draw=None, takeback=None)


def _joined(state: State, event: Event) -> State:
    x, o = state.seats
    return state._replace(seats=(event.seat, o) if event.side is Side.FIRST else (x, event.seat))


def _offered(state: State, event: Event) -> State:
    return _with_offer(state, event.what, event.side)


def _declined(state: State, event: Event) -> State:
    return _with_offer(state, event.what, None)


def _with_offer(state: State, what: Offer | None, side: Side | None) -> State:
    if what == "draw":
        return state._replace(draw=side)
    if what == "takeback":
        return state._replace(takeback=side)
    return state._replace(rematch=side)


def _taken_back(state: State, event: Event) -> State:
    actions = state.actions[: event.to]
    position = state.position
    for move in reversed(state.actions[event.to :]):
        if move is not None:
            position = _without(position, move)
    seats = state.seats
    if (None in actions) != (None in state.actions):
        seats = seats[::-1]
    return state._replace(seats=seats, actions=actions, position=position, draw=None, takeback=None)


def _without(position: Position, move: int) -> Position:
    """The position before *move*, the last one."""
    rules = position.rules
    cell = rules.cell_at(move)
    if rules.gravity:
        column = (position.occupied >> (move * rules.stride)) & ((1 << rules.height) - 1)
        cell = Cell(move, column.bit_length() - 1)
    bit = rules.bit(*cell)
    turn = position.turn.other
    return Position(rules, position.first & ~bit, position.second & ~bit, turn)


def _ended(state: State, event: Event) -> State:
    assert event.reason is not None
    end = End(event.winner, event.reason)
    return state._replace(end=end, next=event.next, draw=None, takeback=None)


def _continued(state: State, event: Event) -> State:
    return state._replace(next=event.next, rematch=None)


def _identified(state: State, event: Event) -> State:
    assert event.seat is not None
    x, o = (
        Seat(event.seat.id, seat.name) if seat is not None and seat.id == event.by else seat
        for seat in state.seats
    )
    return state._replace(seats=(x, o))


_FOLDS = {
    "swap": _swapped,
    "join": _joined,
    "offer": _offered,
    "decline": _declined,
    "takeback": _taken_back,
    "end": _ended,
    "rematch": _continued,
    "identify": _identified,
}
