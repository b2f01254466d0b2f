"""`Club`: what there is besides games that people agree on: pairing, ratings and tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol
from unittest.mock import patch

from inarow.web.http.identity import Person
from inarow.web.ladder import counting, kinds
from inarow.web.live.messages import Wish
from inarow.web.live.state import Refused
from inarow.web.lobby import seeks
from inarow.web.store.databases import DatabaseError
from inarow.web.tournaments import conductor, decide, pairing, state
from support.simulation import contests, seekers
from support.simulation.contests import Contests, Visitor, new_tournament
from support.simulation.instances import Instance
from support.simulation.ladder import Ladder
from support.simulation.people import House
from support.simulation.seekers import Encounters, Seeker
from support.simulation.storage import Disk
from support.simulation.truth import NOTICED

__all__ = ["Club", "shortened"]

WISHES = (
    {"rules": "4x4x3", "base": 10_000, "increment": 0, "rated": True},
    {"rules": "4x4x3", "rated": True},
    {"rules": "3x3x3/free", "swap": True},
)

ENTERED = 6.0
"""Seconds until people have found a tournament, at most."""


class Simulated(House, Protocol):
    """The world of a seed."""

    disk: Disk


@contextmanager
def shortened() -> Iterator[None]:
    """What takes long or needs many games needs fewer: games on small boards count, too."""
    shorter = (
        (counting, "PAIR", 2),
        (counting, "NEAR_PAIR", 1),
        (counting, "NEAR", 3),
        (counting, "DESERTIONS", 3),
        (counting, "EARLY", 6),
        (kinds, "LEAST_FALL", (16, 3)),
        (kinds, "LEAST_FREE", (9, 3)),
        (seeks, "PATIENCE", seekers.PATIENCE),
        (seeks, "RATED_PATIENCE", seekers.RATED_PATIENCE),
        (state, "MINUTE", contests.MINUTE),
        (decide, "MINUTE", contests.MINUTE),
        (decide, "BREAK", contests.BREAK),
        (decide, "LAST_CALL", contests.LAST_CALL),
        (pairing, "PATIENCE", contests.PATIENCE),
        (conductor, "ABSENT", contests.ABSENT),
    )
    with ExitStack() as stack:
        for where, name, value in shorter:
            stack.enter_context(patch.object(where, name, value))
        yield


class Club:
    """The people of a seed who look for opponents and play tournaments; some seeds lack some."""

    def __init__(self, house: Simulated) -> None:
        self.house, self.world, self.truth = house, house.world, house.truth
        random, world, disk = self.world.random, self.world, house.disk
        self.ladder = Ladder(world, self.truth, disk)
        self.encounters = Encounters(world, self.truth, disk)
        self.contests = Contests(world, self.truth, disk)
        self.truth.ratings_said = self.ladder.check_said
        self.visitors: list[Visitor] = []
        wishes = [Wish.model_validate(wish) for wish in random.sample(WISHES, random.randint(1, 2))]
        self.seekers = [
            Seeker(house, self.encounters, person, wishes, self._address(person))
            for person in self._people("seeker", random.choice((0, 2, 3, 5)))
        ]
        self._entrants = self._people("entrant", random.choice((0, 3, 4, 6)))
        self._director = Person("director", "Director")
        self.wanted = new_tournament(world) if self._entrants else None

    def _people(self, name: str, count: int) -> list[Person]:
        return [Person(f"{name}{number}", f"{name} {number}") for number in range(count)]

    def _address(self, person: Person) -> str:
        """From where somebody comes: some come from one place."""
        place = self.world.random.choice(("school", person.id))
        return self.ladder.addresses.setdefault(person.id, place)

    def begin(self) -> None:
        """Everybody comes."""
        for seeker in self.seekers:
            self.world.after(self.world.draw(0.2, 12.0), seeker.look)
        if self.wanted is not None:
            self.world.after(self.world.draw(0.2, 5.0), self._make_tournament)

    def _make_tournament(self) -> None:
        if not self.contests.all:
            instance = self.world.random.choice(self.house.instances)
            instance.ask(lambda: self._create(instance))
            self.world.after(10.0, self._make_tournament)

    async def _create(self, instance: Instance) -> None:
        assert self.wanted is not None
        try:
            session = await instance.host.create(self._director, self.wanted)
        except (Refused, DatabaseError):
            return
        if session.id not in self.contests.all:
            self.world.fail("stored", f"{session.id} is made, but not stored")
        elif not self.visitors:
            for person in (self._director, *self._entrants):
                self.world.after(self.world.draw(0.0, ENTERED), self._visit, session.id, person)

    def _visit(self, contest: str, person: Person) -> None:
        address = self._address(person)
        visitor = Visitor(self.house, self.contests, contest, person, address)
        visitor.plays = person is not self._director
        self.visitors.append(visitor)

    def step(self) -> None:
        """What must hold after each step."""
        for instance in self.house.instances:
            if instance.serving:
                self.contests.remembered(instance)

    def heal(self) -> None:
        """Everybody comes back."""
        for visitor in self.visitors:
            visitor.come_back()

    def trouble(self) -> None:
        """The line of somebody at a tournament is cut, or they leave for a while."""
        if self.visitors:
            visitor = self.world.random.choice(self.visitors)
            if self.world.chance(0.5):
                visitor.drop()
            else:
                visitor.leave(self.world.draw(0.5, 40.0))

    def check(self) -> None:
        """What must hold at any time while everything works."""
        self.encounters.check_nobody_waits()
        self.contests.check_going()
        if self.truth.calm_since is not None:
            self.ladder.check_all_rated(self.truth.calm_since)

    def check_end(self) -> None:
        """What must hold in the end: all see the same, and all have their answers."""
        told = self.truth.now - NOTICED
        for seeker in self.seekers:
            if seeker.asking:
                self.world.fail("answered", f"{seeker.person.id} has had no answer")
        for visitor in self.visitors:
            contest = self.contests.all[visitor.contest]
            version = sum(time < told for time in contest.times)
            if visitor.pending is not None or visitor.connection is None:
                self.world.fail("answered", f"{visitor.name}: {visitor.pending!r}")
            elif visitor.shown < version:
                self.world.fail("table", f"{visitor.name} sees {visitor.shown} of {version}")
        for instance in self.house.instances:
            for session in instance.host.sessions.values():
                contest = self.contests.all[session.id]
                version = sum(time < told for time in contest.times)
                if session.subscribers and session.state.version < version:
                    self.world.fail("table", f"{instance.name} has {session.id} as it was")
