"""The server process: uvicorn, set up for many sockets and a short goodbye."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from inarow.errors import missing_package

try:
    import uvicorn
    from fastapi import FastAPI
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.web.app import create_app
from inarow.web.http.limits import Door
from inarow.web.live.messages import MAX_FRAME
from inarow.web.search import process
from inarow.web.settings import Settings
from inarow.web.supervisor import Pulse
from inarow.web.uvicorn import garbage
from inarow.web.uvicorn.direct_socket import DirectProtocol
from inarow.web.uvicorn.requests import LimitedProtocol

__all__ = ["Server", "serve"]

BEAT: Final = 0.25
"""Seconds between beats of the event loop."""

SOON: Final = 3.0
"""After how many seconds workers are prepared for, if nobody has needed one before."""

GOODBYE: Final = 3
"""For how many seconds open connections may go on after the stop; the flush needs the rest of 5."""


def serve(
    settings: Settings,
    listener: socket.socket,
    *,
    ready: Callable[[], None] = lambda: None,
    access_log: bool = False,
    pulse: Pulse | None = None,
) -> None:
    """Answer at *listener* until Ctrl-C or SIGTERM; *ready* is called when it begins."""
    garbage.few_heaps()
    server = Server(create_app(settings), access_log=access_log)
    server.app.state.manual()  # so long that nobody must wait for it later

    def begin() -> None:
        asyncio.get_running_loop().call_later(SOON, process.prepare)
        garbage.settle()
        ready()

    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.run_at(listener, begin, pulse))


def without_queries(record: logging.LogRecord) -> bool:
    """Leave out of a line what follows a path: it may be the secret of an invitation."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            each.partition("?")[0] if isinstance(each, str) else each for each in record.args
        )
    return True


class Server(uvicorn.Server):
    """Answers for one application, which it also starts and stops."""

    def __init__(self, app: FastAPI, *, access_log: bool = False) -> None:
        door = Door(app.state.limits, hops=app.state.settings.proxy_hops)
        config = uvicorn.Config(
            app,
            http=partial(LimitedProtocol, door=door),  # type: ignore[arg-type]
            ws=partial(DirectProtocol, door=door),  # type: ignore[arg-type]
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
            lifespan="off",  # run_at does it, so that what fails can be told in one sentence
            log_config=None,
            log_level="info" if access_log else "error",  # strangers may send anything
            access_log=access_log,
            server_header=False,
            proxy_headers=False,  # limits.py reads the address, and only with --proxy
            timeout_graceful_shutdown=GOODBYE,
        )
        super().__init__(config)
        for name in ("uvicorn.access", "uvicorn.error"):
            logging.getLogger(name).addFilter(without_queries)
        self.app = app

    async def run_at(
        self, listener: socket.socket, ready: Callable[[], None], pulse: Pulse | None = None
    ) -> None:
        """Start the application, answer until the stop, stop the application."""
        async with self.app.router.lifespan_context(self.app):
            if threading.current_thread() is threading.main_thread():
                # Until uvicorn has its own handlers. After its stop it raises the signal again.
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, lambda *_: setattr(self, "should_exit", True))
            ready()
            if pulse is not None:
                pulse.follow(lambda: setattr(self, "should_exit", True))
            beating = asyncio.create_task(self._beat(pulse))
            tidying = asyncio.create_task(garbage.tidy())
            await self.serve([listener])
            tidying.cancel()
            if pulse is not None:
                pulse.end()
        beating.cancel()

    async def _beat(self, pulse: Pulse | None) -> None:
        """Feel the pulse of the event loop: measure how late it is, and say that it goes round."""
        loop, lag = asyncio.get_running_loop(), self.app.state.metrics.lag
        while True:
            due = loop.time() + BEAT
            if pulse is not None:
                pulse.beat()
            await asyncio.sleep(BEAT)
            lag.observe(max(0.0, loop.time() - due))

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Tell everybody who is connected to come back soon, then close."""
        await self.app.state.hub.stop()
        await self.app.state.pool.close()  # streams of searches end with what they have found
        await super().shutdown(sockets)
