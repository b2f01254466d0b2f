"""Searching in the background: what one thread searches with, and the thread, which can be stopped.

Full screen, notebook, site and protocols all search so. Every piece of work gets a `Stop`. It ends
the searches that are given it, and whoever waits knows by it whether an answer still counts: what
comes after the stop is not delivered.
"""

from __future__ import annotations

import atexit
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from threading import Lock, Thread
from typing import Any, TypeAlias
from weakref import WeakSet

from inarow.search.engine import Engine, Limit
from inarow.search.oracle import Oracle
from inarow.search.solver import time_left
from inarow.search.stop import Stop

__all__ = ["Deliver", "Searchers", "Tell", "Worker"]

PARTING = 2.0
"""How many seconds the end of the program waits for a search to end."""

Deliver: TypeAlias = Callable[[Callable[[], None]], object]
"""Calls a function where answers are wanted, such as in the thread of a screen."""

Tell: TypeAlias = Callable[..., None]
"""Has a function called with arguments where answers are wanted, unless the work was stopped."""


class Searchers:
    """An engine and an oracle for one thread, and the `Stop` of the work that it does.

    With a *limit* the engine looks so far and no further, and always finds the same.
    """

    def __init__(
        self,
        *,
        threads: int | None = 1,
        table_mb: int = 32,
        patience: float = 5.0,
        limit: Limit | None = None,
    ) -> None:
        self.engine = Engine(threads=threads, table_mb=table_mb)
        self.oracle = Oracle(threads=threads, table_mb=table_mb, patience=patience)
        self.limit = limit
        self.stop = Stop()

    def until(self, stop: Stop) -> Searchers:
        """These, for work that *stop* ends."""
        self.stop = stop
        return self

    @contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Let the oracle try for only so long."""
        before, self.oracle.patience = self.oracle.patience, seconds
        try:
            yield
        finally:
            self.oracle.patience = before


class Worker:
    """Does one piece of work at a time, in a thread of its own; new work stops the work before.

    Nothing here waits but `join`: the thread of new work waits for the thread before it. Where
    answers are wanted, *failed* is called with what the work raises, and raises it if not given.
    """

    def __init__(
        self,
        deliver: Deliver = lambda answer: answer(),
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._deliver = deliver
        self._failed = failed or _raise
        self._lock = Lock()
        self._stop = Stop()
        self._thread: Thread | None = None
        self._awaited: Stop | None = None
        _LIVING.add(self)

    @property
    def busy(self) -> bool:
        """Whether an answer to `ask` is still to come."""
        return self._awaited is not None

    def ask(self, work: Callable[[Stop, Tell], None]) -> None:
        """Do *work*, which tells what it finds."""

        def run(stop: Stop) -> None:
            def tell(answer: Callable[..., None], *arguments: Any) -> None:
                self._deliver(lambda: None if stop.is_set() else answer(*arguments))

            if stop.is_set():
                return
            try:
                work(stop, tell)
            except Exception as error:
                tell(self._failed, error)
            tell(self._done, stop)

        with self._lock:
            self._awaited = self._begin(run)

    def begin(self, work: Callable[[Stop], None]) -> None:
        """Do *work*, even if it is stopped before it begins."""
        with self._lock:
            self._begin(work)

    def stop(self) -> None:
        """Stop the work; nothing more is delivered."""
        with self._lock:
            self._awaited = None
            self._stop.set()

    def join(self, seconds: float | None = None) -> None:
        """Wait until there is nothing more to do, for *seconds* at most."""
        left = time_left(seconds)
        while (thread := self._thread) is not None and thread.is_alive() and left() != 0.0:
            thread.join(left())

    def _begin(self, work: Callable[[Stop], None]) -> Stop:
        self._stop.set()
        stop = self._stop = Stop()
        arguments = (_run, self._thread, stop, work)
        self._thread = Thread(target=copy_context().run, args=arguments, daemon=True)
        self._thread.start()
        return stop

    def _done(self, stop: Stop) -> None:
        with self._lock:
            if self._awaited is stop:
                self._awaited = None


def _run(before: Thread | None, stop: Stop, work: Callable[[Stop], None]) -> None:
    # Ctrl-C is for whoever waits for the next line, not for a thread that would sit it out.
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if before is not None:
        before.join()
    work(stop)


def _raise(error: Exception) -> None:
    raise error


_LIVING: WeakSet[Worker] = WeakSet()


@atexit.register
def _part() -> None:
    """No thread may be inside a search when the interpreter ends."""
    for worker in list(_LIVING):
        worker.stop()
    for worker in list(_LIVING):
        worker.join(PARTING)
