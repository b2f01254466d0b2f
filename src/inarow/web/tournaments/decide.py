"""`decide`: the event that a command causes, or why it is refused.

Nothing here reads a clock or a database: the time is an argument, and so is who is here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from inarow.web import words
from inarow.web.live.events import Seat
from inarow.web.live.state import Refused, Someone
from inarow.web.tournaments.events import Event, Pairing, Score
from inarow.web.tournaments.messages import (
    MOST_PLAYERS,
    Away,
    Back,
    Command,
    Door,
    End,
    Enter,
    Extend,
    Pause,
    Remove,
    Resume,
    Start,
)
from inarow.web.tournaments.pairing import arena_pairs, robin_round
from inarow.web.tournaments.state import MINUTE, Player, State

__all__ = ["BREAK", "LAST_CALL", "Begin", "Finish", "Pair", "ServerCommand", "Tally", "decide"]

BREAK = 8_000
"""Milliseconds between two rounds: time to look at the table."""

LAST_CALL = 20_000
"""For so many milliseconds before its end an arena begins no more games."""

MOST_COMINGS = 60
"""How often somebody may leave and come back."""

MOST_MINUTES = 600
"""How long an arena may become by adding minutes, so that it ends some day."""

MOST_HOURS = 72
"""So long after its start a tournament ends even if it is paused, or somebody still plays."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The server's own command: start if it is time."""

    id: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """The server's own command: begin games between those who are free and *here*."""

    here: Collection[str]
    pause: int = 0  # for how many milliseconds its time did not count
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """The server's own command: these games have ended."""

    scores: tuple[Score, ...]
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The server's own command: end it if it is time; *pause* milliseconds of it did not count."""

    pause: int = 0
    id: str | None = None


ServerCommand = Begin | Pair | Tally | Finish


def decide(
    state: State,
    command: Command | ServerCommand,
    who: Someone | None,
    now: int,
    *,
    new_game: Callable[[], str] = str,
) -> Event | None:
    """The event that *command* makes; `None` if all is as it wants already.

    Raises `Refused` if it may not be carried out. *new_game* makes the ids of games.
    """
    event = Event(state.version + 1, "start", now, command=command.id)
    if isinstance(command, Pair):
        return _pair(state, command, event, new_game)
    if isinstance(command, Begin | Tally | Finish):
        return _SERVER[type(command)](state, command, event)
    if who is None:
        raise _refused("identity")
    if state.status == "over":
        raise _refused("over")
    event = event._replace(by=who.id)
    if isinstance(command, Enter | Away | Back):
        return _PEOPLE[type(command)](state, command, who, event)
    if who.id != state.plan.director.id:
        raise _refused("director")
    return _DIRECTOR[type(command)](state, command, event)


def _refused(code: str, **values: object) -> Refused:
    return Refused(code, words.TOURNAMENT_REFUSED[code].format(**values))


# -- players --------------------------------------------------------------------------------------


def _enter(state: State, command: Enter, who: Someone, event: Event) -> Event | None:
    player = state.of(who.id)
    if player is not None:
        return _back(state, Back(), who, event)
    plan = state.plan
    if plan.entry == "code" and who.id != plan.director.id and command.code != plan.code:
        raise _refused("code")
    if state.closed:
        raise _refused("closed")
    if plan.system == "robin" and state.status != "open":
        raise _refused("started")
    if len(state.players) >= MOST_PLAYERS:
        raise _refused("full", most=MOST_PLAYERS)
    name = who.name if command.name is None else command.name
    if _plain(name) in map(_plain, (player.name for player in state.players.values())):
        raise _refused("name", name=name)
    number = len(state.players) + 1
    return event._replace(kind="join", player=number, seat=Seat(who.id, name))


