"""`Desk`: what one thread searches with, so that it can be told to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from inarow.search.engine import Engine
from inarow.search.oracle import Oracle

__all__ = ["Desk", "Stoppable"]


class Stoppable(Protocol):
    """Anything whose work in another thread can be ended."""

    def stop(self) -> None:
        """End it soon."""


class Desk:
    """What a thread searches with. A job gets it and keeps it until the job returns."""

    def __init__(self, *, table_mb: int = 32, patience: float = 5.0) -> None:
        self.engine = Engine(threads=1, table_mb=table_mb)
        self.oracle = Oracle(threads=1, table_mb=table_mb, patience=patience)
        self.stopped = False
        """Whether nobody waits for the job any more; a job of several searches looks at it."""
        self._others: list[Stoppable] = []

    @contextmanager
    def using(self, searcher: Stoppable) -> Iterator[None]:
        """Have *searcher*, such as a player with an engine of its own, stopped as well."""
        self._others.append(searcher)
        try:
            yield
        finally:
            self._others.remove(searcher)

    @contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Let the oracle try for only so long."""
        before, self.oracle.patience = self.oracle.patience, seconds
        try:
            yield
        finally:
            self.oracle.patience = before

    def stop(self) -> None:
        """End whatever is searched here; from any thread."""
        self.stopped = True
        searchers: list[Stoppable] = [self.engine, self.oracle, *self._others]
        for searcher in searchers:
            searcher.stop()
