"""`Bell`: ends a game when a clock has run out, whether anybody looks or not."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from inarow.web.live.decide import Flag
from inarow.web.live.game import Accepted, Live, Rejected, Request

if TYPE_CHECKING:
    from inarow.web.live.hub import Hub

__all__ = ["Bell"]

AGAIN = 1_000
"""After how many milliseconds a clock that has run out is looked at again, if need be."""


class Bell:
    """One timer for each session whose clock runs; it is set anew only when it rings."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def attend(self, live: Live) -> None:
        """Have the bell ring when the clock that runs now has run out, or before."""
        clock = live.state.clock
        if clock is not None and clock.ends is not None and live.timer is None:
            self._set(live, clock.ends)

    def _set(self, live: Live, when: int) -> None:
        delay = max(0.0, (when - self._hub.now()) / 1000) + 0.001
        live.timer = asyncio.get_running_loop().call_later(delay, self.ring, live)

    def ring(self, live: Live) -> None:
        """A clock may have run out; if it has been moved on since, wait for that."""
        live.timer = None
        clock, now = live.state.clock, self._hub.now()
        if clock is None or clock.ends is None or self._hub.stopping:
            return
        if clock.ends > now:
            self._set(live, clock.ends)
        elif self._hub.upkeep.is_late(now):
            self._set(live, now + AGAIN)  # that time may be charged to nobody
        else:
            self._hub.submit(live, Request(Flag(), None, partial(self._answered, live)))

    def _answered(self, live: Live, answer: Accepted | Rejected) -> None:
        if isinstance(answer, Rejected) and answer.code == "storage" and live.timer is None:
            self._set(live, self._hub.now() + AGAIN)
