"""`Ladder`: what is rated, checked whenever it is stored: which games count, and what they change.

Ratings are computed here once more, as Glickman's "Example of the Glicko-2 system" (2013) says, in
the order in which the games were rated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Integer, literal_column, select

from inarow.web.ladder import counting, levels
from inarow.web.ladder.kinds import family, kind_of
from inarow.web.live.events import PROGRAM
from inarow.web.live.outages import ALIVE
from inarow.web.store import tables
from inarow.web.store.ratings import COUNTS, DUE
from inarow.web.store.writer import Change
from support.simulation.storage import Disk
from support.simulation.truth import LATEST, History, TrueTime, Truth
from support.simulation.world import World

__all__ = ["Ladder"]

SCALE = 173.7178
TAU = 0.5
MOST, LEAST = 350.0, 45.0
PERIOD = 4.6 * 24 * 3_600_000
NEAR_ENOUGH = 0.001

RATED_BY = 45_000
"""Milliseconds after its end when a game has been rated if nothing is wrong: by the sweep."""


class Strength(NamedTuple):
    """A rating as the paper has it, when it was reached, and after how many games."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    at: int | None = None
    number: int = 0

    def periods(self, at: int) -> float:
        """How many rating periods there are until a time."""
        return 0.0 if self.at is None else max(0, at - self.at) / PERIOD

    def known(self, at: int) -> tuple[float, float]:
        """Rating and deviation as they are at a time, without more games."""
        wider = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(self.periods(at)))
        return self.rating, min(wider, MOST)


class Ladder:
    """All that has been rated."""

    def __init__(self, world: World, truth: Truth, disk: Disk) -> None:
        self._world, self._truth, self._disk = world, truth, disk
        self.strengths: dict[tuple[str, str], Strength] = {}  # by person and kind
        self.changes: dict[tuple[str, str], tuple[float, float]] = {}  # by game and person
        self.counted: list[tuple[frozenset[str | None], str]] = []  # the pair, and the game
        self._verdicts: dict[str, str] = {}
        self._near: set[str] = set()
        self._deserted: list[tuple[str, int, float]] = []  # who, when, and when it was noted
        self._row = 0
        self.addresses: dict[str, str] = {}  # of people
        disk.watchers.append(self.stored)

    def stored(self, who: str, true_time: TrueTime, change: Change) -> None:
        """A change has been committed."""
        del who, true_time
        if any(_is_about(*statement) for statement in change.statements):
            self._look()

    def _look(self) -> None:
        """Check what has been rated since we looked last."""
        table, number = tables.rating_change, literal_column("rating_change.rowid", Integer)
        query = select(number.label("row"), table).where(number > self._row).order_by(number)
        rows: dict[str, list[Any]] = {}
        for row in self._disk.rows(query):
            self._row = row.row
            rows.setdefault(row.game, []).append(row)
        games = {row.id: row for row in self._disk.rows(_verdicts())}
        new = [row for row in games.values() if self._is_new(row)]
        places = {game: place for place, game in enumerate(rows)}
        for row in sorted(new, key=lambda row: places.get(row.id, len(places))):
            self._decided(row, rows.pop(row.id, []))
        for game in rows:
            self._world.fail("rated", f"{game} is rated once more, or without a verdict")

    def _is_new(self, row: Any) -> bool:
        before = self._verdicts.get(row.id, DUE)
        if before not in (DUE, row.verdict):
            self._world.fail("counts", f"{row.id} was {before}, and is {row.verdict}")
        return row.verdict not in (DUE, before)

    # -- which games count ----------------------------------------------------------------------

    def _decided(self, row: Any, rows: Sequence[Any]) -> None:
        """There is a verdict on a game."""
        self._verdicts[row.id] = row.verdict
        self._world.note("ladder", f"{row.id}: {row.verdict}")
        history = self._truth.games[row.id]
        people = _people(history)
        self._check_verdict(history, row, people)
        if row.near:
            self._near.add(row.id)
            if len({self.addresses.get(str(one)) for one in people}) != 1:
                self._world.fail("counts", f"{people} are said to be near at {row.id}")
        if deserter := _deserter(history):
            self._deserted.append((deserter, row.updated, self._truth.now))
        if row.verdict == COUNTS:
            self._check_rows(history, row, rows, people)
            self.counted.append((frozenset(people), row.id))
        elif rows:
            self._world.fail("counts", f"{row.id} is rated, but {row.verdict}")

    def _check_verdict(self, history: History, row: Any, people: Sequence[str | None]) -> None:
        sure = self._expected(history, row, people, self._truth.now - LATEST)
        latest = self._expected(history, row, people, math.inf)  # what was noted just then
        if row.verdict not in (sure, latest):
            self._world.fail("counts", f"{row.id} is {row.verdict}, expected {latest}")

    def _expected(
        self, history: History, row: Any, people: Sequence[str | None], known: float
    ) -> str:
        state = history.now
        end = state.end
        assert end is not None
        programs = any(one is not None and one.startswith(PROGRAM) for one in people)
        if end.reason == "aborted" or None in people:
            return "aborted"
        if len(state.moves) < counting.SHORT:
            return "short"
        if programs and any(event.kind == "takeback" for event in history.events):
            return "takeback"
        if people[0] == people[1]:
            return "alone"
        if kind_of(state.rules, state.terms.base, state.terms.increment) is None:
            return "board"
        since, until = state.created - counting.DAY, state.created
        deserted = [
            who for who, at, noted in self._deserted if since < at <= until and noted <= known
        ]
        if any(deserted.count(str(one)) >= counting.DESERTIONS for one in people):
            return "paused"
        pair = [game for both, game in self.counted if both == frozenset(people)]
        if len(pair) >= counting.PAIR:
            return "pair"
        if row.near:
            known_near = {game for game in self._near if self._truth.games[game].deleted is None}
            near = (
                sum(one in both and game in known_near for both, game in self.counted)
                for one in people
            )
            same = sum(game in known_near for game in pair) >= counting.NEAR_PAIR
            if same or max(near) >= counting.NEAR:
                return "address"
        return COUNTS

    # -- what they change -----------------------------------------------------------------------

    def _check_rows(
        self, history: History, game: Any, rows: Sequence[Any], people: Sequence[str | None]
    ) -> None:
        """Both have one row, or the one that is a person, with what the paper says."""
        kind = kind_of(history.now.rules, history.now.terms.base, history.now.terms.increment)
        assert kind is not None
        expected = sorted(one for one in people if one and not one.startswith(PROGRAM))
        if sorted(row.person for row in rows) != expected:
            self._world.fail("rated", f"{game.id} has rows of {[row.person for row in rows]}")
            return
        end = history.now.end
        assert end is not None
        before = {str(one): self._strength(str(one), kind) for one in people}
        for row in rows:
            mine = before[row.person]
            other = next(str(one) for one in people if one != row.person)
            winner = history.now.seat(end.winner) if end.winner is not None else None
            score = 0.5 if winner is None else float(winner.id == row.person)
            after = _after(mine, before[other].known(game.updated), score, game.updated)
            found = (row.kind, row.number, row.opponent, row.score)
            if found != (kind, mine.number + 1, other, score):
                self._world.fail("rated", f"{game.id} is stored as {found}")
            wrong = max(abs(getattr(row, name) - getattr(after, name)) for name in _NUMBERS)
            if wrong > NEAR_ENOUGH:
                self._world.fail("rated", f"{row} after {game.id}, expected {after}")
            self.strengths[row.person, kind] = after
            self.changes[game.id, row.person] = (mine.rating, after.rating)

    def _strength(self, one: str, kind: str) -> Strength:
        if one.startswith(PROGRAM):
            level = levels.strength(one.removeprefix(PROGRAM), family(kind))
            return Strength(level.rating, level.deviation)
        return self.strengths.get((one, kind), Strength())

    # -- what is said, and what must be in the end ------------------------------------------------

    def check_said(self, history: History, frame: dict[str, Any]) -> None:
        """People are told what a game has changed."""
        x, o = _people(history)
        for one, said in ((x, frame["x"]), (o, frame["o"])):
            if said is None or said["change"] is None:
                continue
            known = self.changes.get((history.game, str(one)))
            old, new = map(round, known) if known else (None, 0)
            if old is None or (said["rating"], said["change"]) != (old, new - old):
                self._world.fail("told", f"{one} is told {said} of {history.game}, it is {known}")

    def check_all_rated(self, since: float) -> None:
        """No game has waited for long, when all has been well *since* a time."""
        for row in self._disk.rows(_verdicts()):
            history = self._truth.games[row.id]
            waits = self._truth.now - max(history.over, since) > RATED_BY + ALIVE
            if row.verdict == DUE and waits:
                self._world.fail("unrated", f"{row.id} is over, but has still to be rated")


