"""Tournaments as values for the tests of their rules, and at a host."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from inarow.board.rules import CONNECT_FOUR
from inarow.web.http.identity import Person
from inarow.web.live.events import Seat
from inarow.web.tournaments.decide import Pair, ServerCommand, Tally, decide
from inarow.web.tournaments.events import Event, Plan, Score, Winner
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import Command, Enter, NewTournament, Start
from inarow.web.tournaments.session import Session
from inarow.web.tournaments.state import State, fold, start
from support.web.people import Listener

TEACHER = Person("teacher", "Ms Bell")
CODE = "BCDFGH"


def pupil(number: int) -> Person:
    return Person(f"pupil{number}", f"Pupil {number}")


def plan(**wishes: Any) -> Plan:
    """A ten-minute arena unless told otherwise."""
    usual: dict[str, Any] = {"system": "arena", "minutes": 10, "base": 60_000, "increment": 1_000}
    return Plan(CONNECT_FOUR, director=Seat(*TEACHER_SEAT), code=CODE, **{**usual, **wishes})


TEACHER_SEAT = (TEACHER.id, TEACHER.name)


def new(**wishes: Any) -> State:
    """A tournament that nobody has joined."""
    return start(Event(1, "create", 0, by=TEACHER.id, plan=plan(**wishes)))


class Contest:
    """A tournament that goes on step by step; its games are called g1, g2 and so on."""

    def __init__(self, people: int = 0, *, begun: bool = True, **wishes: Any) -> None:
        self.state = new(**wishes)
        self.events = [Event(1, "create", 0, by=TEACHER.id, plan=plan(**wishes))]
        self.now = 0
        self._numbers = count(1)
        for number in range(1, people + 1):
            self.does(pupil(number), Enter(code=CODE))
        if people and begun:
            self.does(TEACHER, Start())

    def does(self, who: Person | None, command: Command | ServerCommand) -> Event | None:
        """Carry out a command; the event, if there is one."""
        event = decide(
            self.state, command, who, self.now, new_game=lambda: f"g{next(self._numbers)}"
        )
        if event is not None:
            assert Event.from_row(event.row("t")) == event
            self.state = fold(self.state, event)
            self.events.append(event)
        return event

    def pairs(self, here: Iterable[int] | None = None) -> list[tuple[int, int]]:
        """Begin games between those who are here; all are unless told otherwise."""
        numbers = self.state.players if here is None else here
        event = self.does(None, Pair({self.state.players[number].id for number in numbers}))
        return [(game.x, game.o) for game in event.games or ()] if event else []

    def ends(self, game: str, winner: Winner = "x", reason: str = "line") -> None:
        """A game is over."""
        self.does(None, Tally((Score(game, winner, reason),)))

    def all_end(self, winner: Winner = "x") -> None:
        """All games are over, with the same result."""
        scores = tuple(Score(game, winner, "line") for game in self.state.running)
        self.does(None, Tally(scores))


async def opened(
    host: Host, people: Sequence[Person], *, follow: bool = True, begin: bool = True, **wanted: Any
) -> Session:
    """A tournament at a *host* that these people have joined, and follow by listeners."""
    session = await host.create(TEACHER, NewTournament(**wanted))
    for person in people:
        await host.act(session.id, person, Enter())
        if follow:
            await host.subscribe(session.id, Listener(person))
    if begin:
        await host.act(session.id, TEACHER, Start())
    return session


def table(session: Session) -> dict[str, int]:
    """The points of everybody, by name."""
    return {player.name: player.points for player in session.state.players.values()}


def status(session: Session) -> str:
    return session.state.status
