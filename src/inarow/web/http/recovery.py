"""Recovery codes: 140 random bits that people can print, read aloud and type.

They are written with the 32 digits and letters of Crockford, who left out I, L, O and U: so nobody
has to know whether they see a one or an l. What is stored is the SHA-256, as of any other secret.
"""

from __future__ import annotations

import secrets
from typing import Final

__all__ = ["GROUP", "GROUPS", "new_code", "read_code"]

DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS: Final = 7
GROUP: Final = 4
"""How many characters a group has."""

LIKE: Final = str.maketrans("OIL", "011")


def new_code() -> str:
    """A code that nobody has, in groups."""
    groups = ("".join(secrets.choice(DIGITS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def read_code(text: str) -> str | None:
    """The code that somebody has typed, as it was written; `None` if it cannot be one."""
    typed = "".join(filter(str.isalnum, text.upper())).translate(LIKE)
    if len(typed) != GROUPS * GROUP or not set(typed) <= set(DIGITS):
        return None
    return "-".join(typed[first : first + GROUP] for first in range(0, len(typed), GROUP))
