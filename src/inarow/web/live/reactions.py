"""`Reactions`: small signs that players send each other: shown and forgotten, never stored.

They go straight to those who are at the game, at this instance and over the bus at others, beside
the commands that are stored, so that no move waits for one.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from inarow.board.rules import Side
from inarow.web import words
from inarow.web.http.faults import Fault
from inarow.web.http.limits import Limits, too_fast
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Reaction
from inarow.web.live.state import Refused, Someone, State
from inarow.web.live.view import encode

__all__ = ["Reactions"]

KNOWN: Final = get_args(Reaction)


class Reactions:
    """Shows what players of a hub say to each other, not too often."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self._hub, self._limits = hub, limits
        hub.react, hub.topics["react"] = self.react, self._heard

    def react(self, live: LiveGame, who: Someone | None, what: Reaction) -> None:
        """Show everyone at a game what a player says.

        Raises `Refused` if that may not be, and a `Fault` if it is too often.
        """
        side = _speaker(live.state, who)
        assert who is not None
        if wait := self._limits.take("react", who.id):
            headers = too_fast(wait)[1]
            text = words.TOO_MANY_REACTIONS.format(seconds=headers["retry-after"])
            raise Fault(429, "too-fast", text, headers)
        live.broadcast(_frame(side.symbol, what))
        self._hub.bus.say("react", [live.game, side.symbol, what])

    def _heard(self, value: Any) -> None:
        """Somebody has said so at another instance."""
        game, side, what = value
        live = self._hub.lives.get(game)
        if live is not None and what in KNOWN:
            live.broadcast(_frame(side, what))


def _speaker(state: State, who: Someone | None) -> Side:
    """Where somebody sits who may say something: opposite a person."""
    if who is None:
        raise Refused("identity")
    sides = state.sides_of(who.id)
    if not sides:
        raise Refused("seat")
    other = state.seat(sides[0].other)
    if other is None:
        raise Refused("open")
    if state.is_shared or other.is_program:
        raise Refused("alone")
    return sides[0]


def _frame(side: str, what: str) -> str:
    return f'{{"t":"react","side":{encode(side)},"what":{encode(what)}}}'
