"""`Socket`: one open WebSocket, whatever it is about."""

from __future__ import annotations

import asyncio
from collections import deque

from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from inarow import language
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.limits import Limits
from inarow.web.live.messages import MAX_FRAME, Frame, Ping, read_frame
from inarow.web.uvicorn.direct_socket import DIRECT, Direct

__all__ = ["Socket"]

MOST_WAITING = 200
"""How many messages wait for a slow reader at most (with plain ASGI)."""


class Socket:
    """One open socket: sends without waiting, closes with a code and a reason."""

    def __init__(
        self, scope: Scope, send: Send, who: identity.Person | None, limits: Limits
    ) -> None:
        self.who = who
        self.language = language.code()
        self.address: str = scope.get("state", {}).get("address", "")
        self.limits = limits
        self.person = who.id if who else None
        self.direct: Direct | None = scope.get("extensions", {}).get(DIRECT)
        self.key = self.person or self.address
        self._counted = "frame" if who else "stranger"  # all strangers of an address together
        self._send = send
        self._closing: tuple[int, str] | None = None
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()

    def send(self, text: str) -> None:
        """Tell the client; one that is much too slow is cut off."""
        if self._closing is not None:
            return
        if self.direct is not None:
            self.direct.write(text)
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            with language.use(self.language):
                self.close(1013, words.TOO_SLOW)
            return
        self._waiting.append(text)
        self._wake.set()

    def hear(self, data: str | bytes) -> None:
        """A frame from the client, from wherever it is read."""
        with language.use(self.language):
            self.answer(data)

    def answer(self, data: str | bytes) -> None:
        """Do what a frame asks for; here it may only ask whether we are there."""
        message = self.read(data)
        if isinstance(message, Ping):
            self.send(f'{{"t":"pong","n":{message.n}}}')
        elif message is not None:
            self.close(4400, words.BAD_FRAME)

    def read(self, data: str | bytes) -> Frame | None:
        """What the client says; if it cannot be understood, or is too much, we close."""
        try:
            if self._closing is None and len(data) <= MAX_FRAME:
                if self.limits.take(self._counted, self.key):
                    self.close(4429, words.TOO_MANY_FRAMES)
                    return None
                return read_frame(data)
        except ValidationError:
            pass
        self.close(4400, words.BAD_FRAME)
        return None

    def close(self, code: int, reason: str) -> None:
        """Close it, after what was sent before."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()

    async def pump(self) -> None:
        """Send what waits, until it is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                text = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": text})
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return

    async def attend(self, receive: Receive) -> None:
        """Listen and send until the socket is closed by either side."""
        if self.direct is not None:
            self.direct.listener = self.hear
        pump = asyncio.create_task(self.pump())
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                data = message.get("text")
                self.hear(data if data is not None else message.get("bytes") or b"")
        finally:
            pump.cancel()
            if self.direct is not None:
                self.direct.listener = None

    async def turn_away(self, code: int, reason: str) -> None:
        """Close it at once."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})
