"""People who look for an opponent, and what must hold of whom they get."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inarow.web.http.identity import Person
from inarow.web.live.events import Event
from inarow.web.live.messages import Wish
from inarow.web.live.seating import NoSuchGame
from inarow.web.live.state import Refused
from inarow.web.lobby import pairing
from inarow.web.lobby.seeks import kind_of
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change
from support.simulation.instances import Instance
from support.simulation.people import House, Tab
from support.simulation.storage import Disk
from support.simulation.truth import History, TrueTime, Truth
from support.simulation.world import World

__all__ = ["PATIENCE", "RATED_PATIENCE", "Encounters", "Seeker"]

PATIENCE, RATED_PATIENCE = 3_000, 6_000
"""After how many milliseconds of waiting any rating will do here."""

LOOKS = 5_000
"""How many milliseconds later two who fit may still wait."""

CALM = 25_000
"""After how many milliseconds without trouble instances know who waits."""

SOON, LATE = 2_000, 45_000
"""How many milliseconds after somebody has gone they may be paired: usually, and in trouble."""

AT_ONCE = 100
"""For so many milliseconds what happens at two instances happens at once."""

MOST_WISHES = 4


@dataclass
class Search:
    """Somebody looks for one opponent, and asks once or more often."""

    since: float
    games: dict[str, float] = field(default_factory=dict)  # that have begun, and when
    asking: list[float] = field(default_factory=list)  # since when it is being looked


class Encounters:
    """Who has been paired, checked when it is stored."""

    def __init__(self, world: World, truth: Truth, disk: Disk) -> None:
        self._world, self._truth = world, truth
        self.searches: dict[str, Search] = {}  # the latest of everybody
        disk.watchers.append(self.stored)

    def begins(self, person: str) -> None:
        """Somebody begins to look for an opponent."""
        self.searches[person] = Search(self._truth.now)

    def stored(self, who: str, true_time: TrueTime, change: Change) -> None:
        """A change has been committed."""
        del who
        if self._world.wrong:
            return
        for row in change.events:
            history = self._truth.games[row.game]
            if not history.now.terms.seek or history.deleted is not None:
                continue
            event = Event.from_row(row)
            if event.kind == "join":
                self._begins(history, true_time(event.at))
            elif event.kind == "end" and event.next is not None:
                self._leads(history, event.next)

    def _begins(self, history: History, time: float) -> None:
        people = [seat.id for seat in history.now.seats if seat]
        if len(set(people)) < 2:
            self._world.fail("paired", f"{people} are paired")
        for person in people:
            if not self._is_here(person, time):
                self._world.fail("paired", f"{person} has gone, but {history.game} begins")
            self._check_once(self.searches[person], person, history.game, time)

    def _check_once(self, search: Search, person: str, game: str, time: float) -> None:
        """Somebody is seated; if they were before, that may not have been known a moment ago."""
        for other, stored in search.games.items():
            if self._truth.games[other].now.end is not None:
                continue
            at_once = any(since < stored + AT_ONCE for since in search.asking)
            if time > stored + AT_ONCE and not at_once:
                self._world.fail("paired", f"{person} is paired twice: {other}, {game}")
        search.games[game] = self._truth.now

    def _leads(self, history: History, game: str) -> None:
        """Who has waited at a game is led to another one: there they must have a seat."""
        (maker,) = (seat.id for seat in history.now.seats if seat)
        if not self._truth.games[game].now.sides_of(maker):
            self._world.fail("paired", f"{maker} is led to {game}, but has no seat there")

    @property
    def _is_calm(self) -> bool:
        calm = self._truth.calm_since
        return calm is not None and self._truth.now > calm + CALM

    def _is_here(self, person: str, time: float) -> bool:
        """Whether somebody had a socket or page at a search, at a time or shortly before."""
        late = SOON if self._is_calm else LATE
        if self._truth.looked.get(person, -LATE) > time - pairing.GRACE - late:
            return True
        for history in self._truth.games.values():
            if history.now.terms.seek:
                stays = self._truth.stays_of(person, history.game)
                if stays.sockets or stays.left > time - late:
                    return True
        return False

    def check_nobody_waits(self) -> None:
        """No two wait for long who want the same, while everything works."""
        calm, now = self._truth.calm_since, self._truth.now
        if calm is None or not self._is_calm:
            return
        waiting: dict[str, str] = {}
        for history in self._truth.games.values():
            state = history.now
            if state.status != "open" or not state.terms.seek or history.deleted is not None:
                continue
            (maker,) = (seat.id for seat in state.seats if seat)
            stays = self._truth.stays_of(maker, history.game)
            patience = RATED_PATIENCE if state.terms.rated else PATIENCE
            since = max(stays.since, calm + CALM)
            if not stays.sockets or now - since < patience + LOOKS:
                continue
            kind = kind_of(state.terms)
            if waiting.setdefault(kind, maker) != maker:
                self._world.fail("unpaired", f"{maker} and {waiting[kind]} wait for {kind}")


class Seeker:
    """Somebody who looks for one opponent after the other."""

    def __init__(
        self, house: House, encounters: Encounters, person: Person, wishes: list[Wish], address: str
    ) -> None:
        self.house, self.world, self.truth = house, house.world, house.truth
        self.person, self.address = person, address
        self._encounters, self._wishes = encounters, wishes
        self._wish = wishes[0]
        self.asking = False
        self._asked = 0
        self.tab: SeekTab | None = None

    def look(self) -> None:
        """Begin to look for an opponent."""
        if self._asked >= MOST_WISHES or self.asking or self.house.idle:
            return
        self._asked += 1
        self._wish = self.world.random.choice(self._wishes)
        self.asking = True
        self._encounters.begins(self.person.id)
        self.world.note(self.person.id, f"looks for an opponent: {self._wish}")
        self._ask()

    def _ask(self) -> None:
        """Ask some instance, again and again until there is an answer."""
        if self.asking:
            instance = self.world.random.choice(self.house.instances)
            for _ in range(2 if self.world.chance(0.15) else 1):  # a double click
                self.world.after(
                    self.world.draw(0.001, 0.1), instance.ask, lambda: self._request(instance)
                )
            self.world.after(self.world.draw(3.0, 8.0), self._ask)

    async def _request(self, instance: Instance) -> None:
        since = self.truth.looked[self.person.id] = self.truth.now
        search = self._encounters.searches[self.person.id]
        search.asking.append(since)
        try:
            view = await instance.pairing.pair(self.person, self._wish)
        except Refused as refused:
            if refused.code == "paused":
                self.asking = False
            return
        except (DatabaseError, NoSuchGame):
            return
        finally:
            search.asking.remove(since)
        self.truth.looked[self.person.id] = self.truth.now
        if view.id not in self.truth.games:
            self.world.fail("stored", f"{self.person.id} is led to {view.id}, which is not stored")
        if self.house.healed or not self.world.chance(0.1):  # the answer may be lost
            self.world.after(self.world.draw(0.001, 0.1), self._answered, view.id)

    def _answered(self, game: str) -> None:
        if self.asking:
            self.asking = False
            self.goes_to(game)

    def goes_to(self, game: str) -> None:
        """Sit down at a game, or wait there."""
        if self.tab is not None:
            self.tab.leave_for_good()
        self.tab = SeekTab(self, game)
        self.house.tabs.append(self.tab)

    def is_free(self, tab: SeekTab) -> None:
        """A game is over, or nobody wants to wait there any more."""
        if tab is self.tab:
            self.tab = None
            self.world.after(self.world.draw(0.5, 10.0), self.look)


class SeekTab(Tab):
    """The page of somebody who waits, and then plays."""

    def __init__(self, seeker: Seeker, game: str) -> None:
        self.seeker, self.address = seeker, seeker.address
        name = f"{seeker.person.id}.{len(seeker.house.tabs)}"
        super().__init__(seeker.house, name, seeker.person, game, None)
        self.calm, self.quiet = seeker.house.healed, seeker.house.idle

    def led(self, game: str) -> None:
        """There is somebody, at another game; or it is a rematch."""
        if self is self.seeker.tab:
            self.world.after(self.world.draw(0.01, 0.3), self._go, game)

    def _go(self, game: str) -> None:
        if self is self.seeker.tab:
            self.seeker.goes_to(game)

    def _think(self) -> None:
        view = self.view
        is_over = view is not None and view["status"] == "over" and view["rematch"] is None
        if is_over and not self.quiet and self.world.chance(0.4):
            self.leave_for_good()
        else:
            super()._think()

    def _wish(self, view: dict[str, Any]) -> dict[str, Any] | None:
        if view["status"] != "open":
            return super()._wish(view)
        if self.world.chance(0.02):
            return {"t": "abort"}
        if self.world.chance(0.02):
            self.leave_for_good()
        return None

    def leave_for_good(self) -> None:
        """Close the page; look for somebody else later."""
        if not self.over:
            super().leave_for_good()
            self.seeker.is_free(self)

    def turned_away(self, code: int) -> None:
        """The game is there no more."""
        super().turned_away(code)
        self.seeker.is_free(self)
