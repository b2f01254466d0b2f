"""uvicorn's WebSocket protocol with limits, and with a short cut for frames.

Plain ASGI hands each frame through a queue to a task and back, which is slow for a busy server. An
application that finds `scope["extensions"]["inarow.direct"]` may instead be called with each text
at once, and write without waiting. Parsing and the handshake stay with the `websockets` library,
which counts complete messages only: so what comes is counted before it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from inarow.web.uvicorn.visitors import Door, Visitor

__all__ = ["DIRECT", "Direct", "DirectProtocol", "frame"]

DIRECT = "inarow.direct"

MOST_WAITING: Final = 256 * 1024
"""How many bytes may wait for a slow reader before it is cut off; it comes back for the tail."""

MOST_PARTS: Final = 64
"""In how many parts a message may come: empty ones have no size, but each needs a place."""

TOO_MUCH: Final = b"\x88\x13" + (4429).to_bytes(2, "big") + b"Too many messages"
"""The frame that closes a socket on which too much comes."""


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
    visitor: Visitor | None = None  # who has connected
    talker: Visitor | None = None  # the same, once the handshake is there: who sends frames

    def __init__(self, *arguments: Any, door: Door, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._door = door

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much."""
        if self.talker is None:
            super().data_received(data)
        elif self.talker.may_send(len(data)):
            self.talker.does(super().data_received, data)
        else:
            self._refuse()

    def handle_connect(self, event: Request) -> None:
        """Offer the short cut to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.talker = self._door.at_socket(self.scope)
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

    def handle_cont(self, event: Frame) -> None:
        """Keep another part of a message."""
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        else:
            self._refuse()

    def handle_ping(self) -> None:
        """Answer, if the answers before have been read."""
        if self.transport.get_write_buffer_size() > MOST_WAITING:
            self.transport.abort()
        else:
            super().handle_ping()

    def _refuse(self) -> None:
        """Close, and say why if that can be heard."""
        if self.transport.is_closing():
            return
        if self.handshake_complete and not self.transport.get_write_buffer_size():
            self.transport.write(TOO_MUCH)
            self.transport.close()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Listen no more."""
        for visitor in (self.visitor, self.talker):
            if visitor is not None:
                visitor.leave()
        if self.direct is not None:
            self.direct.end()
        super().connection_lost(exc)
