"""People, sessions and listeners for the tests of live games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from inarow.board.rules import Rules, Side
from inarow.web.http.identity import Person
from inarow.web.live import listing
from inarow.web.live.bus import LocalBus
from inarow.web.live.decide import Flag, decide
from inarow.web.live.events import Event, Seat, Terms, Visibility
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Command, Move, OfferCommand
from inarow.web.live.state import State, fold, start
from inarow.web.live.upkeep import Upkeep
from inarow.web.store import Store, ids
from inarow.web.store.writer import Change

ANN, BOB, EVE = Person("ann", "Ann"), Person("bob", "Bob"), Person("eve", "Eve")
LEVEL = Person("program:level 1", "level 1")


def seat(person: Person | None) -> Seat | None:
    return Seat(person.id, person.name) if person else None


def new_state(
    rules: str = "7x6x4",
    x: Person | None = ANN,
    o: Person | None = BOB,
    *,
    swap: bool = False,
    base: int | None = None,
    increment: int = 0,
    visibility: Visibility = "link",
    days: int | None = None,
) -> State:
    """A session that has just been made."""
    terms = Terms(
        Rules.parse(rules),
        swap,
        visibility,
        base,
        None if base is None else increment,
        (seat(x), seat(o)),
        days=days,
    )
    return start(Event(1, "create", 0, terms=terms))


def after(
    state: State,
    who: Person | None,
    command: Command | Flag,
    now: int = 0,
    gone: frozenset[Side] = frozenset(),
) -> State:
    """The session after a command."""
    event = decide(state, command, who, now, gone=gone, next_game=lambda: "next")
    return fold(state, event)


def played(state: State, *moves: int, now: int = 0) -> State:
    """The session after moves, each by the one whose turn it is."""
    for move in moves:
        assert state.turn
        mover = state.seat(state.turn)
        assert mover
        state = after(state, Person(mover.id, mover.name), Move(move=move), now)
    return state


def offered(state: State, who: Person, what: Any) -> State:
    return after(state, who, OfferCommand(what=what))


async def add_game(store: Store) -> str:
    """The id of a game that has a row, but no events yet."""
    game = ids.new_game(1)
    await store.writer.write(Change(statements=(listing.new_game(game, new_state()),)))
    return game


class Listener:
    """A subscriber that remembers what it was told."""

    def __init__(self, who: Person | None = None, address: str = "") -> None:
        self.who = who
        self.person = who.id if who else None
        self.address = address
        self.language = "en"
        self.texts: list[str] = []
        self.closed: tuple[int, str] | None = None

    def send(self, text: str) -> None:
        self.texts.append(text)

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or (code, reason)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["t"] == kind]


async def started(hub: Hub) -> Hub:
    """A hub with its upkeep."""
    await Upkeep(hub).begin()
    return hub


class Wire(LocalBus):
    """Tells another hub at once, in the form that a real bus has."""

    is_alone = False

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.hears: Callable[[str, list[Any]], None] = lambda *_: None

    def say(self, topic: str, value: Any) -> None:
        self.hears(topic, [json.loads(json.dumps(value))])


async def joined(store: Store, now: Callable[[], int]) -> tuple[Hub, Hub]:
    """Two hubs at one database that hear each other."""
    wires = Wire("one"), Wire("other")
    one, other = Hub(store, bus=wires[0], now=now), Hub(store, bus=wires[1], now=now)
    wires[0].hears, wires[1].hears = Upkeep(other).hear, Upkeep(one).hear
    return await started(one), await started(other)


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 10**12

    def __call__(self) -> int:
        return self.now

    async def passes(self, milliseconds: int, hub: Hub) -> None:
        """Go on, with the heartbeats of *hub* in between."""
        end = self.now + milliseconds
        while self.now < end:
            self.now = min(end, self.now + 1_000)
            await Upkeep(hub).beat()


async def until(condition: Callable[[], object]) -> None:
    """Wait for what must come."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)
