import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from inarow.web.http.faults import Fault
from inarow.web.http.limits import (
    AT_ONCE,
    KINDS,
    MOST_OPEN,
    SPARED,
    WEIGHT,
    AddressLimit,
    Door,
    Limits,
    Rate,
    Visitor,
    address_of,
)


class Time:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_goes_through_and_then_the_steady_rate() -> None:
    time = Time()
    limits = Limits(now=time)
    steady, burst = KINDS["act"]
    assert [limits.take("act", "ann") for _ in range(int(burst))] == [0.0] * int(burst)
    assert limits.take("act", "ann") == pytest.approx(1 / steady)
    assert limits.take("act", "bob") == 0.0
    assert limits.take("game", "ann") == 0.0
    time.now += 1 / steady
    assert limits.take("act", "ann") == 0.0
    assert limits.take("act", "ann") > 0.0


def test_rates_are_multiplied() -> None:
    limits = Limits(2.0, now=Time())
    assert sum(limits.take("game", "ann") == 0.0 for _ in range(100)) == 2 * KINDS["game"].burst


def test_when_there_is_no_room_for_a_bucket_the_answer_is_no() -> None:
    time = Time()
    limits = Limits(most=3, now=time)
    for key in "abc":
        assert limits.take("act", key) == 0.0
    assert limits.take("act", "d") == 1.0
    assert limits.take("act", "a") == 0.0, "who is known goes on"
    time.now += 100
    assert limits.take("act", "d") == 0.0, "full buckets are forgotten"
    assert len(limits._buckets) == 1


def test_looking_for_full_buckets_is_not_repeated_all_the_time() -> None:
    time = Time()
    limits = Limits(most=1, now=time)
    limits.take("act", "a")
    assert limits.take("act", "b") == 1.0
    time.now += 0.5  # a is full again, but nobody has looked
    assert limits.take("act", "b") == 1.0
    time.now += 0.5
    assert limits.take("act", "b") == 0.0


def test_what_is_broken_refuses(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> float:
        raise OSError("no clock")

    assert Limits(now=broken).take("act", "ann") == 1.0
    assert Limits().take("nonsense", "ann") == 1.0
    assert "rate limits failed" in caplog.text


def test_what_is_stored_is_counted_for_the_person_and_the_address() -> None:
    time = Time()
    limits = Limits(now=time)
    steady, burst = limits.kinds["event"] = Rate(0.5, 8)
    limits.kinds["command"] = Rate(1, 12)
    assert [limits.store("ann", "home") for _ in range(9)] == [0.0] * int(burst) + [1 / steady]
    assert [limits.store("bob", "home") for _ in range(5)] == [0.0] * 4 + [1.0], "one address"
    time.now += 10
    assert limits.store("bob", "home") == 0.0
    assert limits.store("ann", "away") == 0.0


def test_moves_are_the_last_to_be_refused() -> None:
    limits = Limits(now=Time())
    limits.kinds["event"] = Rate(0.5, 8)
    assert 8 * SPARED == 2
    for _ in range(6):
        assert limits.store("ann", "home", begins=True, game=True) == 0.0
    assert limits.store("ann", "home") == 0.0, "a move"
    assert limits.store("ann", "home", begins=True, game=True) == 2.0
    assert limits.store("ann", "home", begins=True) == 2.0
    assert limits.store("ann", "home") == 0.0, "another move"
    assert limits.store("ann", "home") == 2.0


def test_a_class_that_plays_for_an_hour_is_far_below_what_may_be_stored() -> None:
    time = Time()
    limits = Limits(now=time)
    for _ in range(3600):
        time.now += 1.0
        for pupil in range(30):
            if (time.now + pupil) % 3 == 0:
                assert limits.store(f"pupil {pupil}", "school", begins=True) == 0.0


def test_check_says_when_to_try_again() -> None:
    limits = Limits(now=Time())
    limits.check("token", "ann", KINDS["token"].burst)
    with pytest.raises(Fault) as caught:
        limits.check("token", "ann")
    assert (caught.value.status, caught.value.headers) == (429, {"retry-after": "10"})
    assert caught.value.text == "Too many requests. Try again in 10 s."


@pytest.mark.parametrize(
    ("client", "forwarded", "hops", "address"),
    [
        ("10.0.0.1", [], 0, "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4"], 0, "10.0.0.1"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4"], 1, "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6", "1.2.3.4"], 1, "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4", "10.0.0.9"], 2, "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4, 10.0.0.8", "10.0.0.9"], 3, "1.2.3.4"),
        ("127.0.0.1", ["1.2.3.4"], 2, "unknown"),
        ("127.0.0.1", [], 1, "unknown"),
        ("127.0.0.1", ["nonsense"], 1, "unknown"),
        ("2001:db8:1:2:3::4", [], 0, "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", [], 0, "10.0.0.1"),
        ("testclient", [], 0, "unknown"),
    ],
)
def test_who_is_at_the_other_end(
    client: str, forwarded: list[str], hops: int, address: str
) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (client, 1), "headers": headers}
    assert address_of(scope, hops=hops) == address


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "passed"})


