"""`Thinking`: a search in a thread of its own, so that whoever asked can go on listening."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import Event, Lock, Thread

from inarow.board.position import Position
from inarow.errors import InarowError
from inarow.search.engine import Engine, Limit, Result

__all__ = ["Thinking"]

AGAIN = 0.01
"""After how many seconds a stop is repeated: one that comes before the search begins is lost."""


PAUSE = 0.1
"""How many seconds lie at least between two looks at a search."""


class Thinking:
    """One search at a time, which `stop` ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._engine: Engine | None = None
        self._thread: Thread | None = None
        self._stopped = Event()
        self._held = False

    @property
    def busy(self) -> bool:
        """Whether a search goes on."""
        return self._engine is not None

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
        """Search and call *then* with the result, or with what went wrong, in the other thread.

        With *hold* the result is kept until `stop` is called. *progress* is told of what was found
        so far, now and then.
        """
        self._stopped.clear()
        self._engine, self._held = engine, hold
        self._thread = Thread(
            target=self._search, args=(engine, position, limit, then, hold, progress), daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the search; what it has found so far has been told when this returns."""
        self._stopped.set()
        thread = self._thread
        while thread is not None and thread.is_alive():
            with self._lock:
                if self._engine is not None:
                    self._engine.stop()
            thread.join(AGAIN)

    def finish(self) -> None:
        """Wait until the result has been told; a search that would be held is stopped."""
        if self._held:
            self.stop()
        elif self._thread is not None:
            self._thread.join()

    def _search(
        self,
        engine: Engine,
        position: Position,
        limit: Limit,
        then: Callable[[Result | str], None],
        hold: bool,
        progress: Callable[[Result], None] | None,
    ) -> None:
        # Ctrl-C is for whoever waits for the next line, not for a thread that would sit it out.
        if hasattr(signal, "pthread_sigmask"):  # not on Windows
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        found: Result | str
        try:
            found = engine.search(position, limit, progress=_now_and_then(progress))
        except InarowError as error:
            found = str(error)
        except MemoryError:
            found = "not enough memory for this"
        if hold:
            self._stopped.wait()
        with self._lock:
            self._engine = None  # the answer to what is told may ask for the next search
        then(found)


def _now_and_then(progress: Callable[[Result], None] | None) -> Callable[[Result], None] | None:
    """*progress*, but not more often than a person can read."""
    if progress is None:
        return None
    last = 0.0

    def told(result: Result) -> None:
        nonlocal last
        if result.seconds >= last + PAUSE:
            last = result.seconds
            progress(result)

    return told
