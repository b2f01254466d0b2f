"""The `game` row of a session: what lists need to know, changed only when that changes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, insert, update

from inarow.board import notation
from inarow.web.live.clock import DAY
from inarow.web.live.state import State
from inarow.web.store.ratings import DUE
from inarow.web.store.tables import game as table
from inarow.web.store.writer import Statement

__all__ = ["changes", "new_game"]

_INSERT = insert(table)
_UPDATE = update(table).where(table.c.id == bindparam("game"))


def new_game(game: str, state: State) -> Statement:
    """The statement that adds the row of a new game."""
    terms = state.terms
    values = {
        "id": game,
        "rules": str(terms.rules),
        "swap": terms.swap,
        "rated": terms.rated,
        "visibility": terms.visibility,
        "base": terms.base if terms.days is None else terms.days * DAY,
        "increment": terms.increment,
        "created": state.created,
        **_values(state, state.created),
    }
    return _INSERT, values


def changes(
    game: str, before: State, after: State, now: int, *, near: bool = False
) -> tuple[Statement, ...]:
    """The statement that brings the row up to date, if lists would notice.

    *near* is whether both players are at one address.
    """
    same = before.end is after.end and before.seats == after.seats
    over_days = before.due is not None or after.due is not None
    if same and not (over_days and (before.due, before.turn) != (after.due, after.turn)):
        return ()
    return ((_UPDATE, {"game": game, "near": near, **_values(after, now)}),)


def _values(state: State, now: int) -> dict[str, Any]:
    x, o = state.seats
    end = state.end
    mover = state.seat(state.turn) if state.due is not None and state.turn else None
    return {
        "status": state.status,
        "x": x.id if x else None,
        "x_name": x.name if x else None,
        "o": o.id if o else None,
        "o_name": o.name if o else None,
        "winner": end.winner.symbol if end and end.winner else None,
        "reason": end.reason if end else None,
        "moves": notation.moves_text(state.moves, state.rules) if end else None,
        "updated": now,
        "waits_for": mover.id if mover else None,
        "due": state.due,
        "verdict": DUE if end and state.terms.rated else None,
    }
