"""A connection to PostgreSQL that waits for no answer longer than it should.

The server's own limits on time help only while it runs: one that is frozen, or cut off, says
nothing at all, and psycopg would wait for ever.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from psycopg import Connection, OperationalError

__all__ = ["BoundedConnection"]


class BoundedConnection(Connection[Any]):
    """Closes itself if the server says nothing for so many seconds, unless they are `None`."""

    patience: float | None = None

    @classmethod
    def open(cls, patience: float, *arguments: Any, **named: Any) -> BoundedConnection:
        """Connect, and be patient for so many seconds from then on."""
        connection = cls.connect(*arguments, **named)
        connection.patience = patience
        return connection

    @contextmanager
    def unbounded(self) -> Iterator[None]:
        """Wait for as long as it takes meanwhile."""
        patience, self.patience = self.patience, None
        try:
            yield
        finally:
            self.patience = patience

    def wait(self, gen: Generator[Any, Any, Any], *arguments: Any, **named: Any) -> Any:
        """Go on with *gen* whenever the server has said something, until it ends."""
        return super().wait(self._bounded(gen), *arguments, **named)

    def _bounded(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        since = monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready:
                    since = monotonic()
                elif self.patience is not None and monotonic() - since > self.patience:
                    self.pgconn.finish()  # what it may still say is the answer to nothing
                    raise OperationalError("the database does not answer")
                wanted = gen.send(ready)
        except StopIteration as end:
            return end.value
