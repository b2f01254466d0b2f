"""How instances tell each other what happened. Events are in the database: the bus is for speed.

A message is a topic and a value for JSON. An instance does not hear its own messages. What is said
within one turn of the event loop goes as one message.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

__all__ = ["Bus", "Listener", "LocalBus", "NatsBus", "connect"]

log = logging.getLogger(__name__)

Listener = Callable[[str, list[Any]], None]

SUBJECT: Final = "inarow."
AT_ONCE: Final = 1000
"""How many values a message has at most; one of a thousand events has some 200 KB."""

PAUSE: Final = 0.5
"""Seconds between attempts to reach the server."""

PATIENCE: Final = 2
"""For how many seconds the server may leave a call without an answer."""

PING: Final = 5
"""Seconds between looks whether the server is there; after two without an answer it is not."""


class Bus(Protocol):
    """What joins the instances."""

    instance: str

    async def open(self, listener: Listener) -> None:
        """Begin; *listener* gets topic and values of what the others say."""

    def say(self, topic: str, value: Any) -> None:
        """Tell the others soon."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other instance."""

    @property
    def is_up(self) -> bool:
        """Whether the others can be heard."""

    async def close(self) -> None:
        """End."""


class LocalBus:
    """The bus of a site with one instance: nobody else listens."""

    is_alone = True
    is_up = True

    def __init__(self, instance: str = "only") -> None:
        self.instance = instance

    async def open(self, listener: Listener) -> None:
        """Nobody will speak."""

    def say(self, topic: str, value: Any) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing to let go of."""


class NatsBus:
    """Joins instances by a NATS server. While that is away nothing is said and nothing heard."""

    is_alone = False

    def __init__(self, url: str) -> None:
        self.instance = token_hex(8)
        self._url = url
        self._client: Client | None = None
        self._answers = False
        self._connecting: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._unsaid: defaultdict[str, list[Any]] = defaultdict(list)

    async def open(self, listener: Listener) -> None:
        """Begin, whether the server is there already or not."""
        self._listener = listener
        self._connecting = asyncio.create_task(self._connect())
        await asyncio.wait([self._connecting], timeout=PATIENCE)

    async def _connect(self) -> None:
        from nats.aio.client import Client
        from nats.errors import Error

        while self._client is None:
            client = Client()
            try:
                await client.connect(
                    self._url,
                    name=f"inarow {self.instance}",
                    no_echo=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=PAUSE,  # type: ignore[arg-type]
                    connect_timeout=PATIENCE,
                    ping_interval=PING,
                    max_outstanding_pings=2,
                    error_cb=_note,
                    disconnected_cb=self._lost,
                    reconnected_cb=self._found,
                    allow_reconnect=True,
                )
                await client.subscribe(f"{SUBJECT}*", cb=self._hear)
                for _ in range(2):  # the first ping may overtake what was to go before it
                    await client.flush(PATIENCE)
                self._client, self._answers = client, True
            except (OSError, Error, TimeoutError) as error:
                log.warning("the bus is down: %s", error)
                await _end(client)
                await asyncio.sleep(PAUSE)
            except asyncio.CancelledError:
                await _end(client)
                raise

    async def _lost(self) -> None:
        self._answers = False

    async def _found(self) -> None:
        self._answers = True

    async def _hear(self, message: Msg) -> None:
        try:
            values = json.loads(message.data)
            self._listener(message.subject.removeprefix(SUBJECT), values)
        except Exception:  # another version of us may speak differently
            log.exception("a message on the bus was not understood")

    def say(self, topic: str, value: Any) -> None:
        """Tell the others soon; not at all while the server is away."""
        if not self.is_up:
            return
        self._unsaid[topic].append(value)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._unsaid and self._client is not None:
            topic = next(iter(self._unsaid))  # in the order in which they were said
            values = self._unsaid.pop(topic)
            for first in range(0, len(values), AT_ONCE):
                data = json.dumps(values[first : first + AT_ONCE], separators=(",", ":"))
                try:
                    await self._client.publish(SUBJECT + topic, data.encode())
                except Exception as error:  # the others will find it in the database
                    log.warning("the bus is down: %s", error)

    @property
    def is_up(self) -> bool:
        """Whether the server is there.

        The client believes it is connected before the server has answered: one that is just
        ending or starting may hang up instead.
        """
        return self._client is not None and self._client.is_connected and self._answers

    async def close(self) -> None:
        """Say what has been left unsaid, and end."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.wait([self._connecting])
        if self._client is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._send(), 1)
                await asyncio.wait_for(self._client.flush(1), 1)
            await _end(self._client)


async def _end(client: Client) -> None:
    with suppress(OSError):  # of the last words to a server that is away
        await client.close()


async def _note(error: Exception) -> None:
    log.warning("the bus: %s", error)


def connect(url: str | None) -> Bus:
    """The bus at *url*, or the one that needs none."""
    return NatsBus(url) if url else LocalBus()
