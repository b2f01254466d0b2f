"""uvicorn's HTTP protocol with more limits: on who sends how much, and on what is waited for.

Without them anybody could fill the memory with headers or with requests that wait for each other,
or keep connections open by saying nothing, or next to nothing.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from inarow.web.uvicorn.visitors import Door, Visitor

__all__ = ["LimitedProtocol"]

MAX_HEAD: Final = 32 * 1024
"""How many more bytes of a head are waited for after the first ones."""

MOST_WAITING: Final = 8
"""How many requests may wait on one connection for the answer to those before them."""

PATIENCE: Final = 15.0
"""In how many seconds a head must be there, however it comes."""

BODY_PATIENCE: Final = 20.0
"""The same for the body after it; the application may answer earlier that it has not come."""


class LimitedProtocol(HttpToolsProtocol):
    """One connection, until it becomes a socket."""

    def __init__(self, *arguments: Any, door: Door, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._door = door
        self._visitor: Visitor | None = None
        self._waiting: TimerHandle | None = None
        self._running: RequestResponseCycle | None = None
        self._begun = False
        self._size = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head, unless there are too many who do."""
        super().connection_made(transport)
        self._visitor = self._door.enter(self.client[0] if self.client else "")
        if self._visitor is None:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        if self._visitor is not None:
            self._visitor.leave()
        if self._running is not None:
            self._running.disconnected = True  # uvicorn tells only the last of those that wait
            self._running.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is too much; a head that comes in one piece with its end is not."""
        visitor = self._visitor
        if visitor is None or not visitor.may_send(len(data)):
            self.transport.abort()
            return
        self._size += len(data)
        visitor.does(super().data_received, data)
        if self.parser is None or self.transport.is_closing():
            return
        if self._begun and self._size > MAX_HEAD:
            self.send_400_response("The request headers are too long.")
        elif self._waiting is None and self.timeout_keep_alive_task is None and self._is_idle():
            self._wait()  # what came was no request, such as an empty line

    def on_message_begin(self) -> None:
        """A head begins."""
        if len(self.pipeline) >= MOST_WAITING:
            self.transport.abort()
            raise ConnectionAbortedError  # ends the reading of what has come
        self._begun, self._size = True, 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there; a body may follow."""
        self._begun = False
        self._wait(BODY_PATIENCE)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is there, too."""
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket; the parser, which knows us, is let go, so that we are freed."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end
        socket: Any = self.transport.get_protocol()
        socket.visitor, self._visitor = self._visitor, None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self, seconds: float | None = None) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(seconds or PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
