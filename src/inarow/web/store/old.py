"""What nobody needs any longer: found in small portions, and deleted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update

from inarow.web.store import Store
from inarow.web.store.ids import key
from inarow.web.store.ratings import DUE, erasure
from inarow.web.store.tables import (
    challenge,
    entrant,
    event,
    game,
    lesson,
    passkey,
    person,
    puzzle_attempt,
    puzzle_record,
    recovery,
    session,
    study,
    token,
    tournament,
)
from inarow.web.store.writer import Change, EventRow, Statement

__all__ = ["AT_ONCE", "Old", "replaced"]

AT_ONCE: Final = 100
"""How many games or people one transaction deletes."""

OWNED: Final = (session, token, passkey, recovery, lesson, study, puzzle_attempt, puzzle_record)
"""The tables whose rows end with the person that they name."""

Place = tuple[int, str]
"""Where to go on: when a game was changed, and its id."""


class Old:
    """The old things of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unfinished(self, before: int, after: Place) -> Sequence[Place]:
        """Games that are not over and began before a time, in order, those after a place."""
        since, last = after
        query = select(game.c.updated, game.c.id).where(
            game.c.status.in_(("open", "playing")),
            game.c.reason.is_(None),
            game.c.due.is_(None),  # else the clock ends it
            game.c.updated < before,
            or_(game.c.updated > since, (game.c.updated == since) & (game.c.id > last)),
        )
        rows = await self._store.fetch(query.order_by(game.c.updated, game.c.id).limit(AT_ONCE))
        return [(row.updated, row.id) for row in rows]

    async def last_events(self, game_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Version and time of the last event of each of these games."""
        ids = {key(game_id): game_id for game_id in game_ids}
        query = (
            select(event.c.game, func.max(event.c.version), func.max(event.c.at))
            .where(event.c.game.in_(ids))
            .group_by(event.c.game)
        )
        return {ids[row[0]]: (row[1], row[2]) for row in await self._store.fetch(query)}

    async def over(self, before: int, *, cancelled: bool) -> list[str]:
        """Games that ended before a time: those that were cancelled, or those with a result.

        Games that have still to be rated are not among them.
        """
        called_off = game.c.reason == "aborted"
        query = select(game.c.id).where(
            game.c.status == "over",
            called_off if cancelled else ~called_off,
            or_(game.c.verdict.is_(None), game.c.verdict != DUE),
            game.c.updated < before,
        )
        return [row.id for row in await self._store.fetch(query.limit(AT_ONCE))]

    async def delete_games(self, game_ids: Sequence[str]) -> None:
        """Forget games with all their events."""
        keys = [key(game_id) for game_id in game_ids]
        rows = delete(game).where(game.c.id.in_(game_ids))
        events = delete(event).where(event.c.game.in_(keys))
        await self._store.writer.write(Change(statements=((rows, {}), (events, {}))))

    # -- people -------------------------------------------------------------------------------

    async def unused(self, before: int) -> list[str]:
        """Guests who, or whose programs, were last here before a time, and who play nothing."""
        query = select(person.c.id).where(*_unused(before)).limit(AT_ONCE)
        return [row.id for row in await self._store.fetch(query)]

    async def delete_unused(self, person_ids: Sequence[str], before: int, instead: str) -> None:
        """Forget those of these people for whom that is still so."""
        await self._delete_people(instead, person.c.id.in_(person_ids), *_unused(before))

    async def leaving(self) -> Sequence[Any]:
        """People whose data is to be deleted, and since when."""
        columns = person.c.id, person.c.leaving, person.c.heir
        query = select(*columns).where(person.c.leaving.is_not(None))
        return await self._store.fetch(query.limit(AT_ONCE))

    async def delete_person(self, person_id: str, instead: str) -> None:
        """Forget somebody whose games are no longer theirs."""
        await self._delete_people(instead, person.c.id == person_id)

    async def forget_ratings(self, person_id: str, instead: str) -> None:
        """Forget how strong somebody was; their opponents' ratings stay."""
        await self._store.writer.write(Change(statements=erasure([person_id], instead)))

    async def _delete_people(self, instead: str, *which: ColumnElement[bool]) -> None:
        """Forget people with all that is theirs alone."""
        ids = select(person.c.id).where(*which)
        theirs = [delete(each).where(each.c.person.in_(ids)) for each in OWNED]
        changes = [*theirs, delete(person).where(*which)]
        statements = (*erasure(ids, instead), *((each, {}) for each in changes))
        await self._store.writer.write(Change(statements=statements))

    async def delete_expired(self, now: int, kept: int) -> None:
        """Forget sessions and challenges that have expired, and tokens so long after that."""
        statements = (
            delete(session).where(session.c.expires <= now),
            delete(challenge).where(challenge.c.expires <= now),
            delete(token).where(token.c.expires <= now - kept),
        )
        await self._store.writer.write(Change(statements=tuple((each, {}) for each in statements)))

    async def replace(
        self, game_id: str, person_id: str, other: tuple[str, str], rows: Sequence[EventRow]
    ) -> None:
        """Put somebody else in the place of a person, in a game and its events."""
        changed: list[Statement] = []
        people = _everyone_as(person_id, rows)
        for row in rows:
            payload = row.payload
            for each in people:
                payload = replaced(payload, each, other)
            here = (event.c.game == key(game_id)) & (event.c.version == row.version)
            changed.append((update(event).where(here).values(payload=payload), {}))
        for seat in (game.c.x, game.c.o):
            values = {seat.name: other[0], f"{seat.name}_name": other[1]}
            here = (game.c.id == game_id) & (seat == person_id)
            changed.append((update(game).where(here).values(values), {}))
        await self._store.writer.write(Change(statements=tuple(changed)))


def replaced(payload: str, person_id: str, other: tuple[str, str]) -> str:
    """*payload* of JSON with another in place of the person."""
    value = _replaced(json.loads(payload), person_id, other)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _unused(before: int) -> tuple[Any, ...]:
    plays = [exists().where(seat == person.c.id) for seat in (game.c.x, game.c.o)]
    signs_in = [exists().where(table.c.person == person.c.id) for table in (passkey, recovery)]
    contests = [
        exists().where(entrant.c.person == person.c.id),
        exists().where(tournament.c.director == person.c.id),
    ]
    has_nothing = (~each for each in plays + signs_in + contests)
    return person.c.seen < before, person.c.leaving.is_(None), *has_nothing


def _everyone_as(person_id: str, rows: Sequence[EventRow]) -> list[str]:
    """The ids under which somebody has been in a game: as a guest, before they signed in."""
    ids = [person_id]
    for row in reversed(rows):
        if row.kind == "identify":
            event = json.loads(row.payload)
            if event["seat"][0] in ids:
                ids.append(event["by"])
    return ids


def _replaced(value: Any, person_id: str, other: tuple[str, str]) -> Any:
    """*value* of JSON with another in place of the person: an id, or a seat of id and name."""
    if isinstance(value, dict):
        return {name: _replaced(part, person_id, other) for name, part in value.items()}
    if isinstance(value, list):
        if len(value) == 2 and value[0] == person_id:
            return list(other)
        return [_replaced(part, person_id, other) for part in value]
    return other[0] if value == person_id else value
