"""`Metrics`: what the site counts and measures, for Prometheus.

Labels have few values: a route is its pattern, never an address that somebody has made up.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Metered", "Metrics"]

METHODS: Final = {"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"}
TIMES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The numbers of one process; each has its own, so that tests do not share them."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "inarow_requests",
            "Requests answered, by pattern of the address.",
            ["route", "method", "status"],
            registry=registry,
        )
        self.latency = Histogram(
            "inarow_request_seconds",
            "Time until an answer begins.",
            ["route"],
            buckets=TIMES,
            registry=registry,
        )
        self.lag = Histogram(
            "inarow_loop_lag_seconds",
            "How late the event loop was, looked at four times a second.",
            buckets=TIMES,
            registry=registry,
        )
        self.sockets = Gauge("inarow_sockets", "Sockets that are open.", registry=registry)
        self.games = Gauge("inarow_live_games", "Games in memory.", registry=registry)
        self.moves = Counter(
            "inarow_moves_acknowledged", "Moves that are stored for good.", registry=registry
        )
        self.commit = Histogram(
            "inarow_commit_seconds", "Time of a commit.", buckets=TIMES, registry=registry
        )
        self.changes = Counter(
            "inarow_changes", "Changes written; many share a commit.", registry=registry
        )
        self.waiting = Gauge(
            "inarow_searches_waiting", "Searches that wait for a thread.", registry=registry
        )
        self.running = Gauge(
            "inarow_searches_running", "Searches that have a thread.", registry=registry
        )

    def committed(self, changes: int, seconds: float) -> None:
        """Note a commit."""
        self.changes.inc(changes)
        self.commit.observe(seconds)

    def stored(self, kind: str) -> None:
        """Note an event of this kind that is acknowledged."""
        if kind == "move":
            self.moves.inc()

    def watch(self, gauge: Gauge, value: Callable[[], float]) -> None:
        """Ask for the value of *gauge* when somebody reads it."""
        gauge.set_function(value)

    def text(self) -> bytes:
        """All numbers, as Prometheus reads them."""
        return generate_latest(self.registry)


class Metered:
    """Counts and times requests, and counts sockets."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with an eye on the time."""
        if scope["type"] == "websocket":
            with self.metrics.sockets.track_inprogress():
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = perf_counter()

        async def timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], perf_counter() - start)
            await send(message)

        await self.app(scope, receive, timed)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        if scope["path"].startswith("/static/"):
            route = "/static"
        else:
            route = getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(route, method, str(status)).inc()
        self.metrics.latency.labels(route).observe(seconds)
