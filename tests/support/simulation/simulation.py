"""`Simulation`: one seed. First everything goes wrong, then nothing: all must come right."""

from __future__ import annotations

import gc
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest.mock import patch

from inarow.web.http.identity import SCOPES, Person
from inarow.web.live import presence, retention
from inarow.web.live.messages import NewGame
from inarow.web.live.state import Refused
from inarow.web.store import tables
from inarow.web.store.databases import DatabaseError
from support.simulation.club import Club, shortened
from support.simulation.instances import Instance, Minds
from support.simulation.network import Network
from support.simulation.people import Lobby, Tab
from support.simulation.storage import Disk
from support.simulation.truth import CLAIM_AFTER, DAY, NOTICED, UNHURRIED, History, Truth
from support.simulation.world import World

__all__ = ["Result", "simulate"]

STEPS = 1_000
"""How many steps of trouble there are."""

PLAY = 40.0
"""Seconds without trouble after which every game must have gone on."""

SETTLE = 16.0
"""Seconds without any action after which all must see the same."""

TAKEN_UP = 25.0
"""Seconds after which others have what went on at an instance that is gone."""

LATE = 1_500
"""By how many milliseconds a flag may fall late when all is well."""

MOST_STEPS = 100_000
"""A run with more has a loop in it."""

MOST_GAMES = 6


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a seed; `wrong` is empty if all was well."""

    seed: int
    steps: int
    seconds: float
    events: int
    acknowledged: int
    wrong: str

    @property
    def broken(self) -> str:
        """The invariant that does not hold, if any."""
        return self.wrong.partition(":")[0]


def simulate(
    seed: int,
    *,
    steps: int = STEPS,
    club: bool = False,
    log: Callable[[str], None] | None = None,
) -> Result:
    """Run a seed; *log* gets a line for everything that happens.

    With a *club* there are pairing, ratings and tournaments, too.
    """
    world = World(seed, log)
    with _controlled(world), shortened() if club else nullcontext():
        simulation = Simulation(world, club=club)
        try:
            simulation.run(steps)
        finally:
            for instance in simulation.instances:
                instance.crash()
    truth = simulation.truth
    return Result(
        seed,
        world.steps,
        world.time,
        sum(history.version for history in truth.games.values()),
        truth.acknowledged,
        world.wrong,
    )


@contextmanager
def _controlled(world: World) -> Iterator[None]:
    """Chance comes from the seed; what is logged as an error is one; garbage has no say."""
    chance = Random(world.random.random())
    drawn = {
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
        "token_bytes": lambda count: chance.randbytes(count),
        "choice": chance.choice,
        "token_urlsafe": lambda count: f"{chance.getrandbits(8 * count):0{2 * count}x}"[:count],
    }
    watch = _Watch(world)
    logger = logging.getLogger("inarow.web")
    collects, propagates = gc.isenabled(), logger.propagate
    gc.disable()
    logger.addHandler(watch)
    logger.propagate = False
    with ExitStack() as stack:
        for name, draw in drawn.items():
            stack.enter_context(patch.object(secrets, name, draw))
        stack.enter_context(patch.object(retention, "DAY", DAY))
        stack.enter_context(patch.object(presence, "CLAIM_AFTER", CLAIM_AFTER))
        stack.enter_context(patch.object(presence, "UNHURRIED", UNHURRIED))
        try:
            yield
        finally:
            logger.removeHandler(watch)
            logger.propagate = propagates
            if collects:
                gc.enable()


class _Watch(logging.Handler):
    """Background work may not fail."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Somebody has logged an error."""
        self.world.note("log", record.getMessage())
        if record.name.endswith("hub") and record.exc_info:
            self.world.fail("errors", f"{record.getMessage()}: {record.exc_info[1]!r}")


