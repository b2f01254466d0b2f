"""A tournament as a value: `State` is the fold of its events (what may happen next: `decide.py`).

Nothing here reads a clock or a database. Players are known by their numbers, in the order in which
they came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from inarow.web.tournaments.events import Event, Pairing, Plan, Score, Winner

__all__ = ["DRAW", "MINUTE", "WIN", "Played", "Player", "Running", "State", "fold", "start"]

WIN, DRAW, LOSS = 2, 1, 0
"""Points for a game, whatever came before it: there are no streaks."""

MINUTE = 60_000

Status = Literal["open", "playing", "over"]
Side = Literal["x", "o"]


class Played(NamedTuple):
    """One game of a player; the opponent 0 is nobody."""

    game: str
    opponent: int
    side: Side
    points: int


class Player(NamedTuple):
    """Somebody in the table."""

    number: int
    id: str
    name: str
    status: Literal["in", "away", "removed"] = "in"
    points: int = 0
    games: tuple[Played, ...] = ()
    free_since: int = 0
    comings: int = 0  # how often they have left or come back

    @property
    def wins(self) -> int:
        """How many games they have won."""
        return sum(game.points == WIN for game in self.games)

    @property
    def balance(self) -> int:
        """How many games more they have begun than not."""
        return sum(1 if game.side == "x" else -1 for game in self.games if game.game)

    @property
    def last(self) -> Played | None:
        """Their latest game."""
        return self.games[-1] if self.games else None


class Running(NamedTuple):
    """A game that has not ended yet, as far as the tournament knows."""

    game: str
    x: int
    o: int
    since: int


class State(NamedTuple):
    """A tournament after its first *version* events."""

    plan: Plan
    version: int
    created: int
    players: Mapping[int, Player]
    numbers: Mapping[str, int]  # of people, by their id
    running: Mapping[str, Running]
    playing: Mapping[int, str]  # the game of everybody who has one
    status: Status = "open"
    closed: bool = False  # whether nobody may enter any more
    paused: int | None = None  # since when
    started: int | None = None
    ends: int | None = None  # an arena; later if it is paused or made longer
    entrants: tuple[int, ...] = ()  # who meets whom in a round robin is clear from the start
    round: int = 0
    quiet_since: int = 0  # when the last game of a round ended, or the break before it began
    over: int | None = None

    def of(self, person: str | None) -> Player | None:
        """The player that a person is."""
        number = self.numbers.get(person) if person is not None else None
        return None if number is None else self.players[number]

    @property
    def present(self) -> list[Player]:
        """Who wants to play."""
        return [player for player in self.players.values() if player.status == "in"]

    @property
    def rounds(self) -> int:
        """How many rounds a round robin has."""
        count = len(self.entrants)
        return (count - 1 + count % 2) * (2 if self.plan.double else 1) if count else 0


def start(event: Event) -> State:
    """The tournament that a `create` event makes."""
    plan = event.plan
    assert plan is not None
    return State(plan, event.version, event.at, {}, {}, {}, {})


def fold(state: State, event: Event) -> State:
    """The tournament after *event*, which follows its version."""
    assert event.version == state.version + 1
    return _FOLDS[event.kind](state, event)._replace(version=event.version)


def _joined(state: State, event: Event) -> State:
    assert event.player is not None
    assert event.seat is not None
    person, name = event.seat
    player = Player(event.player, person, name, free_since=event.at)
    players = {**state.players, event.player: player}
    return state._replace(players=players, numbers={**state.numbers, person: event.player})


def _changed(state: State, *changed: Player) -> State:
    players = {**state.players, **{player.number: player for player in changed}}
    return state._replace(players=players)


def _player(state: State, event: Event) -> Player:
    assert event.player is not None
    return state.players[event.player]


def _left(state: State, event: Event) -> State:
    player = _player(state, event)
    return _changed(state, player._replace(status="away", comings=player.comings + 1))


def _returned(state: State, event: Event) -> State:
    player = _player(state, event)
    comings = player.comings + 1
    return _changed(state, player._replace(status="in", free_since=event.at, comings=comings))


def _removed(state: State, event: Event) -> State:
    return _changed(state, _player(state, event)._replace(status="removed"))


def _door(state: State, event: Event) -> State:
    return state._replace(closed=not event.open)


def _started(state: State, event: Event) -> State:
    plan = state.plan
    if plan.system == "robin":
        entrants = tuple(player.number for player in state.present)
        state = state._replace(entrants=entrants)
    else:
        state = state._replace(ends=event.at + plan.minutes * MINUTE)
    return state._replace(status="playing", started=event.at, quiet_since=event.at)


def _paused(state: State, event: Event) -> State:
    return state._replace(paused=event.at)


def _resumed(state: State, event: Event) -> State:
    assert state.paused is not None
    ends = None if state.ends is None else state.ends + event.at - state.paused
    return state._replace(paused=None, ends=ends, quiet_since=event.at)


def _extended(state: State, event: Event) -> State:
    assert event.minutes is not None
    assert state.ends is not None
    return state._replace(ends=state.ends + event.minutes * MINUTE)


def _paired(state: State, event: Event) -> State:
    running, playing = dict(state.running), dict(state.playing)
    for game, x, o in event.games or ():
        if game:
            running[game] = Running(game, x, o, event.at)
            playing[x] = playing[o] = game
        else:
            state = _walked_over(state, x, o)
    number = state.round if event.round is None else event.round
    return state._replace(running=running, playing=playing, round=number, quiet_since=event.at)


def _walked_over(state: State, x: int, o: int) -> State:
    """A game that nobody plays: whoever is there has won, if anybody is."""
    here = [state.players[number].status == "in" for number in (x, o)]
    winner: Winner = None
    if here[0] != here[1]:
        winner = "x" if here[0] else "o"
    return _with_result(state, Pairing("", x, o), winner, both_lose=winner is None)


def _with_result(
    state: State, pairing: Pairing, winner: Winner, *, both_lose: bool = False
) -> State:
    changed = []
    sides: tuple[tuple[Side, int, int], ...] = (
        ("x", pairing.x, pairing.o),
        ("o", pairing.o, pairing.x),
    )
    for side, number, opponent in sides:
        points = LOSS if both_lose else DRAW if winner is None else WIN if winner == side else LOSS
        player = state.players[number]
        played = Played(pairing.game, opponent, side, points)
        changed.append(
            player._replace(points=player.points + points, games=(*player.games, played))
        )
    return _changed(state, *changed)


def _scored(state: State, event: Event) -> State:
    running, playing = dict(state.running), dict(state.playing)
    for score in event.scores or ():
        game = running.pop(score.game)
        for number in (game.x, game.o):
            playing.pop(number, None)
        state = _counted(state, game, score, event.at)
    return state._replace(running=running, playing=playing, quiet_since=event.at)


def _counted(state: State, game: Running, score: Score, at: int) -> State:
    if score.reason != "aborted":
        state = _with_result(state, Pairing(game.game, game.x, game.o), score.winner)
    for side, number in (("x", game.x), ("o", game.o)):
        player = state.players[number]._replace(free_since=at)
        missed = score.reason == "absent" and score.winner != side
        if missed and player.status == "in":
            player = player._replace(status="away")
        state = _changed(state, player)
    return state


def _finished(state: State, event: Event) -> State:
    return state._replace(status="over", over=event.at, running={}, playing={}, paused=None)


_FOLDS = {
    "join": _joined,
    "away": _left,
    "back": _returned,
    "remove": _removed,
    "door": _door,
    "start": _started,
    "pause": _paused,
    "resume": _resumed,
    "extend": _extended,
    "pair": _paired,
    "score": _scored,
    "finish": _finished,
}
