"""`Studies`: trees of moves with comments and drawings that people have saved, each with a link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from inarow.web.store import Store
from inarow.web.store.tables import person, study
from inarow.web.store.writer import Change, Statement

__all__ = ["MOST", "Studies", "inherited_studies", "without_studies"]

MOST: Final = 100
"""How many studies of one person are stored."""


class Studies:
    """The studies of people in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person_id: str) -> Sequence[Any]:
        """A person's studies, those changed last first, without their records."""
        columns = study.c.id, study.c.name, study.c.version, study.c.created, study.c.updated
        query = select(*columns).where(study.c.person == person_id)
        return await self._store.fetch(query.order_by(study.c.updated.desc(), study.c.id))

    async def whole(self, person_id: str) -> Sequence[Any]:
        """The same with their records."""
        query = select(study).where(study.c.person == person_id)
        return await self._store.fetch(query.order_by(study.c.updated.desc(), study.c.id))

    async def named(self, study_id: str) -> Any:
        """The row of one study with the name of its owner, `by`; or `None`."""
        query = (
            select(study, person.c.name.label("by"))
            .join(person, person.c.id == study.c.person)
            .where(study.c.id == study_id)
        )
        rows = await self._store.fetch(query)
        return rows[0] if rows else None

    async def count(self, person_id: str) -> int:
        """How many studies a person has."""
        query = select(func.count()).select_from(study).where(study.c.person == person_id)
        return int((await self._store.fetch(query))[0][0])

    async def add(self, person_id: str, study_id: str, name: str, record: str, at: int) -> None:
        """Store a new study; a `Conflict` if there are too many."""
        others = select(func.count()).where(study.c.person == person_id)
        room = update(person).where(
            person.c.id == person_id,
            person.c.leaving.is_(None),
            others.scalar_subquery() < MOST,
        )
        row = {"id": study_id, "person": person_id, "name": name, "record": record, "version": 1}
        added = insert(study), row | {"created": at, "updated": at}
        change = Change(claims=((room.values(leaving=None), {}),), statements=(added,))
        await self._store.writer.write(change)

    async def save(
        self, person_id: str, study_id: str, name: str, record: str, version: int, at: int
    ) -> None:
        """Store a study in place of its *version*; a `Conflict` if that is not the newest."""
        newest = update(study).where(
            study.c.id == study_id, study.c.person == person_id, study.c.version == version
        )
        values = newest.values(name=name, record=record, version=version + 1, updated=at)
        await self._store.writer.write(Change(claims=((values, {}),)))

    async def drop(self, person_id: str, study_id: str) -> bool:
        """Forget a study of a person; whether they had it."""
        mine = study.c.id == study_id, study.c.person == person_id
        if not await self._store.fetch(select(study.c.id).where(*mine)):
            return False
        await self._store.write(delete(study).where(*mine))
        return True


def without_studies(person_id: str) -> Statement:
    """What forgets all studies of a person."""
    return delete(study).where(study.c.person == person_id), {}


def inherited_studies(guest: str, heir: str) -> tuple[Statement, ...]:
    """What gives the studies of a guest to who they have signed in as, if there is room."""
    count = select(func.count()).where(study.c.person.in_((guest, heir))).scalar_subquery()
    mine = update(study).where(study.c.person == guest, count <= MOST)
    return (mine.values(person=heir), {}), without_studies(guest)
