"""`World`: simulated time, and the event loops of those who live in it."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from heapq import heappop, heappush
from random import Random
from typing import Any

__all__ = ["INVARIANTS", "Loop", "World"]

INVARIANTS = {
    "stored": "what is acknowledged is stored",
    "once": "a command is carried out once, wherever and how often it is sent",
    "order": "what is stored comes next, whoever stores it",
    "rules": "nothing is stored that the rules forbid",
    "seat": "no seat is taken twice",
    "agreed": "one side alone agrees to nothing",
    "whole": "a rematch is stored with its game",
    "claim": "nobody is claimed against who is there",
    "clock": "clocks charge the time that passes, less outages",
    "dated": "events have the time at which they happen, however wall clocks jump",
    "refused": "what is refused for good is not stored",
    "told": "what is told and shown is what is stored",
    "gaps": "a socket or stream is told everything, in order",
    "memory": "what an instance has in memory is stored",
    "private": "only those see a private game who may",
    "lobby": "the lobby lists the public games of those who are there",
    "withdrawn": "a token that is withdrawn opens nothing, and what it opened is closed",
    "kept": "only what is old is deleted, and nothing that goes on",
    "patience": "a commit that hangs keeps nobody waiting",
    "flag": "flags fall in time, whether anybody looks or not",
    "stuck": "every game goes on",
    "answered": "all commands are answered in the end",
    "same": "all see the same in the end",
    "errors": "nothing fails without a plan",
    "paired": "nobody is paired twice, or with somebody who has gone",
    "unpaired": "two who fit do not both wait for long while everything works",
    "rated": "a game that counts is rated once for both, by the algorithm, in one order",
    "counts": "games count that should, and no others",
    "unrated": "every rated game is rated in the end",
    "single": "nobody is in two games of a tournament at once",
    "games": "a pairing of a tournament is stored with its games",
    "points": "points are what the stored games say",
    "absent": "nobody loses for being away who is there in time",
    "table": "all see the same table in the end",
    "contest": "a tournament goes on and ends in time, whichever instance leads",
}
"""What must hold at any time, or once nothing goes wrong any more."""


class World:
    """What happens next is drawn from the seed; time goes on only when nobody has anything to do.

    A step is one call: of an event loop, of the network, of the storage or of a person.
    """

    def __init__(self, seed: int, log: Callable[[str], None] | None = None) -> None:
        self.random = Random(seed)
        self.time = 0.0  # in seconds
        self.steps = 0
        self.wrong = ""
        self.loops: list[Loop] = []
        self._log = log
        self._coming: list[tuple[float, int, Callable[..., object], tuple[Any, ...]]] = []
        self._numbers = 0

    def after(self, seconds: float, call: Callable[..., object], *args: Any) -> None:
        """Let something happen in a while."""
        self.at(self.time + seconds, call, *args)

    def at(self, when: float, call: Callable[..., object], *args: Any) -> None:
        """Let something happen at a time."""
        self._numbers += 1
        heappush(self._coming, (when, self._numbers, call, args))

    def note(self, who: str, what: str) -> None:
        """For whoever reads the log of a seed."""
        if self._log is not None:
            self._log(f"{self.steps:6} {self.time:9.3f}  {who:12} {what}")

    def fail(self, invariant: str, what: str) -> None:
        """Something does not hold; the first such thing is what counts."""
        assert invariant in INVARIANTS
        if not self.wrong:
            self.wrong = f"{invariant}: {what}"
            self.note("WRONG", self.wrong)

    def step(self) -> None:
        """One call of one of the loops that have something to do, or what comes next."""
        self.steps += 1
        busy = [loop for loop in self.loops if loop.ready and not loop.frozen]
        if busy:
            (busy[0] if len(busy) == 1 else self.random.choice(busy)).run_one()
            return
        when, _, call, args = heappop(self._coming)
        self.time = max(self.time, when)
        call(*args)

    def chance(self, probability: float) -> bool:
        """Whether something happens that happens so often."""
        return probability > 0 and self.random.random() < probability

    def draw(self, low: float, high: float) -> float:
        """Some seconds between these, short ones more often."""
        return low + (high - low) * self.random.random() ** 3


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process: `run_one` makes one call. It can be frozen, and killed."""

    def __init__(self, world: World, rate: float = 1.0) -> None:
        self.world = world
        self.rate = rate  # seconds of its clock in a second of the world
        self.ready: deque[asyncio.Handle] = deque()
        self.frozen = False
        self.dead = False
        self._tasks: dict[asyncio.Task[Any], None] = {}
        world.loops.append(self)

    def run_one(self) -> None:
        """Make the next call."""
        handle = self.ready.popleft()
        if not handle._cancelled:
            asyncio._set_running_loop(self)
            try:
                handle._run()
            finally:
                asyncio._set_running_loop(None)

    def kill(self) -> None:
        """The process is gone, in the middle of whatever it did."""
        self.dead = True
        self.ready.clear()
        self.world.loops.remove(self)
        asyncio._set_running_loop(self)
        for task in list(self._tasks):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            coroutine = task.get_coro()
            assert isinstance(coroutine, Coroutine)
            with suppress(Exception):
                coroutine.close()
        asyncio._set_running_loop(None)
        self._tasks.clear()

    # -- what asyncio asks of a loop ------------------------------------------------------------

    def time(self) -> float:
        """Monotonic time, as this process measures it."""
        return self.world.time * self.rate

    def call_soon(  # type: ignore[override]
        self,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """After what is to be called already."""
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self.ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """After some seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """At a time of this loop."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self.world.at(when / self.rate, self._due, handle)
        return handle

    def _due(self, handle: asyncio.TimerHandle) -> None:
        if not self.dead and not handle._cancelled:
            self.ready.append(handle)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        """A task of this loop."""
        task = asyncio.Task(coro, loop=self, **options)
        if self.dead:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            coro.close()
        else:
            self._tasks[task] = None
            task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)

    def get_debug(self) -> bool:
        """Never."""
        return False

    def is_running(self) -> bool:
        """While it lives."""
        return not self.dead

    def is_closed(self) -> bool:
        """Once it has been killed."""
        return self.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Nothing that nobody catches may happen."""
        if not self.dead:
            error = context.get("exception")
            self.world.fail("errors", f"not caught: {context['message']}: {error!r}")
