"""Who sits where in a new game, and who may see a private one."""

from __future__ import annotations

import hashlib
import secrets

from inarow.board.rules import Rules
from inarow.web import words
from inarow.web.live import boards
from inarow.web.live.events import PROGRAM, Seat, Terms
from inarow.web.live.messages import NewGame
from inarow.web.live.state import Refused, Someone, State

__all__ = ["NoSuchGame", "NotAllowed", "may_see", "terms"]


class NoSuchGame(Exception):  # noqa: N818  it is an answer, not a mistake
    """There is no game with this id."""

    def __init__(self) -> None:
        super().__init__(words.NO_SUCH_GAME)


class NotAllowed(Exception):  # noqa: N818  it is an answer, not a mistake
    """The game is private."""

    def __init__(self) -> None:
        super().__init__(words.PRIVATE_GAME)


def terms(person: Someone, wanted: NewGame, secret: str | None, *, seek: bool = False) -> Terms:
    """What *person* wants to play; *secret* is the invitation to a private game.

    An opponent that there is not on this board is `Refused`.
    """
    rules = Rules.parse(wanted.rules)
    if problem := boards.why_not(wanted.opponent, rules):
        raise Refused("opponent", problem)
    me, other = Seat(person.id, person.name), None
    if wanted.opponent == "self":
        other = me
    elif wanted.opponent != "friend":
        other = Seat(PROGRAM + wanted.opponent, wanted.opponent)
    first = wanted.side == "x" or (wanted.side == "random" and secrets.randbelow(2) == 0)
    return Terms(
        rules,
        wanted.swap,
        wanted.visibility,
        wanted.base,
        None if wanted.base is None else wanted.increment or 0,
        (me, other) if first else (other, me),
        None if secret is None else _hash(secret),
        wanted.rated,
        seek,
        days=wanted.days,
    )


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def may_see(state: State, person: str | None, invite: str | None) -> bool:
    """Private games are for those who sit there, and for holders of the invitation."""
    if state.terms.visibility != "private":
        return True
    if person is not None and state.sides_of(person):
        return True
    expected = state.terms.invite
    return bool(invite and expected and secrets.compare_digest(_hash(invite), expected))
