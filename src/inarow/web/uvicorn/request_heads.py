"""uvicorn's HTTP protocol with two more limits: on the length of heads, and on their time.

Without them anybody could fill the memory with headers, or keep connections open by saying nothing.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["LimitedProtocol"]

MAX_HEAD: Final = 32 * 1024
"""How many more bytes of a head are waited for after the first ones."""

PATIENCE: Final = 15.0
"""In how many seconds a head must be there, from the connection or its first byte on."""


class LimitedProtocol(HttpToolsProtocol):
    """One connection, until it becomes a socket."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._waiting: TimerHandle | None = None
        self._begun = False
        self._size = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head is too long; what comes in one piece with its end is not."""
        self._size += len(data)
        super().data_received(data)
        if self._begun and self._size > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The request headers are too long.")

    def on_message_begin(self) -> None:
        """A head begins."""
        self._begun, self._size = True, 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._begun = False
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket; the parser, which knows us, is let go, so that we are freed."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
