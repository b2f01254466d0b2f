"""The short cut for frames."""

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.typing import Origin
from websockets.uri import parse_uri

from inarow.web.uvicorn.direct_socket import MOST_WAITING, Direct, DirectProtocol, frame
from inarow.web.uvicorn.requests import LimitedProtocol
from support.web.hostile import PING, PONG, TEXT, encode, read_frame, upgrade
from support.web.sites import until
from support.web.threaded import Site, site


@given(st.text(max_size=200) | st.sampled_from(["x" * 125, "x" * 126, "é" * 40_000]))
def test_a_frame_is_read_as_it_was_written(text: str) -> None:
    client = ClientProtocol(parse_uri("ws://here/"), state=State.OPEN, max_size=None)
    client.receive_data(frame(text))
    (event,) = client.events_received()
    assert isinstance(event, Frame)
    assert bytes(event.data).decode() == text


class Transport(asyncio.Transport):
    """A transport whose other end does not read."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting, self.aborted = 0, False

    def write(self, data: Any) -> None:
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


class Protocol:
    """What the short cut knows of its protocol."""

    close_sent = disconnected = False

    def __init__(self) -> None:
        self.transport = Transport()


def test_one_who_does_not_read_is_cut_off() -> None:
    protocol: Any = Protocol()
    direct = Direct(protocol)
    for _ in range(10_000):
        direct.write("x" * 1000)
    assert protocol.transport.aborted
    assert protocol.transport.waiting <= MOST_WAITING + 2000


@pytest.mark.parametrize("name", ["close_sent", "disconnected"])
def test_nothing_is_written_after_the_end(name: str) -> None:
    protocol: Any = Protocol()
    setattr(protocol, name, True)
    Direct(protocol).write("late")
    assert protocol.transport.waiting == 0


def test_a_closed_socket_is_freed_without_a_search_for_garbage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive = weakref.WeakSet[object]()
    for kind in (LimitedProtocol, DirectProtocol):

        def made(self: Any, transport: Any, before: Any = kind.connection_made) -> None:
            alive.add(self)
            before(self, transport)

        monkeypatch.setattr(kind, "connection_made", made)
    with site(tmp_path) as here:
        client = here.client()
        game = client.post("/api/games", json={"opponent": "self"}).json()["id"]
        address = f"{here.url.replace('http', 'ws')}/live/game/{game}"
        client.close()
        gc.collect()
        gc.disable()
        try:
            until(lambda: not alive, "the first connection is freed")
            with connect(address, origin=Origin(here.url)) as socket:
                socket.recv()
                assert alive
            until(lambda: not alive, "the socket is freed")
        finally:
            gc.enable()


UNREADABLE = (4400).to_bytes(2, "big")


async def flood(here: Site, frames: bytes) -> tuple[list[int], bytes]:
    """Kinds of frames that come back until the end, and the last one's content."""
    port = int(here.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    kinds, last = [], b""
    try:
        writer.write(upgrade(port, "/live/lobby"))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frames)
        writer.write(encode(TEXT, b'{"t":"ping","n":1}'))
        while b"pong" not in last:
            kind, last = await read_frame(reader)
            kinds.append(kind)
    except (ConnectionError, asyncio.IncompleteReadError):
        kinds.append(0)
    finally:
        writer.transport.abort()
    return kinds, last


@pytest.mark.parametrize(
    "frames",
    [
        encode(PING, b"") * 20_000,
        encode(PONG, b"") * 20_000,
        encode(TEXT, b"x", first=0) + encode(0, b"", first=0) * 20_000 + encode(0, b""),
    ],
    ids=["pings", "pongs", "parts"],
)
def test_frames_that_are_no_messages_are_counted_too(tmp_path: Path, frames: bytes) -> None:
    with site(tmp_path, rates=0.1) as here:
        kinds, last = asyncio.run(flood(here, frames))
    assert b"pong" not in last
    assert not last.startswith(UNREADABLE), "it was read"
    assert kinds.count(PONG) < 20_000


def test_a_message_of_very_many_parts_closes_the_socket(tmp_path: Path) -> None:
    parts = encode(TEXT, b"x", first=0) + encode(0, b"", first=0) * 100 + encode(0, b"")
    with site(tmp_path, rates=0.1) as here:
        _, last = asyncio.run(flood(here, parts))
    assert last == (4429).to_bytes(2, "big") + b"Too many messages"


def test_one_who_reads_no_answers_to_pings_is_cut_off() -> None:
    protocol: Any = DirectProtocol.__new__(DirectProtocol)
    protocol.transport = Transport()
    protocol.transport.waiting = MOST_WAITING + 1
    protocol.handle_ping()
    assert protocol.transport.aborted
