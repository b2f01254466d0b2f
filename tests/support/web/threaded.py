"""Sites to test: a real server in a thread, at a port of its own; or an application alone."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI
from starlette.types import ASGIApp

from inarow.web.app import create_app
from inarow.web.server import Server
from inarow.web.settings import Settings

T = TypeVar("T")


@dataclass
class Site:
    """A site that runs."""

    app: FastAPI
    url: str
    loop: asyncio.AbstractEventLoop
    clients: list[httpx.Client] = field(default_factory=list)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What *work* returns, done in the thread of the site."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def client(self, **headers: str) -> httpx.Client:
        """A browser: it keeps cookies and says where its page is from."""
        return self._client({"origin": self.url} | headers)

    def program(self, token: str = "") -> httpx.Client:
        """A program: no Origin, perhaps a token."""
        return self._client({"authorization": f"Bearer {token}"} if token else {})

    def _client(self, headers: dict[str, str]) -> httpx.Client:
        client = httpx.Client(base_url=self.url, headers=headers, timeout=20)
        self.clients.append(client)
        return client


@contextmanager
def site(folder: Path, **options: Any) -> Iterator[Site]:
    """A site with its data in *folder*, until the end of the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        settings = Settings(data_dir=folder, workers=2, **{"rates": 1000.0} | options)
        app = create_app(replace(settings, port=port))
        server, ready = Server(app), threading.Event()
        loop = asyncio.new_event_loop()

        def serve() -> None:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(server.run_at(listener, ready.set))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        assert ready.wait(20)
        try:
            running = Site(app, f"http://127.0.0.1:{port}", loop)
            yield running
        finally:
            server.should_exit = True
            thread.join(20)
            for client in running.clients:
                client.close()
            assert not thread.is_alive()


def ask(
    app: ASGIApp,
    path: str,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
    base: str = "http://127.0.0.1:8000",
) -> httpx.Response:
    """What an application alone answers."""

    async def talk() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            return await client.request(method, path, headers=headers, content=content)

    return asyncio.run(talk())


def state_of(answer: httpx.Response) -> Any:
    """The data that a page gives to its scripts."""
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', answer.text)
    assert found
    return json.loads(found[1])
