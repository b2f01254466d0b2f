"""`Truth`: what is stored, checked when it is stored; and what is said, checked when it is said.

It knows only the rules of a game (`fold`), the true time, and what has been committed. What must
hold is listed in `INVARIANTS`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

from inarow.web.http.identity import Person
from inarow.web.live.events import PROGRAM, Event, Seat
from inarow.web.live.outages import ALIVE, GRACE
from inarow.web.live.retention import Keeping
from inarow.web.live.state import State, fold, start
from inarow.web.store.writer import Change, EventRow
from support.simulation.world import World

__all__ = [
    "CLAIM_AFTER",
    "DAY",
    "KEEPING",
    "LATEST",
    "NOTICED",
    "UNHURRIED",
    "History",
    "Stays",
    "TrueTime",
    "Truth",
]

DAY = 1_000
"""How many milliseconds a day has when old games are deleted."""

CLAIM_AFTER = 30_000
"""After how many milliseconds away a player may be claimed against here, if there is a clock."""

UNHURRIED = 2
"""So many times as long it takes without a clock."""

KEEPING = Keeping(abandoned=30, finished=15)

LISTED = 45_000
"""For how many milliseconds the lobby may list a game whose players have gone."""

JUST_THEN = 1_000
"""How many milliseconds before it is withdrawn a token may have been looked at."""

CLOSED = 3_000
"""How many milliseconds after it is withdrawn a token's sockets are closed if nothing is wrong."""

UNNOTICED = ALIVE + 1_500
"""For how many milliseconds nobody may be alive before clocks must stand: with a beat's time."""

STARTING = 500
"""How many milliseconds an instance needs from noting an outage to its first heartbeat, perhaps."""

BLUR = 100
"""By how many milliseconds a clock may be wrong without a reason."""

LATEST = 100_000
"""How many milliseconds may pass from deciding to storing."""

NOTICED = 12_000
"""Milliseconds after which all know of what has happened, even if a message was lost."""

BEFORE_ALL = -(10**9)


SETTLED = 20_000
"""After how many milliseconds all instances know that somebody has come."""

TrueTime = Callable[[int], float]
"""The true milliseconds at which the clock of an instance shows some."""


class Page(Protocol):
    """Whoever is told something."""

    name: str
    person: Person
    game: str
    invite: str | None


@dataclass
class Stays:
    """When somebody has sockets at a game, in true milliseconds."""

    sockets: int = 0
    since: float = 0.0
    seen: float = BEFORE_ALL  # last, if known to all
    left: float = BEFORE_ALL  # last


