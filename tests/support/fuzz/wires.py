"""What comes over a connection to the site: requests, sockets and their frames."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn
from pydantic import ValidationError
from pydantic_core import to_json
from uvicorn.server import ServerState

from inarow.web.http.faults import Fault
from inarow.web.http.limits import Door, Limits
from inarow.web.http.names import MAX_NAME, proper_name
from inarow.web.live.messages import MAX_FRAME, NewGame, read_frame
from inarow.web.uvicorn.direct_socket import DIRECT, DirectProtocol
from inarow.web.uvicorn.requests import LimitedProtocol
from support.fuzz.target import (
    Complaints,
    Trial,
    as_text,
    complaints,
    expect_sentence,
    shared,
    target,
)

FRAMES = """
    {"t":"move","move":3,"version":1,"id":"12345678"} "tail" "ping" "n" "offer" "what" "yes"
    true "draw" "takeback" "rematch" "answer" "claim" "win" "join" "swap" "resign" "abort"
    \\u0000 "rules":"7x6x4" "opponent":"level 1" "side":"x" "base":10000 "increment" "visibility"
"""


@target("web.live.messages", words=FRAMES)
def frame(data: bytes) -> None:
    """A frame means the same as bytes and as text, and when it is written again, or is refused."""
    found = _read(read_frame, data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        assert found is None
    else:
        again = _read(read_frame, text)
        assert _without_new_id(found, data) == _without_new_id(again, data)
    for each in (found, _read(NewGame.model_validate_json, data)):
        if each is not None:
            assert type(each).model_validate_json(to_json(each)) == each


def _read(read: Callable[[Any], Any], data: Any) -> Any:
    try:
        return read(data)
    except ValidationError:
        return None


def _without_new_id(found: Any, data: bytes) -> Any:
    """An id that the frame does not bring is a new one each time."""
    return found if found is None or b"id" in data else found.model_dump(exclude={"id"})


@target("web.http.names", words="level perfect 5 е ӏ ｌ \u3164 \u0301 ² Ⅴ")
def name(data: bytes) -> None:
    """A name can be shown, and is the same when it is given again; no letters hide a program."""
    text = as_text(data)
    try:
        proper = proper_name(text)
    except Fault as fault:
        expect_sentence(fault.text)
        return
    assert proper_name(proper) == proper
    assert proper.isprintable()
    assert 0 < len(proper) <= MAX_NAME
    assert not re.fullmatch(r"(level \d+|perfect)\W*", proper.casefold())


# -- connections ----------------------------------------------------------------------------------


class Transport(asyncio.Transport):
    """A connection on which everything can be written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 1), "sockname": ("10.0.0.2", 2)})
        self.said, self.ended = b"", False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.said += data

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    abort = close


class Server:
    """What listens, without a network: an application that writes down what it hears."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.complaints = Complaints()
        self.failures: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, about: self.failures.append(about))
        self.heard: list[Any] = []
        self.limits = Limits(1e9)
        door = Door(self.limits, hops=0)
        ws: Any = partial(DirectProtocol, door=door)
        self.config = uvicorn.Config(
            self.application,
            ws=ws,
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",
            server_header=False,
            proxy_headers=False,
        )
        self.config.load()
        self.protocol = partial(LimitedProtocol, self.config, door=door)

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            more = message["more_body"]
        about = (scope["method"], scope["path"], scope["query_string"], scope["headers"], body)
        self.heard.append(about)
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][DIRECT].listener = self.heard.append
        while (await receive())["type"] != "websocket.disconnect":
            pass

    def hear(self, *parts: bytes) -> tuple[list[Any], bytes]:
        """What is heard of what comes in parts, and said; nothing is left when it has gone."""
        return self.loop.run_until_complete(self._hear(parts))

    async def _hear(self, parts: tuple[bytes, ...]) -> tuple[list[Any], bytes]:
        self.heard = []
        transport = Transport()
        state = ServerState()
        protocol: Any = self.protocol(server_state=state, app_state={})
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        for part in parts:
            if not transport.ended:
                transport.get_protocol().data_received(part)
                await _turns(3)
        await _turns(12)
        transport.get_protocol().connection_lost(None)
        await _turns(12)
        assert not state.tasks, "a request goes on"
        assert not state.connections, "a connection stays"
        assert not self.limits._open, "somebody seems to be here"
        assert not self.failures, self.failures
        self.complaints.expect_none()
        return self.heard, transport.said


async def _turns(count: int) -> None:
    """Let the event loop go round so often: more than anything here takes."""
    for _ in range(count):
        await asyncio.sleep(0)


def pieces(data: bytes) -> list[bytes]:
    """The bytes one by one; of long data only the first."""
    return [*(data[i : i + 1] for i in range(min(len(data), 300))), data[300:]]


@contextmanager
def _listening() -> Iterator[Server]:
    server = Server()
    with complaints() as server.complaints:
        yield server
    server.loop.close()


HEADS = """
    GET POST HEAD / ?a=%00 HTTP/1.1 HTTP/1.0 Host: Content-Length: 5 Transfer-Encoding: chunked
    Connection: keep-alive close Upgrade Expect: 100-continue Cookie: inarow= Origin:
    Sec-WebSocket-Key: websocket Sec-WebSocket-Version: 13 Authorization: Bearer
"""


@shared("web.uvicorn.requests", "web.uvicorn.direct_socket", words=HEADS)
def request() -> Iterator[Trial]:
    """Requests are the same however the bytes come, and nothing is kept of them.

    Of those that come with bytes that are no request, or after one that asks for another protocol,
    some may be dropped, but none is invented.
    """
    with _listening() as server:

        def trial(data: bytes) -> None:
            whole, said = server.hear(data)
            some = b" 400 " in said or b"upgrade" in data.lower()
            for parts, answer in (server.hear(data[:9], data[9:]), server.hear(*pieces(data))):
                for each in (said, answer):
                    assert not each or each.startswith(b"HTTP/1.1 "), each
                assert (parts[: len(whole)] if some else parts) == whole

        yield trial


CLOSE = b"\x88"
"""How a frame that closes begins."""

HANDSHAKE = (
    b"GET /live/lobby HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@shared("web.uvicorn.direct_socket")
def socket() -> Iterator[Trial]:
    """Messages on a socket are the same however the bytes come, and nothing is kept of them.

    Before an error those that came with it may have been dropped.
    """
    with _listening() as server:

        def trial(data: bytes) -> None:
            whole, said = server.hear(HANDSHAKE, data)
            parts, _ = server.hear(HANDSHAKE, *pieces(data))
            assert said.startswith(b"HTTP/1.1 101 ")
            closed = CLOSE in said.partition(b"\r\n\r\n")[2]
            assert (parts[: len(whole)] if closed else parts) == whole

        yield trial
