"""Who can sign in where: sessions, passkeys, recovery codes and challenges.

Nothing here is decided on what was read before: what must be so when it is written is a claim of
the change, so two requests at once cannot both have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update

from inarow.web.store import Store
from inarow.web.store.lessons import inherited, without_lessons
from inarow.web.store.puzzles import puzzles_inherited, without_puzzles
from inarow.web.store.sessions import LIFETIME, new_session
from inarow.web.store.studies import inherited_studies, without_studies
from inarow.web.store.tables import challenge, game, passkey, person, recovery, session, token
from inarow.web.store.writer import Change, Statement

__all__ = ["Accounts", "Challenge", "Key", "SignIn"]


class Key(NamedTuple):
    """A passkey, and whose it is."""

    id: str
    person: str
    public_key: bytes
    sign_count: int


class Challenge(NamedTuple):
    """What a passkey is to sign; with the person, if it is to be added to theirs."""

    challenge: bytes
    person: str | None


@dataclass(frozen=True, slots=True)
class SignIn:
    """Somebody signs in: as whom, with which new cookie, and what that ends."""

    person: str
    secret: bytes
    label: str
    at: int
    ended: str | None = None  # the session that there was in this browser
    guest: str | None = None  # who ends, and gives their games to the person
    left: str | None = None  # whose tokens end, for nobody can come back to them
    challenge: bytes | None = None  # the hash of the cookie for it
    key: Key | None = None  # as it was read
    sign_count: int = 0  # as it is now


class Accounts:
    """The part of a store that is about signing in."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- sessions -----------------------------------------------------------------------------

    async def sessions_of(self, person_id: str, now: int) -> Sequence[Any]:
        """The browsers in which a person is signed in, those seen last first."""
        columns = session.c.id, session.c.label, session.c.created, session.c.seen
        mine = session.c.person == person_id, session.c.expires > now
        query = select(*columns, session.c.expires).where(*mine)
        return await self._store.fetch(query.order_by(session.c.seen.desc(), session.c.id))

    async def prolong(self, session_id: str, at: int) -> None:
        """Stay signed in for the whole time again."""
        here = update(session).where(session.c.id == session_id)
        await self._store.write(here.values(expires=at + LIFETIME))

    async def end_session(self, person_id: str, session_id: str) -> bytes | None:
        """Sign a person out of one browser; the hash of its cookie, if they were there."""
        mine = session.c.id == session_id, session.c.person == person_id
        rows = await self._store.fetch(select(session.c.secret).where(*mine))
        if not rows:
            return None
        await self._store.write(delete(session).where(*mine))
        return bytes(rows[0].secret)

    async def end_others(self, person_id: str, session_id: str) -> list[bytes]:
        """Leave a person one session and no tokens; the hashes of before."""
        others = session.c.person == person_id, session.c.id != session_id
        gone = await self._end(
            person_id, (delete(session).where(*others), {}), _without_tokens(person_id)
        )
        kept = await self._store.fetch(select(session.c.secret).where(session.c.id == session_id))
        return [secret for secret in gone if secret not in {bytes(row.secret) for row in kept}]

    async def sign_out(self, person_id: str, session_id: str) -> list[bytes]:
        """End a session, and if nobody can come back, the tokens; the hashes of before."""
        mine = session.c.person == person_id
        others = select(session.c.id).where(mine, session.c.id != session_id)
        if await self.has_way_back(person_id) or await self._store.fetch(others.limit(1)):
            secret = await self.end_session(person_id, session_id)
            return [secret] if secret else []
        here = delete(session).where(mine, session.c.id == session_id)
        return await self._end(person_id, (here, {}), _without_tokens(person_id))

    async def leave(self, person_id: str, name: str, at: int) -> list[bytes]:
        """Note that a person's data is to be deleted; the hashes that no longer hold."""
        me = update(person).where(person.c.id == person_id)
        heirs = update(person).where(person.c.heir == person_id)  # their games go, too
        return await self._end(
            person_id,
            (me.values(name=name, leaving=at, heir=None, language=None), {}),
            (heirs.values(heir=None), {}),
            without_lessons(person_id),
            without_studies(person_id),
            *without_puzzles(person_id),
            *_without_access(person_id),
        )

    async def _end(self, person_id: str, *statements: Statement) -> list[bytes]:
        """What somebody showed before *statements*."""
        cookies = select(session.c.secret).where(session.c.person == person_id)
        tokens = select(token.c.secret).where(token.c.person == person_id)
        rows = await self._store.fetch(cookies.union_all(tokens))
        await self._store.writer.write(Change(statements=statements))
        return [bytes(row[0]) for row in rows]

    # -- signing in -----------------------------------------------------------------------------

    async def begin_session(self, person_id: str, secret: bytes, label: str, at: int) -> str:
        """Sign a person in beside what there is; the id of the session."""
        begun = new_session(person_id, secret, at, label=label)
        await self._store.writer.write(Change(statements=(begun,), claims=(_stays(person_id),)))
        return str(begun[1]["id"])

    async def sign_in(self, new: SignIn) -> list[bytes]:
        """Sign somebody in; the hashes that no longer hold. A `Conflict` if it may not be now."""
        open_account = update(person).where(person.c.id == new.person, person.c.leaving.is_(None))
        claims: list[Statement] = [(open_account.values(seen=new.at), {})]
        if new.challenge is not None:
            claims.append(_used(new.challenge))
        if new.key is not None:
            known = update(passkey).where(
                passkey.c.id == new.key.id, passkey.c.sign_count == new.key.sign_count
            )
            claims.append((known.values(sign_count=new.sign_count, used=new.at), {}))
        begun = new_session(new.person, new.secret, new.at, label=new.label)
        statements: list[Statement] = [begun]
        gone: list[bytes] = []
        if new.guest is not None:
            claims.append(_heir(new.guest, new.person, new.at))
            before = update(person).where(person.c.heir == new.guest).values(heir=new.person)
            statements += [(before, {}), *_without_access(new.guest)]
            statements += inherited(new.guest, new.person)
            statements += inherited_studies(new.guest, new.person)
            statements += puzzles_inherited(new.guest, new.person)
        elif new.left is not None:
            statements.append(_without_tokens(new.left))
        if whose := new.guest or new.left:
            tokens = select(token.c.secret).where(token.c.person == whose)
            gone += [bytes(row[0]) for row in await self._store.fetch(tokens)]
        if new.guest is not None:
            cookies = select(session.c.secret).where(session.c.person == new.guest)
            gone += [bytes(row[0]) for row in await self._store.fetch(cookies)]
        elif new.ended is not None:
            here = session.c.id == new.ended
            found = await self._store.fetch(select(session.c.secret).where(here))
            gone += [bytes(row[0]) for row in found]
            statements.append((delete(session).where(here), {}))
        change = Change(statements=tuple(statements), claims=tuple(claims))
        await self._store.writer.write(change)
        return gone

    async def language_of(self, person_id: str) -> str | None:
        """The language that somebody has chosen."""
        query = select(person.c.language).where(person.c.id == person_id)
        return next((row[0] for row in await self._store.fetch(query)), None)

    async def speak(self, person_id: str, language: str) -> None:
        """Remember the language that somebody has chosen."""
        me = update(person).where(person.c.id == person_id)
        await self._store.write(me.values(language=language))

    async def has_way_back(self, person_id: str) -> bool:
        """Whether somebody can sign in again: then it is an account, and else a guest."""
        found = select(_has_way_back(person_id))
        return bool((await self._store.fetch(found))[0][0])

    async def count_games(self, person_id: str) -> int:
        """How many games somebody has."""
        sits = or_(game.c.x == person_id, game.c.o == person_id)
        found = await self._store.fetch(select(func.count()).select_from(game).where(sits))
        return int(found[0][0])

    # -- passkeys -------------------------------------------------------------------------------

    async def passkeys_of(self, person_id: str) -> Sequence[Any]:
        """A person's passkeys, the oldest first."""
        query = select(passkey).where(passkey.c.person == person_id)
        return await self._store.fetch(query.order_by(passkey.c.created, passkey.c.id))

    async def passkey_of(self, credential: bytes) -> Key | None:
        """The passkey that has this credential id."""
        columns = passkey.c.id, passkey.c.person, passkey.c.public_key, passkey.c.sign_count
        rows = await self._store.fetch(select(*columns).where(passkey.c.credential == credential))
        return Key(rows[0][0], rows[0][1], bytes(rows[0][2]), rows[0][3]) if rows else None

    async def add_passkey(
        self, key: Key, credential: bytes, label: str, at: int, *, challenge: bytes
    ) -> None:
        """Remember a new passkey, for a challenge that was not used; else a `Conflict`."""
        row = {**key._asdict(), "credential": credential, "label": label, "created": at}
        change = Change(
            claims=(_used(challenge), _stays(key.person)), statements=((insert(passkey), row),)
        )
        await self._store.writer.write(change)

    async def drop_passkey(self, person_id: str, id: str) -> bool:
        """Forget a passkey of a person; whether they had it."""
        mine = passkey.c.id == id, passkey.c.person == person_id
        if not await self._store.fetch(select(passkey.c.id).where(*mine)):
            return False
        await self._store.write(delete(passkey).where(*mine))
        return True

    async def begin_challenge(self, secret: bytes, begun: Challenge, expires: int) -> None:
        """Remember what a passkey is to sign, for the browser whose cookie has this hash."""
        row = {"secret": secret, "expires": expires, **begun._asdict()}
        await self._store.write(insert(challenge), **row)

    async def challenge_of(self, secret: bytes, now: int) -> Challenge | None:
        """What that browser was given to sign, unless it was long ago."""
        query = select(challenge.c.challenge, challenge.c.person).where(
            challenge.c.secret == secret, challenge.c.expires > now
        )
        rows = await self._store.fetch(query)
        return Challenge(bytes(rows[0][0]), rows[0][1]) if rows else None

    # -- recovery codes -------------------------------------------------------------------------

    async def recovery_of(self, person_id: str) -> int | None:
        """When a person's recovery code was made, if they have one."""
        query = select(recovery.c.created).where(recovery.c.person == person_id)
        rows = await self._store.fetch(query)
        return rows[0].created if rows else None

    async def person_with(self, code: bytes) -> str | None:
        """Whose recovery code has this hash."""
        rows = await self._store.fetch(select(recovery.c.person).where(recovery.c.secret == code))
        return rows[0].person if rows else None

    async def set_recovery(self, person_id: str, code: bytes, at: int) -> None:
        """Give a person a recovery code in place of the one that they had."""
        row = {"person": person_id, "secret": code, "created": at}
        statements = _without_recovery(person_id), (insert(recovery), row)
        await self._store.writer.write(Change(claims=(_stays(person_id),), statements=statements))

    async def drop_recovery(self, person_id: str) -> None:
        """Forget a person's recovery code."""
        await self._store.writer.write(Change(statements=(_without_recovery(person_id),)))


