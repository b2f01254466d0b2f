"""The server process: uvicorn, set up for many sockets and a short goodbye."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from inarow.web.app import create_app
from inarow.web.settings import Settings

__all__ = ["serve"]

MAX_FRAME: Final = 8 * 1024
"""The longest frame on a socket, in bytes."""

GOODBYE: Final = 3
"""For how many seconds open connections may go on after the stop; the flush needs the rest of 5."""


def serve(
    settings: Settings,
    listener: socket.socket,
    *,
    ready: Callable[[], None] = lambda: None,
    access_log: bool = False,
) -> None:
    """Answer at *listener* until Ctrl-C or SIGTERM; *ready* is called when it begins."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        lifespan="off",  # _run does it, so that what fails at the start can be told in a sentence
        log_config=None,
        log_level="info" if access_log else "warning",
        access_log=access_log,
        server_header=False,
        proxy_headers=False,  # limits.py reads the address, and only with --proxy
        timeout_graceful_shutdown=GOODBYE,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run(app, config, listener, ready))


async def _run(
    app: FastAPI, config: uvicorn.Config, listener: socket.socket, ready: Callable[[], None]
) -> None:
    async with app.router.lifespan_context(app):
        # When uvicorn has stopped for a signal it raises it again, which is to do nothing.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        ready()
        await _Server(config, app).serve([listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Tell everybody who is connected to come back soon, then close."""
        await super().shutdown(sockets)