_NUMBERS = ("rating", "deviation", "volatility")


def _verdicts() -> Any:
    table = tables.game
    columns = table.c.id, table.c.verdict, table.c.near, table.c.updated
    return select(*columns).where(table.c.verdict.is_not(None))


def _is_about(statement: Any, values: Any) -> bool:
    """Whether a statement stores a verdict."""
    return statement.is_update and statement.table is tables.game and not values


def _people(history: History) -> list[str | None]:
    return [seat.id if seat else None for seat in history.now.seats]


def _deserter(history: History) -> str | None:
    """Who has cancelled a game that had begun, or given it up early."""
    state = history.now
    end, people = state.end, _people(history)
    if end is None or None in people or people[0] == people[1]:
        return None
    if end.reason == "aborted":
        return next(event.by for event in history.events if event.kind == "end")
    if end.winner is None or end.reason not in ("resign", "time", "claim"):
        return None
    loser = people[end.winner.other - 1]
    assert loser is not None
    early = len(state.moves) < counting.EARLY
    return loser if early and not loser.startswith(PROGRAM) else None


def _after(mine: Strength, other: tuple[float, float], score: float, at: int) -> Strength:
    """One game, by the steps of the paper."""
    phi = mine.deviation / SCALE  # 2
    phi_j = other[1] / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    e = 1 / (1 + math.exp(-g * (mine.rating - other[0]) / SCALE))
    v = 1 / (g**2 * e * (1 - e))  # 3
    delta = v * g * (score - e)  # 4
    sigma = _volatility(mine.volatility, phi, v, delta)  # 5
    star = min(math.hypot(phi, sigma * math.sqrt(mine.periods(at))), MOST / SCALE)  # 6
    new = 1 / math.sqrt(1 / star**2 + 1 / v)  # 7
    rating = mine.rating + SCALE * new**2 * g * (score - e)  # 8
    latest = max(at, mine.at or 0)
    return Strength(rating, max(SCALE * new, LEAST), sigma, latest, mine.number + 1)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Where f of step 5 is 0: it falls, and so it is halved until it is found."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        total = phi**2 + v + grown
        return grown * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low, high = a - 1, a + 1
    while f(low) <= 0:
        low -= 1
    while f(high) >= 0:
        high += 1
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)