@dataclass
class History:
    """A game as it is stored; numbers count from version 1."""

    game: str
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # true milliseconds
    commands: dict[tuple[str | None, str], int] = field(default_factory=dict)
    running_since: float = 0.0  # true milliseconds
    running_by: str = ""  # the process that said so
    over: float = 0.0  # when it ended, in true milliseconds
    deleted: float | None = None  # when, in true milliseconds

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
        self._stays: defaultdict[tuple[str, str], Stays] = defaultdict(Stays)
        self.bus_troubled_at: float = BEFORE_ALL
        self._seen: dict[tuple[str, str], State] = {}
        self.calm_since: float | None = None  # when the last trouble was over
        self.tokens: list[bytes] = []  # the hashes of all
        self.withdrawn: dict[bytes, float] = {}  # since when, by the hash of a token
        self.looked: dict[str, float] = {}  # when somebody has asked for an opponent last
        self.why_not_absent: Callable[[History, Event, float], str] = lambda *_: ""
        self.ratings_said: Callable[[History, dict[str, Any]], None] = lambda *_: None

    @property
    def now(self) -> float:
        """The true milliseconds since the world began."""
        return self.world.time * 1000

    # -- what is stored -------------------------------------------------------------------------

    def stored(self, who: str, true_time: TrueTime, change: Change) -> None:
        """A change has been committed."""
        for row in change.events:
            self._add(who, true_time, row)
        for row in change.events:
            next_game = Event.from_row(row).next
            if next_game is not None and next_game not in self.games:
                self.world.fail("whole", f"a rematch is agreed, but {next_game} is not stored")

    def _add(self, who: str, true_time: TrueTime, row: EventRow) -> None:
        self.world.note("disk", f"{who}: {row.version} {row.kind} {row.payload}")
        event, time = Event.from_row(row), true_time(row.at)
        history = self.games.setdefault(row.game, History(row.game))
        if history.deleted is not None:  # nobody sees it; who does so must know soon, though
            if self.now - history.deleted > NOTICED:
                self.world.fail("kept", f"{event.kind} is stored, but {row.game} is deleted")
            return
        if event.version != history.version + 1:
            self.world.fail("order", f"{event.version} is stored after {history.version}")
            return
        if abs(late := self.now - time) > (BLUR if late < 0 else LATEST):
            self.world.fail("dated", f"version {event.version} is {late:.0f} ms old")
        if event.command is not None:
            key = (event.by, event.command)
            if key in history.commands:
                self.world.fail("once", f"carried out twice: {event.by}'s {event.command}")
            history.commands[key] = event.version
        if event.kind == "create":
            after = start(event)
        else:
            before = history.now
            if self.world.wrong or self._is_wrong(history, before, event, time):
                return
            after = fold(before, event)
            if before.clock is not None:
                self._check_clock(who, history, before, event, after, time)
                if after.clock != before.clock:
                    history.running_since, history.running_by = time, who
        self._note_alive(time)
        history.events.append(event)
        history.states.append(after)
        history.times.append(time)
        if after.end is not None and (event.kind == "create" or before.end is None):
            history.over = time

    def _is_wrong(self, history: History, before: State, event: Event, time: float) -> bool:
        """Whether this may not happen now."""
        invariant, problem = self._problem(history, before, event, time)
        if problem:
            self.world.fail(invariant, f"version {event.version} may not be: {problem}")
        return bool(problem)

    def _problem(
        self, history: History, before: State, event: Event, time: float
    ) -> tuple[str, str]:
        side, by = event.side, event.by
        if before.end is not None and event.kind != "rematch" and event.what != "rematch":
            return "rules", f"{event.kind} after the end"
        if event.kind == "join":
            assert side is not None
            return "seat", "it is taken" if before.seat(side) else ""
        if event.kind in ("move", "swap"):
            seat = before.seat(before.position.turn)
            if None in before.seats or seat is None or by != seat.id or side != before.turn:
                return "rules", f"it is not the turn of {by}"
            if event.move is not None and before.why_illegal(event.move):
                return "rules", "the move is illegal"
        if event.reason == "claim":
            assert side is not None
            other = before.seat(side.other)
            assert other is not None
            patience = CLAIM_AFTER * (1 if before.clock is not None else UNHURRIED)
            return "claim", self._claim_problem(history.game, other.id, time, patience)
        if event.reason == "absent":
            return "absent", self.why_not_absent(history, event, time)
        waits = before.terms.seek and before.status == "open"
        if event.reason == "aborted" and by is None and waits:
            return "paired", "" if event.next else self._waiting_problem(history, before, time)
        if event.reason == "aborted" and by is None:
            age = time - history.times[-1] + self.skew + BLUR
            return "kept", f"cancelled after {age:.0f} ms" if age < KEEPING.abandoned * DAY else ""
        return "agreed", self._agreed_problem(before, event)

    def _agreed_problem(self, before: State, event: Event) -> str:
        what = {"takeback": before.takeback, "rematch": before.rematch}.get(event.kind)
        if event.reason == "agreed":
            what = before.draw
        elif event.kind not in ("takeback", "rematch"):
            return ""
        others = [seat.id for seat in before.seats if seat and seat.id != event.by]
        alone = before.is_shared or any(other.startswith(PROGRAM) for other in others)
        asked = what is not None and event.by != _id(before.seat(what))
        return "" if alone or asked else f"nobody has asked {event.by} for {event.kind}"

    def deleted(self, history: History) -> None:
        """A game is not stored any longer."""
        now = history.deleted = self.now
        end = history.now.end
        days = KEEPING.abandoned if end and end.reason == "aborted" else KEEPING.finished
        self.world.note("disk", f"{history.game} is deleted")
        if end is None or now - history.over < days * DAY - self.skew - BLUR:
            self.world.fail("kept", f"{history.game} is deleted, {history.now.status}")

    def _claim_problem(self, game: str, missed: str, time: float, patience: int) -> str:
        if time < self.bus_troubled_at + 70_000:
            return ""  # instances may not know of each other's people
        stays = self._stays.get((missed, game), Stays())
        if stays.sockets and time - stays.since > SETTLED:
            return "it is claimed against somebody who is there"
        away = time - stays.seen
        return "" if away >= patience - BLUR - self.skew else f"claimed after {away} ms"

    def _waiting_problem(self, history: History, before: State, time: float) -> str:
        """Why a search may not be called off."""
        if time < self.bus_troubled_at + 70_000:
            return ""
        (maker,) = (seat.id for seat in before.seats if seat)
        stays = self.stays_of(maker, history.game)
        there = stays.sockets and time - stays.since > SETTLED
        return f"{maker} is there, and waits" if there else ""

    def stays_of(self, person: str, place: str) -> Stays:
        """When somebody has sockets at a game or tournament."""
        return self._stays[person, place]

    def outages_between(self, since: float, until: float) -> tuple[float, float]:
        """For how long there must and may have been no site."""
        must, may, gaps = self._outages(since, until)
        blur = (BLUR + 2 * self.skew) * (gaps + 1)
        return must - blur, may + blur

    # -- clocks ---------------------------------------------------------------------------------

    def beaten(self, time: float) -> None:
        """An instance has said that it was alive at a true time."""
        self._note_alive(time)
        self.world.note("disk", f"a heartbeat of {time / 1000:.3f}")

    def _note_alive(self, time: float) -> None:
        """Something has been stored that was meant to be at *time*."""
        self.alive.append((time, self.now))

    def heard_alive(self, time: float) -> None:
        """An instance knows that it was alive at a true time."""
        self.known_alive.append((time, self.now))

    def _check_clock(
        self, who: str, history: History, before: State, event: Event, after: State, time: float
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
                self.world.fail("clock", f"one that stands is charged {charged} ms")
            return
        since = history.running_since
        passed = max(0.0, time - since)
        must, may, gaps = self._outages(since, time)
        blur = (BLUR + 2 * self.skew) * (gaps + (who != history.running_by)) + BLUR
        available = clock.left[clock.running - 1]
        least, most = min(available, passed - may) - blur, passed - must + blur
        if not least <= charged <= most:
            self.world.fail(
                "clock",
                f"{charged} ms are charged, of {passed:.0f} since {since:.0f}, "
                f"expected {least:.0f} to {most:.0f}, in version {event.version}",
            )

    def started(self, began: float, *, alone: bool) -> None:
        """An instance serves from now on; if it was the only one when it began, there was none."""
        last = max(
            (wanted for wanted, told in self.known_alive if told <= began),
            default=BEFORE_ALL if self.alive else began,
        )
        if alone or began - last > ALIVE - BLUR - self.skew:
            self.starts.append((last, self.now))

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
            if last - first > ALIVE - BLUR - self.skew
        ]
        for first, last in silences + self.starts:
            if last + GRACE + STARTING + self.skew > since and first < until:
                gaps += 1
                may += min(last + GRACE + STARTING, until + GRACE) - max(first, since)
        return must, may, gaps

    # -- what is said ---------------------------------------------------------------------------

    def said(self, instance: str, page: Page, frame: dict[str, Any]) -> None:
        """An instance says something to somebody."""
        self.world.note(instance, f"to {page.name}: {_short(frame)}")
        if frame["t"] == "lobby":
            self._check_lobby(frame)
        history = self.games.get(page.game)
        if history is not None:
            self._check_said(history, page, frame)

    def check_withdrawn(self, person: Person, opened: float) -> None:
        """Something goes over a line that somebody opened at a time."""
        since, calm = self.withdrawn.get(person.secret), self.calm_since
        if since is None or calm is None:
            return
        just_then = opened > since - JUST_THEN  # found out when it is next looked for
        if self.now - max(since, calm + NOTICED) > (NOTICED if just_then else CLOSED):
            self.world.fail("withdrawn", f"{person.id} is still told something")

    def _check_said(self, history: History, page: Page, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        if not self.may_see(page, history):
            self.world.fail("private", f"{page.name} is told of {history.game}: {kind}")
        if history.deleted is not None:
            return
        if kind == "ack":
            self.promised(history, page.person.id, frame["id"], frame["version"])
        elif kind == "refused":
            self._check_refusal(history, page.person.id, frame)
        if kind in ("ack", "event"):
            self._check_event(history, frame["event"])
        if kind == "ratings":
            self.ratings_said(history, frame)
        if view := frame.get("game"):
            self.check_view(history, view)

    def may_see(self, page: Page, history: History) -> bool:
        """Whether a game is for somebody's eyes."""
        is_private = history.now.terms.visibility == "private"
        return not is_private or bool(page.invite or history.now.sides_of(page.person.id))

    def _check_lobby(self, frame: dict[str, Any]) -> None:
        for entry in frame["open"] + frame["playing"]:
            if self.games[entry["id"]].now.terms.visibility != "public":
                self.world.fail("lobby", f"it lists {entry['id']}, which is not public")

    def listed(self, history: History) -> bool | None:
        """Whether the lobby must list a game now; `None` if it may."""
        state, now = history.now, self.now
        if state.terms.visibility != "public" or state.end or history.deleted:
            return False if now - history.times[-1] > NOTICED else None
        people = [self._stays[seat.id, history.game] for seat in state.seats if seat]
        if any(stays.sockets and now - stays.since > NOTICED for stays in people):
            return True
        gone = all(not stays.sockets and now - stays.left > LISTED for stays in people)
        return False if gone else None

    def promised(self, history: History, person: str, command: str, version: int) -> None:
        """A command is acknowledged."""
        self.acknowledged += 1
        if history.commands.get((person, command)) != version:
            self.world.fail(
                "stored", f"acknowledged as {version}, but not stored: {person}'s {command}"
            )

    def _check_refusal(self, history: History, person: str, frame: dict[str, Any]) -> None:
        if frame["code"] in ("storage", "busy"):
            return
        if version := history.commands.get((person, frame["id"])):
            self.world.fail(
                "refused",
                f"refused ({frame['code']}), but stored as {version}: {person}'s {frame['id']}",
            )

    def _check_event(self, history: History, said: dict[str, Any]) -> None:
        version = said["version"]
        if version > history.version:
            self.world.fail("told", f"version {version} is told, but {history.version} is stored")
            return
        event = history.events[version - 1]
        if said["kind"] != event.kind or said.get("move", event.move) != event.move:
            self.world.fail("told", f"version {version} is told as {said}, but stored as {event}")

    def check_view(self, history: History, view: dict[str, Any]) -> None:
        """A game as somebody sees it is the stored one at its version."""
        version = view["version"]
        if version > history.version:
            self.world.fail("told", f"version {version} is shown, but {history.version} is stored")
            return
        state = history.at(version)
        x, o = (view["seats"][side]["name"] for side in "xo")
        shown = (view["moves"], view["status"], x, o, view["rematch"], view["turn"])
        seats = [seat.name if seat else None for seat in state.seats]
        turn = state.turn.symbol if state.turn else None
        if shown != (list(state.moves), state.status, *seats, state.next, turn):
            self.world.fail("told", f"shown: {shown}; stored at version {version}: {state}")

    def remembered(self, instance: str, lives: Iterable[Any]) -> None:
        """What an instance has in memory is a game as it is or was stored."""
        for live in lives:
            state = live.state
            if self._seen.get((instance, live.game)) is state:
                continue
            self._seen[instance, live.game] = state
            history = self.games.get(live.game)
            if history is not None and history.deleted is not None:
                continue
            if history is None or state.version > history.version:
                self.world.fail("memory", f"{instance} is ahead: {live.game} {state.version}")
            elif state._replace(clock=None) != history.at(state.version)._replace(clock=None):
                self.world.fail("memory", f"{instance} has another game: {state}")

    # -- who is there ---------------------------------------------------------------------------

    def came(self, person: str, game: str) -> None:
        """Somebody has a socket."""
        stays = self._stays[person, game]
        if not stays.sockets:
            stays.since = self.now
        stays.sockets += 1

    def has_been_loaded(self, history: History) -> bool:
        """Whether an instance has ever had a game in memory."""
        return any(game == history.game for _, game in self._seen)

    def left(self, person: str, game: str) -> None:
        """A socket is closed, as the server knows."""
        stays, now = self._stays[person, game], self.now
        stays.sockets -= 1
        stays.left = now
        if not stays.sockets and now - stays.since > SETTLED:
            stays.seen = now

    def flag_is_due(self, history: History, now: float) -> bool:
        """Whether a clock has run out some time ago."""
        state = history.now
        clock = state.clock
        stands = clock is None or clock.running is None
        if state.end is not None or history.deleted is not None or stands:
            return False
        assert clock is not None
        assert clock.running is not None
        _, may, gaps = self._outages(history.running_since, now)
        left = clock.left[clock.running - 1] + may + (BLUR + 2 * self.skew) * (1 + gaps)
        return now - history.running_since > left


def _id(seat: Seat | None) -> str | None:
    return seat.id if seat else None


def _short(frame: dict[str, Any]) -> str:
    if view := frame.get("game"):
        return str({**frame, "game": f"version {view['version']} {view['text']} {view['status']}"})
    return str(frame)
