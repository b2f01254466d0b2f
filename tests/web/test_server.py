"""The server process: sockets with small frames, and a goodbye."""

import asyncio
import json
import socket as sockets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from inarow.web.server import Server, serve
from inarow.web.settings import Settings
from support.web import sites
from support.web.hostile import knock
from support.web.threaded import Site, site


def lobby(running: Site) -> ClientConnection:
    address = running.url.replace("http", "ws") + "/live/lobby"
    return connect(address, origin=Origin(running.url), proxy=None)


def rest(socket: ClientConnection) -> tuple[list[str], int | None]:
    """The kinds of frames that still come, and the code that the socket is closed with."""
    frames = []
    with suppress(ConnectionClosed):
        while True:
            frames.append(json.loads(socket.recv(timeout=20))["t"])
    return frames, socket.close_code


def test_frames_are_small_and_not_compressed(tmp_path: Path) -> None:
    with site(tmp_path) as running, lobby(running) as socket:
        assert socket.response
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
        socket.send("x" * 8193)
        assert rest(socket)[1] == 1009


def test_a_stop_says_goodbye_to_sockets(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with site(tmp_path) as running:
            socket = stack.enter_context(lobby(running))
            assert json.loads(socket.recv(timeout=20))["t"] == "lobby"
        frames, code = rest(socket)
    assert (frames[-1:], code) == (["going"], 1012)


def test_the_api_is_described_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer than sockets should wait."""
    described = []

    async def run_at(
        server: Server, listener: sockets.socket, ready: Callable[[], None], pulse: None
    ) -> None:
        described.append(server.app.openapi_schema is not None)

    monkeypatch.setattr(Server, "run_at", run_at)
    with sockets.create_server(("127.0.0.1", 0)) as listener:
        serve(Settings(data_dir=tmp_path), listener)
    assert described == [True]


def test_invitations_are_not_in_the_log(tmp_path: Path) -> None:
    game = "AZ" * 12
    with sites.running(sites.Site(tmp_path, "--access-log")) as running:
        assert running.get(f"/game/{game}?invite=secret")[0] == 404
        assert asyncio.run(knock(running, f"/live/game/{game}?invite=secret")) == 4404
        assert running.stop() == 0
    assert f"GET /game/{game} HTTP/1.1" in running.log
    assert f"WebSocket /live/game/{game}" in running.log
    assert "secret" not in running.log
