import asyncio

import pytest

from inarow.web.live import stream
from inarow.web.live.stream import MOST, Stream
from support.web.people import ANN


def test_messages_come_in_order_and_then_the_end() -> None:
    async def talk() -> list[str | None]:
        line = Stream(ANN)
        line.send("a")
        line.send("b")
        line.close(1012, "going")
        line.send("too late")
        return [await line.next() for _ in range(4)]

    assert asyncio.run(talk()) == ["a", "b", None, None]


def test_who_reads_too_slowly_is_cut_off() -> None:
    async def talk() -> list[str | None]:
        line = Stream(None)
        view = "x" * (MOST // 4)
        for _ in range(4):
            line.send(view)
        assert await line.next() == view
        line.send(view)  # there is room again
        line.send("more")
        line.send("")
        return [await line.next() for _ in range(6)]

    got = asyncio.run(talk())
    assert [text and len(text) for text in got] == [*[MOST // 4] * 4, None, None]


def test_silence_is_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)

    async def talk() -> str | None:
        return await Stream(None).next()

    assert asyncio.run(talk()) == ""


def test_the_hub_forgets_a_stream_that_ends() -> None:
    forgotten = []

    class Hub:
        def unsubscribe(self, live: object, stream: object) -> None:
            forgotten.append((live, stream))

    async def talk() -> list[str]:
        line = Stream(None)
        line.send("a")
        line.close(1000, "")
        return [text async for text in stream.lines(Hub(), "live", line)]  # type: ignore[arg-type]

    assert asyncio.run(talk()) == ["a\n"]
    assert len(forgotten) == 1
