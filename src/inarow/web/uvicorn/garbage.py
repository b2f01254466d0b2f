"""Keeping a busy server small and free of pauses: heaps, looks for garbage, how threads take turns.

With ten thousand sockets a look at everything takes half a second, in which nobody gets an answer.
Almost all garbage is young, so new objects are looked at often and few at a time. Everything is
looked at when there is nothing to do, when there is twice as much as the last time, and once an
hour if neither happens.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from contextlib import suppress
from time import monotonic, process_time
from typing import Final

__all__ = ["few_heaps", "settle", "tidy"]

M_ARENA_MAX, HEAPS = -8, 2
"""How glibc calls the limit of its heaps, and ours: each keeps what its threads once needed."""

YOUNG: Final = 1_000
"""After how many new objects the new ones are looked at: a few milliseconds."""

OFTEN: Final = 10
"""After how many such looks what outlived them is looked at, too: connections that have closed."""

NEVER: Final = 1_000_000_000

LOOK: Final = 10.0
"""Seconds between looks at how busy we are."""

IDLE: Final = 0.02
"""Up to which part of a core there is nothing to do."""

REST, LONGEST = 600.0, 3600.0
"""Seconds from one look at everything to the next: when idle, and at any rate."""


def few_heaps() -> None:
    """Let all threads share their memory, where that can be said; before the first is started.

    Large answers come from workers through a thread each. With a heap each they would keep 50 MB.
    """
    with suppress(AttributeError, OSError, TypeError):  # it is no glibc
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)


def settle() -> None:
    """What is there at the start stays: never look at it again, and at the rest in small parts."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OFTEN, NEVER)
    sys.setswitchinterval(0.001)  # seconds; the writer's thread must get its turns


async def tidy(look: float = LOOK, rest: float = REST, longest: float = LONGEST) -> None:
    """Look at everything now and then, until cancelled."""
    last, used, blocks = monotonic(), process_time(), sys.getallocatedblocks()
    while True:
        await asyncio.sleep(look)
        now, spent = monotonic(), process_time()
        idle = spent - used < IDLE * look
        grown = sys.getallocatedblocks() > 2 * blocks
        if grown or now - last >= (rest if idle else longest):
            gc.collect()
            last, blocks = now, sys.getallocatedblocks()
        used = process_time()
