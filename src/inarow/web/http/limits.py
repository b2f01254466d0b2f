"""`Limits`: how much one person, or one address, may ask for in a while.

Each has a bucket of tokens for every kind of request, which fills up again at a steady rate.
Whatever goes wrong with the book-keeping, and when there are more buckets than fit, the answer is
no: somebody who is wanted waits a second, somebody who is not gets nothing.

What an address may cost is counted twice: by `Door` before anything is read (connections, bytes,
the time of reading), and by `AddressLimit` for each request (how many, and the time they take).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Mapping
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count, islice
from math import ceil
from time import monotonic, thread_time
from typing import Any, Final, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.web import words
from inarow.web.http.faults import Fault, answer

__all__ = [
    "KINDS",
    "MOST_OPEN",
    "AddressLimit",
    "Door",
    "Limits",
    "Rate",
    "address_of",
    "refuse_for",
    "too_fast",
]

log = logging.getLogger("inarow.web")


class Rate(NamedTuple):
    """*burst* at once, then *steady* a second."""

    steady: float
    burst: float


KINDS: Final = {
    # of an address, behind which there may be a whole school
    "request": Rate(40, 400),
    "socket": Rate(20, 200),
    "connection": Rate(150, 2000),
    "bytes": Rate(256 * 1024, 512 * 1024),
    "milliseconds": Rate(250, 2500),
    "worker": Rate(1000, 20_000),
    "person": Rate(0.5, 60),
    "new-game": Rate(1, 600),
    "command": Rate(10, 40_000),
    "tournament": Rate(0.02, 20),
    "code": Rate(0.2, 60),
    "sign-in": Rate(0.05, 30),
    "challenge": Rate(0.2, 60),
    "saves": Rate(0.5, 200),
    "stranger": Rate(160, 400),
    # of a socket
    "heard": Rate(8 * 1024, 16 * 1024),
    # of a person
    "act": Rate(10, 40),
    "event": Rate(2, 10_000),
    "work": Rate(250, 10_000),
    "frame": Rate(20, 60),
    "game": Rate(0.5, 20),
    "look": Rate(1, 30),
    "react": Rate(0.25, 5),
    "save": Rate(0.1, 20),
    "study": Rate(5, 40),
    "token": Rate(0.1, 10),
    "export": Rate(0.005, 3),
}
"""What is counted, and how much of it is allowed."""

MOST_OPEN: Final = {"connection": 400, "request": 400, "socket": 200}
"""How much of an address may be open at a time: a class of thirty with several tabs each fits."""

AT_ONCE: Final = 8
"""How many requests of an address begin before others, who may be at a game, have their turn."""

WEIGHT: Final = 16
"""How much more a byte on a socket counts: a frame of six costs as much as a head of a hundred."""

MOST: Final = 200_000
"""How many buckets there are at most, of about 200 bytes each."""

SPARED: Final = 0.25
"""The part of what may be stored that is kept for games that have begun: nobody begins another."""

OWED: Final = 60.0
"""For how many seconds one may owe at most, if more was spent than there was; or the burst."""

NOTABLE: Final = 0.1
"""The part of an allowance that is spent before other instances are told."""

PRIVATE: Final = ("heard",)
"""What other instances need not know: a socket is at one."""

NOTED: Final = 20_000
"""Of how many allowances it is noted what other instances have not been told yet."""

FREE: Final = ("/static/", "/healthz", "/readyz", "/metrics")
"""What is not counted, for a page loads much of it at once; the time that it takes is."""


class Limits:
    """The buckets; all rates are multiplied by *rates*."""

    def __init__(
        self, rates: float = 1.0, *, most: int = MOST, now: Callable[[], float] = monotonic
    ) -> None:
        self.kinds = {
            kind: Rate(rate.steady * rates, rate.burst * rates) for kind, rate in KINDS.items()
        }
        self.most_open = {kind: ceil(most * rates) for kind, most in MOST_OPEN.items()}
        self.most = most
        self._now = now
        self._open: Counter[tuple[str, str]] = Counter()
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._swept = float("-inf")
        self._untold: dict[tuple[str, str], float] | None = None  # nobody else is to be told
        self.open_elsewhere: Mapping[tuple[str, str], int] = {}

    def take(self, kind: str, key: str, cost: float = 1.0, *, spared: float = 0.0) -> float:
        """0 if *key* may do this now, else how many seconds to wait.

        The part *spared* of the allowance must be left.
        """
        try:
            return self._take(kind, key, cost, spared)
        except Exception:
            log.exception("rate limits failed for %r", kind)
            return 1.0

    def check(self, kind: str, key: str, cost: float = 1.0) -> None:
        """The same with a `Fault` instead of seconds."""
        refuse_for(self.take(kind, key, cost))

    def store(
        self, person: str, address: str, *, begins: bool = False, game: bool = False
    ) -> float:
        """0 if something that *person* does may be stored now, else how many seconds to wait.

        Who *begins* something, such as a *game*, must have enough left to go on with what has
        begun.
        """
        wait = 0.0
        if begins:
            wait = self.take("event", person, 0.0, spared=SPARED) or self.may_begin(address)
        if game:
            wait = wait or self.take("game", person) or self.take("new-game", address)
        return wait or self.take("event", person) or self.take("command", address)

    def may_begin(self, address: str) -> float:
        """0 if something may be begun at *address* now, else how many seconds to wait."""
        return self.take("command", address, 0.0, spared=SPARED)

    def spend(self, key: str, seconds: float, kind: str = "milliseconds") -> None:
        """Charge *key* for the time that something has taken, which may be more than it has.

        While it owes some of it, whatever takes such time is refused.
        """
        self.charge(kind, key, 1000 * seconds)
        self._note((kind, key), 1000 * seconds)

    def charge(self, kind: str, key: str, cost: float) -> None:
        """Take what has been spent already, here or at another instance."""
        steady, burst = self.kinds[kind]
        place, now = (kind, key), self._now()
        if place in self._buckets or len(self._buckets) < self.most:
            tokens, since = self._buckets.get(place, (burst, now))
            tokens = min(burst, tokens + (now - since) * steady) - cost
            self._buckets[place] = max(tokens, -burst, -OWED * steady), now

    def enter(self, kind: str, key: str) -> bool:
        """Whether *key* may have one more of these open; it leaves later."""
        place = kind, key
        number = self._open[place] + self.open_elsewhere.get(place, 0)
        if number >= self.most_open[kind]:
            return False
        self._open[place] += 1
        return True

    def leave(self, kind: str, key: str) -> None:
        """One less is open."""
        self._open[kind, key] -= 1
        if not self._open[kind, key]:
            del self._open[kind, key]

    def forget(self, kind: str, key: str) -> None:
        """*key* will not come back."""
        self._buckets.pop((kind, key), None)

    # -- for other instances ----------------------------------------------------------------------

    def begin_noting(self) -> None:
        """Note from now on what others are to be told."""
        self._untold = {}

    def untold(self, most: int) -> list[tuple[str, str, float]]:
        """What was spent and not told yet of *most* allowances, each if it is notable."""
        noted = self._untold or {}
        notable = [
            (*place, spent)
            for place, spent in noted.items()
            if spent >= NOTABLE * self.kinds[place[0]].burst
        ][:most]
        for kind, key, _ in notable:
            del noted[kind, key]
        if len(noted) >= NOTED:
            noted.clear()
        return notable

    def open_here(self, most: int) -> list[tuple[str, str, int]]:
        """How much is open of *most* addresses, each if it is notable."""
        notable = (
            (*place, number)
            for place, number in self._open.items()
            if number >= NOTABLE * self.most_open[place[0]]
        )
        return list(islice(notable, most))

    def _note(self, place: tuple[str, str], cost: float) -> None:
        untold = self._untold
        if untold is not None and (place in untold or len(untold) < NOTED):
            untold[place] = untold.get(place, 0.0) + cost

    def _take(self, kind: str, key: str, cost: float, spared: float) -> float:
        steady, burst = self.kinds[kind]
        now = self._now()
        place = kind, key
        if place not in self._buckets and len(self._buckets) >= self.most and not self._sweep(now):
            return 1.0
        tokens, since = self._buckets.get(place, (burst, now))
        tokens = min(burst, tokens + (now - since) * steady)
        wait = (cost + spared * burst - tokens) / steady
        if wait > 1e-6:  # below that it is only how floats add up
            self._buckets[place] = tokens, now
            return wait
        self._buckets[place] = tokens - cost, now
        if cost and kind not in PRIVATE:
            self._note(place, cost)
        return 0.0

    def _sweep(self, now: float) -> bool:
        """Forget the buckets that are full again; whether there is room now.

        Looking at all of them takes a while, so it is done once a second at most.
        """
        if now - self._swept >= 1.0:
            self._swept = now
            for place, (tokens, since) in list(self._buckets.items()):
                steady, burst = self.kinds[place[0]]
                if tokens + (now - since) * steady >= burst:
                    del self._buckets[place]
        return len(self._buckets) < self.most


def refuse_for(wait: float) -> None:
    """A `Fault` for somebody who has to wait for so many seconds, unless they are 0."""
    if wait:
        raise Fault(429, "too-fast", *too_fast(wait))


def too_fast(wait: float) -> tuple[str, dict[str, str]]:
    """The sentence and the header for somebody who has to wait."""
    seconds = ceil(wait)
    return words.TOO_FAST.format(seconds=seconds), {"retry-after": str(seconds)}


def address_of(scope: Scope, *, hops: int) -> str:
    """Who is at the other end, as far as limits are concerned: an address, or an IPv6 network.

    Behind *hops* proxies it is the entry of X-Forwarded-For that the first of them wrote; those
    before it are what the client claims.
    """
    client = scope.get("client")
    text = client[0] if client else ""
    if hops:
        entries = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
        text = entries[-hops].strip() if len(entries) >= hops else ""
    return _network(text)


def _network(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


class AddressLimit:
    """Refuses requests and sockets of an address that asks too often, or for too much."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        *,
        hops: int,
        clock: Callable[[], float] = thread_time,
    ) -> None:
        self.app = app
        self.limits = limits
        self.hops = hops
        self.clock = clock
        self._begun: Counter[str] = Counter()  # in this round of the event loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        kind = {"http": "request", "websocket": "socket"}.get(scope["type"])
        if kind is None:
            await self.app(scope, receive, send)
            return
        address = address_of(scope, hops=self.hops)
        scope.setdefault("state", {})["address"] = address
        spend = partial(self.limits.spend, address)
        await _Watched(self._admit(kind, address, scope, receive, send), spend, self.clock)

    async def _admit(
        self, kind: str, address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        limits, free = self.limits, kind == "request" and scope["path"].startswith(FREE)
        wait = limits.take("milliseconds", address, 0.0)
        wait = wait or (0.0 if free else limits.take(kind, address))
        if wait or not limits.enter(kind, address):
            await self._refuse(wait or 1.0, scope, receive, send)
            return
        try:
            await self._turn(address)
            await self.app(scope, receive, send)
        finally:
            limits.leave(kind, address)

    async def _turn(self, address: str) -> None:
        """Wait until few others of the address begin at the same time: so they stay in line."""
        while self._begun[address] >= AT_ONCE:
            await asyncio.sleep(0)
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._begun.clear)
        self._begun[address] += 1

    async def _refuse(self, wait: float, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4429, "reason": "too fast"})
            return
        text, headers = too_fast(wait)
        headers["connection"] = "close"  # or the next refusal would cost it nothing
        refusal = answer(Request(scope), 429, "too-fast", text, headers)
        await refusal(scope, receive, send)


