"""What the database has about tournaments and their games: questions, and what is to be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, update

from inarow.web.store import Store
from inarow.web.store.ids import key
from inarow.web.store.old import AT_ONCE, replaced
from inarow.web.store.tables import entrant, event, game, tournament, tournament_event
from inarow.web.store.writer import Change, Statement
from inarow.web.tournaments.events import Event, EventRow
from inarow.web.tournaments.state import State, start

__all__ = ["Begun", "Records", "creation", "following"]

MOST_GOING: Final = 2000
"""How many tournaments go on at a time at most; the newest ones."""

_INSERT_EVENT = insert(tournament_event)


class Begun(NamedTuple):
    """How far a game has come: how many moves, and when the last one was made."""

    moves: int
    at: int


def creation(id: str, events: Sequence[Event]) -> Change:
    """What stores a new tournament."""
    state = start(events[0])
    plan = state.plan
    row = {
        "id": id,
        "code": plan.code,
        "system": plan.system,
        "status": state.status,
        "name": plan.name,
        "director": plan.director.id,
        "starts": plan.starts,
        "created": state.created,
        "updated": state.created,
    }
    statements: list[Statement] = [(insert(tournament), row)]
    for each in events:
        statements += following(id, None, state, each)
    return Change(statements=tuple(statements))


def following(id: str, before: State | None, after: State, each: Event) -> list[Statement]:
    """What stores the next event of a tournament."""
    statements: list[Statement] = [(_INSERT_EVENT, each.row(id)._asdict())]
    if each.kind == "join" and each.seat is not None:
        statements.append((insert(entrant), {"tournament": id, "person": each.seat.id}))
    if before is not None and before.status != after.status:
        values: dict[str, Any] = {"status": after.status, "updated": each.at}
        if after.status == "over":
            values["code"] = None
        row = update(tournament).where(tournament.c.id == id).values(**values)
        statements.append((row, {}))
    return statements


class Records:
    """The tournaments of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def events(self, id: str, after: int = 0) -> list[EventRow]:
        """The events of a tournament in their order, those after a version only."""
        table = tournament_event
        query = (
            select(table)
            .where(table.c.tournament == id, table.c.version > after)
            .order_by(table.c.version)
        )
        return [EventRow(*row) for row in await self._store.fetch(query)]

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The newest version of each of these tournaments."""
        table = tournament_event
        query = (
            select(table.c.tournament, func.max(table.c.version))
            .where(table.c.tournament.in_(ids))
            .group_by(table.c.tournament)
        )
        return {row[0]: row[1] for row in await self._store.fetch(query)}

    async def by_code(self, code: str) -> str | None:
        """The tournament that people find under a code."""
        rows = await self._store.fetch(select(tournament.c.id).where(tournament.c.code == code))
        return rows[0].id if rows else None

    async def going(self, now: int) -> list[str]:
        """The tournaments in which something happens by itself."""
        due = and_(tournament.c.status == "open", tournament.c.starts <= now)
        query = select(tournament.c.id).where(or_(tournament.c.status == "playing", due))
        query = query.order_by(tournament.c.updated.desc()).limit(MOST_GOING)
        return [row.id for row in await self._store.fetch(query)]

    async def of(self, person: str, limit: int) -> Sequence[Any]:
        """The newest tournaments that somebody directs or is in."""
        mine = select(entrant.c.tournament).where(entrant.c.person == person)
        query = select(tournament).where(
            or_(tournament.c.director == person, tournament.c.id.in_(mine))
        )
        return await self._store.fetch(query.order_by(tournament.c.created.desc()).limit(limit))

    # -- their games ------------------------------------------------------------------------------

    async def games(self, ids: Sequence[str]) -> dict[str, Any]:
        """The rows of these games, without those that have been deleted."""
        query = select(game).where(game.c.id.in_(ids))
        return {row.id: row for row in await self._store.fetch(query)}

    async def begun(self, ids: Sequence[str]) -> dict[str, Begun]:
        """How far these games have come; those in which nobody has moved are left out."""
        keys = {key(each): each for each in ids}
        query = (
            select(event.c.game, func.count(), func.max(event.c.at))
            .where(event.c.game.in_(keys), event.c.kind.in_(("move", "swap")))
            .group_by(event.c.game)
        )
        return {keys[row[0]]: Begun(row[1], row[2]) for row in await self._store.fetch(query)}

    async def swapped(self, ids: Sequence[str]) -> set[str]:
        """Those of these games in which the players have changed sides."""
        keys = {key(each): each for each in ids}
        query = select(event.c.game).where(event.c.game.in_(keys), event.c.kind == "swap")
        return {keys[row[0]] for row in await self._store.fetch(query)}

    # -- what is deleted --------------------------------------------------------------------------

    async def old(self, before: int, *, over: bool) -> list[str]:
        """Tournaments that were over before a time, or that nobody has started since."""
        status = tournament.c.status == ("over" if over else "open")
        query = select(tournament.c.id).where(status, tournament.c.updated < before)
        return [row.id for row in await self._store.fetch(query.limit(AT_ONCE))]

    async def delete(self, ids: Sequence[str]) -> None:
        """Forget tournaments; their games stay."""
        statements: tuple[Statement, ...] = (
            (delete(tournament).where(tournament.c.id.in_(ids)), {}),
            (delete(tournament_event).where(tournament_event.c.tournament.in_(ids)), {}),
            (delete(entrant).where(entrant.c.tournament.in_(ids)), {}),
        )
        await self._store.writer.write(Change(statements=statements))

    async def replace(
        self, id: str, person: str, other: tuple[str, str], *, known: bool = False
    ) -> None:
        """Put somebody else, who may be *known*, in the place of a person: in all events, too."""
        changed: list[Statement] = []
        table = tournament_event
        for row in await self.events(id):
            payload = replaced(row.payload, person, other)
            if payload != row.payload:
                here = (table.c.tournament == id) & (table.c.version == row.version)
                changed.append((update(table).where(here).values(payload=payload), {}))
        mine = (tournament.c.id == id) & (tournament.c.director == person)
        changed.append((update(tournament).where(mine).values(director=other[0]), {}))
        here = (entrant.c.tournament == id) & (entrant.c.person == person)
        if known:
            changed.append((update(entrant).where(here).values(person=other[0]), {}))
        else:
            changed.append((delete(entrant).where(here), {}))
        await self._store.writer.write(Change(statements=tuple(changed)))
