"""The threads that read. Every request asks them several times, so to ask must cost little."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import OVERDUE

__all__ = ["Readers", "read"]

_Rows = Sequence[Any]
_Job = tuple[Executable, Mapping[str, Any] | None, asyncio.Future[_Rows]]


class Readers:
    """So many threads, each with a connection of *engine* when it needs one."""

    def __init__(self, engine: Engine, count: int) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._run, name=f"reader {number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def fetch(self, query: Executable, values: Mapping[str, Any] | None) -> _Rows:
        """The rows of *query* with these values of its parameters."""
        rows: asyncio.Future[_Rows] = self._loop.create_future()
        self._queue.put((query, values, rows))
        try:
            async with asyncio.timeout(OVERDUE):  # those before it may all wait for an answer
                return await rows
        except TimeoutError:
            raise DatabaseError("the database does not answer") from None

    async def close(self) -> None:
        """Answer what has been asked, then let go of the database."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._engine.dispose()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            query, values, rows = job
            try:
                tell = partial(_tell, rows, read(self._engine, query, values), None)
            except Exception as error:  # whatever it is, the thread must live and say so
                tell = partial(_tell, rows, (), error)
            with suppress(RuntimeError):  # nobody waits: the loop is closed
                self._loop.call_soon_threadsafe(tell)


def read(engine: Engine, query: Executable, values: Mapping[str, Any] | None) -> _Rows:
    """The rows of *query*, in this thread."""
    try:
        with engine.connect() as connection:
            return connection.execute(query, values).all()
    except SQLAlchemyError as error:
        raise DatabaseError(str(error).partition("\n")[0]) from None


def _tell(waiting: asyncio.Future[_Rows], rows: _Rows, error: Exception | None) -> None:
    if waiting.done():  # whoever asked has gone
        return
    if error is None:
        waiting.set_result(rows)
    else:
        waiting.set_exception(error)
