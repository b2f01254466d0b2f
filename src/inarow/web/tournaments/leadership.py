"""Which instance leads a tournament: of those that are alive the one that its hash prefers.

Two that think they lead do no harm: what they store has a key, so one of them is told to read on.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

__all__ = ["SILENT", "Leadership"]

SILENT: Final = 6_000
"""After how many milliseconds without a new heartbeat an instance counts as gone."""


class Leadership:
    """What this instance knows of the others."""

    def __init__(self, instance: str) -> None:
        self._instance = instance
        self._beats: dict[str, tuple[int, int]] = {}  # the last, and when we saw that it is new
        self._alive = [instance]

    def look(self, beats: Mapping[str, int], now: int) -> None:
        """The heartbeats as they are stored; only whether they go on counts, not what they say."""
        known = self._beats
        self._beats = {
            name: known[name] if name in known and known[name][0] == at else (at, now)
            for name, at in beats.items()
        }
        alive = (name for name, (_, seen) in self._beats.items() if now - seen < SILENT)
        self._alive = [self._instance, *(name for name in alive if name != self._instance)]

    def leads(self, tournament: str) -> bool:
        """Whether it is for this instance to pair there."""
        return self._instance == min(self._alive, key=lambda name: _preference(name, tournament))


def _preference(instance: str, tournament: str) -> bytes:
    return sha256(f"{instance} {tournament}".encode()).digest()
