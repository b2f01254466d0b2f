"""`Simulation`: one seed. First everything goes wrong, then nothing: all must come right."""

from __future__ import annotations

import gc
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest.mock import patch

from inarow.web.http.identity import Person
from inarow.web.live.messages import NewGame
from inarow.web.live.state import Refused
from support.simulation.instances import Instance, Minds, WallClock
from support.simulation.network import Network
from support.simulation.people import Tab
from support.simulation.storage import Disk
from support.simulation.truth import History, Truth
from support.simulation.world import World

__all__ = ["Result", "simulate"]

STEPS = 1_000
"""How many steps of trouble there are."""

PLAY = 40.0
"""Seconds without trouble after which every game must have gone on."""

SETTLE = 15.0
"""Seconds without any action after which all must see the same."""

NOTICED = 12_000
"""Milliseconds after which all know of what has happened, even if a message was lost."""

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


def simulate(seed: int, *, steps: int = STEPS, log: Callable[[str], None] | None = None) -> Result:
    """Run a seed; *log* gets a line for everything that happens."""
    world = World(seed, log)
    with _controlled(world):
        simulation = Simulation(world)
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
        world.wrong or "",
    )


@contextmanager
def _controlled(world: World) -> Iterator[None]:
    """Chance comes from the seed; what is logged as an error is one; garbage has no say."""
    chance = Random(world.random.random())
    drawn = {
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
        "token_bytes": lambda count: chance.randbytes(count),
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
            self.world.fail(f"{record.getMessage()}: {record.exc_info[1]!r}")


class Simulation:
    """The world of one seed: instances, people, and what goes wrong."""

    def __init__(self, world: World) -> None:
        random = world.random
        self.world, self.truth = world, Truth(world)
        self.disk = Disk(world, self.truth)
        self.network = Network(world, self.truth)
        self.minds = Minds(world)
        count = random.choice((1, 1, 2, 2, 3))
        self.alone = count == 1 and world.chance(0.8)
        self.instances = [
            Instance(f"site {n}", self.disk, self.network, self.minds, alone=self.alone)
            for n in range(count)
        ]
        self.people = [Person(f"person{n}", f"Person {n}") for n in range(random.randint(2, 4))]
        self.tabs: list[Tab] = []
        self.healed = False
        self.idle = False  # whether people only look on in the end, so that nothing wakes a game
        self._skew = random.choice((0.0, 20.0, 200.0))
        if world.chance(0.15):
            self._skew = 30_000.0
        self._next = self._pause = 0
        self.troubles: list[Callable[[], None]] = []
        self._choose_troubles()

    def run(self, steps: int) -> None:
        """Trouble for so many steps, then none."""
        world = self.world
        for instance in self.instances:
            self._start(instance)
        for _ in range(world.random.randint(1, 3)):
            world.after(world.draw(0.0, 2.0), self._make_game)
        trouble = steps if self.troubles else 0
        while world.steps < steps and not world.wrong:
            if trouble and world.steps >= self._next:
                self._next = world.steps + 1 + int(world.random.expovariate(1 / self._pause))
                world.random.choice(self.troubles)()
            self._step()
        self.heal()
        self._until(world.time + PLAY / 2)
        for _ in range(5):
            self._until(world.time + PLAY / 10)
            self._check_flags()
        if not world.wrong:
            self._check_progress()
        self.idle = True
        for tab in self.tabs:
            tab.quiet = True
        self._until(world.time + SETTLE)
        if not world.wrong:
            self._check_agreement()

    def _until(self, time: float) -> None:
        while self.world.time < time and not self.world.wrong:
            self._step()

    def _step(self) -> None:
        self.world.step()
        if self.world.steps > MOST_STEPS:
            self.world.fail("it does not end")
        for instance in self.instances:
            if instance.serving:
                self.truth.remembered(
                    f"{instance.name} {instance.times}", instance.hub.lives.values()
                )

    # -- what goes wrong --------------------------------------------------------------------------

    def _choose_troubles(self) -> None:
        """Some of all troubles, in a strength of this seed."""
        world, random = self.world, self.world.random
        self._pause = random.choice((15, 40, 100, 300))
        self._next = random.randint(0, 300)
        everything = [
            self._crash, self._stop, self._freeze, self._database_down, self._cut_bus,
            self._cut_line, self._leave, self._cut_line, self._leave,
        ]  # fmt: skip
        self.troubles = [one for one in everything if world.chance(0.5)]
        often = (0.0, 0.0, 0.02, 0.1, 0.3)
        disk, losses = self.disk.trouble, self.network.losses
        disk.slow, disk.fails, disk.lost, disk.unread = (random.choice(often) for _ in range(4))
        losses.lost, losses.doubled, losses.late = (random.choice(often) for _ in range(3))
        self.minds.busy, self.minds.failing = random.choice(often), random.choice(often)

    def _start(self, instance: Instance) -> None:
        if instance.running:
            return
        world = self.world
        offset = world.random.uniform(-self._skew, self._skew)
        instance.clock = WallClock(world, offset, 1 + world.random.uniform(-5e-5, 5e-5))
        self.truth.skew = max(self.truth.skew, 2 * self._skew + 20)
        instance.start()

    def _crash(self) -> None:
        one = self.world.random.choice(self.instances)
        if one.running:
            one.crash()
            self.world.after(self.world.draw(0.2, 40.0), self._start, one)

    def _stop(self) -> None:
        one = self.world.random.choice(self.instances)
        if one.serving:
            one.stop()

    def _freeze(self) -> None:
        self.world.random.choice(self.instances).freeze(self.world.draw(0.1, 20.0))

    def _database_down(self) -> None:
        if not self.disk.down:
            self.disk.down = True
            self.world.note("disk", "is down")
            self.world.after(self.world.draw(0.1, 30.0), self._database_up)

    def _database_up(self) -> None:
        self.disk.down = False
        self.world.note("disk", "is up")

    def _cut_bus(self) -> None:
        if self.network.buses:
            bus = self.world.random.choice(self.network.buses)
            self.world.note(bus.instance, "hears nobody")
            bus.part(True, self.world.draw(0.0, 10.0))
            self.world.after(self.world.draw(0.5, 40.0), bus.part, False, 0.1)

    def _cut_line(self) -> None:
        if self.tabs:
            self.world.random.choice(self.tabs).drop()

    def _leave(self) -> None:
        if self.tabs:
            self.world.random.choice(self.tabs).leave(self.world.draw(0.5, 60.0))

    def heal(self) -> None:
        """From now on nothing goes wrong, and all are there."""
        world = self.world
        self.healed = True
        world.note("", "nothing goes wrong from now on")
        self.troubles.clear()
        self.disk.trouble.__init__()  # type: ignore[misc]
        self.network.losses.__init__()  # type: ignore[misc]
        self._database_up()
        self.minds.busy = self.minds.failing = 0.0
        for bus in list(self.network.buses):
            bus.part(False, 0.0)
        for instance in self.instances:
            self._start(instance)
            instance.loop.frozen = False
        self.truth.bus_troubled_at = world.time * 1000
        self.idle = world.chance(0.3)
        for tab in self.tabs:
            tab.pace, tab.calm, tab.quiet = 0.5, True, self.idle
            tab.come_back()

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
            "visibility": random.choice(("link", "public")),
        }
        if world.chance(0.6):
            wanted |= {
                "base": random.choice((10_000, 20_000, 60_000)),
                "increment": random.choice((0, 1_000)),
            }
        instance = random.choice(self.instances)
        instance.ask(lambda: self._create(instance, person, NewGame(**wanted)))
        world.after(5.0, self._need_game)

    def _need_game(self) -> None:
        if not self.tabs:
            self._make_game()

    async def _create(self, instance: Instance, person: Person, wanted: NewGame) -> None:
        try:
            view = await instance.hub.create(person, wanted)
        except Refused:
            return
        if view.id not in self.truth.games:
            self.world.fail(f"{view.id} is made, but not stored")
            return
        self._open(person, view.id)
        for other in self.people:
            if other is not person and (self.world.chance(0.7) or len(self.people) == 2):
                self._open(other, view.id)

    def _open(self, person: Person, game: str) -> None:
        tabs = 2 if self.world.chance(0.2) else 1
        for _ in range(tabs):
            name = f"{person.id}.{len(self.tabs)}"
            tab = Tab(self.world, self.truth, name, person, game, self.instances, self._follow)
            tab.calm, tab.quiet = self.healed, self.idle
            tab.by_http = self.world.random.choice((0.0, 0.0, 0.1, 1.0))
            self.tabs.append(tab)

    def _follow(self, tab: Tab, game: str) -> None:
        """A rematch: go there, if nobody of this name has."""
        known = {(other.person.id, other.game) for other in self.tabs}
        if len(self.truth.games) <= MOST_GAMES and (tab.person.id, game) not in known:
            self._open(tab.person, game)

    # -- what must hold in the end ----------------------------------------------------------------

    def _check_progress(self) -> None:
        """Whoever can move has moved, and programs have, too."""
        now = self.world.time * 1000
        for history in self.truth.games.values():
            if self._is_stuck(history, now):
                self.world.fail(f"{history.game} is stuck at version {history.version}")

    def _check_flags(self) -> None:
        """Flags have fallen."""
        for history in self.truth.games.values():
            if self.truth.flag_is_due(history, self.world.time * 1000 - 8_000):
                self.world.fail(f"the clock has run out, but {history.game} goes on")

    def _is_stuck(self, history: History, now: float) -> bool:
        state, people = (
            history.now,
            {tab.person.id for tab in self.tabs if tab.game == history.game},
        )
        if state.end is not None or not people:
            return False
        if self.idle:
            return state.turn is not None and self._is_late_program(history, now)
        if state.status == "open":
            return len(people) > 1
        seat = state.seat(state.position.turn)
        assert seat is not None
        waits = seat.id in people and history.times[-1] < now - 15_000
        return waits or self._is_late_program(history, now)

    def _is_late_program(self, history: History, now: float) -> bool:
        seat = history.now.seat(history.now.position.turn)
        return seat is not None and seat.is_program and history.times[-1] < now - 15_000

    def _check_agreement(self) -> None:
        """All see the same game, but for what has just happened; nothing waits for an answer."""
        told = self.world.time * 1000 - NOTICED
        versions = {
            game: sum(time < told for time in history.times)
            for game, history in self.truth.games.items()
        }
        for tab in self.tabs:
            if tab.pending:
                self.world.fail(f"{tab.name} has had no answer to {tab.pending}")
            elif tab.connection is None or tab.version < versions[tab.game]:
                self.world.fail(f"{tab.name} sees version {tab.version} of {versions[tab.game]}")
        for instance in self.instances:
            if not instance.serving:
                self.world.fail(f"{instance.name} does not serve")
                continue
            for live in instance.hub.lives.values():
                version = versions[live.game]
                if live.state.version < version:
                    self.world.fail(
                        f"{instance.name} has {live.game} at {live.state.version} of {version}"
                    )