async def _ask(app: AddressLimit, type: str, path: str) -> Any:
    sent = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {}

    scope = {"type": type, "path": path, "headers": [], "client": ("10.0.0.1", 1), "method": "GET"}
    scope |= {"query_string": b"", "server": ("a", 1), "scheme": "http"}
    await app(scope, receive, send)
    return sent[0]


def test_an_address_that_asks_too_often_is_refused() -> None:
    async def talk() -> None:
        limits = Limits(now=Time())
        app = AddressLimit(_answer, limits, hops=0)
        assert (await _ask(app, "http", "/api/lobby"))["type"] == "passed"
        for kind in ("request", "socket"):
            limits.take(kind, "10.0.0.1", limits.kinds[kind].burst - 1)
            limits.take(kind, "10.0.0.1")
        refused = await _ask(app, "http", "/api/lobby")
        assert refused["status"] == 429
        assert (b"retry-after", b"1") in refused["headers"]
        closed = await _ask(app, "websocket", "/live/lobby")
        assert (closed["type"], closed["code"]) == ("websocket.close", 4429)
        for path in ("/static/a.js", "/healthz"):
            assert (await _ask(app, "http", path))["type"] == "passed"

    asyncio.run(talk())


@pytest.mark.parametrize("path", ["/api/lobby", "/healthz", "/static/a.js"])
def test_an_address_that_takes_too_much_time_is_refused(path: str) -> None:
    time, worked = Time(), Time()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        worked.now += 0.01
        time.now += 0.001
        await asyncio.sleep(0)
        worked.now += 0.01
        await send({"type": "passed"})

    async def talk() -> None:
        limits = Limits(now=time)
        site = AddressLimit(app, limits, hops=0, clock=worked)
        steady, burst = KINDS["milliseconds"]
        answers = [await _ask(site, "http", path) for _ in range(350)]
        passed = sum(each["type"] == "passed" for each in answers)
        assert passed == pytest.approx(burst / (20 - steady / 1000), abs=2)
        refused = answers[-1]
        assert refused["status"] == 429
        assert (b"connection", b"close") in refused["headers"], "each costs a connection"
        assert (await _ask(site, "websocket", "/live/lobby"))["code"] == 4429
        time.now += 1
        assert (await _ask(site, "http", path))["type"] == "passed"

    asyncio.run(talk())


def test_only_the_time_on_the_loop_is_charged() -> None:
    worked = Time()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        worked.now += 0.5
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def others() -> None:
            worked.now += 60
            future.set_exception(KeyError("what was waited for"))

        loop.call_soon(others)
        with pytest.raises(KeyError):
            await future
        await send({"type": "passed"})

    async def talk() -> None:
        limits = Limits(now=Time())
        site = AddressLimit(app, limits, hops=0, clock=worked)
        assert (await _ask(site, "http", "/api/lobby"))["type"] == "passed"
        steady, burst = KINDS["milliseconds"]
        assert limits.take("milliseconds", "10.0.0.1", burst) == pytest.approx(500 / steady)

    asyncio.run(talk())


@pytest.mark.parametrize(("type", "kind"), [("http", "request"), ("websocket", "socket")])
def test_so_much_of_an_address_is_open_at_a_time(type: str, kind: str) -> None:
    async def talk() -> None:
        end = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await end.wait()
            await send({"type": "passed"})

        site = AddressLimit(app, Limits(0.1, now=Time()), hops=0)
        most = MOST_OPEN[kind] // 10
        async with asyncio.TaskGroup() as group:
            opened = [group.create_task(_ask(site, type, "/live/lobby")) for _ in range(most)]
            await asyncio.sleep(0)
            refused = await _ask(site, type, "/static/x")
            assert refused.get("status", refused.get("code")) in (429, 4429)
            end.set()
        assert all(task.result()["type"] == "passed" for task in opened)
        assert not site.limits._open

    asyncio.run(talk())


