"""`Upkeep`: the regular work at a hub: heartbeats, outages, other instances, tidying up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from inarow import language
from inarow.web import words
from inarow.web.http.identity import Person
from inarow.web.live.clock import Clock
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.outages import ALIVE, GRACE
from inarow.web.live.seating import NoSuchGame
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import EventRow

__all__ = ["Upkeep"]

log = logging.getLogger(__name__)

T = TypeVar("T")

BEAT = 1.0
"""Seconds between heartbeats."""

SWEEP = 10.0
"""Seconds between looking for sessions that nobody needs, and between words about who is here."""

SOON = 30_000
"""How many milliseconds before its time is up a game over days is taken into memory."""

KEPT = 60_000
"""For how many milliseconds a session without subscribers stays in memory."""

DEAF = 1.0
"""Seconds between looks into the database while the bus is down."""

AT_ONCE = 500
"""How many sessions one message or one look into the database is about at most."""


class Upkeep:
    """The regular work of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._reading: set[str] = set()
        self._looks = 0
        self._beats: dict[str, int] = {}  # of all instances, when we looked last

    async def begin(self) -> None:
        """Note an outage if there was one, take up what goes on by itself, go on regularly."""
        hub = self._hub
        await hub.bus.open(self.hear)
        now = hub.now()  # not later: answers may take a while
        last = await hub.store.last_beat()
        alone = hub.bus.is_alone or last is None or now - last > ALIVE
        if alone and last is not None:
            now = hub.now()
            await hub.store.add_outage(last, now + GRACE)
        hub.outages.learn(await hub.store.outages())
        hub.outages.note_alive(now)
        await self.beat()
        if alone:  # otherwise another instance has them
            hub.spawn(self._take_up())
        hub.spawn(_regularly(BEAT, self.beat))
        hub.spawn(_regularly(SWEEP, self.sweep))
        hub.spawn(_regularly(DEAF, self.look))

    async def _take_up(self) -> None:
        for game in await _insisting(self._hub.store.timed_games):
            with suppress(NoSuchGame):  # it has been deleted meanwhile
                await _insisting(partial(self._hub.load, game))

    async def beat(self) -> None:
        """Say that we are alive; if that was not possible for a while, nobody's clock ran."""
        hub, now, outages = self._hub, self._hub.now(), self._hub.outages
        await hub.settle()
        for outage in list(outages.unsaved):
            await hub.store.add_outage(*outage)
            outages.unsaved = [other for other in outages.unsaved if other != outage]
        await hub.store.beat(hub.bus.instance, now)
        outages.note_stored(now)
        await hub.catch_up()

    async def sweep(self) -> None:
        """Forget sessions that nobody needs; tell the other instances who is here."""
        hub, now = self._hub, self._hub.now()
        for live in list(hub.lives.values()):
            if not self._is_needed(live, now):
                hub.forget(live)
        if not hub.bus.is_alone:
            for live in hub.lives.values():
                if live.presence.here:
                    hub.say_here(live)
            hub.lists_changed()
            await self._replace_silent()
        await self._check_secrets()
        await self._take_up_due(now)

    async def _take_up_due(self, now: int) -> None:
        """Take up games over days whose time is nearly up, whoever has had them: it ends them.

        Nobody has them in memory meanwhile, so that there may be any number, and none is forgotten
        when an instance ends. If there was an outage, a game has more time than its row says.
        """
        hub = self._hub
        for row in await hub.unhurried.due(now + SOON):
            with suppress(NoSuchGame):
                live = await hub.load(row.id)
                ends = live.state.due
                if ends is not None and ends <= hub.now():
                    hub.check_clock(live)  # whatever has become of its timer
                elif ends is not None and ends > row.due:
                    await hub.unhurried.put_off(row.id, row.due, ends)

    async def _replace_silent(self) -> None:
        """Take up what goes on by itself at instances that have not been heard since we looked.

        Should we be gone before that is done, the others do the same for us.
        """
        store, before = self._hub.store, self._beats
        self._beats = await store.beats()
        silent = self._beats.items() & before.items()
        gone = [(name, at) for name, at in silent if name != self._hub.bus.instance]
        if gone:
            self._hub.spawn(self._take_up())
        for instance, at in gone:
            await store.forget(instance, at)

    async def _check_secrets(self) -> None:
        """Close what was opened with a cookie or token that no longer allows the same.

        Usually that has been done at once; a message may have been lost, though, and what has
        expired tells nobody.
        """
        everybody = [one for one in self._hub.everybody() if one.who and one.who.secret]
        for first in range(0, len(everybody), AT_ONCE):
            part = everybody[first : first + AT_ONCE]
            secrets = [one.who.secret for one in part if one.who]
            known = await self._hub.store.scopes_of(secrets, self._hub.now())
            for one in part:
                if one.who is not None and not _holds(one.who, known):
                    with language.use(one.language):
                        one.close(4401, words.WITHDRAWN)

    def _is_needed(self, live: LiveGame, now: int) -> bool:
        clock = live.state.clock
        return bool(
            live.subscribers
            or live.busy
            or live.thinking
            or (clock and clock.ends is not None and not _can_wait(clock, now))
            or now - live.touched < KEPT
        )

    # -- other instances ------------------------------------------------------------------------

    def hear(self, topic: str, values: list[Any]) -> None:
        """What other instances say."""
        for value in values:
            if topic == "event":
                self._hear_event(EventRow(*value))
            elif topic == "here":
                self._hear_presence(*value)
            elif topic == "withdrawn":
                self._hub.withdrawn(map(bytes.fromhex, value))
            elif topic == "dropped":
                self._hub.dropped(value)
            elif topic == "rated":
                self._hub.ratings.heard(value)
            elif topic == "lobby":
                self._hub.lists_heard(*value)
            elif topic == "seek":
                self._hub.seeks_heard(*value)
            elif topic == "visitors":
                self._hub.visitors_heard(*value)
            elif topic in self._hub.topics:
                self._hub.topics[topic](value)

    def _hear_event(self, row: EventRow) -> None:
        live = self._hub.lives.get(row.game)
        if live is not None:
            self._take(live, row)
        elif loading := self._hub.loading.get(row.game):  # perhaps without this event
            loading.add_done_callback(lambda done: self._take_late(done, row))

    def _take(self, live: LiveGame, row: EventRow) -> None:
        if not self._hub.heard(live, row):
            self._read_soon(live)

    def _take_late(self, loading: asyncio.Task[LiveGame], row: EventRow) -> None:
        if not loading.cancelled() and not loading.exception():
            self._take(loading.result(), row)

    def _hear_presence(
        self, instance: str, game: str, people: list[str], addresses: Mapping[str, str]
    ) -> None:
        live, now = self._hub.lives.get(game), self._hub.now()
        if live is None:
            return
        news = live.presence.hear(instance, people, now, addresses)
        self._hub.note_near(live)
        if news:
            live.broadcast(live.presence_text(now))

    async def look(self) -> None:
        """While the bus is down, and now and then, see in the database what has happened.

        An instance that is alone knows that, but not always which games have been deleted.
        """
        hub = self._hub
        if hub.bus.is_up and not self._is_time():
            return
        lives = [live for live in hub.lives.values() if live.state.end or not hub.bus.is_alone]
        for first in range(0, len(lives), AT_ONCE):
            part = lives[first : first + AT_ONCE]
            versions = await hub.store.versions([live.game for live in part])
            for live in part:
                if hub.lives.get(live.game) is not live:
                    continue  # it has been let go of meanwhile
                if live.game not in versions:
                    hub.dropped(live.game)
                elif live.state.version < versions[live.game]:
                    self._read_soon(live)

    def _is_time(self) -> bool:
        """Whether to look although the bus is up: a message may have been lost."""
        self._looks += 1
        return self._looks % 10 == 0

    def _read_soon(self, live: LiveGame) -> None:
        if live.game not in self._reading:
            self._reading.add(live.game)
            task = self._hub.spawn(_insisting(partial(self._hub.read_on, live)))
            task.add_done_callback(lambda _: self._reading.discard(live.game))


def _can_wait(clock: Clock, now: int) -> bool:
    """Whether the time of a game over days is up so late that it will be taken up again."""
    return clock.renewed and clock.ends is not None and clock.ends > now + SOON


def _holds(who: Person, known: Mapping[bytes, str | None]) -> bool:
    """Whether what somebody showed is among what is *known*, with the same scopes."""
    if who.secret not in known:
        return False
    scopes = known[who.secret]
    return scopes is None or who.scopes == frozenset(scopes.split())


async def _insisting(read: Callable[[], Awaitable[T]]) -> T:
    """What *read* returns, as soon as the database can be read."""
    while True:
        try:
            return await read()
        except DatabaseError as error:
            log.warning("%s", error)
            await asyncio.sleep(BEAT)


async def _regularly(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except DatabaseError as error:  # the next time may be better
            log.warning("%s", error)
        except Exception:
            log.exception("what is done regularly failed")
