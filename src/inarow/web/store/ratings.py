"""Ratings as they are stored: a row for each person and rated game. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Select,
    String,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from inarow.web.store import Store
from inarow.web.store.tables import desertion, game, person
from inarow.web.store.tables import rating_change as table
from inarow.web.store.writer import Change, Statement

__all__ = ["AT_ONCE", "COUNTS", "DUE", "RatingChange", "Ratings", "erasure"]

DUE: Final = "due"
"""The verdict on a rated game that is over before there is one."""

COUNTS: Final = "counts"
"""The verdict on a game that has changed ratings."""

AT_ONCE: Final = 100
"""How many games that are due are read at once."""

MOST_POINTS: Final = 10_000
"""How many games of somebody a curve shows at most: the newest."""

Place = tuple[int, str]
"""Where to go on: when a game was changed, and its id."""


class RatingChange(NamedTuple):
    """What a game has changed for one of its players: the columns of the table."""

    person: str
    kind: str
    number: int
    game: str
    opponent: str
    score: float
    rating: float
    deviation: float
    volatility: float
    opponent_rating: float
    opponent_deviation: float
    at: int


class Ratings:
    """The ratings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def last(self, people: Sequence[str], kind: str) -> dict[str, RatingChange]:
        """The newest row of each of these people, if there is one."""
        rows = await self._store.fetch(_LAST, {"people": list(people), "kind": kind})
        return {row.person: RatingChange(*row) for row in rows}

    async def ratings_of(self, person_id: str) -> dict[str, RatingChange]:
        """The newest row of each kind of game that a person has played."""
        rows = await self._store.fetch(_newest().where(table.c.person == person_id))
        return {row.kind: RatingChange(*row) for row in rows}

    async def curve_of(self, person_id: str, kind: str) -> list[RatingChange]:
        """All that has changed a person's rating, in order."""
        mine = (table.c.person == person_id, table.c.kind == kind)
        query = select(table).where(*mine).order_by(table.c.number.desc()).limit(MOST_POINTS)
        return [RatingChange(*row) for row in reversed(await self._store.fetch(query))]

    async def changed_by(self, game_id: str) -> dict[str, tuple[RatingChange, float | None]]:
        """What a game has changed for each of its players, and their rating before, if any."""
        rows = await self._store.fetch(_with_before().where(table.c.game == game_id))
        return {row.person: (RatingChange(*row[:-1]), row.before) for row in rows}

    async def changes_of(
        self, person_id: str, game_ids: Sequence[str]
    ) -> dict[str, tuple[RatingChange, float | None]]:
        """What each of these games has changed for a person, and their rating before, if any."""
        mine = (table.c.person == person_id, table.c.game.in_(game_ids))
        rows = await self._store.fetch(_with_before().where(*mine))
        return {row.game: (RatingChange(*row[:-1]), row.before) for row in rows}

    async def lately(self, people: Sequence[str], since: int) -> Sequence[Any]:
        """Person, opponent and whether they were near, of all rated games of people since then."""
        return await self._store.fetch(_LATELY, {"people": list(people), "since": since})

    async def desertions(self, people: Sequence[str], since: int, until: int) -> dict[str, int]:
        """How often each of these people has cancelled rated games or given up early."""
        values = {"people": list(people), "since": since, "until": until}
        return {row[0]: row[1] for row in await self._store.fetch(_DESERTIONS, values)}

    async def desertion_times(self, person_id: str, since: int) -> list[int]:
        """When a person has done so, newest first."""
        values = {"person": person_id, "since": since}
        return [row.at for row in await self._store.fetch(_DESERTION_TIMES, values)]

    async def best(self, kind: str, since: int, sure: float, most: int) -> Sequence[Any]:
        """The best of those who have played since then and are known well, best first."""
        query = (
            _newest()
            .with_only_columns(table.c.person, table.c.rating, table.c.number)
            .where(table.c.kind == kind, table.c.at > since, table.c.deviation <= sure)
            .order_by(table.c.rating.desc(), table.c.person)
            .limit(most)
        )
        return await self._store.fetch(query)

    async def names(self, people: Sequence[str]) -> dict[str, str]:
        """The names of these people."""
        query = select(person.c.id, person.c.name).where(person.c.id.in_(people))
        return {row.id: row.name for row in await self._store.fetch(query)}

    async def game(self, game_id: str) -> Any:
        """The row of a game, or `None`."""
        rows = await self._store.fetch(select(game).where(game.c.id == game_id))
        return rows[0] if rows else None

    async def due(self, after: Place) -> Sequence[Place]:
        """Games that have still to be rated, the oldest first, those after a place."""
        since, last = after
        query = select(game.c.updated, game.c.id).where(
            game.c.verdict == DUE,
            or_(game.c.updated > since, (game.c.updated == since) & (game.c.id > last)),
        )
        rows = await self._store.fetch(query.order_by(game.c.updated, game.c.id).limit(AT_ONCE))
        return [(row.updated, row.id) for row in rows]

    async def decide(
        self,
        game_id: str,
        verdict: str,
        changes: Sequence[RatingChange] = (),
        deserter: str | None = None,
        at: int = 0,
    ) -> None:
        """Store what becomes of a game that is due, all of it or, if it is not due, nothing.

        A `Conflict` says that another game has been rated, or this one, since the rows were read.
        """
        mine = (game.c.id == game_id, game.c.verdict == DUE)
        statements: list[Statement] = [(update(game).where(*mine).values(verdict=verdict), {})]
        statements += [(_insertion(change), {}) for change in changes]
        if deserter is not None:
            statements.append((_noted(deserter, game_id, verdict, at), {}))
        await self._store.writer.write(Change(statements=tuple(statements)))

    async def forget_desertions(self, before: int) -> None:
        """Forget what was so long ago that it no longer matters."""
        await self._store.write(delete(desertion).where(desertion.c.at < before))


