"""Who asks: somebody with our cookie, a program with an API token, or nobody yet.

A person is made at the first action, never by looking at a page. What is stored of a cookie or a
token is its SHA-256: both have 256 random bits, so that needs no salt and cannot be guessed.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import randbelow, token_urlsafe
from typing import Annotated, Final, Literal

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from inarow.web import words
from inarow.web.http.browsers import browser_label
from inarow.web.http.faults import Fault
from inarow.web.http.limits import Limits, refuse_for
from inarow.web.settings import Settings
from inarow.web.store import SignedIn, Store
from inarow.web.store.accounts import Accounts
from inarow.web.store.databases import DatabaseError
from inarow.web.store.sessions import LIFETIME

__all__ = [
    "SCOPES",
    "Actor",
    "Person",
    "Reader",
    "cookie_name",
    "count_stored",
    "ensure",
    "hashed",
    "person_of",
    "reader",
]

SCOPES: Final = ("read", "play", "account")
"""What a token may be allowed: see its person's games, play them, change the name."""

MAX_AGE: Final = LIFETIME // 1000
"""Of the cookie, in seconds."""

MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
RENEWED: Final = 30 * DAY
"""Who comes back gets the whole lifetime anew, but not more often than that."""

TOKEN_PREFIX: Final = "inarow_"
"""Lets people and scanners of leaked secrets see what it is."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has done something here."""

    id: str
    name: str
    scopes: frozenset[str] = frozenset(SCOPES)
    via: Literal["cookie", "token"] = "cookie"
    secret: bytes = field(default=b"", repr=False)  # the hash of what they showed
    session: str = ""  # the id of the browser in which they are signed in


def hashed(secret: str) -> bytes:
    """What is stored of a secret."""
    return sha256(secret.encode("utf-8", "replace")).digest()


def new_token() -> str:
    """A secret for a program."""
    return TOKEN_PREFIX + token_urlsafe(32)


def cookie_name(settings: Settings) -> str:
    """What the cookie is called: browsers guard the prefix, but take it with https only."""
    return "__Host-inarow" if settings.secure else "inarow"


def _cookie(secret: str, settings: Settings, max_age: int = MAX_AGE) -> str:
    secure = "; Secure" if settings.secure else ""
    name = cookie_name(settings)
    return f"{name}={secret}; Path=/; Max-Age={max_age}{secure}; HttpOnly; SameSite=Lax"


async def person_of(connection: HTTPConnection) -> Person | None:
    """Who asks, or `None`. A token that is not valid is a `Fault`, not nobody."""
    found: Person | None
    if hasattr(connection.state, "person"):
        found = connection.state.person
        return found
    store: Store = connection.app.state.store
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        found = await _by_token(store, token.strip() if scheme.lower() == "bearer" else "")
    else:
        cookie = connection.cookies.get(cookie_name(connection.app.state.settings))
        found = await _by_cookie(connection, store, cookie) if cookie else None
    if found:
        connection.app.state.pool.seen(found.id, getattr(connection.state, "address", ""))
        if _is_due(found.session or found.id, DAY):
            store.note_seen(found.id, now(), found.session or None)
    connection.state.person = found
    return found


async def _by_cookie(connection: HTTPConnection, store: Store, cookie: str) -> Person | None:
    secret = hashed(cookie)
    row = await store.person_of(secret, now())
    if row is None:
        return None
    await _renew(connection, store, cookie, row)
    return Person(row.id, row.name, secret=secret, session=row.session)


async def _renew(connection: HTTPConnection, store: Store, cookie: str, row: SignedIn) -> None:
    """Have the browser keep its cookie for longer, now and then."""
    at = now()
    if row.expires < at + LIFETIME - RENEWED and connection.scope["type"] == "http":
        with suppress(DatabaseError):  # there is time until it expires
            await Accounts(store).prolong(row.session, at)
            give_cookie(connection, cookie)


async def _by_token(store: Store, token: str) -> Person:
    secret = hashed(token)
    row = await store.token_of(secret, now())
    if row is None:
        raise Fault(401, "token", words.BAD_TOKEN, {"www-authenticate": "Bearer"})
    token_id, person, name, scopes = row
    if _is_due(token_id, MINUTE):
        await store.use_token(token_id, now())
    return Person(person, name, frozenset(scopes.split()), "token", secret)


_last_used: dict[str, int] = {}
"""When it was stored that somebody was here, or a token used: now and then is enough to know."""


def _is_due(id: str, pause: int) -> bool:
    """Whether the last note about *id* is older than *pause*; then this is one."""
    if _last_used.get(id, 0) >= now() - pause:
        return False
    if len(_last_used) >= 10_000:
        _last_used.clear()
    _last_used[id] = now()
    return True


async def ensure(connection: HTTPConnection) -> Person:
    """Who asks; a new person, with a cookie on the way, if it is nobody yet."""
    found = await person_of(connection)
    if found is not None:
        return found
    state = connection.app.state
    refuse_for(state.limits.may_begin(connection.state.address))
    state.limits.check("person", connection.state.address)
    name = words.GUEST.format(number=1000 + randbelow(9000))
    me, cookie, label = token_urlsafe(12), new_cookie(), label_of(connection)
    secret = hashed(cookie)
    session = await state.store.add_person(me, name, secret, now(), label=label)
    give_cookie(connection, cookie)
    person = Person(me, name, secret=secret, session=session)
    _is_due(session, DAY)  # not before tomorrow
    state.pool.seen(person.id, connection.state.address)
    connection.state.person = person
    return person


def new_cookie() -> str:
    """A secret for a browser. It is given when it is stored: else it would be worth nothing."""
    return token_urlsafe(32)


def give_cookie(connection: HTTPConnection, cookie: str) -> None:
    """Send a cookie along with the answer."""
    connection.state.set_cookie = _cookie(cookie, connection.app.state.settings)


def label_of(connection: HTTPConnection) -> str:
    """What to call the browser that asks."""
    return browser_label(connection.headers.get("user-agent", ""))


def take_cookie(connection: HTTPConnection) -> None:
    """Have the browser forget its cookie."""
    connection.state.person = None
    connection.state.set_cookie = _cookie("", connection.app.state.settings, max_age=0)


def now() -> int:
    """Milliseconds since 1970, as the tables have them."""
    return time.time_ns() // 1_000_000


# -- for routes -------------------------------------------------------------------------------


def needs(scope: str) -> Callable[[Request], Awaitable[Person]]:
    """A dependency of routes that act: the person, with this scope."""

    async def actor(request: Request) -> Person:
        person = await ensure(request)
        _check(person, scope)
        request.app.state.limits.check("act", person.id)
        return person

    return actor


def count_stored(
    request: Request, person: Person, *, begins: bool = True, game: bool = False
) -> None:
    """Count something that will be stored; a `Fault` if it is too much."""
    limits: Limits = request.app.state.limits
    refuse_for(limits.store(person.id, request.state.address, begins=begins, game=game))


async def reader(connection: HTTPConnection) -> Person | None:
    """Who asks; a `Fault` if it is a token that may not even look."""
    person = await person_of(connection)
    if person:
        _check(person, "read")
    return person


def _check(person: Person, scope: str) -> None:
    if scope not in person.scopes:
        raise Fault(403, "scope", words.NO_SCOPE.format(scope=scope))


Actor = Annotated[Person, Depends(needs("play"))]
"""Somebody who may play; made if need be."""

Reader = Annotated[Person | None, Depends(reader)]
"""Somebody who may look, or nobody."""
