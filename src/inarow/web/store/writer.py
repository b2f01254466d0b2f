"""The one connection that writes. What arrives while it is busy shares the next transaction.

A commit costs a write to the disk that must be waited for, however much is in it: so many changes
go into one. Each change is still all or nothing, and a bad one does not harm its neighbours.

Who waits is answered in time, even if a disk or a database says nothing at all: then nobody knows
yet whether the change will be there, and what is decided next finds out (a `Conflict`, if it is).
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Engine, Executable, text
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from inarow.web.store.databases import PATIENCE, DatabaseError
from inarow.web.store.ids import key

__all__ = ["OVERDUE", "Change", "Conflict", "EventRow", "Unavailable", "Writer"]

log = logging.getLogger(__name__)

MOST = 1000
"""How many changes one transaction takes at most."""

LOOK = 1.0
"""Seconds between looks for changes that wait too long."""

OVERDUE = 2 * PATIENCE
"""After how many seconds they do: one call to the database that gets no answer, and another."""

INSERT = {  # one statement for all rows: one call that leaves Python, not one for each row
    "sqlite": text(
        "INSERT INTO event (game, version, kind, payload, at) SELECT value ->> 0, value ->> 1, "
        "value ->> 2, value ->> 3, value ->> 4 FROM json_each(:rows)"
    ),
    "postgresql": text(
        "INSERT INTO event (game, version, kind, payload, at) "
        "SELECT (value ->> 0)::bigint, (value ->> 1)::int, value ->> 2, value ->> 3, "
        "(value ->> 4)::bigint FROM json_array_elements(CAST(:rows AS json))"
    ),
}


class Conflict(DatabaseError):  # noqa: N818
    """Somebody else has written what must be written only once."""


class Unavailable(DatabaseError):  # noqa: N818
    """The database itself has failed, or said nothing: perhaps a change is there all the same."""


class _Missing(Exception):  # noqa: N818
    """A claim has found nothing."""


class EventRow(NamedTuple):
    """A row of the table `event`, but with the id of the game instead of its key."""

    game: str
    version: int
    kind: str
    payload: str
    at: int


Statement = tuple[Executable, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together or not at all."""

    events: tuple[EventRow, ...] = ()
    statements: tuple[Statement, ...] = ()
    claims: tuple[Statement, ...] = ()  # each must find rows to change, else it is a `Conflict`


Done = Callable[[DatabaseError | None], None]


class _Job:
    """A change that waits, and who is told."""

    __slots__ = ("change", "done", "since")

    def __init__(self, change: Change, done: Done, since: float) -> None:
        self.change, self.since = change, since
        self.done: Done | None = done

    def answer(self, error: DatabaseError | None) -> None:
        """Tell it, once."""
        done, self.done = self.done, None
        if done is not None:
            done(error)


class Writer:
    """A thread that commits changes and tells the event loop once for each commit."""

    def __init__(
        self,
        engine: Engine,
        committed: Callable[[int, float], None] | None = None,
        *,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._engine = engine
        self._now = now
        self._jobs: deque[_Job] = deque()  # in the order in which they will be done
        self._committed = committed  # told how many changes a commit had and its seconds
        self._insert = INSERT[engine.dialect.name]
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._looking = self._loop.call_later(LOOK, self.look)
        self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change, done: Done) -> None:
        """Write *change* soon; *done* is called in the event loop, with what went wrong."""
        job = _Job(change, done, self._now())
        self._jobs.append(job)
        self._queue.put(job)

    def look(self) -> None:
        """Refuse what has waited too long, and look again later."""
        self._looking = self._loop.call_later(LOOK, self.look)
        limit = self._now() - OVERDUE
        for job in list(takewhile(lambda job: job.since <= limit, self._jobs)):  # there may be more
            job.answer(Unavailable("the database does not answer"))

    async def write(self, change: Change) -> None:
        """Write *change* and wait until it lies on the disk."""
        waiting = self._loop.create_future()

        def done(error: DatabaseError | None) -> None:
            if not waiting.done():
                waiting.set_result(error)

        self.submit(change, done)
        if error := await waiting:
            raise error

    async def close(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        self._looking.cancel()
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._next()
            if batch:
                start = perf_counter()
                results = self._commit([job.change for job in batch])
                self._tell(batch, results, perf_counter() - start)

    def _next(self) -> tuple[list[_Job], bool]:
        """What waits, at least one; and whether more may come."""
        batch = []
        job = self._queue.get()
        try:
            while job is not None:
                batch.append(job)
                if len(batch) == MOST:
                    return batch, True
                job = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _tell(
        self,
        batch: list[_Job],
        results: list[DatabaseError | None],
        seconds: float,
    ) -> None:
        def tell() -> None:
            if self._committed is not None:
                self._committed(len(batch), seconds)
            for job, result in zip(batch, results, strict=True):
                self._jobs.popleft()
                try:
                    job.answer(result)
                except Exception:  # the others want to know all the same
                    log.exception("what was stored could not be told")

        self._loop.call_soon_threadsafe(tell)

    def _commit(self, changes: list[Change]) -> list[DatabaseError | None]:
        try:
            self._transact(changes)
        except (IntegrityError, _Missing, DataError, ProgrammingError) as error:
            if len(changes) > 1:  # one of them is to blame
                return self._commit_each(changes)
            if isinstance(error, IntegrityError | _Missing):
                return [Conflict(f"somebody else was faster: {_first_line(error)}")]
            return [DatabaseError(_first_line(error))]
        except Exception as error:  # whatever it is, the thread must live and say so
            return [Unavailable(_first_line(error)) for _ in changes]
        return [None] * len(changes)

    def _commit_each(self, changes: list[Change]) -> list[DatabaseError | None]:
        """Commit one after the other; none after one that the database itself has failed."""
        results: list[DatabaseError | None] = []
        for change in changes:
            results += self._commit([change])
            if isinstance(results[-1], Unavailable):
                return results + [results[-1]] * (len(changes) - len(results))
        return results

    def _transact(self, changes: list[Change]) -> None:
        rows = [(key(row[0]), *row[1:]) for change in changes for row in change.events]
        with self._engine.begin() as connection:
            if rows:
                connection.execute(self._insert, {"rows": json.dumps(rows)})
            for change in changes:
                for claim, values in change.claims:
                    if not connection.execute(claim, values).rowcount:
                        raise _Missing("what it was about is no longer there")
                for statement, values in change.statements:
                    connection.execute(statement, values)


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, SQLAlchemyError) and hasattr(error, "orig") else error
    return str(cause).partition("\n")[0]
