"""`Truth`: what is stored, checked when it is stored; and what is said, checked when it is said.

It knows only the rules of a game (`fold`), the true time, and what has been committed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from inarow.web.live.events import Event
from inarow.web.live.outages import ALIVE, GRACE
from inarow.web.live.presence import CLAIM_AFTER
from inarow.web.live.state import State, fold, start
from inarow.web.store.writer import Change, EventRow
from support.simulation.world import World

__all__ = ["History", "Truth"]

UNNOTICED = ALIVE + 1_500
"""For how many milliseconds nobody may be alive before clocks must stand: with a beat's time."""

STARTING = 500
"""How many milliseconds an instance needs from noting an outage to its first heartbeat, perhaps."""

BLUR = 100
"""By how many milliseconds a clock may be wrong without a reason."""

BEFORE_ALL = -(10**9)


SETTLED = 20_000
"""After how many milliseconds all instances know that somebody has come."""

TrueTime = Callable[[int], float]
"""The true milliseconds at which the clock of an instance shows some."""


@dataclass
class _Stays:
    """When somebody has sockets at a game, in true milliseconds."""

    sockets: int = 0
    since: float = 0.0
    seen: float = BEFORE_ALL  # last, if known to all


@dataclass
class History:
    """A game as it is stored; numbers count from version 1."""

    game: str
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # true milliseconds
    commands: dict[tuple[str | None, str], int] = field(default_factory=dict)
    running_since: float = 0.0  # true milliseconds

    @property
    def version(self) -> int:
        """The newest."""
        return len(self.events)

    @property
    def now(self) -> State:
        """After all that is stored."""
        return self.states[-1]

    def at(self, version: int) -> State:
        """The game at a version."""
        return self.states[version - 1]


