"""What the hub does now and then: say it is alive, listen to other instances, tidy up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from inarow.web.live.clock import overlap
from inarow.web.live.game import Live
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import EventRow

if TYPE_CHECKING:
    from inarow.web.live.hub import Hub

__all__ = ["GRACE", "Upkeep", "server_time"]

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between heartbeats."""

ALIVE = 2_500
"""For how many milliseconds a heartbeat holds; a longer silence of all instances is an outage."""

GRACE = 2_000
"""How many milliseconds people have for coming back after an outage."""

SWEEP = 10.0
"""Seconds between looking for sessions that nobody needs, and between words about who is here."""

KEPT = 60_000
"""For how many milliseconds a session without subscribers stays in memory."""

DEAF = 1.0
"""Seconds between looks into the database while the bus is down."""

AT_ONCE = 500
"""How many sessions one message or one look into the database is about at most."""


def server_time() -> Callable[[], int]:
    """A clock in milliseconds since 1970 that never jumps while the server runs."""
    start = time() - monotonic()
    return lambda: int((start + monotonic()) * 1000)


class Upkeep:
    """The regular work of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._reading: set[str] = set()
        self._alive = hub.now()  # when we last were sure that all is well
        self._unsaid: list[tuple[int, int]] = []  # outages that are not stored yet
        self._looks = 0

    async def begin(self) -> None:
        """Note an outage if there was one, take up what goes on by itself, go on regularly."""
        hub = self._hub
        await hub.bus.open(self.hear)
        last, now = await hub.store.last_beat(), hub.now()
        alone = hub.bus.is_alone or last is None or now - last > ALIVE
        if alone and last is not None:
            await hub.store.add_outage(last, now + GRACE)
        hub.outages = await hub.store.outages()
        self._alive = hub.now()
        await self._beat()
        if alone:  # otherwise another instance has them
            hub.spawn(self._take_up())
        hub.spawn(_regularly(BEAT, self._beat))
        hub.spawn(_regularly(SWEEP, self._sweep))
        if not hub.bus.is_alone:
            hub.spawn(_regularly(DEAF, self._look))

    async def _take_up(self) -> None:
        for game in await self._hub.store.timed_games():
            await self._hub.load(game)

    async def _beat(self) -> None:
        """Say that we are alive; if that was not possible for a while, nobody's clock ran."""
        hub, now = self._hub, self._hub.now()
        if not hub.bus.is_alone and self.is_late(now):
            last = await hub.store.last_beat()
            if last is not None and now - last <= ALIVE:
                self._alive = now  # only we were asleep
        self.excuse(now)
        for outage in list(self._unsaid):
            await hub.store.add_outage(*outage)
            self._unsaid = [other for other in self._unsaid if other != outage]
        await hub.store.beat(hub.bus.instance, now)
        self._alive = max(self._alive, now)  # an outage may have been excused meanwhile

    def is_late(self, now: int) -> bool:
        """Whether the last heartbeat is so long ago that something must be wrong."""
        return now - self._alive > ALIVE

    def excuse(self, now: int) -> None:
        """If nothing could be stored for a while, charge that time to nobody."""
        if not self.is_late(now):
            return
        outage = (self._alive, now)
        self._alive = now
        self._unsaid.append(outage)
        self._hub.outages.append(outage)
        for live in self._hub.lives.values():
            clock = live.state.clock
            if clock is not None and clock.running is not None:
                pause = overlap([outage], clock.since, now)
                live.state = live.state.with_clock(clock.later(pause))

    async def _sweep(self) -> None:
        """Forget sessions that nobody needs; tell the other instances who is here."""
        hub, now = self._hub, self._hub.now()
        for live in list(hub.lives.values()):
            if not self._is_needed(live, now):
                hub.forget(live)
        if not hub.bus.is_alone:
            for live in hub.lives.values():
                if live.presence.here:
                    hub.say_here(live)

    def _is_needed(self, live: Live, now: int) -> bool:
        clock = live.state.clock
        return bool(
            live.subscribers
            or live.busy
            or live.thinking
            or (clock and clock.running)
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
            elif topic == "lobby":
                self._hub.lists_changed()

    def _hear_event(self, row: EventRow) -> None:
        live = self._hub.lives.get(row.game)
        if live is not None:
            self._take(live, row)
        elif loading := self._hub.loading.get(row.game):  # perhaps without this event
            loading.add_done_callback(lambda done: self._take_late(done, row))

    def _take(self, live: Live, row: EventRow) -> None:
        if not self._hub.heard(live, row):
            self._read_soon(live)

    def _take_late(self, loading: asyncio.Task[Live], row: EventRow) -> None:
        if not loading.cancelled() and not loading.exception():
            self._take(loading.result(), row)

    def _hear_presence(self, instance: str, game: str, people: list[str]) -> None:
        live = self._hub.lives.get(game)
        if live is not None and live.presence.told(instance, people, self._hub.now()):
            live.broadcast(live.presence_text(self._hub.now()))

    async def _look(self) -> None:
        """While the bus is down, and now and then, see in the database what has happened."""
        if self._hub.bus.is_up and not self._is_time():
            return
        games = [game for game, live in self._hub.lives.items() if live.subscribers]
        for first in range(0, len(games), AT_ONCE):
            versions = await self._hub.store.versions(games[first : first + AT_ONCE])
            for game, version in versions.items():
                live = self._hub.lives.get(game)
                if live is not None and live.state.version < version:
                    self._read_soon(live)

    def _is_time(self) -> bool:
        """Whether to look although the bus is up: a message may have been lost."""
        self._looks += 1
        return self._looks % 10 == 0

    def _read_soon(self, live: Live) -> None:
        if live.game not in self._reading:
            self._reading.add(live.game)
            task = self._hub.spawn(self._hub.read_on(live))
            task.add_done_callback(lambda _: self._reading.discard(live.game))


async def _regularly(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except DatabaseError as error:  # the next time may be better
            log.warning("%s", error)
