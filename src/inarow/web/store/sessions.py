"""A browser in which somebody is signed in, as it is stored."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final

from sqlalchemy import insert

from inarow.web.store.tables import session
from inarow.web.store.writer import Statement

__all__ = ["LIFETIME", "new_session"]

LIFETIME: Final = 400 * 24 * 3_600_000
"""For how many milliseconds one stays signed in: browsers keep no cookie for longer."""


def new_session(person: str, secret: bytes, at: int, *, label: str = "") -> Statement:
    """The statement that signs somebody in where the cookie has this hash."""
    return insert(session), {
        "id": token_urlsafe(12),
        "person": person,
        "secret": secret,
        "label": label,
        "created": at,
        "seen": at,
        "expires": at + LIFETIME,
    }
