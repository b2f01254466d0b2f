"""Sockets of browsers and programs at a site that runs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from support.web.threaded import Site


class Client:
    """A browser's socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message; with *kinds*, the next of these."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(20))
            if not kinds or message["t"] in kinds:
                return message

    def ask(self, **frame: Any) -> dict[str, Any]:
        self.say(**frame)
        return self.hear("ack", "refused")

    def end(self) -> tuple[int, str]:
        """Code and reason of the close."""
        try:
            while True:
                self.connection.recv(20)
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")


@contextmanager
def socket(
    here: Site, path: str, client: httpx.Client | None = None, **headers: str
) -> Iterator[Client]:
    cookies = "; ".join(
        f"{name}={value}" for name, value in (client.cookies if client else {}).items()
    )
    with connect(
        here.url.replace("http", "ws") + path,
        origin=Origin(headers.pop("origin", here.url)),
        additional_headers={"Cookie": cookies} | headers,
        compression=None,
    ) as connection:
        yield Client(connection)