class Simulation:
    """The world of one seed: instances, people, and what goes wrong."""

    def __init__(self, world: World, *, club: bool) -> None:
        random = world.random
        self.world, self.truth = world, Truth(world)
        self.disk = Disk(world, self.truth)
        self.network = Network(world, self.truth)
        self.minds = Minds(world)
        count = random.choice((1, 1, 2, 2, 3))
        self.alone = count == 1 and world.chance(0.8)
        self.instances = [
            Instance(f"site {n}", self.disk, self.network, self.minds, alone=self.alone, club=club)
            for n in range(count)
        ]
        self.people = [Person(f"person{n}", f"Person {n}") for n in range(random.randint(2, 4))]
        self.tabs: list[Tab] = []
        self.lobbies = [Lobby(self, "lobby", self.people[0])] if world.chance(0.8) else []
        self.numbers = Counter[str]()
        self.healed = False
        self.idle = False  # whether people only look on in the end, so that nothing wakes a game
        self._skew = random.choice((0.0, 0.02, 0.2))
        if world.chance(0.15):
            self._skew = 30.0
        self._next = self._pause = 0
        self.troubles: list[Callable[[], None]] = []
        self._choose_troubles()
        self.club = Club(self) if club else None

    def run(self, steps: int) -> None:
        """Trouble for so many steps, then none."""
        world = self.world
        for instance in self.instances:
            self._turn_clock(instance)
            self._start(instance)
        for page in self.lobbies:
            page.connect()
        if self.club is not None:
            self.club.begin()
            self.troubles.append(self.club.trouble)
        for _ in range(world.random.randint(1, 3)):
            world.after(world.draw(0.0, 2.0), self._make_game)
        trouble = steps if self.troubles else 0
        while world.steps < steps and not world.wrong:
            if trouble and world.steps >= self._next:
                self._next = world.steps + 1 + int(world.random.expovariate(1 / self._pause))
                world.random.choice(self.troubles)()
            self._step()
        self.heal()
        self._until(max(world.time, self.disk.hangs_until) + TAKEN_UP)
        for _ in range(int(PLAY - TAKEN_UP)):
            self._until(world.time + 1)
            self._check_flags()
            if self.club is not None:
                self.club.check()
        self._check_progress()
        self.idle = True
        for tab in self.tabs:
            tab.quiet = True
        for _ in range(int(SETTLE)):
            self._until(world.time + 1)
            self._check_flags()
            if self.club is not None:
                self.club.check()
        checks = [self._check_agreement, self._check_lobby, self._check_tokens]
        checks += [self.club.check_end] if self.club is not None else []
        for check in checks:
            if not world.wrong:
                check()

    def _until(self, time: float) -> None:
        while self.world.time < time and not self.world.wrong:
            self._step()

    def _step(self) -> None:
        self.world.step()
        if self.world.steps > MOST_STEPS:
            self.world.fail("errors", "it does not end")
        for instance in self.instances:
            if instance.serving:
                self.truth.remembered(instance.process, instance.hub.lives.values())
        if self.club is not None:
            self.club.step()

    # -- what goes wrong --------------------------------------------------------------------------

    def _choose_troubles(self) -> None:
        """Some of all troubles, in a strength of this seed."""
        world, random = self.world, self.world.random
        self._pause = random.choice((15, 40, 100, 300))
        self._next = random.randint(0, 300)
        everything = [
            self._crash, self._stop, self._freeze, self._database_down, self._disk_full,
            self._cut_bus, self._bus_down, self._cut_line, self._leave, self._cut_line,
            self._leave, self._leave_for_good, self._turn_any_clock, self._withdraw, self._tidy,
        ]  # fmt: skip
        self.troubles = [one for one in everything if world.chance(0.4)]
        often = (0.0, 0.0, 0.02, 0.1, 0.3)
        disk, losses = self.disk.trouble, self.network.losses
        disk.slow, disk.fails, disk.lost, disk.unread = (random.choice(often) for _ in range(4))
        disk.hangs = random.choice((0.0, 0.0, 0.002))
        losses.lost, losses.doubled, losses.late = (random.choice(often) for _ in range(3))
        self.minds.busy, self.minds.failing = random.choice(often), random.choice(often)

    def _start(self, instance: Instance) -> None:
        if not instance.running:
            instance.rate = 1 + self.world.random.uniform(-5e-5, 5e-5)
            instance.start()

    def _turn_clock(self, instance: Instance) -> None:
        instance.offset = self.world.random.uniform(-self._skew, self._skew)
        self.truth.skew = 4000 * self._skew + 20
        self.world.note(instance.name, f"has a clock that is wrong by {instance.offset:.3f} s")

    def _turn_any_clock(self) -> None:
        self._turn_clock(self.world.random.choice(self.instances))

    def _crash(self, low: float = 0.2, high: float = 40.0) -> None:
        one = self._instance()
        if one.running:
            one.crash()
            self.world.after(self.world.draw(low, high), self._start, one)

    def _stop(self) -> None:
        one = self.world.random.choice(self.instances)
        if one.serving:
            one.stop()

    def _freeze(self) -> None:
        self.world.random.choice(self.instances).freeze(self.world.draw(0.1, 20.0))

    def _database_down(self) -> None:
        self._set_disk(down=True)
        self.world.after(self.world.draw(0.1, 30.0), self._set_disk)

    def _disk_full(self) -> None:
        self._set_disk(full=True)
        self.world.after(self.world.draw(0.1, 60.0), self._set_disk)

    def _set_disk(self, *, down: bool = False, full: bool = False) -> None:
        self.disk.down, self.disk.full = down, full
        self.world.note("disk", "is down" if down else "is full" if full else "is well")

    def _cut_bus(self) -> None:
        if self.network.buses:
            bus = self.world.random.choice(self.network.buses)
            self.world.note(bus.instance, "hears nobody")
            bus.part(True, self.world.draw(0.0, 10.0))
            self.world.after(self.world.draw(0.5, 40.0), bus.part, False, 0.1)

    def _bus_down(self) -> None:
        self.network.fail(True, self.world.draw(0.0, 10.0))
        self.world.after(self.world.draw(5.0, 120.0), self.network.fail, False, 0.1)

    def _cut_line(self) -> None:
        if self.tabs:
            self.world.random.choice(self.tabs).drop()

    def _leave(self) -> None:
        if self.tabs:
            self.world.random.choice(self.tabs).leave(self.world.draw(0.5, 60.0))

    def _leave_for_good(self) -> None:
        """Nobody looks at a game any more."""
        if self.truth.games and self.world.chance(0.2):
            self._desert(self.world.random.choice(list(self.truth.games)))

    def _desert(self, game: str) -> None:
        for tab in self.tabs:
            if tab.game == game:
                tab.leave_for_good()

    def _withdraw(self) -> None:
        """Somebody withdraws a token, at whatever instance they are."""
        if self.truth.tokens:
            secret, instance = self.world.random.choice(self.truth.tokens), self._instance()
            instance.ask(lambda: self._revoke(instance, secret))

    async def _revoke(self, instance: Instance, secret: bytes) -> None:
        with suppress(DatabaseError):
            if await instance.hub.store.drop_token(secret.hex(), secret.hex()):
                instance.hub.withdraw([secret])

    def _tidy(self) -> None:
        instance = self._instance()
        instance.ask(instance.tidy)

    def _instance(self) -> Instance:
        return self.world.random.choice(self.instances)

    def heal(self) -> None:
        """From now on nothing goes wrong, and all are there who have not gone for good."""
        world = self.world
        self.healed = True
        world.note("", "nothing goes wrong from now on")
        tidies, withdraws = self._tidy in self.troubles, self._withdraw in self.troubles
        self.troubles.clear()
        self.disk.trouble.__init__()  # type: ignore[misc]
        self.network.losses.__init__()  # type: ignore[misc]
        self._set_disk(full=world.chance(0.5))  # what has just failed must be tried again
        world.after(2.0, self._set_disk)
        self.minds.busy = self.minds.failing = 0.0
        self.network.fail(False, 0.0)
        for bus in list(self.network.buses):
            bus.part(False, 0.0)
        for instance in self.instances:
            self._start(instance)
            instance.loop.frozen = False
        self.truth.calm_since = max(world.time, self.disk.hangs_until) * 1000
        if not self.alone:
            self.truth.bus_troubled_at = world.time * 1000
        self.idle = world.chance(0.3)
        lonely = 0.2
        if len(self.instances) > 1 and world.chance(0.4):  # others must do its work
            self._crash(10.0, 30.0)
            lonely = 0.7
        for game in self.truth.games:
            if world.chance(lonely):
                self._desert(game)
        for tab in self.tabs:
            tab.pace, tab.calm, tab.quiet = 0.5, True, self.idle
            if world.chance(0.3):
                world.after(world.draw(0.0, PLAY), tab.be_quiet)
            tab.come_back()
        if self.club is not None:
            self.club.heal()
        for _ in range(5):
            for does, what in ((tidies, self._tidy), (withdraws, self._withdraw)):
                if does:
                    world.after(world.random.uniform(12.0, PLAY), what)

    # -- people and games -------------------------------------------------------------------------

    def _make_game(self) -> None:
        """Somebody makes a game, at once or when the site is there."""
        world, random = self.world, self.world.random
        person = random.choice(self.people)
        wanted: dict[str, Any] = {
            "rules": random.choice(("4x4x3", "7x6x4", "5x5x4/free", "3x3x3/free")),
            "opponent": random.choice(("friend", "friend", "friend", "self", "level 1")),
            "side": random.choice(("x", "o")),
            "swap": world.chance(0.3),
            "visibility": random.choice(("link", "public", "private")),
        }
        if self.club is not None:
            wanted["rated"] = wanted["opponent"] != "self" and world.chance(0.5)
        if world.chance(0.7):
            wanted |= {
                "base": random.choice((4_000, 10_000, 20_000, 60_000)),
                "increment": random.choice((0, 1_000)),
            }
        instance = random.choice(self.instances)
        new = NewGame.model_construct(**wanted)  # the clock may be shorter than is allowed
        instance.ask(lambda: self._create(instance, person, new))
        world.after(5.0, self._need_game)

    def _need_game(self) -> None:
        if all(tab.over for tab in self.tabs):
            self._make_game()
        else:
            self.world.after(5.0, self._need_game)

    async def _create(self, instance: Instance, person: Person, wanted: NewGame) -> None:
        try:
            view = await instance.hub.create(person, wanted)
        except Refused:
            return
        if view.id not in self.truth.games:
            self.world.fail("stored", f"{view.id} is made, but not stored")
            return
        self._open(person, view.id, None)
        for other in self.people:
            if other is not person and (self.world.chance(0.7) or len(self.people) == 2):
                self._open(other, view.id, view.invite if self.world.chance(0.8) else None)

    def _open(self, person: Person, game: str, invite: str | None) -> None:
        for _ in range(2 if self.world.chance(0.2) else 1):
            who = self._with_token(person) if self.world.chance(0.3) else person
            tab = Tab(self, f"{person.id}.{len(self.tabs)}", who, game, invite)
            tab.calm, tab.quiet = self.healed, self.idle
            self.tabs.append(tab)

    def _with_token(self, person: Person) -> Person:
        """The same person by a token; id and owner are in the row what its secret is."""
        secret = self.world.random.randbytes(8)
        row = {"id": secret.hex(), "person": secret.hex(), "label": "", "created": 0}
        self.disk.add(tables.token, **row, secret=secret, scopes=" ".join(SCOPES))
        self.truth.tokens.append(secret)
        return Person(person.id, person.name, via="token", secret=secret)

    def follow(self, tab: Tab, game: str) -> None:
        """A rematch: go there, if nobody of this name has."""
        known = {(other.person.id, other.game) for other in self.tabs}
        if len(self.truth.games) <= MOST_GAMES and (tab.person.id, game) not in known:
            self._open(tab.person, game, tab.invite)

    # -- what must hold in the end ----------------------------------------------------------------

    def _check_progress(self) -> None:
        """Whoever can move has moved, and programs have, too."""
        now = self.world.time * 1000
        for history in self.truth.games.values():
            if history.deleted is None and self._is_stuck(history, now):
                self.world.fail("stuck", f"{history.game} is at version {history.version}")

    def _check_flags(self) -> None:
        """Flags have fallen."""
        for history in self.truth.games.values():
            if self.truth.flag_is_due(history, self.world.time * 1000 - LATE):
                self.world.fail("flag", f"the clock has run out, but {history.game} goes on")

    def _is_stuck(self, history: History, now: float) -> bool:
        state = history.now
        if state.end is not None or history.times[-1] > now - 15_000:
            return False
        people = {
            tab.person.id
            for tab in self.tabs
            if tab.game == history.game and not tab.over and not tab.quiet
            if self.truth.may_see(tab, history)
        }
        if state.status == "open":
            return len(people) > 1
        seat = state.seat(state.position.turn)
        assert seat is not None
        if not self.truth.has_been_loaded(history):
            return False  # a rematch that nobody has looked at, or not while it could be read
        return seat.is_program or seat.id in people

    def _check_agreement(self) -> None:
        """All see the same game, but for what has just happened; nothing waits for an answer."""
        told = self.world.time * 1000 - NOTICED
        for tab in self.tabs:
            if tab.over:
                continue
            history = self.truth.games[tab.game]
            version = sum(time < told for time in history.times)
            if history.deleted is not None:
                if history.deleted < told:
                    self.world.fail("same", f"{tab.name} sees {tab.game}, which is deleted")
            elif tab.pending or tab.connection is None:
                self.world.fail("answered", f"{tab.name} has had no answer to {tab.pending}")
            elif tab.version < version:
                self.world.fail("same", f"{tab.name} sees version {tab.version} of {version}")
        for instance in self.instances:
            if not instance.serving:
                self.world.fail("errors", f"{instance.name} does not serve")
                continue
            for live in instance.hub.lives.values():
                history = self.truth.games[live.game]
                version = sum(time < told for time in history.times)
                if live.state.version < version or (history.deleted or told) < told:
                    self.world.fail("same", f"{instance.name} has {live.game} as it was")

    def _check_lobby(self) -> None:
        """It lists what it must, and nothing else."""
        for game, history in self.truth.games.items():
            expected = self.truth.listed(history)
            for page in self.lobbies:
                if expected is not None and (game in page.listed) is not expected:
                    self.world.fail("lobby", f"{game} {'is not' if expected else 'is'} listed")

    def _check_tokens(self) -> None:
        """What was opened with tokens that are no longer valid is closed."""
        for instance in self.instances:
            for connection in instance.connections:
                person = connection.client.person
                if person.secret in self.truth.withdrawn:
                    self.world.fail("withdrawn", f"{person.id} is still at {instance.name}")
