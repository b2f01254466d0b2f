"""What players are called: people by their names, programs as they are called in each language."""

from __future__ import annotations

from inarow.web import words

__all__ = ["player_name"]


def player_name(name: str) -> str:
    """The name of a player as people read it; no person is called as programs are."""
    word, _, number = name.partition(" ")
    if word == "level" and number.isdecimal():
        return words.LEVEL_NAME.format(number=number)
    return words.PERFECT_NAME if name == "perfect" else name
