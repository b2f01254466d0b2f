"""A game as JSON, as one person sees it, and its events as the others are told of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from pydantic_core import to_json

from inarow.board.notation import cell_text
from inarow.board.rules import Cell, Rules, Side
from inarow.board.view import cell_names, placed
from inarow.web import words
from inarow.web.live.clock import Clock
from inarow.web.live.events import GONE, Event, Reason
from inarow.web.live.state import State
from inarow.web.study.positions import game_title
from inarow.web.words.players import player_name

__all__ = [
    "SeatRating",
    "You",
    "clock_view",
    "encode",
    "event_view",
    "game_view",
    "outcome_text",
    "outcome_view",
    "rating_view",
    "seen_by",
]

You = Literal["x", "o", "both", "none"]


class SeatRating(NamedTuple):
    """How strong somebody was when a game began, and what it has changed."""

    rating: int
    provisional: bool = False
    change: int | None = None


def encode(value: object) -> str:
    """A value as JSON text."""
    return to_json(value).decode()


def seen_by(state: State, id: str | None) -> You:
    """Where somebody sits."""
    sides = state.sides_of(id) if id is not None else ()
    if len(sides) == 2:
        return "both"
    return _symbol(sides[0]) or "none" if sides else "none"


def game_view(
    game: str,
    state: State,
    you: You,
    now: int,
    *,
    here: tuple[bool, bool] = (False, False),
    claim_in: int | None = None,
    watching: int = 0,
    failing: bool = False,
    ratings: Mapping[str, SeatRating] = {},
    unrated: str = "",
) -> dict[str, Any]:
    """What `messages.GameView` says about a game."""
    rules, position, terms = state.rules, state.position, state.terms
    return {
        **placed(position, state.moves, _last(state), state.lines),
        "title": game_title(rules),
        "id": game,
        "version": state.version,
        "swap": terms.swap,
        "rated": terms.rated,
        "seek": terms.seek,
        "unrated": unrated or None,
        "visibility": terms.visibility,
        "tournament": terms.tournament,
        "status": state.status,
        "seats": {side.symbol: _seat(state, side, here, ratings) for side in Side},
        "you": you,
        "turn": _symbol(state.turn),
        "legal": list(position.legal_moves()) if state.turn else [],
        "can_swap": state.can_swap,
        "outcome": outcome_view(state),
        "clock": clock_view(state.clock, now),
        "offers": {
            "draw": _symbol(state.draw),
            "takeback": _symbol(state.takeback),
            "rematch": _symbol(state.rematch),
        },
        "rematch": state.next,
        "claim_in": claim_in,
        "watching": watching,
        "failing": failing,
        "created": datetime.fromtimestamp(state.created / 1000, UTC).isoformat(),
    }


def event_view(before: State, event: Event, after: State) -> dict[str, Any]:
    """An event as clients are told of it; a move says all that it changes."""
    view: dict[str, Any] = {"version": event.version, "kind": event.kind}
    if event.side is not None:
        view["side"] = event.side.symbol
    if event.kind != "move" or event.move is None:
        return view | ({"what": event.what} if event.what else {})
    move, rules = event.move, before.rules
    column, row = before.position.cell_of(move) or (0, 0)
    filled = not rules.gravity or row + 1 == rules.height
    view["move"] = move
    view["cell"] = cell_names(rules)[column * rules.stride + row]
    view["closed"] = [move] if filled else []
    view["turn"] = _symbol(after.turn)
    view["can_swap"] = after.can_swap
    view["clock"] = clock_view(after.clock, event.at)
    view["outcome"] = outcome_view(after)
    lines = after.lines.lines if after.lines is not None else ()
    view["lines"] = [[cell_text(cell) for cell in line.cells] for line in lines]
    return view


def clock_view(clock: Clock | None, now: int) -> dict[str, Any] | None:
    """A clock as it stands now."""
    if clock is None:
        return None
    x, o = clock.at(now)
    return {
        "base": clock.base,
        "increment": clock.increment,
        "days": clock.days,
        "x": x,
        "o": o,
        "running": _symbol(clock.running),
    }


def _symbol(side: Side | None) -> Literal["x", "o"] | None:
    return None if side is None else "x" if side is Side.FIRST else "o"


def _last(state: State) -> Cell | None:
    """The cell of the last disc: the topmost of its column, or the one that the move names."""
    moves, rules = state.moves, state.rules
    if not moves:
        return None
    if not rules.gravity:
        return rules.cell_at(moves[-1])
    column = (state.position.occupied >> (moves[-1] * rules.stride)) & ((1 << rules.height) - 1)
    return Cell(moves[-1], column.bit_length() - 1)


def rating_view(ratings: Mapping[str, SeatRating], id: str | None) -> dict[str, Any] | None:
    """The rating of somebody, or in a game, if there is one."""
    rating = ratings.get(id) if id is not None else None
    return None if rating is None else rating._asdict()


def _seat(
    state: State, side: Side, here: tuple[bool, bool], ratings: Mapping[str, SeatRating]
) -> dict[str, Any]:
    seat = state.seat(side)
    if seat is None:
        return {"name": None, "kind": "open", "here": False, "person": None, "rating": None}
    kind, is_here = ("program", True) if seat.is_program else ("person", here[side - 1])
    return {
        "name": seat.name,
        "kind": kind,
        "here": is_here,
        "person": None if seat.is_program or seat.id == GONE else seat.id,
        "rating": rating_view(ratings, seat.id),
    }


def outcome_view(state: State) -> dict[str, Any] | None:
    """How a game ended, and the same in words."""
    end = state.end
    if end is None:
        return None
    called = {side.symbol: _called(state, side) for side in Side}
    return {
        "winner": _symbol(end.winner),
        "reason": end.reason,
        "text": outcome_text(_symbol(end.winner), end.reason, state.rules, called),
    }


def _called(state: State, side: Side) -> str:
    """What the player of a side is called; who plays both has two names."""
    seat = state.seat(side)
    return words.HERE[side.symbol] if seat is None or state.is_shared else player_name(seat.name)


def outcome_text(
    winner: Literal["x", "o"] | None,
    reason: Reason,
    rules: Rules,
    called: Mapping[str, str] = {"x": "x", "o": "o"},
) -> str:
    """How a game ended, as a sentence without its full stop."""
    key = "claim draw" if reason == "claim" and winner is None else reason
    names: dict[str, str] = {}
    if winner is not None:
        names = {"winner": called[winner], "loser": called["o" if winner == "x" else "x"]}
    return words.OUTCOMES[key].format(**names, k=words.NUMBERS[rules.k])
