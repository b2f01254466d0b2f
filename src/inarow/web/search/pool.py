"""`Pool`: everything that computes, at desks in processes of their own, shared out fairly.

The event loop never waits for it. There are three kinds of jobs: *urgent* ones (a program's move in
a live game), *quick* ones (reading a text, a picture, a page) and *searches*. Urgent ones go first.
Among them, and among the others, the next is of the person, and then of the address, that has least
running; of those, a program's that thinks for a short time; then of who has used least. The last
desk does no searches. Whoever asks too much is told so by `Busy`.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

from inarow import language
from inarow.search.background import Worker
from inarow.search.stop import Stop
from inarow.web import words
from inarow.web.search.process import Broken, Desk, Here, Job

__all__ = ["Allowance", "Busy", "Kind", "Pool"]

Kind: TypeAlias = Literal["urgent", "quick", "search"]

LONGEST: Final = {"urgent": 60.0, "quick": 10.0, "search": 600.0}
"""After how many seconds of the processor a job is given up, and its process replaced."""

STRANGERS = "at "
"""How the name of somebody begins who is known by an address only; it follows."""

URGENT_AT_ONCE = 2
"""How many programs may think for one person at a time."""

URGENT_QUEUE = 16
"""How many times longer the queue of urgent jobs may be."""

REMEMBERED = 10_000
"""Of how many people the address is known."""


class Busy(Exception):  # noqa: N818  it is what happened, not a mistake
    """There is no room for another job; the text is a sentence for the one who asked."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one person may search: *jobs* at a time, and *seconds* that come back at *rate*.

    A person who has used all seconds waits until there is one again, if others wait. Urgent and
    quick jobs are not refused for that, but count. Quick jobs, and all strangers of one address,
    which may be a whole class, may be *many* at a time.
    """

    jobs: int = 6
    seconds: float = 120.0
    rate: float = 0.5
    many: int = 40

    def times(self, rates: float) -> Allowance:
        """So many times as much."""
        jobs, many = (max(1, round(count * rates)) for count in (self.jobs, self.many))
        return Allowance(jobs, self.seconds * rates, self.rate * rates, many)


@dataclass(slots=True)
class _Account:
    """What one person, or one address, has asked for."""

    waiting: int = 0
    running: int = 0
    urgent: int = 0  # of those that run
    used: float = 0.0
    since: float = field(default_factory=monotonic)

    def spend(self, seconds: float, rate: float) -> None:
        """Count *seconds* of work, and what has come back since the last time."""
        now = monotonic()
        self.used = max(0.0, self.used - rate * (now - self.since)) + seconds
        self.since = now


@dataclass(slots=True, eq=False)
class _Job:
    accounts: tuple[_Account, _Account]  # of the person, and of the address
    many: int
    call: Job
    kind: Kind
    cost: float
    number: int
    tell: Callable[[Any], None] | None
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    charge: Callable[[float], None] | None
    language: str
    stop: Stop = field(default_factory=Stop)

    @property
    def order(self) -> tuple[float, ...]:
        """The least is next."""
        person, address = self.accounts
        used = round(person.used), round(address.used)
        return (
            self.kind != "urgent",
            *(person.running, address.running),  # before the cost: many cheap ones are dear
            self.cost,
            *used,
            self.kind == "search",
            self.number,
        )

    def answer(self, set_it: Callable[[Any], None], value: object, used: float = 0.0) -> None:
        """Tell the one who waits, unless that one has gone; what was *used* is charged anyway."""

        def set_unless_gone() -> None:
            if self.charge is not None and used:
                self.charge(used)
            if not self.future.done():
                set_it(value)

        try:
            self.loop.call_soon_threadsafe(set_unless_gone)
        except RuntimeError:  # the loop is closed
            return


def _in_language(code: str, job: Job, *args: Any, **options: Any) -> Any:
    """What *job* finds, in the language of the one who asked, whatever process this is."""
    with language.use(code):
        return job(*args, **options)


def default_desks() -> int:
    """One more than there are cores, and so many that a few people never wait for each other."""
    return max(4, (os.cpu_count() or 1) + 1)


@dataclass(slots=True, eq=False)
class _Seat:
    """A desk, the thread that waits for it, and the job that is done there."""

    desk: Desk
    searches: bool
    worker: Worker = field(default_factory=Worker)
    job: _Job | None = None

    def takes(self, job: _Job) -> bool:
        """Whether *job* may be done here now."""
        if job.kind == "urgent":
            return job.accounts[0].urgent < URGENT_AT_ONCE
        return self.searches or job.kind == "quick"


class Pool:
    """Does jobs at *desks*, the last of which does no searches; *queue* is how many may wait."""

    def __init__(
        self,
        *,
        desks: int | None = None,
        queue: int = 64,
        allowance: Allowance | None = None,
        desk: Callable[[], Desk] = Here,
    ) -> None:
        count = max(2, default_desks() if desks is None else desks)
        self.queue = queue
        self.allowance = allowance or Allowance()
        self._accounts: dict[str, _Account] = {}
        self._addresses: OrderedDict[str, str] = OrderedDict()  # of people
        self._waiting: list[_Job] = []
        self._lock = Lock()
        self._closed = False
        self._numbers = 0
        self._seats = [_Seat(desk(), searches=number < count - 1) for number in range(count)]

    @property
    def waiting(self) -> int:
        """How many jobs wait for a desk."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many jobs have a desk."""
        return sum(seat.job is not None for seat in self._seats)

    def seen(self, who: str, address: str) -> None:
        """Note from where somebody comes."""
        self._addresses[who] = address
        self._addresses.move_to_end(who)
        while len(self._addresses) > REMEMBERED:
            self._addresses.popitem(last=False)

    def address(self, who: str) -> str:
        """From where somebody came last; empty if that is not known any more."""
        return self._addresses.get(who, "")

    async def run(
        self,
        who: str,
        job: Job,
        *,
        kind: Kind = "search",
        cost: float = 0.0,
        tell: Callable[[Any], None] | None = None,
        charge: Callable[[float], None] | None = None,
    ) -> Any:
        """What *job* returns, done for the person *who*; `Busy` if there is no room.

        Of jobs for people with as much running, one of the least *cost* is next. *tell* is called
        in another thread.
        *charge* is told, before anything is returned, how many seconds of the processor it took.
        Cancelling the task that waits here takes the job out of the queue or stops it.
        """
        loop = asyncio.get_running_loop()
        with self._lock:
            accounts = self._account(who), self._account(self._address(who))
            many = self.allowance.many
            if kind == "search" and not who.startswith(STRANGERS):
                many = self.allowance.jobs
            self._numbers += 1
            code = language.code()
            future: asyncio.Future[Any] = loop.create_future()
            job = partial(_in_language, code, job)
            mine = _Job(
                accounts, many, job, kind, cost, self._numbers, tell, loop, future, charge, code
            )
            self._admit(mine)
            self._assign()
        try:
            return await mine.future
        finally:
            self._drop(mine)

    async def close(self) -> None:
        """End every job; jobs that wait are answered with `Busy`."""
        with self._lock:
            self._closed = True
            for job in list(self._waiting):
                with language.use(job.language):
                    self._refuse(job, words.POOL_CLOSED)
            for seat in self._seats:
                if seat.job is not None:
                    seat.job.stop.set()
        for seat in self._seats:
            await asyncio.to_thread(seat.worker.join)
            seat.desk.close()

    # -- who may ask, and who is next ----------------------------------------------------------

    def _address(self, who: str) -> str:
        """The name of the account of the address that *who* comes from."""
        known = who.startswith(STRANGERS)
        return "from " + (who.removeprefix(STRANGERS) if known else self._addresses.get(who, ""))

    def _account(self, name: str) -> _Account:
        if name not in self._accounts and len(self._accounts) >= 4 * self.queue:
            self._forget()
        return self._accounts.setdefault(name, _Account())

    def _forget(self) -> None:
        """Drop those who owe nothing."""
        for each in self._accounts.values():
            each.spend(0.0, self.allowance.rate)
        self._accounts = {
            name: each
            for name, each in self._accounts.items()
            if each.waiting or each.running or each.used
        }

    def _admit(self, job: _Job) -> None:
        person, allowance = job.accounts[0], self.allowance
        person.spend(0.0, allowance.rate)
        if self._closed:
            raise Busy(words.POOL_CLOSED)
        if job.kind != "urgent":
            if person.waiting + person.running >= job.many:
                raise Busy(words.POOL_YOURS)
            if job.kind == "search" and person.used >= allowance.seconds and self._waiting:
                wait = max(1, round((person.used - allowance.seconds) / allowance.rate))
                raise Busy(words.POOL_USED.format(seconds=wait))
        if len(self._waiting) >= self.queue * (URGENT_QUEUE if job.kind == "urgent" else 1):
            self._make_room(job)
        self._waiting.append(job)
        for account in job.accounts:
            account.waiting += 1

    def _make_room(self, job: _Job) -> None:
        """Refuse the last job of the address that has most, or *job* if none has more than its."""
        last = max(self._waiting, key=lambda each: (each.accounts[1].waiting, each.number))
        if last.accounts[1].waiting <= job.accounts[1].waiting + 1:
            raise Busy(words.POOL_FULL)
        with language.use(last.language):
            self._refuse(last, words.POOL_FULL)

    def _refuse(self, job: _Job, text: str) -> None:
        self._leave(job)
        job.answer(job.future.set_exception, Busy(text))

    def _leave(self, job: _Job) -> None:
        self._waiting.remove(job)
        for account in job.accounts:
            account.waiting -= 1

    # -- doing it -----------------------------------------------------------------------------

    def _assign(self) -> None:
        """Give waiting jobs to desks that have none."""
        for seat in self._seats:
            if seat.job is not None:
                continue
            job = min(filter(seat.takes, self._waiting), key=lambda each: each.order, default=None)
            if job is not None:
                self._leave(job)
                seat.job = job
                for account in job.accounts:
                    account.running += 1
                    account.urgent += job.kind == "urgent"
                seat.worker.begin(partial(self._do, seat, job))

    def _do(self, seat: _Seat, job: _Job, _: Stop) -> None:
        start = monotonic()
        answer: Callable[[Any], None] = job.future.set_result
        try:
            value = seat.desk.do(job.call, job.stop, job.tell, LONGEST[job.kind])
        except Broken:
            with language.use(job.language):
                answer, value = job.future.set_exception, Busy(words.POOL_BROKEN)
        except BaseException as error:  # it is the asker's, whatever it is
            answer, value = job.future.set_exception, error
        used = seat.desk.used
        with self._lock:
            for account in job.accounts:
                account.running -= 1
                account.urgent -= job.kind == "urgent"
                account.spend(monotonic() - start, self.allowance.rate)
            seat.job = None
            if not self._closed:
                self._assign()
        job.answer(answer, value, used)

    def _drop(self, job: _Job) -> None:
        """Nobody waits for *job* any more: it leaves the queue, or is stopped."""
        with self._lock:
            if job in self._waiting:
                self._leave(job)
        job.stop.set()