def _plain(name: str) -> str:
    """What of a name tells it from others: not its case, accents, spaces or signs."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum()) or letters


def _mine(state: State, who: Someone) -> Player:
    player = state.of(who.id)
    if player is None:
        raise _refused("stranger")
    if player.status == "removed":
        raise _refused("removed")
    return player


def _away(state: State, _: Away, who: Someone, event: Event) -> Event | None:
    player = _mine(state, who)
    if player.status == "away":
        return None
    return event._replace(kind="away", player=player.number)


def _back(state: State, _: Back, who: Someone, event: Event) -> Event | None:
    player = _mine(state, who)
    if player.status == "in":
        return None
    if player.comings >= MOST_COMINGS:
        raise _refused("restless")
    late = state.plan.system == "robin" and state.status == "playing"
    if late and player.number not in state.entrants:
        raise _refused("started")
    return event._replace(kind="back", player=player.number)


# -- the director ---------------------------------------------------------------------------------


def _start(state: State, _: Start, event: Event) -> Event:
    if state.status != "open":
        raise _refused("begun")
    if len(state.present) < 2:
        raise _refused("few")
    return event


def _playing(state: State) -> None:
    if state.status != "playing":
        raise _refused("waiting")


def _pause(state: State, _: Pause, event: Event) -> Event | None:
    _playing(state)
    return None if state.paused is not None else event._replace(kind="pause")


def _resume(state: State, _: Resume, event: Event) -> Event | None:
    _playing(state)
    return None if state.paused is None else event._replace(kind="resume")


def _extend(state: State, command: Extend, event: Event) -> Event:
    _playing(state)
    if state.ends is None or state.started is None:
        raise _refused("arena")
    if state.ends + command.minutes * MINUTE - state.started > MOST_MINUTES * MINUTE:
        raise _refused("long", hours=MOST_MINUTES // 60)
    return event._replace(kind="extend", minutes=command.minutes)


def _remove(state: State, command: Remove, event: Event) -> Event | None:
    player = state.players.get(command.player)
    if player is None:
        raise _refused("nobody")
    if player.status == "removed":
        return None
    return event._replace(kind="remove", player=player.number)


def _door(state: State, command: Door, event: Event) -> Event | None:
    if command.open is not state.closed:
        return None
    return event._replace(kind="door", open=command.open)


def _end(_: State, __: End, event: Event) -> Event:
    return event._replace(kind="finish")


# -- the server -----------------------------------------------------------------------------------


def _begin(state: State, _: Begin, event: Event) -> Event | None:
    starts = state.plan.starts
    due = starts is not None and starts <= event.at
    return event if state.status == "open" and due and len(state.present) >= 2 else None


def _tally(state: State, command: Tally, event: Event) -> Event | None:
    """Each game counts once: those that are not running have been counted, or never will be."""
    scores = {score.game: score for score in command.scores if score.game in state.running}
    if not scores:
        return None
    return event._replace(kind="score", scores=tuple(scores.values()))


def _finish(state: State, command: Finish, event: Event) -> Event | None:
    if state.status != "playing" or state.started is None:
        return None
    if event.at >= state.started + MOST_HOURS * 60 * MINUTE:
        return event._replace(kind="finish")
    if state.paused is not None:
        return None
    if state.ends is not None:
        due = state.ends + command.pause <= event.at
    else:
        due = state.round >= state.rounds and not state.running
    return event._replace(kind="finish") if due else None


def _pair(state: State, command: Pair, event: Event, new_game: Callable[[], str]) -> Event | None:
    if state.status != "playing" or state.paused is not None:
        return None
    if state.plan.system == "robin":
        return _next_round(state, event, new_game)
    if state.ends is not None and state.ends + command.pause - event.at < LAST_CALL:
        return None
    free = [
        player
        for player in state.present
        if player.number not in state.playing and player.id in command.here
    ]
    others = len(state.present) > 2
    pairs = arena_pairs(free, event.at, others=others)
    games = tuple(Pairing(new_game(), x, o) for x, o in pairs)
    return event._replace(kind="pair", games=games) if games else None


def _next_round(state: State, event: Event, new_game: Callable[[], str]) -> Event | None:
    """A round begins a moment after the last game of the one before."""
    wait = BREAK if state.round else 0
    if state.running or state.round >= state.rounds or event.at < state.quiet_since + wait:
        return None
    games = tuple(
        Pairing(new_game() if _both_in(state, x, o) else "", x, o)
        for x, o in robin_round(state.entrants, state.round)
    )
    return event._replace(kind="pair", round=state.round + 1, games=games)


def _both_in(state: State, x: int, o: int) -> bool:
    return all(state.players[number].status == "in" for number in (x, o))


_PEOPLE: dict[type[Any], Callable[[State, Any, Someone, Event], Event | None]] = {
    Enter: _enter,
    Away: _away,
    Back: _back,
}
_DIRECTOR: dict[type[Any], Callable[[State, Any, Event], Event | None]] = {
    Start: _start,
    Pause: _pause,
    Resume: _resume,
    Extend: _extend,
    Remove: _remove,
    Door: _door,
    End: _end,
}
_SERVER: dict[type[Any], Callable[[State, Any, Event], Event | None]] = {
    Begin: _begin,
    Tally: _tally,
    Finish: _finish,
}
