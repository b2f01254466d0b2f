"""Heads of requests that are too long, or never end."""

import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from inarow.web.uvicorn import request_heads
from support.web.threaded import Site, site


def talk(running: Site, *parts: bytes) -> bytes:
    """What the site says until it closes the connection."""
    place = ("127.0.0.1", int(running.url.rpartition(":")[2]))
    said = b""
    with socket.create_connection(place, timeout=20) as connection, suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            if part in (START, POST):
                time.sleep(0.05)  # it arrives alone
        while data := connection.recv(65536):
            said += data
    return said


START = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
POST = START.replace(b"GET", b"POST")


def test_a_head_that_never_ends_is_cut(tmp_path: Path) -> None:
    many = [b"X-A: %s\r\n" % (b"a" * 1000) for _ in range(2000)]
    with site(tmp_path) as running:
        said = talk(running, START, *many)
        assert not said or said.startswith(b"HTTP/1.1 400")
        long = talk(running, START, *many[:5], b"Connection: close\r\n\r\n")
        assert long.startswith(b"HTTP/1.1 200")
        body = b"Connection: close\r\nContent-Length: 60000\r\n\r\n"
        for sent in (body, body + b"a" * 60000):
            said = talk(running, POST, sent, b"a" * (len(body) + 60000 - len(sent)))
            assert said.startswith(b"HTTP/1.1 403"), "a body is none of a head"


def test_who_says_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_heads, "PATIENCE", 0.05)
    with site(tmp_path) as running:
        assert talk(running) == b""
        assert talk(running, START) == b""
        monkeypatch.setattr(
            request_heads, "PATIENCE", 3.0
        )  # a busy machine needs some for an answer
        assert talk(running, START + b"\r\n" + START).startswith(b"HTTP/1.1 200")
