"""A game as a stream of lines, for programs: the same messages as on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from inarow import language
from inarow.web import words
from inarow.web.http.identity import Person
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub

__all__ = ["Stream", "lines"]

HEARTBEAT: Final = 10.0
"""After how many seconds of silence an empty line is sent."""

MOST: Final = 256 * 1024
"""How many characters may wait for a slow reader; then the stream ends."""


class Stream:
    """A subscriber whose messages wait in a queue."""

    def __init__(self, who: Person | None, address: str = "") -> None:
        self.who = who
        self.person = who.id if who else None
        self.address = address
        self.language = language.code()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._size = 0
        self._closed = False

    def send(self, text: str) -> None:
        """Put a message into the queue; if that would be too much, no more will come."""
        if self._closed:
            return
        if self._size + len(text) > MOST:
            with language.use(self.language):
                self.close(1013, words.TOO_SLOW)
            return
        self._size += len(text)
        self._waiting.put_nowait(text)

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002  as sockets do it
        """End when what waits has been read."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """The next message, empty after a while of silence, `None` at the end."""
        if self._closed and self._waiting.empty():
            return None
        try:
            async with asyncio.timeout(HEARTBEAT):
                text = await self._waiting.get()
        except TimeoutError:
            return ""
        self._size -= len(text or "")
        return text


async def lines(hub: Hub, live: LiveGame, stream: Stream) -> AsyncIterator[str]:
    """Messages as lines until one side ends it; then the hub forgets the stream."""
    try:
        while (text := await stream.next()) is not None:
            yield f"{text}\n"
    finally:
        hub.unsubscribe(live, stream)
