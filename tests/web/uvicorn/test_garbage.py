"""Garbage is found, and a busy server is left alone."""

import asyncio
import gc
import platform
import subprocess
import sys
import weakref
from collections.abc import Iterator
from itertools import count

import pytest

from inarow.web.uvicorn import garbage


class Loop:
    """Something that refers to itself, so that only a look for garbage finds it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()
    sys.setswitchinterval(interval)


def test_what_is_there_at_the_start_is_not_looked_at_again() -> None:
    garbage.settle()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == (garbage.YOUNG, garbage.OFTEN, garbage.NEVER)


def test_what_outlives_one_look_is_found_while_others_are_busy() -> None:
    garbage.settle()
    thing = Loop()
    gone = weakref.ref(thing)
    gc.collect(0)
    del thing
    kept: list[list[int]] = []
    while gone() is not None and len(kept) < 2 * garbage.YOUNG * garbage.OFTEN:
        kept.append([])
    assert gone() is None


def old_garbage() -> weakref.ref[Loop]:
    """Something that outlived the looks at young objects before it was dropped."""
    thing = Loop()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(thing)


def is_found(thing: weakref.ref[Loop], rest: float, longest: float, looks: int) -> bool:
    """Whether it is found within so many looks."""

    async def wait() -> bool:
        task = asyncio.create_task(garbage.tidy(look=0.001, rest=rest, longest=longest))
        for _ in range(looks):
            if thing() is None:
                break
            await asyncio.sleep(0.002)
        task.cancel()
        return thing() is None

    gc.set_threshold(0)  # nobody else looks
    return asyncio.run(wait())


def test_old_garbage_is_found_when_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "process_time", lambda: 0.0)
    assert not is_found(old_garbage(), rest=1e9, longest=1e9, looks=20)
    assert is_found(old_garbage(), rest=0.0, longest=1e9, looks=2000)


def test_a_busy_server_is_left_alone_until_it_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = count()
    monkeypatch.setattr(garbage, "process_time", lambda: float(next(spent)))
    assert not is_found(old_garbage(), rest=0.0, longest=1e9, looks=20)
    assert is_found(old_garbage(), rest=0.0, longest=0.0, looks=2000)


def test_much_garbage_is_found_although_there_is_much_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent, blocks = count(), iter([100, 150, 150, 201, *[100] * 10**4])
    monkeypatch.setattr(garbage, "process_time", lambda: float(next(spent)))
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: next(blocks))
    assert is_found(old_garbage(), rest=1e9, longest=1e9, looks=2000)


CROWD = """
import ctypes, threading
from inarow.web.uvicorn import garbage

{first}
together = threading.Barrier(8)

def work():
    together.wait()
    bytes(1000)
    together.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other heaps")
def test_threads_share_their_memory() -> None:
    def heaps(first: str) -> int:
        command = [sys.executable, "-c", CROWD.format(first=first)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        return done.stderr.count("Arena ")

    assert heaps("") > heaps("garbage.few_heaps()") == 2
