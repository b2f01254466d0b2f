"""What players are called: people by their names, programs as they are called in each language."""

from __future__ import annotations

from inarow.web import words
from inarow.web.words import english

__all__ = ["player_name"]


def player_name(name: str) -> str:
    """The name of a player as people read it; no person is called as programs are."""
    word, _, number = name.partition(" ")
    if word == "level" and number.isdecimal():
        return words.LEVEL_NAME.format(number=number)
    special = {"perfect": words.PERFECT_NAME, english.GONE: words.GONE}
    return special.get(name, name)
