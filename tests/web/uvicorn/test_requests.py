"""Requests that are too long, too many at once, or never end."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from inarow.web.http.limits import Door, Limits, Rate
from inarow.web.uvicorn import requests
from inarow.web.uvicorn.requests import MOST_WAITING, LimitedProtocol
from support.web.threaded import Site, site


def talk(running: Site, *parts: bytes) -> bytes:
    """What the site says until it closes the connection."""
    place = ("127.0.0.1", int(running.url.rpartition(":")[2]))
    said = b""
    with socket.create_connection(place, timeout=20) as connection, suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            if part in (START, POST):
                time.sleep(0.05)  # it arrives alone
        while data := connection.recv(65536):
            said += data
    return said


START = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
POST = START.replace(b"GET", b"POST")


def test_a_head_that_never_ends_is_cut(tmp_path: Path) -> None:
    many = [b"X-A: %s\r\n" % (b"a" * 1000) for _ in range(2000)]
    with site(tmp_path) as running:
        said = talk(running, START, *many)
        assert not said or said.startswith(b"HTTP/1.1 400")
        long = talk(running, START, *many[:5], b"Connection: close\r\n\r\n")
        assert long.startswith(b"HTTP/1.1 200")
        body = b"Connection: close\r\nContent-Length: 60000\r\n\r\n"
        for sent in (body, body + b"a" * 60000):
            said = talk(running, POST, sent, b"a" * (len(body) + 60000 - len(sent)))
            assert said.startswith(b"HTTP/1.1 403"), "a body is none of a head"


def test_who_says_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.05)
    with site(tmp_path) as running:
        assert talk(running) == b""
        assert talk(running, START) == b""
        monkeypatch.setattr(requests, "PATIENCE", 3.0)  # a busy machine needs some for an answer
        assert talk(running, START + b"\r\n" + START).startswith(b"HTTP/1.1 200")


class Transport(asyncio.Transport):
    """A connection on which everything can be written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 1), "sockname": ("10.0.0.2", 2)})
        self.said, self.ended = b"", False

    def write(self, data: Any) -> None:
        self.said += data

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    abort = close


@contextmanager
def connected(app: Any, limits: Limits | None = None) -> Iterator[tuple[Any, Transport]]:
    """A protocol and its transport."""
    door = Door(limits or Limits(), hops=0)
    protocol = LimitedProtocol(uvicorn.Config(app, log_config=None), ServerState(), {}, door=door)
    transport = Transport()
    protocol.connection_made(transport)
    yield protocol, transport
    protocol.connection_lost(None)


async def ok(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


def test_few_requests_wait_on_one_connection() -> None:
    async def talk() -> None:
        begun = 0

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            nonlocal begun
            begun += 1
            await asyncio.Event().wait()

        with connected(slow) as (protocol, transport):
            protocol.data_received((START + b"\r\n") * (1 + MOST_WAITING))
            assert len(protocol.pipeline) == MOST_WAITING
            assert not transport.ended
            protocol.data_received((START + b"\r\n") * 5000)
            assert len(protocol.pipeline) == MOST_WAITING
            assert transport.ended
            await asyncio.sleep(0)
            assert begun == 1

    asyncio.run(talk())


def test_requests_that_wait_are_answered() -> None:
    async def talk() -> None:
        with connected(ok) as (protocol, transport):
            protocol.data_received((START + b"\r\n") * 5)
            while transport.said.count(b"200 OK") < 5:
                await asyncio.sleep(0)
            assert not transport.ended

    asyncio.run(talk())


def test_nothing_is_written_for_one_who_has_gone_while_requests_wait() -> None:
    async def talk() -> None:
        gone, done = asyncio.Event(), asyncio.Event()

        async def late(scope: Any, receive: Any, send: Any) -> None:
            await gone.wait()
            await ok(scope, receive, send)
            done.set()

        with connected(late) as (protocol, transport):
            protocol.data_received((START + b"\r\n") * 3)
            await asyncio.sleep(0)
        gone.set()
        await done.wait()
        assert transport.said == b""

    asyncio.run(talk())


def test_a_body_has_its_time_even_when_nobody_reads_it() -> None:
    async def talk() -> None:
        with connected(ok) as (protocol, transport):
            protocol.data_received(POST + b"Content-Length: 9000\r\n\r\n")
            while b"200 OK" not in transport.said:
                await asyncio.sleep(0)
            for _ in range(3):
                protocol.data_received(b" ")
                timers = protocol._waiting, protocol.timeout_keep_alive_task
                assert any(timer and not timer.cancelled() for timer in timers)
            (timer,) = filter(None, timers)
            protocol.data_received(b" ")
            assert timer in (protocol._waiting, protocol.timeout_keep_alive_task), "not put off"

    asyncio.run(talk())


def test_empty_lines_keep_no_connection_open() -> None:
    async def talk() -> None:
        with connected(ok) as (protocol, transport):
            protocol.data_received(START + b"\r\n")
            while b"200 OK" not in transport.said:
                await asyncio.sleep(0)
            protocol.data_received(b"\r\n")
            timer = protocol._waiting
            assert timer is not None
            protocol.data_received(b"\r\n")
            assert protocol._waiting is timer, "not put off"

    asyncio.run(talk())


def test_a_connection_too_many_is_cut() -> None:
    async def talk() -> None:
        limits = Limits(0.01)
        with connected(ok, limits), connected(ok, limits), connected(ok, limits):
            with connected(ok, limits) as (_, transport):
                assert not transport.ended
                with connected(ok, limits) as (_, fifth):
                    assert fifth.ended
            with connected(ok, limits) as (_, transport):
                assert not transport.ended, "one has gone"

    asyncio.run(talk())


def test_bytes_too_many_are_not_read() -> None:
    async def talk() -> None:
        limits = Limits()
        limits.kinds["bytes"] = Rate(1e-9, 100)
        with connected(ok, limits) as (protocol, transport):
            protocol.data_received(START + b"\r\n")
            assert not transport.ended
            protocol.data_received(START + b"\r\n")
            protocol.data_received(START + b"X: " + b"x" * 100)
            assert transport.ended

    asyncio.run(talk())
