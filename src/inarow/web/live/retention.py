"""`Retention`: what nobody needs any longer is deleted, now and then.

A game that nobody has touched for long is cancelled first, by an event as any other; it is deleted
only when it has been over for as long again. So nothing that goes on is ever deleted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from inarow.web.http.identity import Person
from inarow.web.live import events
from inarow.web.live.decide import Expire, Identify
from inarow.web.live.events import PROGRAM
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Resign
from inarow.web.live.seating import NoSuchGame
from inarow.web.live.state import Refused
from inarow.web.store.databases import DatabaseError
from inarow.web.store.old import Old
from inarow.web.store.unhurried import OPEN
from inarow.web.words import english

__all__ = ["DAY", "GONE", "Keeping", "Retention"]

log = logging.getLogger(__name__)

DAY: Final = 24 * 3_600_000
HOUR: Final = 3_600_000

KEPT: Final = 30 * DAY
"""For how long tokens that have expired are listed, so that one sees why a program stopped."""

GONE: Final = (events.GONE, english.GONE)
"""The id and name of everybody who had their data deleted."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """For how many days things are kept; 0 is for ever."""

    guests: int = 0
    """People without games, if neither they nor their programs were here."""
    abandoned: int = 0
    """Games in which nothing happened until they are cancelled, and from then until deleted."""
    finished: int = 0
    """Games with a result."""


class Retention:
    """Deletes what is old, and what people want to be deleted."""

    def __init__(self, hub: Hub, keeping: Keeping) -> None:
        self._hub, self._keeping = hub, keeping
        self._old = Old(hub.store)
        self.erasing: Callable[[str], Awaitable[None]] | None = None  # what others know of people
        self.tidying: Callable[[Keeping], Awaitable[None]] | None = None  # and what they have
        self.handing: Callable[[str, str], Awaitable[None]] | None = (
            None  # and who signs in as whom
        )

    def begin(self) -> None:
        """Tidy up now and every hour."""
        self._hub.spawn(self._regularly())

    async def _regularly(self) -> None:
        while True:
            try:
                await self.tidy()
            except (DatabaseError, Refused) as error:  # the next time may be better
                log.warning("%s", error)
            await asyncio.sleep(HOUR / 1000)

    async def tidy(self) -> None:
        """Delete what is due now."""
        keeping, now = self._keeping, self._hub.now()
        await self._old.delete_expired(now, KEPT)
        for row in await self._old.leaving():
            if row.heir is not None:
                is_done = await self.hand_over(row.id, row.heir)
            else:
                await self.erase(row.id)
                is_done = True
            if is_done and row.leaving < now - HOUR:  # all who had old news have had the new by now
                await self._old.delete_person(row.id, GONE[0])
        await self._cancel_listed(now - OPEN)
        if keeping.abandoned:
            before = now - keeping.abandoned * DAY
            await self._cancel(before)
            await self._delete_games(before, cancelled=True)
        if keeping.finished:
            await self._delete_games(now - keeping.finished * DAY, cancelled=False)
        if keeping.guests:
            await self._delete_guests(now - keeping.guests * DAY)
        if self.tidying is not None:
            await self.tidying(keeping)

    # -- what is old --------------------------------------------------------------------------

    async def _cancel(self, before: int) -> None:
        place = (0, "")
        while places := await self._old.unfinished(before, place):
            last = await self._old.last_events([game for _, game in places])
            for game, (version, at) in last.items():
                if at < before:
                    await self._expire(game, version)
            place = places[-1]

    async def _cancel_listed(self, before: int) -> None:
        """Cancel open public games over days that nobody has joined since a time."""
        games = await self._hub.unhurried.forgotten(before)
        for game, (version, _) in (await self._old.last_events(games)).items():
            await self._expire(game, version)

    async def _expire(self, game: str, version: int) -> None:
        """Cancel a game unless somebody does something there just now."""
        try:
            live = await self._hub.load(game)
            if not live.subscribers:
                await self._hub.command(live, Expire(version))
                self._hub.dropped(game)
        except NoSuchGame:
            return
        except Refused as refused:
            if refused.code not in ("stale", "over"):
                raise

    async def _delete_games(self, before: int, *, cancelled: bool) -> None:
        while games := await self._old.over(before, cancelled=cancelled):
            await self._delete(games)

    async def _delete(self, games: list[str]) -> None:
        await self._old.delete_games(games)
        for game in games:
            self._hub.drop(game)

    async def _delete_guests(self, before: int) -> None:
        while people := await self._old.unused(before):
            await self._old.delete_unused(people, before, GONE[0])

    # -- who has signed in ---------------------------------------------------------------------

    async def hand_over(self, guest: str, person: str) -> bool:
        """Give all games of a guest to who they have signed in as; whether that is done."""
        if self.handing is not None:
            await self.handing(guest, person)
        before: list[str] = []
        while rows := await self._hub.store.games_of(guest):
            games = [row.id for row in rows]
            if games == before:
                return False  # the next time may be better
            before = games
            await asyncio.gather(*(self._identify(game, guest, person) for game in games))
        return True

    async def _identify(self, game: str, guest: str, person: str) -> None:
        try:
            live = await self._hub.load(game)
            await self._hub.command(live, Identify(guest, person))
        except NoSuchGame:
            return
        except Refused as refused:
            log.warning("%s of a guest remains: %s", game, refused.code)

    # -- what somebody wants to be deleted ----------------------------------------------------

    async def erase(self, person: str) -> None:
        """Delete the games of a person who has left; where others played, only who it was."""
        if self.erasing is not None:
            await self.erasing(person)
        before: list[str] = []
        while rows := await self._hub.store.games_of(person):
            games = [row.id for row in rows]
            if games == before:
                return  # they cannot be ended now; the next time may be better
            before = games
            for row in rows:
                await self._erase(row, person)
        await self._old.forget_ratings(person, GONE[0])

    async def _erase(self, row: Any, person: str) -> None:
        if row.status != "over" and not await self._end(row.id, person):
            return
        if row.rated:
            await self._hub.ratings.settle(row.id)  # while it is known who played
        others = {row.x, row.o} - {person, GONE[0], None}
        if all(other.startswith(PROGRAM) for other in others):
            await self._delete([row.id])
        else:
            events = await self._hub.store.events(row.id)
            await self._old.replace(row.id, person, GONE, events)
            self._hub.drop(row.id)

    async def _end(self, game: str, person: str) -> bool:
        """Resign, or cancel what has not begun; whether the game is over."""
        try:
            live = await self._hub.load(game)
            if None in live.state.seats:
                await self._hub.command(live, Expire(live.state.version))
            else:
                await self._hub.command(live, Resign(), Person(person, ""))
        except NoSuchGame:
            return True
        except Refused as refused:
            return refused.code == "over"
        return True
