"""Tournaments: what is stored of them, checked when it is stored; and the people who are in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from inarow.web.http.identity import Person
from inarow.web.live import events as live
from inarow.web.live.state import Refused
from inarow.web.store import tables
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change
from inarow.web.tournaments.events import Event, EventRow, Pairing, Score
from inarow.web.tournaments.host import NoSuchTournament
from inarow.web.tournaments.messages import (
    Away,
    Back,
    Command,
    Door,
    End,
    Enter,
    Extend,
    NewTournament,
    Pause,
    Remove,
    Resume,
    Start,
)
from inarow.web.tournaments.state import State, fold, start
from support.simulation.instances import WALL, Instance
from support.simulation.network import Connection
from support.simulation.people import House, Page, Tab
from support.simulation.storage import Disk
from support.simulation.truth import LATEST, History, TrueTime, Truth
from support.simulation.world import World

__all__ = ["ABSENT", "BREAK", "LAST_CALL", "MINUTE", "PATIENCE", "Contest", "Contests", "Visitor"]

MINUTE = 4_000
BREAK = 1_000
LAST_CALL = 3_000
PATIENCE = 3_000
ABSENT = {"arena": 5_000, "robin": 8_000}
"""These are shorter here: how long a minute is, and what waits for how many milliseconds."""

LATE = 10_000
"""How many milliseconds later all may happen: another instance must see that one has gone.

