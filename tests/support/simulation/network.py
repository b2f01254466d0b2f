"""The bus between instances, and the sockets and streams between people and instances."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from inarow.web.http.identity import Person
from inarow.web.live.bus import Listener
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.live.stream import Stream, lines
from inarow.web.sockets.entrance import at_lobby
from inarow.web.sockets.games import GameSocket, at_game
from inarow.web.sockets.socket import Socket
from inarow.web.sockets.tournaments import TournamentSocket, at_tournament
from inarow.web.store.databases import DatabaseError
from inarow.web.uvicorn.direct_socket import DIRECT
from support.simulation.truth import Truth
from support.simulation.world import Loop, World

__all__ = ["Connection", "Network", "SimulatedBus"]


@dataclass
class Losses:
    """How often a message on the bus is lost, doubled or late."""

    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0


class Network:
    """What joins the instances. Messages of one to another stay in order, unless doubled."""

    def __init__(self, world: World, truth: Truth) -> None:
        self.world, self.truth = world, truth
        self.losses = Losses()
        self.down = False  # whether the server is away
        self.buses: list[SimulatedBus] = []
        self._last: defaultdict[tuple[str, str], float] = defaultdict(float)

    def fail(self, down: bool, notice: float) -> None:
        """The server goes away or is there again; all notice later."""
        self.down = down
        self.world.note("bus", "is down" if down else "is up")
        for bus in list(self.buses):
            self.world.after(notice, bus.notice)

    def publish(self, sender: SimulatedBus, topic: str, data: str) -> None:
        """Bring a message to all others, or not."""
        world, losses = self.world, self.losses
        for bus in self.buses:
            if bus is sender:
                continue
            if self.down or sender.cut or bus.cut or world.chance(losses.lost):
                world.note("bus", f"lost from {sender.instance} to {bus.instance}: {topic} {data}")
                self.truth.bus_troubled_at = world.time * 1000
                continue
            delay = world.draw(0.1, 6.0) if world.chance(losses.late) else world.draw(0.0002, 0.01)
            way = (sender.instance, bus.instance)
            when = self._last[way] = max(self._last[way], world.time + delay)
            world.at(when, bus.arrive, topic, data)
            if world.chance(losses.doubled):
                world.at(when + world.draw(0.0, 5.0), bus.arrive, topic, data)


class SimulatedBus:
    """The bus as one instance has it, like `NatsBus`."""

    is_alone = False

    def __init__(self, network: Network, loop: Loop, instance: str) -> None:
        self.instance = instance
        self.cut = False  # whether nothing comes through
        self.is_up = True  # whether we have not noticed yet
        self._network, self._loop = network, loop
        self._unsaid: defaultdict[str, list[Any]] = defaultdict(list)

    async def open(self, listener: Listener) -> None:
        """Begin."""
        self._listener = listener
        self.is_up = not self._network.down
        self._network.buses.append(self)

    def say(self, topic: str, value: Any) -> None:
        """Tell the others soon; not at all while the server is away."""
        if not self.is_up:
            return
        if not self._unsaid:
            self._loop.call_soon(self._send)
        self._unsaid[topic].append(value)

    def _send(self) -> None:
        unsaid, self._unsaid = self._unsaid, defaultdict(list)
        for topic, values in unsaid.items():
            self._network.publish(self, topic, json.dumps(values))

    def arrive(self, topic: str, data: str) -> None:
        """Hear what another says."""
        if not self.cut and not self._network.down and not self._loop.dead:
            self._network.world.note(self.instance, f"hears {topic} {data}")
            self._loop.call_soon(lambda: self._listener(topic, json.loads(data)))

    def part(self, cut: bool, notice: float) -> None:
        """Cut it off or join it again; it notices later."""
        self.cut = cut
        self._network.world.after(notice, self.notice)

    def notice(self) -> None:
        """See whether anything comes through."""
        self.is_up = not self.cut and not self._network.down

    async def close(self) -> None:
        """Say what has been left unsaid, and end."""
        self._send()
        self.leave()

    def leave(self) -> None:
        """It is there no more."""
        if self in self._network.buses:
            self._network.buses.remove(self)


class Client(Protocol):
    """Whoever opens a socket or stream."""

    name: str
    person: Person
    address: str
    game: str  # empty at the lobby
    contest: str  # a tournament, if it is at one
    invite: str | None
    streams: bool  # whether it is a program that reads a stream

    @property
    def version(self) -> int:
        """What is known already."""

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """A frame has come."""

    def closed(self, connection: Connection) -> None:
        """It is closed, or could not be opened."""

    def turned_away(self, code: int) -> None:
        """The server has closed it for good."""


FOR_GOOD = {4401, 4403, 4404}
"""The codes after which nobody comes back."""

_CODES: dict[type[Exception], int] = {
    NoSuchGame: 4404,
    NotAllowed: 4403,
    Refused: 1012,
    DatabaseError: 1012,
}


class _NoLimits:
    def take(self, kind: str, key: str) -> None:
        """Nobody is refused here."""

    def store(self, person: str, address: str, *, begins: bool, game: bool) -> None:
        """Nor for what is to be stored."""


class Connection:
    """One socket or stream. What is sent arrives in order; when it is cut, the rest is lost.

    To a `Socket` it looks like uvicorn's protocol with our short cut.
    """

    def __init__(self, world: World, truth: Truth, client: Client, instance: Any) -> None:
        self.world, self.truth, self.client, self.instance = world, truth, client, instance
        self.listener: Callable[[str | bytes], None] | None = None
        self.cut = False
        self._loop: Loop = instance.loop
        self._opened = truth.now
        self._told = self._version = 0 if client.streams else client.version
        self._up = self._down = world.time  # when the last frame arrives
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._serving: asyncio.Task[None] | None = None
        self._at_server(self._accept)

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame to the server."""
        self._at_server(self._hear, json.dumps(frame))

    def break_off(self, *, server: float, client: float) -> None:
        """Nothing comes through any more; both notice after some seconds."""
        if not self.cut:
            self.cut = True
            self.world.after(server, self._loop.call_soon, self._gone)
            self.world.after(client, self.client.closed, self)

    def _delay(self) -> float:
        return self.world.draw(0.001, 0.15)

    def _at_server(self, call: Callable[..., object], *args: Any) -> None:
        self._up = max(self._up, self.world.time + self._delay())
        self.world.at(self._up, self._arrive, call, args)

    def _arrive(self, call: Callable[..., object], args: tuple[Any, ...]) -> None:
        if self._loop.dead:
            self.break_off_now()
        elif not self.cut:
            if call == self._accept:
                self.instance.connections[self] = None
            self._loop.call_soon(call, *args)

    def _accept(self) -> None:
        self._serving = self._loop.create_task(self._serve())

    async def _serve(self) -> None:
        client, came = self.client, False
        try:
            if not self.instance.serving:
                self._close(1012)
            elif not await self.instance.admits(client.person):
                self._close(4401)
            elif client.contest:
                await self._at_contest()
            elif not client.game:
                await self._at_lobby()
            else:
                self.truth.came(client.person.id, client.game)
                came = True
                await (self._at_stream() if client.streams else self._at_game())
        except tuple(_CODES) as error:
            self._close(next(code for kind, code in _CODES.items() if isinstance(error, kind)))
        finally:
            self.instance.connections.pop(self, None)
            if came:
                self.truth.left(client.person.id, client.game)

    async def _at_game(self) -> None:
        query = f"version={self._version}" if self._version else ""
        if self.client.invite:
            query += f"&invite={self.client.invite}"
        scope, limits = self._scope() | {"query_string": query.encode()}, _NoLimits()
        end = GameSocket(scope, self._send, self.client.person, limits, self.instance.hub)  # type: ignore[arg-type]
        await at_game(end, self.client.game, scope, self._receive)

    async def _at_lobby(self) -> None:
        limits: Any = _NoLimits()
        end = Socket(self._scope(), self._send, self.client.person, limits)
        await at_lobby(end, self.instance.lobby, self._receive)

    async def _at_contest(self) -> None:
        limits: Any = _NoLimits()
        scope = self._scope() | {"query_string": b""}
        host, truth, client = self.instance.host, self.truth, self.client
        end = TournamentSocket(scope, self._send, client.person, limits, host)
        truth.came(client.person.id, client.contest)
        try:
            await at_tournament(end, client.contest, scope, self._receive)
        finally:
            truth.left(client.person.id, client.contest)

    def _scope(self) -> dict[str, Any]:
        return {"extensions": {DIRECT: self}, "state": {"address": self.client.address}}

    async def _at_stream(self) -> None:
        hub, client, stream = (
            self.instance.hub,
            self.client,
            Stream(self.client.person, self.client.address),
        )
        live = await hub.subscribe(client.game, client.person, stream, invite=client.invite)
        async for line in lines(hub, live, stream):
            if line.strip():
                self.write(line)
        self._close(1012)

    async def _receive(self) -> dict[str, Any]:
        return await self._frames.get()

    def _hear(self, text: str) -> None:
        if self.listener is not None:
            self.listener(text)
        else:
            self._frames.put_nowait({"type": "websocket.receive", "text": text})

    def _gone(self) -> None:
        if self.client.streams and self._serving is not None:
            self._serving.cancel()
            self.instance.connections.pop(self, None)
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def write(self, text: str) -> None:
        """What the server says to the client."""
        if self._loop.dead:
            return
        frame = json.loads(text)
        self.truth.said(self.instance.name, self.client, frame)
        if self in self.instance.connections:  # else it is an answer that comes too late
            self._check_gap(frame)
            self.truth.check_withdrawn(self.client.person, self._opened)
        if not self.cut:
            self._down = max(self._down, self.world.time + self._delay())
            self.world.at(self._down, self._reach, frame)

    def _check_gap(self, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        if kind in ("event", "ack"):
            version = frame["event"]["version"]
            if version > self._told + 1:
                self.world.fail("gaps", f"version {version} is told after {self._told}")
        elif kind == "snapshot":
            version = frame["game"]["version"]
        else:
            return
        self._told = max(self._told, version)

    def _reach(self, frame: dict[str, Any]) -> None:
        if not self.cut:
            self.client.heard(self, frame)

    def _send(self, message: Any) -> Awaitable[None]:
        if message["type"] == "websocket.send":
            self.write(message["text"])
        else:
            self._close(message["code"])
        return _nothing()

    def _close(self, code: int) -> None:
        """The server closes it, after what it has said before."""
        if not self._loop.dead:
            self._down = max(self._down, self.world.time + self._delay())
            self.world.at(self._down, self._end, code)

    def _end(self, code: int) -> None:
        if not self.cut and code in FOR_GOOD:
            self.client.turned_away(code)
        self.break_off_now()

    def break_off_now(self) -> None:
        """Both know that it is closed."""
        self.break_off(server=0.0, client=0.0)


async def _nothing() -> None:
    return None
