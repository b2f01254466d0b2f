"""`Lessons`: the mistakes that people want to be asked about again, and on which day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from inarow.web.store import Store
from inarow.web.store.tables import lesson, person
from inarow.web.store.writer import Change, Statement

__all__ = ["MOST", "Lessons", "inherited", "without_lessons"]

MOST: Final = 500
"""How many lessons of one person are stored."""


class Lessons:
    """The lessons of people in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person_id: str, due: date | None = None, limit: int = MOST) -> Sequence[Any]:
        """A person's lessons, those that come first first; with *due* only those due by then."""
        query = _mine(person_id, due).order_by(lesson.c.due, lesson.c.box, lesson.c.name)
        return await self._store.fetch(query.limit(limit))

    async def named(self, person_id: str, name: str) -> Any:
        """The row of one lesson, or `None`."""
        rows = await self._store.fetch(_mine(person_id).where(lesson.c.name == name))
        return rows[0] if rows else None

    async def count(self, person_id: str, due: date | None = None) -> int:
        """How many lessons a person has; with *due* how many are due by then."""
        mine = _mine(person_id, due).subquery()
        return int((await self._store.fetch(select(func.count()).select_from(mine)))[0][0])

    async def next_due(self, person_id: str) -> str | None:
        """The day on which the next lesson comes, if there is one."""
        query = select(func.min(lesson.c.due)).where(lesson.c.person == person_id)
        due: str | None = (await self._store.fetch(query))[0][0]
        return due

    async def put(self, person_id: str, name: str, content: str, box: int, due: date) -> None:
        """Store a lesson, in place of the one of this name; a `Conflict` if there are too many."""
        dialect = postgresql if self._store.dialect == "postgresql" else sqlite
        values = {"content": content, "box": box, "due": due.isoformat()}
        added = dialect.insert(lesson).values(person=person_id, name=name, **values)
        added = added.on_conflict_do_update(index_elements=["person", "name"], set_=values)
        others = select(func.count()).where(lesson.c.person == person_id, lesson.c.name != name)
        room = update(person).where(
            person.c.id == person_id,
            person.c.leaving.is_(None),
            others.scalar_subquery() < MOST,
        )
        change = Change(claims=((room.values(leaving=None), {}),), statements=((added, {}),))
        await self._store.writer.write(change)

    async def drop(self, person_id: str, name: str) -> None:
        """Forget a lesson."""
        mine = lesson.c.person == person_id, lesson.c.name == name
        await self._store.write(delete(lesson).where(*mine))


def _mine(person_id: str, due: date | None = None) -> Select[Any]:
    query = select(lesson).where(lesson.c.person == person_id)
    return query if due is None else query.where(lesson.c.due <= due.isoformat())


def without_lessons(person_id: str) -> Statement:
    """What forgets all lessons of a person."""
    return delete(lesson).where(lesson.c.person == person_id), {}


def inherited(guest: str, heir: str) -> tuple[Statement, ...]:
    """What gives the lessons of a guest to who they have signed in as, unless they have them."""
    theirs = select(lesson.c.name).where(lesson.c.person == heir)
    count = select(func.count()).where(lesson.c.person.in_((guest, heir))).scalar_subquery()
    mine = update(lesson).where(
        lesson.c.person == guest, lesson.c.name.not_in(theirs), count <= MOST
    )
    return (mine.values(person=heir), {}), without_lessons(guest)