def _has_way_back(person_id: str) -> ColumnElement[bool]:
    key = exists().where(passkey.c.person == person_id)
    return or_(key, exists().where(recovery.c.person == person_id))


def _stays(person_id: str) -> Statement:
    """Finds somebody who does not want to be forgotten."""
    me = update(person).where(person.c.id == person_id, person.c.leaving.is_(None))
    return me.values(leaving=None), {}


def _heir(guest: str, heir: str, at: int) -> Statement:
    """Finds somebody who is a guest, and will end with what they have given to their heir."""
    me = person.c.id == guest, person.c.leaving.is_(None), ~_has_way_back(guest)
    return update(person).where(*me).values(leaving=at, heir=heir), {}


def _used(secret: bytes) -> Statement:
    """Finds a challenge that was not used yet; now it is."""
    return delete(challenge).where(challenge.c.secret == secret), {}


def _without_tokens(person_id: str) -> Statement:
    return delete(token).where(token.c.person == person_id), {}


def _without_recovery(person_id: str) -> Statement:
    return delete(recovery).where(recovery.c.person == person_id), {}


def _without_access(person_id: str) -> tuple[Statement, ...]:
    """Nothing lets a person in any longer."""
    tables = session, token, passkey, recovery
    return tuple((delete(table).where(table.c.person == person_id), {}) for table in tables)
