"""The ids of games: nobody can guess one, and those made about the same time sort together.

An id is 18 bytes in 24 characters::

    milliseconds since 1970   chance    more chance
    42 bits, after a 0        21 bits   80 bits
    └── the key, 64 bits ────────────┘

Events are stored by the key. Games that are played at the same time then lie on few pages of the
database, which makes a busy SQLite several times faster than ids that are scattered do.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Final

__all__ = ["NO_KEY", "key", "new_game"]

NO_KEY: Final = -1
"""The key of what cannot be the id of a game."""

ID: Final = re.compile(r"[A-Za-z0-9_-]{24}")


def new_game(now: int) -> str:
    """The id of a game that is made *now*."""
    number = (now & (2**42 - 1)) << 21 | secrets.randbits(21)
    return urlsafe_b64encode(number.to_bytes(8, "big") + secrets.token_bytes(10)).decode()


@lru_cache(maxsize=20_000)
def key(game: str) -> int:
    """The key of the game with this id."""
    if not ID.fullmatch(game):
        return NO_KEY
    return int.from_bytes(urlsafe_b64decode(game)[:8], "big", signed=True)
