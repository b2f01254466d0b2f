"""`Limits`: how much one person, or one address, may ask for in a while.

Each has a bucket of tokens for every kind of request, which fills up again at a steady rate.
Whatever goes wrong with the book-keeping, and when there are more buckets than fit, the answer is
no: somebody who is wanted waits a second, somebody who is not gets nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.web import words
from inarow.web.http.faults import Fault, answer

__all__ = ["KINDS", "AddressLimit", "Limits", "Rate", "address_of"]

log = logging.getLogger("inarow.web")


class Rate(NamedTuple):
    """*burst* at once, then *steady* a second."""

    steady: float
    burst: float


KINDS: Final = {
    # of an address, behind which there may be a whole school
    "request": Rate(40, 400),
    "socket": Rate(20, 200),
    "person": Rate(0.5, 60),
    # of a person
    "act": Rate(10, 40),
    "frame": Rate(20, 60),
    "game": Rate(0.5, 20),
    "study": Rate(5, 40),
    "token": Rate(0.1, 10),
}
"""What is counted, and how much of it is allowed."""

MOST: Final = 200_000
"""How many buckets there are at most, of about 200 bytes each."""

FREE: Final = ("/static/", "/healthz", "/readyz", "/metrics")
"""What costs next to nothing, or must never be refused."""


class Limits:
    """The buckets; all rates are multiplied by *rates*."""

    def __init__(
        self, rates: float = 1.0, *, most: int = MOST, now: Callable[[], float] = monotonic
    ) -> None:
        self.kinds = {
            kind: Rate(rate.steady * rates, rate.burst * rates) for kind, rate in KINDS.items()
        }
        self.most = most
        self._now = now
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._swept = float("-inf")

    def take(self, kind: str, key: str, cost: float = 1.0) -> float:
        """0 if *key* may do this now, else how many seconds to wait."""
        try:
            return self._take(kind, key, cost)
        except Exception:
            log.exception("rate limits failed for %r", kind)
            return 1.0

    def check(self, kind: str, key: str, cost: float = 1.0) -> None:
        """The same with a `Fault` instead of seconds."""
        wait = self.take(kind, key, cost)
        if wait:
            raise Fault(429, "too-fast", *too_fast(wait))

    def _take(self, kind: str, key: str, cost: float) -> float:
        steady, burst = self.kinds[kind]
        now = self._now()
        place = kind, key
        if place not in self._buckets and len(self._buckets) >= self.most and not self._sweep(now):
            return 1.0
        tokens, since = self._buckets.get(place, (burst, now))
        tokens = min(burst, tokens + (now - since) * steady)
        wait = (cost - tokens) / steady
        if wait > 1e-6:  # below that it is only how floats add up
            self._buckets[place] = tokens, now
            return wait
        self._buckets[place] = tokens - cost, now
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


def too_fast(wait: float) -> tuple[str, dict[str, str]]:
    """The sentence and the header for somebody who has to wait."""
    seconds = ceil(wait)
    return words.TOO_FAST.format(seconds=seconds), {"retry-after": str(seconds)}


def address_of(scope: Scope, *, proxy: bool) -> str:
    """Who is at the other end, as far as limits are concerned: an address, or an IPv6 network.

    Behind a *proxy* it is the last entry of X-Forwarded-For, the one that the proxy itself wrote;
    those before it are what the client claims.
    """
    client = scope.get("client")
    text = client[0] if client else ""
    if proxy:
        text = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).rpartition(",")[2].strip()
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
    """Refuses requests and sockets of an address that asks too often."""

    def __init__(self, app: ASGIApp, limits: Limits, *, proxy: bool) -> None:
        self.app = app
        self.limits = limits
        self.proxy = proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        kind = {"http": "request", "websocket": "socket"}.get(scope["type"])
        if kind and not scope["path"].startswith(FREE):
            scope.setdefault("state", {})["address"] = address = address_of(scope, proxy=self.proxy)
            wait = self.limits.take(kind, address)
            if wait:
                await self._refuse(wait, scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _refuse(self, wait: float, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4429, "reason": "too fast"})
            return
        text, headers = too_fast(wait)
        refusal = answer(Request(scope), 429, "too-fast", text, headers)
        await refusal(scope, receive, send)
