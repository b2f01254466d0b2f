"""What the protocols ask about who is at the other end, before they read anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["Door", "Visitor"]


class Visitor(Protocol):
    """Who is at the other end of one connection."""

    def may_send(self, size: int) -> bool:
        """Whether so many more bytes may be read."""

    def does(self, work: Callable[[bytes], None], data: bytes) -> None:
        """Do *work* with *data*, at this visitor's expense."""

    def leave(self) -> None:
        """The connection has ended."""


class Door(Protocol):
    """Where visitors come in."""

    def enter(self, host: str) -> Visitor | None:
        """Who connects from there, or `None` if there are too many."""

    def at_socket(self, scope: Any) -> Visitor:
        """The same, once the connection has become a socket."""
