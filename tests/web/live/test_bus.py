"""Instances hear each other by a real NATS server, also after it was away."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from inarow.web.live import bus
from inarow.web.live.bus import LocalBus, NatsBus, connect
from support.web import servers
from support.web.people import until

pytestmark = pytest.mark.anyio

Heard = list[tuple[str, list[Any]]]


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[tuple[NatsBus, Heard]]:
    joined, heard = NatsBus(url), Heard()
    await joined.open(lambda topic, values: heard.append((topic, values)))
    try:
        yield joined, heard
    finally:
        await joined.close()


def test_without_an_address_there_is_one_instance() -> None:
    alone = connect(None)
    assert isinstance(alone, LocalBus)
    assert alone.is_alone
    assert alone.is_up
    alone.say("event", 1)


async def test_the_others_hear_what_one_says(nats_url: str) -> None:
    async with (
        listening(nats_url) as (one, heard_by_one),
        listening(nats_url) as (two, heard_by_two),
    ):
        await until(lambda: one.is_up and two.is_up)
        assert not one.is_alone
        for value in range(2500):
            one.say("event", [value, "é"])
        one.say("here", ["a"])
        await until(lambda: sum(len(values) for _, values in heard_by_two) == 2501)
        events = [value for topic, values in heard_by_two if topic == "event" for value in values]
        assert events == [[value, "é"] for value in range(2500)]
        assert len(heard_by_two) <= 5  # what is said together goes together
        assert heard_by_one == []


async def test_the_server_may_come_later_and_go_for_a_while() -> None:
    port = servers.free_port()
    async with listening(f"nats://127.0.0.1:{port}") as (one, _):
        assert not one.is_up
        with servers.nats(port):
            await until(lambda: one.is_up)
        await until(lambda: not one.is_up)
        one.say("event", "lost")
        with servers.nats(port) as url:
            await until(lambda: one.is_up)
            async with listening(url) as (two, heard):
                await until(lambda: two.is_up)
                one.say("event", "heard")
                await until(lambda: heard)
                assert heard == [("event", ["heard"])]


async def test_a_frozen_server_is_noticed_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus, "PING", 0.1)
    async with asyncio.timeout(60):
        with servers.nats() as url:
            one = NatsBus(url)
            await one.open(lambda topic, values: None)
            await until(lambda: one.is_up)
            with servers.stopped(servers.children(os.getpid(), "nats-server")):
                for _ in range(100):
                    one.say("event", "x" * 100_000)  # more than fits into what lies between
                await until(lambda: not one.is_up)
                two = NatsBus(url)
                await two.open(lambda topic, values: None)
                assert not two.is_up
                await one.close()
                await two.close()


async def test_who_takes_the_call_and_hangs_up_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a server does that is just ending: the client believes in it for a moment."""
    calls, seen = 0, []

    async def note(error: Exception) -> None:
        seen.append(one.is_up)

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls
        calls += 1
        writer.write(b'INFO {"max_payload":1048576}\r\n')
        while not (line := await reader.readline()).startswith(b"PING"):
            assert line
        if calls == 1:
            writer.write(b"PONG\r\n")
            while not (line := await reader.readline()).startswith(b"PING"):
                assert line
            writer.write(b"PONG\r\n")
            await writer.drain()
        writer.close()

    monkeypatch.setattr(bus, "_note", note)
    server = await asyncio.start_server(take, "127.0.0.1", 0)
    async with server:
        one = NatsBus(f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await one.open(lambda topic, values: None)
        await until(lambda: calls > 3)
        assert not one.is_up
        await one.close()
    assert True not in seen[1:], "after the first call nobody was there"
