"""`Ledger`: instances tell each other what visitors have spent: limits hold for all of them.

No request waits for that. Now and then an instance says who has spent a notable part of an
allowance since it said so last, which the others charge, too, and who has much open, which they add
to what is open with them. What gets lost makes limits a little softer, and nothing else: what could
not be told is forgiven, what comes twice or is overtaken is not heard, and of an instance that says
nothing more nothing is open.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from inarow.web.http.limits import Limits
from inarow.web.live.hub import Hub

__all__ = ["Ledger"]

PAUSE: Final = 1.0
"""Seconds between two messages."""

HOLDS: Final = 5.0
"""For how many seconds it counts what an instance says is open there."""

KEPT: Final = 60.0
"""For how many seconds an instance that says nothing is remembered."""

MOST: Final = 1000
"""How many allowances a message is about at most; the others have their turn later."""

Amounts: TypeAlias = Sequence[tuple[str, str, float]]


class _Word(NamedTuple):
    """The last message of an instance."""

    number: int
    heard: float
    opened: Amounts


class Ledger:
    """What visitors have spent at this instance and at the others."""

    def __init__(self, limits: Limits, hub: Hub, *, now: Callable[[], float] = monotonic) -> None:
        self._limits, self._hub, self._now = limits, hub, now
        self._number = 0  # of our messages
        self._words: dict[str, _Word] = {}  # by instance
        self._told_open = False
        hub.visitors_heard = self.hear
        if not hub.bus.is_alone:
            limits.begin_noting()

    def begin(self) -> None:
        """Tell the others regularly, if there can be any."""
        if not self._hub.bus.is_alone:
            self._hub.spawn(self._go_on())

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            self.tell()

    def tell(self) -> None:
        """Say what is to be said, and forget what others said long ago."""
        bus, limits = self._hub.bus, self._limits
        self._look_back()
        spent, opened = limits.untold(MOST), limits.open_here(MOST)
        if not bus.is_up:
            limits.begin_noting()
        elif spent or opened or self._told_open:
            self._number += 1
            self._told_open = bool(opened)
            bus.say("visitors", [bus.instance, self._number, spent, opened])

    def hear(self, instance: str, number: int, spent: Amounts, opened: Amounts) -> None:
        """Charge what another instance says."""
        word = self._words.get(instance)
        if word is not None and number <= word.number:
            return
        self._words[instance] = _Word(number, self._now(), opened)
        for kind, key, amount in spent:
            if kind in self._limits.kinds:  # another version may count something else
                self._limits.charge(kind, key, amount)
        self._look_back()

    def _look_back(self) -> None:
        """Add up what is open elsewhere, as far as that has been said lately."""
        now, total = self._now(), Counter[tuple[str, str]]()
        self._words = {name: word for name, word in self._words.items() if word.heard > now - KEPT}
        for word in self._words.values():
            if word.heard > now - HOLDS:
                total.update({(kind, key): int(number) for kind, key, number in word.opened})
        self._limits.open_elsewhere = total
