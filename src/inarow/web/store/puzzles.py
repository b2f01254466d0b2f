"""`Puzzles`: how people did at puzzles, a row for each first attempt, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from inarow.web.store import Store
from inarow.web.store.tables import person, puzzle_attempt, puzzle_record
from inarow.web.store.writer import Change, Statement

__all__ = ["LATELY", "Puzzles", "Standing", "puzzles_inherited", "without_puzzles"]

LATELY: Final = 500
"""How many of somebody's puzzles do not come again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands: the columns of the table, but for whose they are."""

    rating: float
    deviation: float
    volatility: float
    tried: int = 0
    won: int = 0
    day: str = ""
    """When they last solved the puzzle of the day, such as 2026-11-19."""
    streak: int = 0
    best_streak: int = 0
    rush: int = 0


class Puzzles:
    """The attempts of people in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def standing(self, person_id: str) -> Standing | None:
        """How a person stands; `None` if they have tried no puzzle."""
        query = select(puzzle_record).where(puzzle_record.c.person == person_id)
        rows = await self._store.fetch(query)
        return Standing(*rows[0][1:]) if rows else None

    async def is_tried(self, person_id: str, name: str) -> bool:
        """Whether a puzzle was tried before."""
        mine = puzzle_attempt.c.person == person_id, puzzle_attempt.c.puzzle == name
        return bool(await self._store.fetch(select(puzzle_attempt.c.puzzle).where(*mine)))

    async def seen(self, person_id: str, limit: int = LATELY) -> list[str]:
        """The puzzles that a person has tried last, the oldest first."""
        return [row.puzzle for row in reversed(await self._newest(person_id, limit))]

    async def attempts(self, person_id: str, limit: int) -> Sequence[Any]:
        """Puzzle, result and time of the newest attempts, the oldest first."""
        return list(reversed(await self._newest(person_id, limit)))

    async def _newest(self, person_id: str, limit: int) -> Sequence[Any]:
        query = select(puzzle_attempt).where(puzzle_attempt.c.person == person_id)
        newest = puzzle_attempt.c.at.desc(), puzzle_attempt.c.puzzle
        return await self._store.fetch(query.order_by(*newest).limit(limit))

    async def put(
        self,
        person_id: str,
        before: Standing | None,
        after: Standing,
        attempt: tuple[str, bool, int] | None = None,
    ) -> None:
        """Write how a person stands, in place of how they stood, with puzzle, result and time.

        A `Conflict` if they stand otherwise by now, if they have tried that puzzle, or if their
        data is to be deleted.
        """
        claims, added = [_open(person_id)], list[Statement]()
        if before is None:
            added.append((insert(puzzle_record).values(person=person_id, **asdict(after)), {}))
        else:
            mine = puzzle_record.c.person == person_id
            same = (puzzle_record.c[name] == value for name, value in _marks(before).items())
            claims.append((update(puzzle_record).where(mine, *same).values(**asdict(after)), {}))
        if attempt is not None:
            row = dict(zip(("puzzle", "won", "at"), attempt, strict=True))
            added.append((insert(puzzle_attempt).values(person=person_id, **row), {}))
        await self._store.writer.write(Change(claims=tuple(claims), statements=tuple(added)))


def _marks(standing: Standing) -> dict[str, int | str]:
    """What changes whenever anything does."""
    return {name: getattr(standing, name) for name in ("tried", "day", "rush")}


def _open(person_id: str) -> Statement:
    stays = update(person).where(person.c.id == person_id, person.c.leaving.is_(None))
    return stays.values(leaving=None), {}


def without_puzzles(person_id: str) -> tuple[Statement, ...]:
    """What forgets how a person did at puzzles."""
    tables = puzzle_attempt, puzzle_record
    return tuple((delete(table).where(table.c.person == person_id), {}) for table in tables)


def puzzles_inherited(guest: str, heir: str) -> tuple[Statement, ...]:
    """What gives the puzzles of a guest to who they have signed in as; a record only if new."""
    theirs = select(puzzle_attempt.c.puzzle).where(puzzle_attempt.c.person == heir)
    attempts = update(puzzle_attempt).where(
        puzzle_attempt.c.person == guest, puzzle_attempt.c.puzzle.not_in(theirs)
    )
    known = select(func.count()).where(puzzle_record.c.person == heir).scalar_subquery()
    record = update(puzzle_record).where(puzzle_record.c.person == guest, known == 0)
    return (
        (attempts.values(person=heir), {}),
        (record.values(person=heir), {}),
        *without_puzzles(guest),
    )
