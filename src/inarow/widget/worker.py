"""`Worker`: searches in a thread of its own, so that the kernel goes on."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from threading import RLock, Thread
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakSet

if TYPE_CHECKING:
    from inarow.search.desk import Desk

__all__ = ["Tell", "Worker"]

AGAIN = 0.01
"""After how many seconds a stop is repeated: one that comes before the search begins is lost."""

TABLE_MB = 16
"""How large the tables of each search are."""

PARTING = 2.0
"""How many seconds the end of the program waits for work to end."""

Tell: TypeAlias = Callable[[Callable[[], None]], None]
"""Has a function called with the lock held, unless nobody waits for it any more."""


class Worker:
    """One piece of work at a time; a new one ends the one before, which then tells nothing.

    Nothing here waits: a thread ends the work of the thread before it, and then begins its own.
    """

    def __init__(self, lock: RLock) -> None:
        self._lock = lock
        self._desk: Desk | None = None
        self._thread: Thread | None = None
        self._ticket: object = None
        _LIVING.add(self)

    @property
    def busy(self) -> bool:
        """Whether there is something that will be told."""
        return self._ticket is not None

    def begin(self, work: Callable[[Desk, Tell], None]) -> None:
        """Do *work*, which tells what it finds."""
        with self._lock:
            ticket = self._ticket = object()
            self._follow(ticket, work)

    def stop(self) -> None:
        """End the work, soon; nothing more is told."""
        with self._lock:
            self._ticket = None
            if self._thread is not None and self._thread.is_alive():
                self._follow(None, None)

    def join(self) -> None:
        """Wait until there is nothing more to do."""
        while (thread := self._thread) is not None and thread.is_alive():
            thread.join()

    def part(self) -> None:
        """End the work before the program ends: no thread may be inside a search by then."""
        self.stop()
        if self._thread is not None:
            self._thread.join(PARTING)

    def _follow(self, ticket: object, work: Callable[[Desk, Tell], None] | None) -> None:
        before = self._thread
        self._thread = Thread(target=self._run, args=(before, ticket, work), daemon=True)
        self._thread.start()

    def _run(
        self, before: Thread | None, ticket: object, work: Callable[[Desk, Tell], None] | None
    ) -> None:
        while before is not None and before.is_alive():
            if self._desk is not None:
                self._desk.stop()
            before.join(AGAIN)
        if work is None or self._ticket is not ticket:
            return

        def tell(action: Callable[[], None]) -> None:
            with self._lock:
                if self._ticket is ticket:
                    action()

        work(self._opened(), tell)
        with self._lock:
            if self._ticket is ticket:
                self._ticket = None

    def _opened(self) -> Desk:
        """The desk, ready for new work; only the one thread that works comes here."""
        if self._desk is None:
            from inarow.search.desk import Desk

            self._desk = Desk(table_mb=TABLE_MB)
        self._desk.stopped = False
        return self._desk


_LIVING: WeakSet[Worker] = WeakSet()


@atexit.register
def _part() -> None:
    for worker in list(_LIVING):
        worker.part()
