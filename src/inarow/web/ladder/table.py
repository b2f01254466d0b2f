"""`Table`: the best players of each kind of game and the levels, on one ladder.

A list is read from the database at most once a minute, however many people look at it.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from inarow.web.ladder import levels, standing
from inarow.web.ladder.kinds import family
from inarow.web.live.view import SeatRating
from inarow.web.store.ratings import Ratings

__all__ = ["DAYS", "MOST", "Own", "Rung", "Table"]

MOST: Final = 50
"""How many people a ladder shows."""

COUNTED: Final = 10_000
"""Among how many people somebody has a place."""

DAYS: Final = 30
"""Who has not played for so many days is not on the ladder."""

DAY: Final = 24 * 3_600_000

FRESH: Final = 60_000
"""For how many milliseconds a list holds."""


class Rung(NamedTuple):
    """One line of a ladder: a person with a place and a number of games, or a program."""

    name: str
    rating: int
    place: int | None = None
    games: int | None = None
    person: str | None = None


class Own(NamedTuple):
    """How somebody stands in a kind of game; the place is `None` if they are not on the ladder."""

    rating: SeatRating
    games: int
    place: int | None


@dataclass(frozen=True, slots=True)
class _List:
    rungs: tuple[Rung, ...]
    heights: tuple[float, ...]  # the ratings of all who have a place, upside down
    until: int


class Table:
    """The ladders."""

    def __init__(self, ratings: Ratings, now: Callable[[], int]) -> None:
        self._ratings, self._now = ratings, now
        self._lists: dict[str, _List] = {}
        self._reading: dict[str, asyncio.Task[_List]] = {}

    async def rungs(self, kind: str) -> tuple[Rung, ...]:
        """People and levels, the best first."""
        return (await self._list(kind)).rungs

    async def own(self, person: str, kind: str) -> Own | None:
        """How somebody stands; `None` if they have not played such games."""
        row = (await self._ratings.last([person], kind)).get(person)
        if row is None:
            return None
        now = self._now()
        place = None
        if row.at > now - DAYS * DAY and row.deviation <= standing.PROVISIONAL:
            heights = (await self._list(kind)).heights
            place = bisect_left(heights, -row.rating) + 1
            if place > COUNTED:
                place = None
        return Own(standing.shown(standing.now_of(row, now)), row.number, place)

    async def _list(self, kind: str) -> _List:
        known = self._lists.get(kind)
        if known is not None and known.until > self._now():
            return known
        if kind not in self._reading:
            task = asyncio.create_task(self._read(kind))
            self._reading[kind] = task
            task.add_done_callback(partial(self._end, kind))
        return await asyncio.shield(self._reading[kind])

    def _end(self, kind: str, task: asyncio.Task[_List]) -> None:
        del self._reading[kind]
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _read(self, kind: str) -> _List:
        now = self._now()
        rows = await self._ratings.best(kind, now - DAYS * DAY, standing.PROVISIONAL, COUNTED)
        names = await self._ratings.names([row.person for row in rows[:MOST]])
        heights = tuple(-row.rating for row in rows)
        people = [
            Rung(
                names[row.person],
                round(row.rating),
                bisect_left(heights, -row.rating) + 1,
                row.number,
                row.person,
            )
            for row in rows[:MOST]
            if row.person in names
        ]
        played = family(kind)
        programs = [
            Rung(name, rating)
            for name, rating in levels.levels(played).items()
            if name != "perfect" or played == "four"  # elsewhere there is hardly a board for it
        ]
        rungs = tuple(sorted(people + programs, key=lambda rung: -rung.rating))
        self._lists[kind] = _List(rungs, heights, now + FRESH)
        return self._lists[kind]
