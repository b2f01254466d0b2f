"""`Stop`: how a search is told to end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from inarow import _core

__all__ = ["Stop"]


class Stop(_core.Stop):
    """Tells the searches that are given it to end, whichever thread sets it and however early."""

    def __init__(self) -> None:
        super().__init__()
        self._actions: list[Callable[[], None]] = []

    def set(self) -> None:
        """End the searches that were given this; those to come end at once."""
        super().set()
        for action in list(self._actions):
            action()

    @contextmanager
    def calling(self, action: Callable[[], None]) -> Iterator[None]:
        """Have *action* called when this is set, for what has a way of its own to end."""
        self._actions.append(action)
        try:
            if self.is_set():
                action()
            yield
        finally:
            self._actions.remove(action)
