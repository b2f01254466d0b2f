"""`Pool`: searches in threads of their own, so that the event loop never waits for one.

Each worker has an engine and an oracle. Urgent jobs (a program's move in a live game) go first and
have a worker kept free for them; among the others the person who has searched least
lately is next. Whoever asks too much is told so by `Busy`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from inarow.search.background import Searchers, Worker
from inarow.search.stop import Stop
from inarow.web import words

__all__ = ["Allowance", "Busy", "Pool"]

T = TypeVar("T")

STRANGERS = "at "
"""How the name of somebody begins who is known by an address only; it follows."""

PATIENCE = 5.0
"""How many seconds a worker tries to find exact scores."""

URGENT_QUEUE = 16
"""How many times longer the queue of urgent jobs may be."""


class Busy(Exception):  # noqa: N818  it is what happened, not a mistake
    """There is no room for another search; the text is a sentence for the one who asked."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one person may search: *jobs* at a time, and *seconds* that come back at *rate*.

    A person who has used all seconds waits until there is one again, if others wait. Urgent jobs
    are not refused for that, but count. All strangers of one address are one person with more
    jobs, for it may be a whole class.
    """

    jobs: int = 6
    seconds: float = 120.0
    rate: float = 0.5
    strangers: int = 40

    def times(self, rates: float) -> Allowance:
        """So many times as much."""
        jobs, strangers = (max(1, round(count * rates)) for count in (self.jobs, self.strangers))
        return Allowance(jobs, self.seconds * rates, self.rate * rates, strangers)


@dataclass(slots=True)
class _Person:
    """What one person has asked for."""

    jobs: int = 0
    running: int = 0
    used: float = 0.0
    since: float = field(default_factory=monotonic)

    def spend(self, seconds: float, rate: float) -> None:
        """Count *seconds* of searching, and what has come back since the last time."""
        now = monotonic()
        self.used = max(0.0, self.used - rate * (now - self.since)) + seconds
        self.since = now


@dataclass(slots=True, eq=False)
class _Job:
    who: str
    call: Callable[[Searchers], Any]
    urgent: bool
    number: int
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    stop: Stop = field(default_factory=Stop)

    def answer(self, set_it: Callable[[Any], None], value: object) -> None:
        """Tell the one who waits, unless that one has gone."""

        def set_unless_gone() -> None:
            if not self.future.done():
                set_it(value)

        try:
            self.loop.call_soon_threadsafe(set_unless_gone)
        except RuntimeError:  # the loop is closed
            return


def default_threads() -> int:
    """One more than there are cores, and so many that a few people never wait for each other."""
    return max(4, (os.cpu_count() or 1) + 1)


@dataclass(slots=True, eq=False)
class _Seat:
    """A worker with what it searches with, and the job that it does."""

    searchers: Searchers
    urgent_only: bool
    worker: Worker = field(default_factory=Worker)
    job: _Job | None = None


class Pool:
    """Runs jobs in *threads*, the last of them for urgent ones only.

    *queue* is how many jobs may wait; each thread's tables take twice *table_mb* MiB.
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        queue: int = 64,
        allowance: Allowance | None = None,
        table_mb: int = 32,
        patience: float = PATIENCE,
    ) -> None:
        self.threads = max(2, default_threads() if threads is None else threads)
        self.queue = queue
        self.allowance = allowance or Allowance()
        self._people: dict[str, _Person] = {}
        self._waiting: list[_Job] = []
        self._lock = Lock()
        self._closed = False
        self._numbers = 0
        self._seats = [
            _Seat(
                Searchers(table_mb=table_mb, patience=patience),
                urgent_only=number == self.threads - 1,
            )
            for number in range(self.threads)
        ]

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many jobs have a worker."""
        return sum(seat.job is not None for seat in self._seats)

    async def run(self, who: str, job: Callable[[Searchers], T], *, urgent: bool = False) -> T:
        """What *job* returns, run in a thread for the person *who*; `Busy` if there is no room.

        Cancelling the task that waits here takes the job out of the queue or stops its search.
        """
        loop = asyncio.get_running_loop()
        with self._lock:
            self._admit(who, urgent)
            self._numbers += 1
            mine = _Job(who, job, urgent, self._numbers, loop, loop.create_future())
            self._person(who).jobs += 1
            self._waiting.append(mine)
            self._assign()
        try:
            result: T = await mine.future
            return result
        finally:
            self._drop(mine)

    async def close(self) -> None:
        """End every job; jobs that wait are answered with `Busy`."""
        with self._lock:
            self._closed = True
            for job in self._waiting:
                self._person(job.who).jobs -= 1
                job.answer(job.future.set_exception, Busy(words.POOL_CLOSED))
            self._waiting.clear()
            for seat in self._seats:
                if seat.job is not None:
                    seat.job.stop.set()
        for seat in self._seats:
            await asyncio.to_thread(seat.worker.join)

    # -- who may search, and who is next ------------------------------------------------------

    def _admit(self, who: str, urgent: bool) -> None:
        person = self._person(who)
        person.spend(0.0, self.allowance.rate)
        if self._closed:
            raise Busy(words.POOL_CLOSED)
        if len(self._waiting) >= self.queue * (URGENT_QUEUE if urgent else 1):
            raise Busy(words.POOL_FULL)
        if urgent:
            return
        allowance = self.allowance
        if person.jobs >= (allowance.strangers if who.startswith(STRANGERS) else allowance.jobs):
            raise Busy(words.POOL_YOURS)
        if person.used >= allowance.seconds and self._waiting:
            wait = max(1, round((person.used - allowance.seconds) / allowance.rate))
            raise Busy(words.POOL_USED.format(seconds=wait))

    def _person(self, who: str) -> _Person:
        if who not in self._people and len(self._people) >= 4 * self.queue:
            self._forget()
        return self._people.setdefault(who, _Person())

    def _forget(self) -> None:
        """Drop people who owe nothing."""
        for person in self._people.values():
            person.spend(0.0, self.allowance.rate)
        self._people = {who: p for who, p in self._people.items() if p.jobs or p.used}

    def _take(self, urgent_only: bool) -> _Job | None:
        """The next job for a worker: urgent first, then by who has used least."""
        jobs = [job for job in self._waiting if job.urgent or not urgent_only]
        if not jobs:
            return None

        def order(job: _Job) -> tuple[bool, int, float, int]:
            person = self._people[job.who]
            if job.urgent:
                return (False, 0, 0.0, job.number)
            return (True, person.running, round(person.used), job.number)

        job = min(jobs, key=order)
        self._waiting.remove(job)
        return job

    # -- doing it -----------------------------------------------------------------------------

    def _assign(self) -> None:
        """Give waiting jobs to workers that have none."""
        for seat in self._seats:
            if seat.job is None and (job := self._take(seat.urgent_only)) is not None:
                seat.job = job
                self._people[job.who].running += 1
                seat.worker.begin(partial(self._do, seat, job))

    def _do(self, seat: _Seat, job: _Job, _: Stop) -> None:
        start = monotonic()
        answer: Callable[[Any], None] = job.future.set_result
        try:
            value = job.call(seat.searchers.until(job.stop))
        except BaseException as error:  # it is the asker's, whatever it is
            answer, value = job.future.set_exception, error
        with self._lock:
            person = self._people[job.who]
            person.jobs -= 1
            person.running -= 1
            person.spend(monotonic() - start, self.allowance.rate)
            seat.job = None
            if not self._closed:
                self._assign()
        job.answer(answer, value)

    def _drop(self, job: _Job) -> None:
        """Nobody waits for *job* any more: it leaves the queue, or its search is stopped."""
        job.stop.set()
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
                self._person(job.who).jobs -= 1
