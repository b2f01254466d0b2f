"""The bus between instances, and the sockets between people and instances."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from inarow.web.http.identity import Person
from inarow.web.live import socket
from inarow.web.live.bus import Listener
from inarow.web.live.socket import GameSocket
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
        self.buses: list[SimulatedBus] = []
        self._last: defaultdict[tuple[str, str], float] = defaultdict(float)

    def publish(self, sender: SimulatedBus, topic: str, data: str) -> None:
        """Bring a message to all others, or not."""
        world, losses = self.world, self.losses
        for bus in self.buses:
            if bus is sender:
                continue
            if sender.cut or bus.cut or world.chance(losses.lost):
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
        if not self.cut and not self._loop.dead:
            self._network.world.note(self.instance, f"hears {topic} {data}")
            self._loop.call_soon(lambda: self._listener(topic, json.loads(data)))

    def part(self, cut: bool, notice: float) -> None:
        """Cut it off or join it again; it notices later."""
        self.cut = cut
        self._network.world.after(notice, self._notice)

    def _notice(self) -> None:
        self.is_up = not self.cut

    async def close(self) -> None:
        """Say what has been left unsaid, and end."""
        self._send()
        self.leave()

    def leave(self) -> None:
        """It is there no more."""
        if self in self._network.buses:
            self._network.buses.remove(self)


class Client(Protocol):
    """Whoever opens a socket."""

    person: Person

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """A frame has come."""

    def closed(self, connection: Connection) -> None:
        """It is closed, or could not be opened."""


class _NoLimits:
    def take(self, kind: str, key: str) -> None:
        """Nobody is refused here."""

    def store(self, person: str, address: str, *, begins: bool, game: bool) -> None:
        """Nor for what is to be stored."""


class Connection:
    """One socket. What is sent arrives in order; when it is cut, what is under way is lost.

    To `GameSocket` it looks like uvicorn's protocol with our short cut.
    """

    def __init__(
        self, world: World, truth: Truth, client: Client, instance: Any, game: str, version: int
    ) -> None:
        self.world, self.truth, self.client, self.instance = world, truth, client, instance
        self.listener: Callable[[str | bytes], None] | None = None
        self.cut = False
        self._loop: Loop = instance.loop
        self._game, self._version = game, version
        self._up = self._down = world.time  # when the last frame arrives
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
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
        if self.instance.serving:
            self._loop.create_task(self._serve())
        else:
            self.instance.connections.pop(self, None)
            self._close()

    async def _serve(self) -> None:
        query = f"version={self._version}" if self._version else ""
        scope = {"query_string": query.encode(), "extensions": {DIRECT: self}}
        limits: Any = _NoLimits()
        hub = self.instance.hub
        end = GameSocket(scope, self._send, self.client.person, limits, hub)
        self.truth.came(self.client.person.id, self._game)
        try:
            await socket._at_game(end, self._game, scope, self._receive)
        finally:
            self.instance.connections.pop(self, None)
            self.truth.left(self.client.person.id, self._game)

    async def _receive(self) -> dict[str, Any]:
        return await self._frames.get()

    def _hear(self, text: str) -> None:
        if self.listener is not None:
            self.listener(text)
        else:
            self._frames.put_nowait({"type": "websocket.receive", "text": text})

    def _gone(self) -> None:
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def write(self, text: str) -> None:
        """What the server says to the client."""
        if self._loop.dead:
            return
        frame = json.loads(text)
        self.truth.said(self.instance.name, self.client.person.id, self._game, frame)
        if not self.cut:
            self._down = max(self._down, self.world.time + self._delay())
            self.world.at(self._down, self._reach, frame)

    def _reach(self, frame: dict[str, Any]) -> None:
        if not self.cut:
            self.client.heard(self, frame)

    def _send(self, message: Any) -> Awaitable[None]:
        if message["type"] == "websocket.send":
            self.write(message["text"])
        else:
            self._close()
        return _nothing()

    def _close(self) -> None:
        """The server closes it, after what it has said before."""
        if not self._loop.dead:
            self._down = max(self._down, self.world.time + self._delay())
            self.world.at(self._down, self.break_off_now)

    def break_off_now(self) -> None:
        """Both know that it is closed."""
        self.break_off(server=0.0, client=0.0)


async def _nothing() -> None:
    return None
