"""`Instance`: a server process as `create_app` puts it together, without HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from inarow.web.http.identity import Person
from inarow.web.ladder.rater import Rater
from inarow.web.live import clock
from inarow.web.live.bus import Bus, LocalBus
from inarow.web.live.hub import Hub
from inarow.web.live.programs import Opponents
from inarow.web.live.retention import Retention
from inarow.web.live.state import Refused
from inarow.web.live.upkeep import Upkeep
from inarow.web.lobby.lobby import Lobby
from inarow.web.lobby.pairing import Pairing
from inarow.web.search.pool import Busy
from inarow.web.store.databases import DatabaseError
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.host import Host
from support.simulation.network import Connection, Network, SimulatedBus
from support.simulation.storage import Disk, SimulatedStore
from support.simulation.truth import KEEPING, Truth
from support.simulation.world import Loop, World

__all__ = ["Instance", "Minds"]

WALL = 1_700_000_000
"""What clocks on the wall show when the world begins, in seconds."""


class Minds:
    """The pool of searches: a program takes its time, and plays whatever is legal."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.busy = 0.0
        self.failing = 0.0

    async def run(self, who: str, job: Any, *, kind: str, cost: float) -> int:
        """The move of `partial(choose, name, position)`."""
        del who, kind, cost
        if self.world.chance(self.busy):
            raise Busy("full")
        await asyncio.sleep(self.world.draw(0.01, 1.5))
        if self.world.chance(self.failing):
            raise RuntimeError("a program fails")
        moves = job.args[1].legal_moves()
        return int(self.world.random.choice(moves))


class Instance:
    """One instance on its machine; it may run, be frozen, or be gone for a while."""

    def __init__(
        self,
        name: str,
        disk: Disk,
        network: Network,
        minds: Minds,
        *,
        alone: bool,
        club: bool = False,
    ) -> None:
        self.name = name
        self.world: World = disk.world
        self.truth: Truth = disk.truth
        self.alone, self.club = alone, club
        self.running = self.serving = False
        self.connections: dict[Connection, None] = {}
        self.offset, self.rate = 0.0, 1.0  # of the clock on the wall, and how fast time passes here
        self._disk, self._network, self._minds = disk, network, minds
        self.times = 0

    @property
    def process(self) -> str:
        """The name of the process that runs."""
        return f"{self.name}.{self.times}"

    def wall(self) -> float:
        """What the clock on the wall shows, in seconds."""
        return WALL + self.offset + self.world.time

    def start(self) -> None:
        """Begin, as a new process."""
        if self.running:
            return
        self.times += 1
        self.world.note(self.name, "starts")
        self.running = True
        self.loop = Loop(self.world, self.rate)  # type: ignore[abstract]
        self.bus: Bus = (
            LocalBus() if self.alone else SimulatedBus(self._network, self.loop, self.process)
        )
        self.loop.create_task(self._begin())

    async def _begin(self) -> None:
        began, start, rate = self.world.time * 1000, self.wall() - self.loop.time(), self.rate
        store = SimulatedStore(
            self._disk, self.loop, self.process, lambda at: (at - start * 1000) / rate
        )
        self.hub = Hub(store, bus=self.bus, now=clock.server_time(self.wall, self.loop.time))
        pool: Any = self._minds
        Opponents(pool, self.hub)
        self.lobby = Lobby(store, self.hub)
        self._retention = Retention(self.hub, KEEPING)
        if self.club:
            rater, self.pairing, self.host = Rater(self.hub), Pairing(self.hub), Host(self.hub)
        try:
            await Upkeep(self.hub).begin()
        except DatabaseError:
            self.world.note(self.name, "cannot start")
            self.loop.call_soon(self._start_again, 1.0)
            return
        if self.club:
            self.pairing.begin()
            rater.begin()
            Conductor(self.host).begin()
        self.serving = True
        self.truth.started(began, alone=self.alone)
        self.world.note(self.name, "serves")

    async def admits(self, person: Person) -> bool:
        """Whether what somebody shows still opens anything, as `identity.reader` finds out."""
        secret = person.secret
        return not secret or secret in await self.hub.store.scopes_of([secret], self.hub.now())

    async def tidy(self) -> None:
        """Delete what is old."""
        with suppress(DatabaseError, Refused):
            await self._retention.tidy()

    def stop(self) -> None:
        """End in an orderly way."""
        if self.serving and not self.hub.stopping:
            self.world.note(self.name, "is told to stop")
            self.loop.create_task(self._end())

    async def _end(self) -> None:
        await self.hub.stop()
        await self.hub.bus.close()
        await self.hub.store.close()
        self.loop.call_soon(self._start_again, self.world.draw(0.5, 30.0))

    def _start_again(self, seconds: float) -> None:
        self.crash()
        self.world.after(seconds, self.start)

    def crash(self) -> None:
        """The process is gone."""
        if not self.running:
            return
        self.world.note(self.name, "is gone")
        self.running = self.serving = False
        if isinstance(self.bus, SimulatedBus):
            self.bus.leave()
        ended = list(self.connections)
        self.loop.kill()
        self.connections.clear()
        for connection in ended:
            connection.break_off(server=0.0, client=self.world.draw(0.001, 2.0))

    def freeze(self, seconds: float) -> None:
        """Do nothing for a while: a long search for garbage, a machine that is paused."""
        if self.running:
            self.world.note(self.name, f"is frozen for {seconds:.1f} s")
            self.loop.frozen = True
            self.world.after(seconds, self._thaw, self.loop)

    def _thaw(self, loop: Loop) -> None:
        loop.frozen = False

    def ask(self, work: Callable[[], Any]) -> None:
        """Do something that arrives by HTTP, if anybody is there."""
        if self.serving:
            self.loop.create_task(work())
