"""How instances tell each other what happened. Events are in the database: the bus is for speed.

A message is a topic and a value for JSON. An instance does not hear its own messages. What is said
within one turn of the event loop goes as one message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["Bus", "Listener", "LocalBus"]

Listener = Callable[[str, list[Any]], None]


class Bus(Protocol):
    """What joins the instances."""

    instance: str

    async def open(self, listener: Listener) -> None:
        """Begin; *listener* gets topic and values of what the others say."""

    def say(self, topic: str, value: Any) -> None:
        """Tell the others soon."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other instance."""

    @property
    def is_up(self) -> bool:
        """Whether the others can be heard."""

    async def close(self) -> None:
        """End."""


class LocalBus:
    """The bus of a site with one instance: nobody else listens."""

    is_alone = True
    is_up = True

    def __init__(self, instance: str = "only") -> None:
        self.instance = instance

    async def open(self, listener: Listener) -> None:
        """Nobody will speak."""

    def say(self, topic: str, value: Any) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing to let go of."""
