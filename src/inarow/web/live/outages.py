"""`Outages`: when nothing could be stored anywhere, so that nobody's clock ran."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["ALIVE", "GRACE", "Outage", "Outages", "overlap"]

Outage = tuple[int, int]
"""Since when and until when, in milliseconds."""

ALIVE = 2_500
"""For how many milliseconds a heartbeat holds; a longer silence of all instances is an outage."""

GRACE = 2_000
"""How many milliseconds people have for coming back after an outage."""


class Outages:
    """All outages that are known, and when this instance was last sure that all is well."""

    def __init__(self, now: int) -> None:
        self.known: list[Outage] = []
        self.unsaved: list[Outage] = []
        self._alive = now
        self._stored = now
        self._latest = 0  # the end of the last that is known

    def note_stored(self, now: int) -> None:
        """Something was stored by this instance at this time."""
        self._stored = now
        self.note_alive(now)

    def note_alive(self, now: int) -> None:
        """All was well at this time."""
        self._alive = max(self._alive, now)  # an outage may have been ended meanwhile

    def is_late(self, now: int) -> bool:
        """Whether the last heartbeat is so long ago that something must be wrong."""
        return now - self._alive > ALIVE

    def silence(self, now: int) -> int:
        """For how many milliseconds this instance has not stored anything, as far as we know."""
        return now - self._stored

    def end(self, now: int) -> Outage | None:
        """The outage that ends now, if there is one; it has to be saved."""
        if not self.is_late(now):
            return None
        outage = (self._alive, now)
        self._alive = now
        self.unsaved.append(outage)
        self.learn([outage])
        return outage

    def learn(self, outages: Iterable[Outage]) -> bool:
        """Add what is not known yet; whether there is any."""
        news = [outage for outage in outages if outage not in self.known]
        self.known += news
        self._latest = max([self._latest, *(until for _, until in news)])
        return bool(news)

    def pause(self, since: int, until: int) -> int:
        """For how long of the time from *since* to *until* no clock ran."""
        if since >= self._latest:  # as a rule
            return 0
        return overlap(self.known, since, until)


def overlap(outages: Iterable[Outage], since: int, until: int) -> int:
    """For how long of the time from *since* to *until* there was an outage; they may overlap."""
    total, reached = 0, since
    for start, end in sorted(outages):
        start, end = max(start, reached), min(end, until)
        if end > start:
            total += end - start
            reached = end
    return total
