"""uvicorn's WebSocket protocol with a short cut for frames, which is what a busy server needs.

Plain ASGI hands each frame through a queue to a task and back. An application that finds
`scope["extensions"]["inarow.direct"]` may instead be called with each text at once, and write
without waiting. Parsing and the handshake stay with the `websockets` library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

__all__ = ["DIRECT", "Direct", "DirectProtocol", "frame"]

DIRECT = "inarow.direct"

MOST_WAITING = 256 * 1024
"""How many bytes may wait for a slow reader before it is cut off; it comes back for the tail."""


def frame(text: str) -> bytes:
    """A text message from a server as WebSocket writes it: a mark, the length, the bytes."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


class Direct:
    """The short cut of one socket."""

    __slots__ = ("_protocol", "listener")

    def __init__(self, protocol: DirectProtocol) -> None:
        self._protocol: DirectProtocol | None = protocol
        self.listener: Callable[[str | bytes], None] | None = None

    def write(self, text: str) -> None:
        """Send a text without waiting; a reader who is much too slow is cut off."""
        protocol = self._protocol
        if protocol is None:
            return
        transport = protocol.transport
        if protocol.close_sent or protocol.disconnected or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            return
        transport.write(frame(text))

    def end(self) -> None:
        """Let go of the socket, which knows us: so it needs no search for garbage to be freed."""
        self._protocol = self.listener = None


class DirectProtocol(WebSocketsSansIOProtocol):
    """The protocol class to give to uvicorn as `ws`."""

    direct: Direct | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the short cut to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.direct = Direct(self)
            extensions: Any = self.scope["extensions"]
            extensions[DIRECT] = self.direct

    def send_receive_event_to_app(self) -> None:
        """Take the short cut, if the application does."""
        if self.direct is None or self.direct.listener is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.direct.listener(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Listen no more."""
        if self.direct is not None:
            self.direct.end()
        super().connection_lost(exc)