def erasure(people: Any, instead: str) -> tuple[Statement, ...]:
    """What forgets the ratings of people (ids, or a query of them), but those of their opponents.

    A row has all that its numbers follow from, so those of others stay true without them.
    """
    mine = delete(table).where(table.c.person.in_(people))
    others = update(table).where(table.c.opponent.in_(people)).values(opponent=instead)
    deserted = delete(desertion).where(desertion.c.person.in_(people))
    return ((mine, {}), (others, {}), (deserted, {}))


def _newest() -> Select[Any]:
    """The rows after which there is none of the same person and kind."""
    later = table.alias("later")
    same = (later.c.person == table.c.person, later.c.kind == table.c.kind)
    return select(table).where(~exists().where(*same, later.c.number == table.c.number + 1))


# To build a query anew takes longer than its answer: those of every rated game are built once.

_PEOPLE: Final[Any] = bindparam("people", expanding=True)

_LAST: Final = _newest().where(table.c.person.in_(_PEOPLE), table.c.kind == bindparam("kind"))

_LATELY: Final = (
    select(table.c.person, table.c.opponent, game.c.near)
    .outerjoin(game, game.c.id == table.c.game)
    .where(table.c.person.in_(_PEOPLE), table.c.at > bindparam("since"))
)

_DESERTIONS: Final = (
    select(desertion.c.person, func.count())
    .where(
        desertion.c.person.in_(_PEOPLE),
        desertion.c.at > bindparam("since"),
        desertion.c.at <= bindparam("until"),
    )
    .group_by(desertion.c.person)
)

_DESERTION_TIMES: Final = (
    select(desertion.c.at)
    .where(desertion.c.person == bindparam("person"), desertion.c.at > bindparam("since"))
    .order_by(desertion.c.at.desc())
)


def _with_before() -> Select[Any]:
    """Rows with the rating of the row before."""
    before = table.alias("before")
    same = and_(
        before.c.person == table.c.person,
        before.c.kind == table.c.kind,
        before.c.number == table.c.number - 1,
    )
    joined = table.outerjoin(before, same)
    return select(table, before.c.rating.label("before")).select_from(joined)


def _insertion(change: RatingChange) -> Any:
    """Add a row if the verdict of its game is that it counts and the person still sits there.

    Should another instance have decided otherwise just before, nothing is added.
    """
    values = [
        literal(value, column.type).label(column.name)
        for column, value in zip(table.columns, change, strict=True)
    ]
    sits = or_(game.c.x == change.person, game.c.o == change.person)
    source = select(*values).where(game.c.id == change.game, game.c.verdict == COUNTS, sits)
    return insert(table).from_select([column.name for column in table.columns], source)


def _noted(who: str, game_id: str, verdict: str, at: int) -> Any:
    """Note that somebody has deserted a game, if nobody else has."""
    values = (literal(who, String), literal(game_id, String), literal(at, BigInteger))
    known = exists().where(desertion.c.person == who, desertion.c.game == game_id)
    source = select(*values).where(game.c.id == game_id, game.c.verdict == verdict, ~known)
    return insert(desertion).from_select(["person", "game", "at"], source)