Besides, clocks of instances differ, and what one has said is late must be so for the next, too.
"""

CALM = 28_000
"""After how many milliseconds without trouble instances know who is here."""

GONE, LONG_GONE = 4_000, 75_000
"""How many milliseconds after somebody has gone they may be paired: usually, and in trouble."""

BLUR = 100
WIN, DRAW = 2, 1


@dataclass
class Contest:
    """A tournament as it is stored; numbers count from version 1."""

    id: str
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # true milliseconds
    commands: set[tuple[str | None, str]] = field(default_factory=set)
    points: Counter[int] = field(default_factory=Counter)
    last: dict[int, str] = field(default_factory=dict)  # the latest game of everybody
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    since: dict[str, float] = field(default_factory=dict)  # of games, in true milliseconds

    @property
    def version(self) -> int:
        """The newest."""
        return len(self.events)

    @property
    def now(self) -> State:
        """After all that is stored."""
        return self.states[-1]


class Contests:
    """All tournaments."""

    def __init__(self, world: World, truth: Truth, disk: Disk) -> None:
        self._world, self._truth = world, truth
        self.all: dict[str, Contest] = {}
        self._seen: dict[tuple[str, str], State] = {}
        disk.watchers.append(self.stored)
        truth.why_not_absent = self.why_not_absent

    # -- what is stored -------------------------------------------------------------------------

    def stored(self, who: str, true_time: TrueTime, change: Change) -> None:
        """A change has been committed."""
        begun: set[str] = set()
        for statement, values in change.statements:
            if statement.is_insert and statement.table is tables.tournament_event:  # type: ignore[attr-defined]
                row = EventRow(**values)
                event, time = Event.from_row(row), true_time(row.at)
                begun |= {pairing.game for pairing in event.games or () if pairing.game}
                if not self._world.wrong:
                    self._add(who, row.tournament, event, time, change)
        for each in change.events:
            terms = live.Event.from_row(each).terms
            if terms is not None and terms.tournament is not None and each.game not in begun:
                self._world.fail("games", f"{each.game} is stored without its pairing")

    def _add(self, who: str, id: str, event: Event, time: float, change: Change) -> None:
        self._world.note("disk", f"{who}: {id} {event.row(id)[1:4]}")
        contest = self.all.setdefault(id, Contest(id))
        if event.version != contest.version + 1:
            self._world.fail("order", f"{event.version} is stored after {contest.version}")
            return
        late = self._truth.now - time
        if late < -BLUR or late > LATEST:
            self._world.fail("dated", f"version {event.version} is {late:.0f} ms old")
        if event.command is not None:
            if (event.by, event.command) in contest.commands:
                self._world.fail("once", f"carried out twice: {event.by}'s {event.command}")
            contest.commands.add((event.by, event.command))
        after = start(event) if event.kind == "create" else self._next(contest, event, time, change)
        if after is not None:
            contest.events.append(event)
            contest.states.append(after)
            contest.times.append(time)
            self._check_points(contest)

    def _next(self, contest: Contest, event: Event, time: float, change: Change) -> State | None:
        before = contest.now
        if before.status == "over":
            self._world.fail("rules", f"{event.kind} after the end")
        elif event.kind == "pair":
            self._check_pairs(contest, before, event, time, change)
        elif event.kind == "score":
            for score in event.scores or ():
                self._check_score(contest, before, score)
        elif event.kind == "finish":
            self._check_end(contest, before, event)
        elif event.by is None and event.kind != "start":
            self._world.fail("rules", f"{event.kind} by nobody")
        return None if self._world.wrong else fold(before, event)

    def _check_pairs(
        self, contest: Contest, before: State, event: Event, time: float, change: Change
    ) -> None:
        games = event.games or ()
        busy = Counter(number for game in games for number in (game.x, game.o))
        if before.status != "playing" or before.paused is not None:
            self._world.fail("rules", "games begin, but not now")
        if busy and max(busy.values()) > 1:
            self._world.fail("single", f"{busy} are paired at once")
        for pairing in games:
            contest.met[frozenset((pairing.x, pairing.o))] += 1
            if pairing.game:
                self._check_pair(contest, before, pairing, time, change)
            elif all(before.players[one].status == "in" for one in (pairing.x, pairing.o)):
                self._world.fail("rules", f"{pairing} is decided, but both are there")
            else:
                self._walk_over(contest, before, pairing)
        if before.plan.system == "robin":
            self._check_round(contest, before, event)

    def _check_pair(
        self, contest: Contest, before: State, pairing: Pairing, time: float, change: Change
    ) -> None:
        numbers = (pairing.x, pairing.o)
        contest.since[pairing.game] = time
        for number in numbers:
            player, last = before.players[number], contest.last.get(number, "")
            history = self._truth.games.get(last)
            goes_on = history is not None and history.now.end is None and not history.deleted
            if number in before.playing or goes_on:
                self._world.fail("single", f"{player.name} has another game, {last}")
            if player.status != "in":
                self._world.fail("paired", f"{player.name} is {player.status}")
            if before.plan.system == "arena" and not self._is_here(contest, player.id, time):
                self._world.fail("paired", f"{player.name} has gone, but has a new game")
            contest.last[number] = pairing.game
        made = [row for row in change.events if row.game == pairing.game]
        history = self._truth.games.get(pairing.game)
        if not made or history is None:
            self._world.fail("games", f"{pairing} is stored without its game")
            return
        terms, players = history.now.terms, [before.players[number].id for number in numbers]
        seats = [seat.id if seat else None for seat in terms.seats]
        if seats != players or terms.tournament != contest.id:
            self._world.fail("games", f"{pairing} has a game of {seats}")

    def _is_here(self, contest: Contest, person: str, time: float) -> bool:
        stays, calm = self._truth.stays_of(person, contest.id), self._truth.calm_since
        is_calm = calm is not None and self._truth.now > calm + CALM
        return bool(stays.sockets) or stays.left > time - (GONE if is_calm else LONG_GONE)

    def _walk_over(self, contest: Contest, before: State, pairing: Pairing) -> None:
        for one, other in ((pairing.x, pairing.o), (pairing.o, pairing.x)):
            if before.players[one].status == "in" != before.players[other].status:
                contest.points[one] += WIN

    def _check_round(self, contest: Contest, before: State, event: Event) -> None:
        if before.running or event.round != before.round + 1:
            self._world.fail("rules", f"round {event.round} after {before.round}")
        most = 2 if before.plan.double else 1
        if max(contest.met.values()) > most:
            self._world.fail("rules", f"two meet too often: {contest.met}")

    def _check_score(self, contest: Contest, before: State, score: Score) -> None:
        history, game = self._truth.games[score.game], before.running.get(score.game)
        end = history.now.end
        if game is None:
            self._world.fail("points", f"{score} is counted, but that game is not running")
            return
        if history.deleted is not None and (score.reason == "aborted" or end is None):
            return  # it counts nothing
        if end is None or end.reason != score.reason:
            self._world.fail("points", f"{score} is counted, but it is {end}")
            return
        if end.reason == "aborted":
            return
        winner = history.now.seat(end.winner) if end.winner is not None else None
        for number in (game.x, game.o):  # they may have swapped sides
            won = winner is not None and winner.id == before.players[number].id
            contest.points[number] += DRAW if winner is None else WIN * won

    def _check_points(self, contest: Contest) -> None:
        shown = {one.number: one.points for one in contest.now.players.values()}
        if any(contest.points[number] != points for number, points in shown.items()):
            self._world.fail("points", f"{shown}, but the games say {contest.points}")

    def _check_end(self, contest: Contest, before: State, event: Event) -> None:
        """It has ended: because somebody wanted that, or because it is time."""
        if event.by is not None:
            return
        if before.ends is not None:
            if event.at < before.ends - BLUR:
                self._world.fail("contest", f"it ends {before.ends - event.at} ms early")
            return
        count = len(before.entrants)
        meetings = count * (count - 1) // 2 * (2 if before.plan.double else 1)
        if before.running or contest.met.total() != meetings:
            self._world.fail("contest", f"it ends after {contest.met.total()} of {meetings} games")

    def why_not_absent(self, history: History, event: live.Event, time: float) -> str:
        """Why somebody may not lose for being absent."""
        state, side = history.now, event.side
        assert side is not None
        contest = self.all[state.terms.tournament or ""]
        seat = state.seat(side)
        player = contest.now.of(seat.id if seat else None)
        if player is None or player.status == "removed":
            return ""
        if len(state.actions) >= 2 or state.turn is not side:
            return f"{side} has made their first move"
        since = max(
            time
            for each, time in zip(history.events, history.times, strict=True)
            if each.kind in ("create", "move", "swap")
        )
        must, _ = self._truth.outages_between(since, time)
        away = time - since - min(must, 0) + BLUR + self._truth.skew
        patience = ABSENT[contest.now.plan.system]
        return f"after {away:.0f} ms" if away < patience else ""

    # -- what is said ---------------------------------------------------------------------------

    def check_shown(self, contest: Contest, version: int, rows: dict[int, dict[str, Any]]) -> None:
        """A table is the stored one at its version."""
        if version > contest.version:
            self._world.fail("told", f"version {version} is told, but {contest.version} is stored")
            return
        state = contest.states[version - 1]
        expected = {
            number: (one.name, one.status, one.points, len(one.games), state.playing.get(number))
            for number, one in state.players.items()
            if one.status != "removed" or one.games
        }
        names = ("name", "status", "points", "games", "game")
        shown = {number: tuple(row[name] for name in names) for number, row in rows.items()}
        shown = {number: row for number, row in shown.items() if number in expected}
        if shown != expected:
            self._world.fail("told", f"version {version} is shown as {shown}, expected {expected}")

    def remembered(self, instance: Instance) -> None:
        """What an instance has in memory is what is or was stored."""
        for session in instance.host.sessions.values():
            state, name = session.state, session.id
            if self._seen.get((instance.process, name)) is state:
                continue
            self._seen[instance.process, name] = state
            contest = self.all.get(name)
            if contest is None or state.version > contest.version:
                self._world.fail("memory", f"{instance.name} is ahead: {name} {state.version}")
            elif state != contest.states[state.version - 1]:
                self._world.fail("memory", f"{instance.name} has another tournament: {state}")

    # -- what must go on ------------------------------------------------------------------------

    def check_going(self) -> None:
        """Nothing waits for long, while everything works."""
        calm, now = self._truth.calm_since, self._truth.now
        if calm is None or now < calm + CALM:
            return
        for contest in self.all.values():
            if problem := self._why_stuck(contest, calm + CALM, now):
                self._world.fail("contest", f"{contest.id}: {problem}")
            if not self._world.wrong:
                self._check_nobody_waits(contest, calm + CALM, now)

    @property
    def _late(self) -> float:
        return LATE + self._truth.skew

    def _why_stuck(self, contest: Contest, calm: float, now: float) -> str:
        state = contest.now
        waits = now - max(calm, contest.times[-1]) > self._late
        if state.status == "open":
            starts = state.plan.starts
            due = starts is not None and starts - WALL * 1000 < now - self._late
            return "it does not start" if due and waits and len(state.present) > 1 else ""
        if state.status == "over" or state.paused is not None:
            return ""
        for game in state.running:
            history = self._truth.games[game]
            end = history.over if history.now.end is not None else history.deleted
            if end is not None and now - max(calm, end) > self._late:
                return f"{game} is over, but does not count"
            missing = history.now.end is None and len(history.now.actions) < 2
            patience = ABSENT[state.plan.system] + self._late
            if missing and now - max(calm, history.times[-1]) > patience:
                return f"nobody has moved in {game}"
        if state.plan.system == "robin":
            return "no round begins" if waits and not state.running else ""
        assert state.ends is not None
        assert state.started is not None
        ends = contest.times[0] + state.ends - contest.events[0].at  # in true time
        _, may = self._truth.outages_between(contest.times[0], now)
        late = now - max(calm, ends + may) > self._late
        return "its time is up" if late else ""

    def _check_nobody_waits(self, contest: Contest, calm: float, now: float) -> None:
        """In an arena two who are free are paired soon."""
        state = contest.now
        if state.status != "playing" or state.paused is not None or state.ends is None:
            return
        ends = contest.times[0] + state.ends - contest.events[0].at
        if ends - now < LAST_CALL + self._late:
            return
        since = [
            max(
                calm,
                self._truth.stays_of(one.id, contest.id).since,
                contest.times[0] + one.free_since - contest.events[0].at,
                *(time for event, time in zip(contest.events, contest.times, strict=True)
                  if event.kind in ("start", "resume")),
            )
            for one in state.present
            if one.number not in state.playing
            if self._truth.stays_of(one.id, contest.id).sockets
        ]  # fmt: skip
        free = [time for time in since if now - time > PATIENCE + self._late]
        if len(free) > 1:
            self._world.fail("unpaired", f"{len(free)} are free in {contest.id}")


class Visitor(Page):
    """Somebody at the page of a tournament: the director, a player, or somebody who looks on."""

    def __init__(
        self, house: House, contests: Contests, contest: str, person: Person, address: str
    ) -> None:
        super().__init__(house, f"{person.id}.{contest[-4:]}", person)
        self.contest, self.address = contest, address
        self._contest, self._contests = contests.all[contest], contests
        self.shown = 0  # the version
        self.rows: dict[int, dict[str, Any]] = {}
        self.you: dict[str, Any] = {}
        self.tab: Tab | None = None
        self.pending: Command | None = None
        self.plays = False
        self.directs = self._contest.now.plan.director.id == person.id
        self._since = 0
        self.connect()
        self.world.after(self.world.draw(0.1, 4.0), self._think)

    # -- what is heard --------------------------------------------------------------------------

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """A frame has come."""
        if connection is not self.connection:
            return
        kind = frame["t"]
        if kind == "you":
            self.you = frame["you"]
            self._follow()
            return
        if kind == "news" and frame["after"] != self.shown:
            self.world.fail("gaps", f"{self.name} is told what came after {frame['after']}")
        if kind == "table":
            self.rows = {}
        if kind in ("table", "news"):
            self.rows |= {row["number"]: row for row in frame["players"]}
            self.shown = frame["version"]
            self._contests.check_shown(self._contest, self.shown, self.rows)
            self._check_order(frame)

    def _check_order(self, frame: dict[str, Any]) -> None:
        order, places = frame["order"], frame["places"]
        points = [self.rows[number]["points"] for number in order]
        if points != sorted(points, reverse=True) or places != sorted(places):
            self.world.fail("told", f"the table is in no order: {points}, {places}")

    def _follow(self) -> None:
        """Go to the game that has begun."""
        game = self.you.get("game")
        if game and (self.tab is None or self.tab.game != game) and not self.away:
            name = f"{self.person.id}.{len(self.house.tabs)}"
            self.tab = GameTab(self.house, name, self.person, game, self.address)
            self.house.tabs.append(self.tab)

    # -- what is done ---------------------------------------------------------------------------

    def _think(self) -> None:
        if self.over:
            return
        self.world.after(self.world.draw(0.3, 8.0), self._think)
        if self.away or self.pending is not None:
            return
        self._follow()  # the game may have been closed
        if self.house.idle:
            return
        wish = self._direct() if self.directs else None
        if wish is None and self.plays:
            wish = self._play()
        if wish is not None:
            self.send(wish)

    def _play(self) -> Command | None:
        state, chance = self._contest.now, self.world.chance
        player = state.of(self.person.id)
        if player is None:
            return Enter(name=None if chance(0.5) else f"Player {self.person.id}")
        if player.status == "away":
            return (Back() if chance(0.7) else Enter()) if chance(0.5) else None
        if chance(0.04):
            return Away()
        if not self.house.healed and chance(0.04):
            self.leave(self.world.draw(0.5, 20.0))
        elif not self.house.healed and chance(0.04):
            self.drop()
        return None

    def _direct(self) -> Command | None:
        state, chance, healed = self._contest.now, self.world.chance, self.house.healed
        if state.status == "open":
            return Start() if len(state.present) > 1 and chance(0.9 if healed else 0.3) else None
        if state.status == "over":
            return None
        if state.paused is not None:
            return Resume() if healed or chance(0.4) else None
        if not chance(0.12):
            return None
        wishes: list[Callable[[], Command]] = [
            Pause,
            lambda: Door(open=chance(0.7)),
            lambda: Extend(minutes=1),
            lambda: Remove(player=self.world.random.randint(1, 6)),
            Away,
        ]
        if chance(0.03):
            return End()
        if state.ends is not None and len(self._contest.events) > 150:
            return None  # it shall end some day
        return self.world.random.choice(wishes)()

    def send(self, command: Command) -> None:
        """Ask some instance, again and again until there is an answer."""
        self.pending = command
        self._since = self._contest.version
        self.world.note(self.name, f"wants {command!r}")
        self._send(command)

    def _send(self, command: Command) -> None:
        if self.pending is not command or self.over:
            return
        instance = self.world.random.choice(self.house.instances)
        for _ in range(2 if self.world.chance(0.1) else 1):  # a double click
            self.world.after(
                self.world.draw(0.001, 0.1),
                instance.ask,
                lambda: self._request(instance, command),
            )
        self.world.after(self.world.draw(3.0, 8.0), self._send, command)

    async def _request(self, instance: Instance, command: Command) -> None:
        known = (self.person.id, command.id)
        try:
            await instance.host.act(self.contest, self.person, command)
        except Refused as refused:
            if refused.code in ("storage", "busy"):
                return
            if known in self._contest.commands:
                self.world.fail("refused", f"refused ({refused.code}), but stored: {command!r}")
        except NoSuchTournament:
            self.world.fail("answered", f"{self.contest} cannot be found")
        except DatabaseError:
            return
        else:
            self.truth.acknowledged += 1
            if known not in self._contest.commands and not self._is_so(command):
                self.world.fail("stored", f"acknowledged, but not stored: {command!r}")
        if self.house.healed or not self.world.chance(0.1):  # the answer may be lost
            self.world.after(self.world.draw(0.001, 0.1), self._answered, command)

    def _answered(self, command: Command) -> None:
        if self.pending is command:
            self.pending = None

    def _is_so(self, command: Command) -> bool:
        """Whether all was as a command wants it at some time since it was given."""
        holds = _HOLDS.get(type(command))
        states = self._contest.states[max(0, self._since - 1) :]
        return holds is not None and any(holds(one, command, self.person.id) for one in states)


def _status(state: State, person: str) -> str:
    player = state.of(person)
    return player.status if player else ""


_HOLDS: dict[type[Any], Callable[[State, Any, str], bool]] = {
    Enter: lambda state, _, person: _status(state, person) == "in",
    Back: lambda state, _, person: _status(state, person) == "in",
    Away: lambda state, _, person: _status(state, person) == "away",
    Pause: lambda state, *_: state.paused is not None,
    Resume: lambda state, *_: state.paused is None,
    Door: lambda state, command, _: state.closed is not command.open,
    Remove: lambda state, command, _: state.players[command.player].status == "removed",
}


class GameTab(Tab):
    """The page of a game of a tournament: who plays it closes it when it is over."""

    def __init__(self, house: House, name: str, person: Person, game: str, address: str) -> None:
        self.address = address
        super().__init__(house, name, person, game, None)
        self.calm, self.quiet, self.streams = house.healed, house.idle, False
        self.pace = 0.7

    def _think(self) -> None:
        if self.view is not None and self.view["status"] == "over" and not self.quiet:
            self.leave_for_good()
            return
        super()._think()


def new_tournament(world: World) -> NewTournament:
    """What a director wants: a short one."""
    random = world.random
    wanted: dict[str, Any] = {
        "name": random.choice(("", "Friday")),
        "kind": random.choice(("arena", "arena", "robin")),
        "rules": random.choice(("4x4x3", "3x3x3/free")),
        "base": random.choice((4_000, 8_000)),
        "increment": 0,
        "swap": world.chance(0.2),
        "minutes": random.choice((5, 8)),
        "double": world.chance(0.2),
        "rated": world.chance(0.5),
        "entry": "link",
        "player": "The director" if world.chance(0.3) else None,
    }
    if world.chance(0.3):
        starts = WALL + world.time + random.uniform(3, 15)
        wanted["starts"] = datetime.fromtimestamp(starts, UTC)
    return NewTournament.model_construct(**wanted)
