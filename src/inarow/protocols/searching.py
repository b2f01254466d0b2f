"""`Searching`: a search for another program, which goes on listening meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, RLock

from inarow.board.position import Position
from inarow.errors import InarowError
from inarow.search.background import Worker
from inarow.search.engine import Engine, Limit, Result
from inarow.search.stop import Stop

__all__ = ["Searching"]

PAUSE = 0.1
"""How many seconds lie at least between two reports about a search."""


class Searching:
    """One search at a time; `stop` ends it, and its result is reported all the same."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._release = Event()
        self._held = False
        self._busy = False
        self._reporting = RLock()

    @property
    def busy(self) -> bool:
        """Whether a search is under way; while a result is being reported, it is waited for."""
        with self._reporting:
            return self._busy

    def begin(
        self,
        engine: Engine,
        position: Position,
        limit: Limit,
        then: Callable[[Result | str], None],
        *,
        hold: bool = False,
        progress: Callable[[Result], None] | None = None,
    ) -> None:
        """Search and call *then* with the result, or with what went wrong, in another thread.

        With *hold* the result is held back until `stop` is called. *progress* is called now and
        then with what was found so far.
        """
        self._release = release = Event()
        self._held, self._busy = hold, True

        def search(stop: Stop) -> None:
            found: Result | str
            try:
                found = engine.search(position, limit, progress=_now_and_then(progress), stop=stop)
            except InarowError as error:
                found = str(error)
            except MemoryError:
                found = "not enough memory for this"
            if hold:
                release.wait()
            with self._reporting:
                self._busy = False  # the answer to the result may ask for the next search
                then(found)

        self._worker.begin(search)

    def stop(self) -> None:
        """End the search; its result has been reported when this returns."""
        self._release.set()
        self._worker.stop()
        self._worker.join()

    def finish(self) -> None:
        """Wait until the result has been reported; a search that is held back is stopped."""
        if self._held:
            self._release.set()
            self._worker.stop()
        self._worker.join()


def _now_and_then(progress: Callable[[Result], None] | None) -> Callable[[Result], None] | None:
    """*progress*, but not more often than a person can read."""
    if progress is None:
        return None
    last = 0.0

    def report(result: Result) -> None:
        nonlocal last
        if result.seconds >= last + PAUSE:
            last = result.seconds
            progress(result)

    return report