class Truth:
    """Everything that has been committed, and what must hold about it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.games: dict[str, History] = {}
        self.acknowledged = 0
        # True milliseconds: when an instance wanted to store something, and when that was stored;
        # when it wanted to say that it is alive, and when it knew that this is stored.
        self.alive: list[tuple[float, float]] = []
        self.known_alive: list[tuple[float, float]] = []
        self.starts: list[tuple[float, float]] = []  # the last beat before, and when it was
        self.skew = 0.0  # by how many milliseconds clocks of instances differ at most
        self._stays: defaultdict[tuple[str, str], _Stays] = defaultdict(_Stays)
        self.bus_troubled_at: float = BEFORE_ALL
        self._seen: dict[tuple[str, str], State] = {}

    # -- what is stored -------------------------------------------------------------------------

    def stored(self, who: str, true_time: TrueTime, change: Change) -> None:
        """A change has been committed."""
        for row in change.events:
            self._add(who, true_time, row)
        for row in change.events:
            next_game = Event.from_row(row).next
            if next_game is not None and next_game not in self.games:
                self.world.fail(f"a rematch is agreed, but {next_game} is not stored")

    def _add(self, who: str, true_time: TrueTime, row: EventRow) -> None:
        self.world.note("disk", f"{who}: {row.version} {row.kind} {row.payload}")
        event, time = Event.from_row(row), true_time(row.at)
        history = self.games.setdefault(row.game, History(row.game))
        if event.version != history.version + 1:
            self.world.fail(f"version {event.version} is stored after {history.version}")
            return
        if event.command is not None:
            key = (event.by, event.command)
            if key in history.commands:
                self.world.fail(f"carried out twice: {event.by}'s {event.command}")
            history.commands[key] = event.version
        if event.kind == "create":
            after = start(event)
        else:
            before = history.now
            if problem := self._problem(history, before, event, time):
                self.world.fail(f"version {event.version} may not be: {problem}")
                return
            after = fold(before, event)
            if before.clock is not None:
                self._check_clock(history, before, event, after, time)
                if after.clock != before.clock:
                    history.running_since = time
        self._note_alive(time)
        history.events.append(event)
        history.states.append(after)
        history.times.append(time)

    def _problem(self, history: History, before: State, event: Event, time: float) -> str:
        """Why this may not happen now; empty if it may."""
        side, by = event.side, event.by
        if before.end is not None:
            fine = event.kind == "rematch" or event.what == "rematch"
            return "" if fine else f"{event.kind} after the end"
        if event.kind == "join":
            assert side is not None
            return "the seat is taken" if before.seat(side) else ""
        if event.kind in ("move", "swap"):
            seat = before.seat(before.position.turn)
            if None in before.seats or seat is None or by != seat.id or side != before.turn:
                return f"it is not the turn of {by}"
            if event.move is not None and before.why_illegal(event.move):
                return "the move is illegal"
        if event.reason == "claim":
            assert side is not None
            other = before.seat(side.other)
            assert other is not None
            return self._claim_problem(history.game, other.id, time)
        return ""

    def _claim_problem(self, game: str, missed: str, time: float) -> str:
        if time < self.bus_troubled_at + 70_000:
            return ""  # instances may not know of each other's people
        stays = self._stays.get((missed, game), _Stays())
        if stays.sockets and time - stays.since > SETTLED:
            return "it is claimed against somebody who is there"
        away = time - stays.seen
        return "" if away >= CLAIM_AFTER - BLUR - self.skew else f"claimed after {away} ms"

    # -- clocks ---------------------------------------------------------------------------------

    def beaten(self, time: float) -> None:
        """An instance has said that it was alive at a true time."""
        self._note_alive(time)
        self.world.note("disk", f"a heartbeat of {time / 1000:.3f}")

    def _note_alive(self, time: float) -> None:
        """Something has been stored that was meant to be at *time*."""
        self.alive.append((time, self.world.time * 1000))

    def heard_alive(self, time: float) -> None:
        """An instance knows that it was alive at a true time."""
        self.known_alive.append((time, self.world.time * 1000))

    def _check_clock(
        self, history: History, before: State, event: Event, after: State, time: float
    ) -> None:
        """The time that is charged is the time that has passed, less outages."""
        clock = before.clock
        assert clock is not None
        assert after.clock is not None
        if event.left is None:
            return
        acts = event.kind in ("move", "swap")
        added = clock.increment if acts and clock.running is not None else 0
        charged = sum(clock.left) + added - sum(after.clock.left)
        if clock.running is None:
            if charged:
                self.world.fail(f"a clock that stands is charged {charged} ms")
            return
        since = history.running_since
        passed = max(0.0, time - since)
        must, may, gaps = self._outages(since, time)
        blur = (BLUR + 2 * self.skew) * (1 + gaps)
        available = clock.left[clock.running - 1]
        least, most = min(available, passed - may) - blur, passed - must + blur
        if not least <= charged <= most:
            self.world.fail(
                f"{charged} ms are charged, of {passed:.0f} since {since:.0f}, "
                f"expected {least:.0f} to {most:.0f}, in version {event.version}"
            )

    def started(self, began: float, *, alone: bool) -> None:
        """An instance serves from now on; if it was the only one when it began, there was none."""
        last = max((wanted for wanted, told in self.known_alive if told <= began), default=began)
        if alone or began - last > ALIVE - BLUR:
            self.starts.append((last, self.world.time * 1000))

    def _outages(self, since: float, until: float) -> tuple[float, float, int]:
        """How much of a time must and may be charged to nobody, and the number of outages."""
        must, may, gaps = 0.0, 0.0, 0
        reached: float = BEFORE_ALL
        for wanted, stored in [*sorted(self.alive), (until, until)]:
            must += max(0.0, min(wanted, until) - max(reached + UNNOTICED, since))
            reached = max(reached, stored)
        silences = [
            (first, last)
            for (first, _), (_, last) in pairwise([*self.known_alive, (until, until)])
            if last - first > ALIVE - BLUR
        ]
        for first, last in silences + self.starts:
            if last + GRACE + STARTING > since and first < until:
                gaps += 1
                may += min(last + GRACE + STARTING, until + GRACE) - max(first, since)
        return must, may, gaps

    # -- what is said ---------------------------------------------------------------------------

    def said(self, instance: str, person: str, game: str, frame: dict[str, Any]) -> None:
        """An instance says something to somebody at a game."""
        self.world.note(instance, f"to {person}: {_short(frame)}")
        kind, history = frame["t"], self.games.get(game)
        if history is None:
            return
        if kind == "ack":
            self.promised(history, person, frame["id"], frame["version"])
        elif kind == "refused":
            self._check_refusal(history, person, frame)
        if kind in ("ack", "event"):
            self._check_event(history, frame["event"])
        if view := frame.get("game"):
            self.check_view(history, view)

    def promised(self, history: History, person: str, command: str, version: int) -> None:
        """A command is acknowledged."""
        self.acknowledged += 1
        if history.commands.get((person, command)) != version:
            self.world.fail(f"acknowledged as {version}, but not stored: {person}'s {command}")

    def _check_refusal(self, history: History, person: str, frame: dict[str, Any]) -> None:
        if frame["code"] in ("storage", "busy"):
            return
        if version := history.commands.get((person, frame["id"])):
            self.world.fail(
                f"refused ({frame['code']}), but stored as {version}: {person}'s {frame['id']}"
            )

    def _check_event(self, history: History, said: dict[str, Any]) -> None:
        version = said["version"]
        if version > history.version:
            self.world.fail(f"version {version} is told, but {history.version} is stored")
            return
        event = history.events[version - 1]
        if said["kind"] != event.kind or said.get("move", event.move) != event.move:
            self.world.fail(f"version {version} is told as {said}, but stored as {event}")

    def check_view(self, history: History, view: dict[str, Any]) -> None:
        """A game as somebody sees it is the stored one at its version."""
        version = view["version"]
        if version > history.version:
            self.world.fail(f"version {version} is shown, but {history.version} is stored")
            return
        state = history.at(version)
        x, o = (view["seats"][side]["name"] for side in "xo")
        shown = (view["moves"], view["status"], x, o, view["rematch"], view["turn"])
        seats = [seat.name if seat else None for seat in state.seats]
        turn = state.turn.symbol if state.turn else None
        if shown != (list(state.moves), state.status, *seats, state.next, turn):
            self.world.fail(f"shown: {shown}; stored at version {version}: {state}")

    def remembered(self, instance: str, lives: Iterable[Any]) -> None:
        """What an instance has in memory is a game as it is or was stored."""
        for live in lives:
            state = live.state
            if self._seen.get((instance, live.game)) is state:
                continue
            self._seen[instance, live.game] = state
            history = self.games.get(live.game)
            if history is None or state.version > history.version:
                self.world.fail(f"{instance} is ahead: {live.game} {state.version}")
            elif state._replace(clock=None) != history.at(state.version)._replace(clock=None):
                self.world.fail(f"{instance} has another game: {state}")

    # -- who is there ---------------------------------------------------------------------------

    def came(self, person: str, game: str) -> None:
        """Somebody has a socket."""
        stays = self._stays[person, game]
        if not stays.sockets:
            stays.since = self.world.time * 1000
        stays.sockets += 1

    def left(self, person: str, game: str) -> None:
        """A socket is closed, as the server knows."""
        stays, now = self._stays[person, game], self.world.time * 1000
        stays.sockets -= 1
        if not stays.sockets and now - stays.since > SETTLED:
            stays.seen = now

    def flag_is_due(self, history: History, now: float) -> bool:
        """Whether a clock has run out some time ago."""
        state = history.now
        clock = state.clock
        if state.end is not None or clock is None or clock.running is None:
            return False
        _, may, gaps = self._outages(history.running_since, now)
        left = clock.left[clock.running - 1] + may + (BLUR + 2 * self.skew) * (1 + gaps)
        return now - history.running_since > left


def _short(frame: dict[str, Any]) -> str:
    if view := frame.get("game"):
        return str({**frame, "game": f"version {view['version']} {view['text']} {view['status']}"})
    return str(frame)
