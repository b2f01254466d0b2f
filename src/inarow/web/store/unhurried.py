"""`Unhurried`: the games over days, found by whom they wait for and when their time is up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from inarow.web.store import Store
from inarow.web.store.tables import game

__all__ = ["AT_ONCE", "MOST_OPEN", "OPEN", "Unhurried"]

OPEN: Final = 7 * 24 * 3_600_000
"""For how many milliseconds an open public game over days is listed; then it is cancelled."""

MOST_OPEN: Final = 3
"""How many of them one person may have."""

AT_ONCE: Final = 500
"""How many games are found in one go."""


class Unhurried:
    """The games over days of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def waiting(self, person: str, limit: int) -> Sequence[Any]:
        """The games in which somebody is to move, those with the least time first."""
        query = select(game).where(game.c.waits_for == person)
        return await self._store.fetch(query.order_by(game.c.due, game.c.id).limit(limit))

    async def going(self, person: str) -> int:
        """How many games somebody plays."""
        mine = or_(game.c.x == person, game.c.o == person)
        query = select(func.count()).select_from(game).where(mine, game.c.due.is_not(None))
        return int((await self._store.fetch(query))[0][0])

    async def count_waiting(self, person: str) -> int:
        """In how many games somebody is to move."""
        query = select(func.count()).select_from(game).where(game.c.waits_for == person)
        return int((await self._store.fetch(query))[0][0])

    async def due(self, before: int) -> Sequence[Any]:
        """The games whose time is up before a time, and when."""
        query = select(game.c.id, game.c.due).where(game.c.due < before)
        return await self._store.fetch(query.order_by(game.c.due).limit(AT_ONCE))

    async def put_off(self, game_id: str, due: int, until: int) -> None:
        """A game has more time than was noted, unless something else has been noted since."""
        here = (game.c.id == game_id) & (game.c.due == due)
        await self._store.write(update(game).where(here).values(due=until))

    async def listed(self, since: int, limit: int = AT_ONCE) -> Sequence[Any]:
        """The open public games that were made after a time, the newest first."""
        query = select(game).where(_is_listed(), game.c.updated > since)
        return await self._store.fetch(query.order_by(game.c.updated.desc()).limit(limit))

    async def alike(
        self, rules: str, base: int, since: int, *, swap: bool, rated: bool
    ) -> Sequence[Any]:
        """Those of them in which the same is played, the oldest first."""
        same = and_(game.c.rules == rules, game.c.base == base, game.c.swap == swap)
        wanted = select(game).where(_is_listed(), game.c.updated > since, same)
        query = wanted.where(game.c.rated == rated).order_by(game.c.updated).limit(AT_ONCE)
        return await self._store.fetch(query)

    async def forgotten(self, before: int) -> list[str]:
        """Those that nobody has joined since a time."""
        query = select(game.c.id).where(_is_listed(), game.c.updated <= before).limit(AT_ONCE)
        return [row.id for row in await self._store.fetch(query)]

    async def open_games(self, person: str) -> int:
        """How many of them somebody has made."""
        mine = or_(game.c.x == person, game.c.o == person)
        query = select(func.count()).select_from(game).where(_is_listed(), mine)
        return int((await self._store.fetch(query))[0][0])


def _is_listed() -> ColumnElement[bool]:
    over_days = and_(game.c.base.is_not(None), game.c.increment.is_(None))
    return and_(game.c.visibility == "public", game.c.status == "open", over_days)
