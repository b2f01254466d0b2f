"""Conversations with protocols, without any process: servers that are heard, clients that talk."""

from collections.abc import Iterable
from queue import Queue
from typing import Generic, TypeVar

from inarow.protocols import Talk, gomocup, ugi

T = TypeVar("T")
S = TypeVar("S", ugi.Server, gomocup.Server)


class Told(Generic[S]):
    """A server and what it says."""

    def __init__(self, kind: type[S], *heard: str, table_mb: int = 1) -> None:
        self.lines: Queue[str] = Queue()
        self.server: S = kind(self.lines.put, threads=1, table_mb=table_mb)
        self.hear(*heard)

    def hear(self, *lines: str) -> None:
        for line in lines:
            assert self.server.hear(line)

    def next(self) -> str:
        return self.lines.get(timeout=60)

    def converse(self, talk: Talk[T]) -> T:
        """What a client's conversation with this server returns."""
        try:
            lines = next(talk)
            while True:
                self.hear(*lines)
                lines = talk.send(self.next())
        except StopIteration as end:
            result: T = end.value
            return result

    def all(self) -> list[str]:
        """Everything said since the last time, when the search has ended."""
        self.server.finish()
        return [self.lines.get_nowait() for _ in range(self.lines.qsize())]


def finish(talk: Talk[T], lines: Iterable[str]) -> tuple[T, list[str]]:
    """What a conversation returns when the other side says *lines*, and what was sent to it."""
    sent = []
    try:
        sent += next(talk)
        for line in lines:
            sent += talk.send(line)
    except StopIteration as end:
        return end.value, sent
    raise AssertionError(f"it goes on after {sent}")
