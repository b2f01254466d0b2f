"""Who is here, at this instance or another, and since when somebody has gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from inarow.board.rules import Side
from inarow.web.live.state import State

__all__ = ["CLAIM_AFTER", "STRANGER", "Presence"]

CLAIM_AFTER = 60_000
"""After how many milliseconds away a player may be claimed against, if there is a clock."""

UNHURRIED = 5
"""So many times as long it takes without a clock."""

STRANGER = "?"
"""How the name of somebody begins whom we do not know: they watch, and are forgotten."""

REMEMBERED = 25_000
"""For how many milliseconds an instance's word about who is there holds, if it says no more."""


class Presence:
    """Who has a socket at one game."""

    __slots__ = ("_addresses", "_elsewhere", "_far", "_here", "_seen", "_since")

    def __init__(self, now: int) -> None:
        self._here: Counter[str] = Counter()
        self._addresses: dict[str, str] = {}  # of those who are here, where they came from last
        self._elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by instance, until when
        self._far: dict[str, str] = {}  # from where players came to other instances last
        self._seen: dict[str, int] = {}  # when somebody who has gone was here last
        self._since = now  # nobody is missed for longer than we have been looking

    def come(self, person: str, address: str = "") -> bool:
        """Somebody opened a socket; whether it is their first here."""
        self._here[person] += 1
        self._addresses[person] = address
        return self._here[person] == 1

    def leave(self, person: str, now: int) -> bool:
        """Somebody closed a socket; whether it was their last here."""
        self._here[person] -= 1
        if self._here[person] > 0:
            return False
        del self._here[person], self._addresses[person]
        self.seen(person, now)
        return True

    def seen(self, person: str, now: int) -> None:
        """Somebody did something without a socket, or was here until now."""
        if not person.startswith(STRANGER):
            self._seen[person] = now

    def hear(
        self,
        instance: str,
        people: Iterable[str],
        now: int,
        addresses: Mapping[str, str] | None = None,
    ) -> bool:
        """Another instance says who is there, and players from where; whether that is news."""
        self._far |= addresses or {}
        people = frozenset(people)
        before, until = self._elsewhere.get(instance, (frozenset[str](), 0))
        if until < now:
            before = frozenset()
        for person in before - people:
            self.seen(person, now)
        self._elsewhere[instance] = (people, now + REMEMBERED)
        return people != before

    @property
    def here(self) -> list[str]:
        """Who has a socket at this instance."""
        return list(self._here)

    def address(self, person: str) -> str | None:
        """From where somebody has a socket at this instance; `None` if they have none."""
        return self._addresses.get(person)

    def addresses(self, state: State) -> dict[str, str]:
        """From where players have sockets at this instance."""
        players = (seat.id for seat in state.seats if seat)
        return {one: self._addresses[one] for one in players if self._addresses.get(one)}

    def are_near(self, state: State, known: Callable[[str], str]) -> bool:
        """Whether both players are people at one address; *known* is where others come from."""
        if None in state.seats or any(seat.is_program for seat in state.seats if seat):
            return False
        x, o = (
            self._addresses.get(seat.id) or self._far.get(seat.id) or known(seat.id)
            for seat in state.seats
            if seat
        )
        return x == o != ""

    def is_here(self, person: str, now: int) -> bool:
        """Whether somebody has a socket anywhere."""
        if person in self._here:
            return True
        return any(person in people and until >= now for people, until in self._elsewhere.values())

    def has_left(self, person: str, since: int, now: int) -> bool:
        """Whether somebody was here after a time, as far as we know, and is so no longer."""
        return self._seen.get(person, 0) >= since and not self.is_here(person, now)

    def away(self, person: str, now: int) -> int | None:
        """For how long somebody has had no socket anywhere; `None` if they are here."""
        if self.is_here(person, now):
            return None
        expired = [until for people, until in self._elsewhere.values() if person in people]
        return now - max(self._since, self._seen.get(person, 0), *expired, 0)

    def sides(self, state: State, now: int) -> tuple[bool, bool]:
        """Whether the players of x and o are here."""
        x, o = (seat is not None and self.is_here(seat.id, now) for seat in state.seats)
        return x, o

    def watching(self, state: State, now: int) -> int:
        """How many are here who do not play."""
        elsewhere = (people for people, until in self._elsewhere.values() if until >= now)
        return sum(not state.sides_of(person) for person in {*self._here}.union(*elsewhere))

    def gone(self, state: State, now: int) -> frozenset[Side]:
        """The sides that may be claimed against."""
        return frozenset(side for side in Side if self._claim_in(state, side, now) == 0)

    def claim_in(self, state: State, now: int) -> int | None:
        """In how many milliseconds the side that is here may claim against the one that is not."""
        x, o = (self._claim_in(state, side, now) for side in Side)
        return o if x is None else x if o is None else None

    def _claim_in(self, state: State, side: Side, now: int) -> int | None:
        seat = state.seat(side)
        if seat is None or seat.is_program or state.turn is None or state.is_shared:
            return None
        if state.terms.days is not None:
            return None  # nobody has to be here
        away = self.away(seat.id, now)
        patience = CLAIM_AFTER * (1 if state.terms.base is not None else UNHURRIED)
        return None if away is None else max(0, patience - away)