class _Watched:
    """Awaits *work*, and tells of each step how long it held the event loop."""

    def __init__(
        self,
        work: Coroutine[Any, Any, None],
        spend: Callable[[float], None],
        clock: Callable[[], float],
    ) -> None:
        self._work = work
        self._spend = spend
        self._clock = clock

    def __await__(self) -> Generator[Any, Any, None]:
        work, clock = self._work.__await__(), self._clock
        step: Callable[[], Any] = partial(next, work)
        while True:
            start = clock()
            try:
                waits_for = step()
            except StopIteration:
                return
            finally:
                self._spend(clock() - start)
            try:
                value = yield waits_for
            except BaseException as error:
                step = partial(work.throw, error)
            else:
                step = partial(work.send, value)


class Door:
    """What the server asks before it reads. Behind proxies each connection is of many people."""

    def __init__(self, limits: Limits, *, hops: int) -> None:
        self._limits = limits
        self._hops = hops
        self._numbers = count()

    def enter(self, host: str) -> Visitor | None:
        """Who connects from there, or `None` if there are too many."""
        address = "" if self._hops else _network(host)
        limits = self._limits
        if address and limits.take("connection", address):
            return None
        if address and not limits.enter("connection", address):
            return None
        return Visitor(limits, address)

    def at_socket(self, scope: Scope) -> Visitor:
        """The same, once the connection has become a socket."""
        address = address_of(scope, hops=self._hops)
        return Visitor(self._limits, address, socket=str(next(self._numbers)))


class Visitor:
    """Who is at the other end of a connection, or of a *socket*; nobody knows it of a proxy."""

    __slots__ = ("_address", "_limits", "_socket")

    def __init__(self, limits: Limits, address: str, *, socket: str = "") -> None:
        self._limits = limits
        self._address = address
        self._socket = socket

    def may_send(self, size: int) -> bool:
        """Whether so many more bytes may be read."""
        limits, address, socket = self._limits, self._address, self._socket
        if not socket:
            return not (address and limits.take("bytes", address, size))
        return not (
            limits.take("heard", socket, size)
            or limits.take("bytes", address, WEIGHT * size)
            or limits.take("milliseconds", address, 0.0)
        )

    def does(self, work: Callable[[bytes], None], data: bytes) -> None:
        """Do *work* with *data*, at the expense of the address."""
        start = thread_time()
        work(data)
        if self._address:
            self._limits.spend(self._address, thread_time() - start)

    def leave(self) -> None:
        """The connection has ended."""
        if self._socket:
            self._limits.forget("heard", self._socket)
        elif self._address:
            self._limits.leave("connection", self._address)
