from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from inarow.web.http.faults import Fault
from inarow.web.http.limits import KINDS, AddressLimit, Limits, address_of


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


def test_check_says_when_to_try_again() -> None:
    limits = Limits(now=Time())
    limits.check("token", "ann", KINDS["token"].burst)
    with pytest.raises(Fault) as caught:
        limits.check("token", "ann")
    assert (caught.value.status, caught.value.headers) == (429, {"retry-after": "10"})
    assert caught.value.text == "Too many requests. Try again in 10 s."


@pytest.mark.parametrize(
    ("client", "forwarded", "proxy", "address"),
    [
        ("10.0.0.1", [], False, "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4"], False, "10.0.0.1"),
        ("127.0.0.1", ["6.6.6.6, 1.2.3.4"], True, "1.2.3.4"),
        ("127.0.0.1", ["6.6.6.6", "1.2.3.4"], True, "1.2.3.4"),
        ("127.0.0.1", [], True, "unknown"),
        ("127.0.0.1", ["nonsense"], True, "unknown"),
        ("2001:db8:1:2:3::4", [], False, "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", [], False, "10.0.0.1"),
        ("testclient", [], False, "unknown"),
    ],
)
def test_who_is_at_the_other_end(
    client: str, forwarded: list[str], proxy: bool, address: str
) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (client, 1), "headers": headers}
    assert address_of(scope, proxy=proxy) == address


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
    import asyncio

    async def talk() -> None:
        limits = Limits(now=Time())
        app = AddressLimit(_answer, limits, proxy=False)
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
