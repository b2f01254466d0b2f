"""`Store`: what the site remembers. Reads go to a few read-only connections in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Executable,
    bindparam,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from inarow.web.store import databases, migrations
from inarow.web.store.databases import DatabaseError
from inarow.web.store.ids import NO_KEY, key
from inarow.web.store.readers import Readers
from inarow.web.store.sessions import new_session
from inarow.web.store.tables import (
    PROGRAM,
    event,
    game,
    heartbeat,
    outage,
    person,
    session,
    token,
)
from inarow.web.store.writer import Change, EventRow, Statement, Writer

__all__ = ["SignedIn", "Store"]

READERS = 4


class SignedIn(NamedTuple):
    """A person in one of their browsers."""

    id: str
    name: str
    session: str
    expires: int


class Store:
    """One database, open."""

    def __init__(
        self,
        url: str,
        *,
        alone: bool = False,  # whether no other instance may use a PostgreSQL database
        committed: Callable[[int, float], None] | None = None,
    ) -> None:
        self.url = url
        self._is_alone = alone
        self._committed = committed

    async def open(self) -> Store:
        """Bring the database to the tables of today and start the writer."""
        self._alone = databases.alone(self.url)
        self._alone.__enter__()
        engine = databases.writing(self.url, alone=self._is_alone)
        try:
            await asyncio.to_thread(_prepare, engine)
        except BaseException:
            engine.dispose()
            self._alone.__exit__(None, None, None)
            raise
        self.dialect = engine.dialect.name
        self.writer = Writer(engine, self._committed)
        self._readers = Readers(databases.reading(self.url, READERS), READERS)
        return self

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.writer.close()
        await self._readers.close()
        self._alone.__exit__(None, None, None)

    async def fetch(
        self, query: Executable, values: Mapping[str, Any] | None = None
    ) -> Sequence[Any]:
        """The rows of *query* with these values of its parameters, read in a thread."""
        return await self._readers.fetch(query, values)

    # -- games --------------------------------------------------------------------------------

    async def events(self, game_id: str, after: int = 0) -> list[EventRow]:
        """The events of a game in their order, those after a version only."""
        if key(game_id) == NO_KEY:
            return []
        known = exists().where(game.c.id == game_id)  # the key alone could be guessed
        query = (
            select(event.c.version, event.c.kind, event.c.payload, event.c.at)
            .where(event.c.game == key(game_id), event.c.version > after, known)
            .order_by(event.c.version)
        )
        return [EventRow(game_id, *row) for row in await self.fetch(query)]

    async def versions(self, game_ids: Sequence[str]) -> dict[str, int]:
        """The newest version of each of these games."""
        ids = {key(game_id): game_id for game_id in game_ids}
        query = (
            select(event.c.game, func.max(event.c.version))
            .where(event.c.game.in_(ids))
            .group_by(event.c.game)
        )
        return {ids[row[0]]: row[1] for row in await self.fetch(query)}

    async def games_of(
        self, person_id: str, limit: int = 50, before: int | None = None
    ) -> Sequence[Any]:
        """The games in which a person sits or sat, newest first, those made before a time only."""
        query = select(game).where(_sits(person_id))
        if before is not None:
            query = query.where(game.c.created < before)
        return await self.fetch(query.order_by(game.c.created.desc(), game.c.id).limit(limit))

    async def unfinished(self, person_id: str, limit: int) -> Sequence[Any]:
        """The newest games of a person that can go on."""
        return await self.fetch(_UNFINISHED, {"person": person_id, "most": limit})

    async def games(self, game_ids: Sequence[str]) -> Sequence[Any]:
        """These games, newest first."""
        query = select(game).where(game.c.id.in_(game_ids))
        return await self.fetch(query.order_by(game.c.updated.desc()))

    async def timed_games(self) -> list[str]:
        """The games in which a clock may be running, or a program to move.

        Games over days are looked for when their time is nearly up.
        """
        programs = or_(*(seat.startswith(PROGRAM) for seat in (game.c.x, game.c.o)))
        query = select(game.c.id).where(
            game.c.status == "playing", or_(game.c.increment.is_not(None), programs)
        )
        return [row.id for row in await self.fetch(query)]

    # -- people and tokens --------------------------------------------------------------------

    async def person_of(self, secret: bytes, now: int) -> SignedIn | None:
        """Who is signed in where the cookie has this hash."""
        rows = await self.fetch(_SIGNED_IN, {"secret": secret, "now": now})
        return SignedIn(*rows[0]) if rows else None

    async def add_person(
        self, id: str, name: str, secret: bytes, at: int, *, label: str = ""
    ) -> str:
        """Remember a new person, and the browser in which they are; the id of that session."""
        row = {"id": id, "name": name, "created": at, "seen": at}
        begun = new_session(id, secret, at, label=label)
        await self.writer.write(Change(statements=((insert(person), row), begun)))
        return str(begun[1]["id"])

    def note_seen(self, person_id: str, at: int, session_id: str | None = None) -> None:
        """Remember, some time, that a person was here, and in which browser."""
        later = update(person).where(person.c.id == person_id, person.c.seen < at).values(seen=at)
        statements: tuple[Statement, ...] = ((later, {}),)
        if session_id is not None:
            here = update(session).where(session.c.id == session_id)
            statements += ((here.values(seen=at), {}),)
        self.writer.submit(Change(statements=statements), lambda _: None)

    async def rename(self, person_id: str, name: str) -> None:
        """Give a person another name."""
        await self.write(update(person).where(person.c.id == person_id).values(name=name))

    async def token_of(self, secret: bytes, now: int) -> tuple[str, str, str, str] | None:
        """Token id, person id, the person's name and the scopes of the token with this hash."""
        query = (
            select(token.c.id, token.c.person, person.c.name, token.c.scopes)
            .join(person, person.c.id == token.c.person)
            .where(token.c.secret == secret, _is_valid(now))
        )
        rows = await self.fetch(query)
        return tuple(rows[0]) if rows else None

    async def add_token(
        self,
        id: str,
        person_id: str,
        label: str,
        scopes: str,
        secret: bytes,
        at: int,
        expires: int | None = None,
    ) -> None:
        """Remember a new token."""
        row = {"id": id, "person": person_id, "label": label, "scopes": scopes}
        await self.write(insert(token), **row, secret=secret, created=at, expires=expires)

    async def tokens_of(self, person_id: str) -> Sequence[Any]:
        """A person's tokens, newest first."""
        columns = (token.c.id, token.c.label, token.c.scopes, token.c.created, token.c.used)
        query = select(*columns, token.c.expires).where(token.c.person == person_id)
        return await self.fetch(query.order_by(token.c.created.desc(), token.c.id))

    async def use_token(self, id: str, at: int) -> None:
        """Remember when a token was used last."""
        await self.write(update(token).where(token.c.id == id).values(used=at))

    async def drop_token(self, person_id: str, id: str) -> bytes | None:
        """Forget a token of a person; the hash of its secret, if they had it."""
        mine = (token.c.id == id, token.c.person == person_id)
        rows = await self.fetch(select(token.c.secret).where(*mine))
        if not rows:
            return None
        await self.write(delete(token).where(*mine))
        return bytes(rows[0].secret)

    async def scopes_of(self, secrets: Sequence[bytes], now: int) -> dict[bytes, str | None]:
        """Which of these hashes are still valid, with the scopes of those of tokens."""
        cookies = select(session.c.secret, null()).where(
            session.c.secret.in_(secrets), session.c.expires > now
        )
        tokens = select(token.c.secret, token.c.scopes).where(
            token.c.secret.in_(secrets), _is_valid(now)
        )
        return {bytes(row[0]): row[1] for row in await self.fetch(cookies.union_all(tokens))}

    # -- outages ------------------------------------------------------------------------------

    async def beat(self, instance: str, at: int) -> None:
        """Say that this instance is alive."""
        dialect = postgresql if self.dialect == "postgresql" else sqlite
        row = dialect.insert(heartbeat).values(instance=instance, at=at)
        await self.write(row.on_conflict_do_update(index_elements=["instance"], set_={"at": at}))

    async def last_beat(self) -> int | None:
        """When any instance was alive last."""
        rows = await self.fetch(select(heartbeat.c.at).order_by(heartbeat.c.at.desc()).limit(1))
        return rows[0].at if rows else None

    async def beats(self) -> dict[str, int]:
        """When each instance was alive last."""
        return {row.instance: row.at for row in await self.fetch(select(heartbeat))}

    async def forget(self, instance: str, at: int) -> None:
        """Forget an instance, unless it was alive after a time."""
        gone = (heartbeat.c.instance == instance, heartbeat.c.at <= at)
        await self.write(delete(heartbeat).where(*gone))

    async def add_outage(self, since: int, until: int) -> None:
        """Remember that no instance was alive for a while."""
        dialect = postgresql if self.dialect == "postgresql" else sqlite
        row = dialect.insert(outage).values(since=since, until=until)
        row = row.on_conflict_do_update(
            index_elements=["since"],
            set_={"until": row.excluded.until},
            where=outage.c.until < row.excluded.until,
        )
        await self.write(row)

    async def outages(self) -> list[tuple[int, int]]:
        """When no instance was alive, in order."""
        rows = await self.fetch(select(outage).order_by(outage.c.since))
        return [(row.since, row.until) for row in rows]

    async def write(self, statement: Any, **values: Any) -> None:
        """Execute one statement that writes."""
        await self.writer.write(Change(statements=((statement, values),)))


def _sits(person_id: str) -> ColumnElement[bool]:
    """Whether somebody has a seat in a game."""
    return or_(game.c.x == person_id, game.c.o == person_id)


# To build a query anew takes longer than its answer: those of every request are built once.

_SIGNED_IN = (
    select(person.c.id, person.c.name, session.c.id, session.c.expires)
    .join(person, person.c.id == session.c.person)
    .where(session.c.secret == bindparam("secret"), session.c.expires > bindparam("now"))
)

_UNFINISHED = (
    select(game)
    .where(
        or_(game.c.x == bindparam("person"), game.c.o == bindparam("person")),
        game.c.status != "over",
    )
    .order_by(game.c.created.desc(), game.c.id)
    .limit(bindparam("most"))
)


def _is_valid(now: int) -> ColumnElement[bool]:
    """Whether a token has not expired."""
    return or_(token.c.expires.is_(None), token.c.expires > now)


def _prepare(engine: Any) -> None:
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection)
    except SQLAlchemyError as error:
        raise DatabaseError(str(error).partition("\n")[0]) from None
