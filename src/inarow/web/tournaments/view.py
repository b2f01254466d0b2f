"""A tournament as JSON, as anybody may see it, and what somebody is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from inarow.web.tournaments.decide import BREAK
from inarow.web.tournaments.standings import Line, standings
from inarow.web.tournaments.state import State

__all__ = ["BOARDS", "Table", "head_view", "table_of", "you_view"]

BOARDS: Final = 6
"""How many games in progress are shown on a screen."""

RECENT: Final = 8
"""How many of the latest results of a player are shown."""


class Table(NamedTuple):
    """The table at a version: rows by number, who comes first, and in which place."""

    version: int
    rows: dict[int, dict[str, Any]]
    order: tuple[int, ...]
    places: tuple[int, ...]
    boards: tuple[str, ...]

    @property
    def players(self) -> list[dict[str, Any]]:
        """The lines with their places, best first."""
        places = zip(self.order, self.places, strict=True)
        return [{**self.rows[number], "place": place} for number, place in places]


def table_of(state: State) -> Table:
    """The table as it is now."""
    lines = standings(state)
    final = state.status == "over" or state.plan.system == "robin"
    return Table(
        state.version,
        {line.player.number: _row(state, line, final=final) for line in lines},
        tuple(line.player.number for line in lines),
        tuple(line.place for line in lines),
        _boards(state, lines),
    )


def _row(state: State, line: Line, *, final: bool) -> dict[str, Any]:
    player = line.player
    return {
        "number": player.number,
        "name": player.name,
        "status": player.status,
        "points": player.points,
        "games": len(player.games),
        "wins": player.wins,
        "direct": line.direct if final else 0,
        "berger": line.berger if final else None,  # in an arena it changes with every game
        "game": state.playing.get(player.number),
        "recent": "".join(str(game.points) for game in player.games[-RECENT:]),
    }


def _boards(state: State, lines: Sequence[Line]) -> tuple[str, ...]:
    """The games of those who come first."""
    games = (state.playing.get(line.player.number) for line in lines)
    return tuple(dict.fromkeys(game for game in games if game))[:BOARDS]


def head_view(id: str, state: State, now: int, *, pause: int = 0) -> dict[str, Any]:
    """Everything but the table; *pause* milliseconds of an arena's time did not count."""
    plan = state.plan
    robin = plan.system == "robin"
    return {
        "id": id,
        "name": plan.name,
        "kind": plan.system,
        "status": state.status,
        "rules": str(plan.rules),
        "swap": plan.swap,
        "rated": plan.rated,
        "double": plan.double,
        "clock": {"base": plan.base, "increment": plan.increment},
        "entry": plan.entry,
        "door": not state.closed and not (robin and state.status != "open"),
        "paused": state.paused is not None,
        "director": plan.director.name,
        "minutes": None if robin else plan.minutes,
        "left": _left(state, now, pause),
        "starts_in": _starts_in(state, now),
        "round": state.round if robin else None,
        "rounds": state.rounds if robin and state.started is not None else None,
        "pairing_in": _pairing_in(state, now),
    }


def _left(state: State, now: int, pause: int) -> int | None:
    if state.ends is None or state.status != "playing":
        return None
    since = now if state.paused is None else state.paused
    return max(0, state.ends + pause - since)


def _starts_in(state: State, now: int) -> int | None:
    starts = state.plan.starts
    return max(0, starts - now) if starts is not None and state.status == "open" else None


def _pairing_in(state: State, now: int) -> int | None:
    waits = state.plan.system == "robin" and state.status == "playing" and state.paused is None
    if not waits or state.running or not 0 < state.round < state.rounds:
        return None
    return max(0, state.quiet_since + BREAK - now)


def you_view(state: State, person: str | None) -> dict[str, Any]:
    """What a person is in a tournament, and the game they are led to."""
    player = state.of(person)
    game = state.playing.get(player.number) if player else None
    running = state.running.get(game) if game is not None else None
    side = opponent = None
    if running is not None and player is not None:
        side = "x" if running.x == player.number else "o"
        opponent = state.players[running.o if side == "x" else running.x].name
    return {
        "number": player.number if player else None,
        "status": player.status if player else None,
        "director": person is not None and person == state.plan.director.id,
        "game": game,
        "side": side,
        "opponent": opponent,
        "code": state.plan.code if _may_know_code(state, person) else None,
    }


def _may_know_code(state: State, person: str | None) -> bool:
    """Where the link is enough, the code is just another way in; it ends with the tournament."""
    plan = state.plan
    return state.status != "over" and (plan.entry == "link" or person == plan.director.id)
