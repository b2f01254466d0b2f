"""Threads that go on until something has happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from inarow import Engine, Solver


@contextmanager
def told_to_stop(searcher: Engine | Solver) -> Iterator[None]:
    """Tells it to stop again and again: whoever has not begun to search does not hear it."""
    over = Event()

    def tell() -> None:
        while not over.wait(0.05):
            searcher.stop()

    thread = Thread(target=tell)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