def test_others_have_their_turn_between_many_requests_of_an_address() -> None:
    async def talk() -> None:
        begun, rounds = 0, []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal begun
            begun += 1
            await send({"type": "passed"})

        site = AddressLimit(app, Limits(now=Time()), hops=0)
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(_ask(site, "http", "/healthz"))
            while begun < 100:
                before = begun
                await asyncio.sleep(0)
                rounds.append(begun - before)
        assert max(rounds) <= 2 * AT_ONCE, "at the end of one round and the beginning of the next"
        assert len(rounds) <= 2 * 100 / AT_ONCE

    asyncio.run(talk())


def test_connections_of_an_address_are_counted_at_the_door() -> None:
    time = Time()
    door = Door(Limits(now=time), hops=0)
    visitors = [door.enter("10.0.0.1") for _ in range(MOST_OPEN["connection"] + 1)]
    assert visitors.count(None) == 1
    assert door.enter("10.0.0.2")
    for visitor in visitors[:-1]:
        assert visitor
        visitor.leave()
    burst = KINDS["connection"].burst
    again = 0
    while visitor := door.enter("10.0.0.1"):
        visitor.leave()
        again += 1
    assert again == burst - len(visitors), "too many in a short time"
    time.now += 1
    assert door.enter("10.0.0.1")


def test_bytes_of_an_address_are_counted_before_they_are_read() -> None:
    time = Time()
    door = Door(Limits(now=time), hops=0)
    one, other = door.enter("10.0.0.1"), door.enter("10.0.0.1")
    assert one
    assert other
    burst = int(KINDS["bytes"].burst)
    assert one.may_send(burst // 2)
    assert other.may_send(burst // 2)
    assert not one.may_send(1)
    assert door.enter("10.0.0.2").may_send(burst)  # type: ignore[union-attr]
    time.now += 1
    assert one.may_send(1)


def _talker(door: Door, address: str = "10.0.0.1", forwarded: str = "") -> Visitor:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return door.at_socket({"type": "websocket", "client": (address, 1), "headers": headers})


def test_bytes_on_sockets_are_counted_for_each_and_for_their_address() -> None:
    time = Time()
    limits = Limits(now=time)
    door = Door(limits, hops=0)
    talker, alone = _talker(door), int(KINDS["heard"].burst)
    assert talker.may_send(alone)
    assert not talker.may_send(1), "one socket"
    time.now += 60
    heard = sum(_talker(door).may_send(alone) for _ in range(200)) * alone
    assert heard == KINDS["bytes"].burst / WEIGHT, "two hundred sockets"
    time.now += 60
    assert talker.may_send(1)
    limits.spend("10.0.0.1", 1000)
    assert not talker.may_send(1), "who owes time"
    talker.leave()
    assert ("heard", "0") not in limits._buckets


def test_behind_a_proxy_sockets_are_counted_and_connections_are_not() -> None:
    door = Door(Limits(now=Time()), hops=1)
    for _ in range(1000):
        visitor = door.enter("127.0.0.1")
        assert visitor
        assert visitor.may_send(10**6)
    alone = int(KINDS["heard"].burst)
    for _ in range(int(KINDS["bytes"].burst / WEIGHT / alone)):
        assert _talker(door, "127.0.0.1", "1.2.3.4").may_send(alone)
    assert not _talker(door, "127.0.0.1", "1.2.3.4").may_send(alone)
    assert _talker(door, "127.0.0.1", "1.2.3.5").may_send(alone)


def test_what_a_visitor_does_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    from inarow.web.http import limits as module

    worked, found = Time(), Limits(now=Time())
    monkeypatch.setattr(module, "thread_time", worked)

    def work(data: bytes) -> None:
        worked.now += len(data)

    visitor = Door(found, hops=0).enter("10.0.0.1")
    assert visitor
    visitor.does(work, b"four")
    steady, burst = KINDS["milliseconds"]
    assert found.take("milliseconds", "10.0.0.1", burst) == pytest.approx(4000 / steady)
