"""`Openings`: the newest finished games that everybody may see, to count how people play."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from sqlalchemy import select

from inarow.web.store import Store
from inarow.web.store.tables import PROGRAM, game

__all__ = ["Finished", "Openings"]

NEWEST: Final = 20_000
"""How many of the newest public games are looked at, on whatever board."""

MOST: Final = 5_000
"""How many of them, on one board, are counted."""

FRESH: Final = 60.0
"""For how many seconds the games of a board are remembered."""

BOARDS: Final = 8
"""Of how many boards the games are remembered."""


class Finished(NamedTuple):
    """A game: its moves as text, who won, and where a person sat."""

    moves: str
    winner: str | None
    x: bool
    o: bool


class Openings:
    """The games of a store, board by board; they are read at most once a minute."""

    def __init__(self, store: Store, now: Callable[[], float] = monotonic) -> None:
        self._store, self._now = store, now
        self._known: OrderedDict[str, tuple[float, list[Finished]]] = OrderedDict()
        self._lock = asyncio.Lock()

    async def on(self, rules: str) -> list[Finished]:
        """The newest finished public games on a board."""
        async with self._lock:  # many ask at once, and one reads
            known = self._known.get(rules)
            if known is None or known[0] < self._now() - FRESH:
                known = self._now(), await self._read(rules)
                self._known[rules] = known
                while len(self._known) > BOARDS:
                    self._known.popitem(last=False)
            return known[1]

    async def _read(self, rules: str) -> list[Finished]:
        columns = game.c.rules, game.c.moves, game.c.winner, game.c.reason, game.c.x, game.c.o
        newest = (
            select(*columns)
            .where(game.c.visibility == "public", game.c.status == "over")
            .order_by(game.c.updated.desc())
            .limit(NEWEST)
            .subquery()
        )
        query = select(newest).where(
            newest.c.rules == rules, newest.c.reason != "aborted", newest.c.moves != ""
        )
        return [
            Finished(row.moves, row.winner, _is_person(row.x), _is_person(row.o))
            for row in await self._store.fetch(query.limit(MOST))
        ]


def _is_person(seat: str | None) -> bool:
    return seat is not None and not seat.startswith(PROGRAM)
