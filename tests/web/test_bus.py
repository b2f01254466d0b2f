"""Instances hear each other by a real NATS server, also after it was away."""

import asyncio
from typing import Any

import pytest

from inarow.web.bus import LocalBus, NatsBus, connect
from web import servers
from web.people import until

pytestmark = pytest.mark.anyio

Heard = list[tuple[str, list[Any]]]


async def listening(url: str) -> tuple[NatsBus, Heard]:
    bus, heard = NatsBus(url), Heard()
    await bus.open(lambda topic, values: heard.append((topic, values)))
    return bus, heard


def test_without_an_address_there_is_one_instance() -> None:
    bus = connect(None)
    assert isinstance(bus, LocalBus)
    assert bus.is_alone
    assert bus.is_up
    bus.say("event", 1)


async def test_the_others_hear_what_one_says(nats_url: str) -> None:
    one, heard_by_one = await listening(nats_url)
    two, heard_by_two = await listening(nats_url)
    assert one.is_up
    assert not one.is_alone
    for value in range(2500):
        one.say("event", [value, "é"])
    one.say("here", ["a"])
    await until(lambda: sum(len(values) for _, values in heard_by_two) == 2501)
    events = [value for topic, values in heard_by_two if topic == "event" for value in values]
    assert events == [[value, "é"] for value in range(2500)]
    assert len(heard_by_two) <= 5  # what is said together goes together
    assert heard_by_one == []
    await one.close()
    await two.close()


async def test_the_server_may_come_later_and_go_for_a_while() -> None:
    port = servers.free_port()
    one = NatsBus(f"nats://127.0.0.1:{port}")
    opening = asyncio.create_task(one.open(lambda topic, values: None))
    with servers.nats(port) as url:
        await opening
        await until(lambda: one.is_up)
    await until(lambda: not one.is_up)
    one.say("event", "lost")
    with servers.nats(port):
        await until(lambda: one.is_up)
        two, heard = await listening(url)
        one.say("event", "heard")
        await until(lambda: heard)
        assert heard == [("event", ["heard"])]
        await two.close()
        await one.close()
