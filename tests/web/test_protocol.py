"""The short cut for frames."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from inarow.web.protocol import MOST_WAITING, Direct, frame


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
