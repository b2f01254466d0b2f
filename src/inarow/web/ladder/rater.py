"""`Rater`: rates games after their end has been stored, in the background, each of them once.

Whoever stores the end of a rated game notes with it that the game is due. Any instance may rate it:
the rows of both players, with the next number of each, and the verdict on the game are stored
together or not at all. Should another instance have been faster, in this game or another of one of
them, the numbers are taken (a `Conflict`), and it is all read and decided anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from functools import partial
from math import ceil
from typing import Any, Final

from inarow.arena.glicko2 import Glicko
from inarow.board.rules import Rules
from inarow.web import words
from inarow.web.ladder import counting, levels, standing
from inarow.web.ladder.curve import Curve
from inarow.web.ladder.kinds import KINDS, family, kind_of
from inarow.web.live.events import PROGRAM, Event, Terms
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.ratings import Strength
from inarow.web.live.state import State
from inarow.web.live.view import SeatRating
from inarow.web.store.databases import DatabaseError
from inarow.web.store.ratings import COUNTS, DUE, RatingChange, Ratings
from inarow.web.store.writer import Conflict

__all__ = ["Rater"]

log = logging.getLogger(__name__)

TRIES: Final = 10
"""How often a game is rated anew when others are faster; then the next sweep does it."""

LATER: Final = 2.0
"""Seconds until a game is rated that has ended at another instance, if that has not done so."""

SWEEP: Final = 30.0
"""Seconds between looks for games that nobody has rated."""

PATIENCE: Final = 10_000
"""For how many milliseconds a game may be due before the sweep rates it."""

HOUR: Final = 3_600_000

POINTS: Final = {"x": (1.0, 0.0), "o": (0.0, 1.0), None: (0.5, 0.5)}


class Rater:
    """Rates the games of a hub, and tells it how strong their players are."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ratings = Ratings(hub.store)
        hub.ratings = self

    def begin(self) -> None:
        """Look for games that nobody has rated, now and then."""
        self._hub.spawn(self._regularly())

    # -- how strong somebody is ---------------------------------------------------------------

    async def strength(
        self, person: str, rules: Rules, base: int | None = None, increment: int | None = None
    ) -> Glicko | None:
        """How strong a person or program is in such games; `None` if these are not rated."""
        kind = kind_of(rules, base, increment)
        if kind is None:
            return None
        rows = await self._ratings.last(_people([person]), kind)
        return _strength(person, kind, rows, self._hub.now())

    async def strength_of(self, person: str, terms: Terms) -> Strength | None:
        """The same for games with these terms, as points and by how much they may be wrong."""
        one = await self.strength(person, terms.rules, terms.base, terms.increment)
        return None if one is None else (one.rating, one.deviation)

    async def ratings_of(self, person: str) -> dict[str, tuple[Glicko, int]]:
        """How strong a person is now in each kind of game, and how many they have played."""
        rows = await self._ratings.ratings_of(person)
        now = self._hub.now()
        known = ((kind, rows[kind]) for kind in KINDS if kind in rows)
        return {kind: (standing.now_of(row, now), row.number) for kind, row in known}

    async def curves_of(self, person: str) -> list[Curve]:
        """How the ratings of a person have changed, in each kind of game they have played."""
        curves = []
        for kind, (strength, games) in (await self.ratings_of(person)).items():
            rows = await self._ratings.curve_of(person, kind)
            after = [(row.at, standing.stored(row)) for row in rows]
            curves.append(Curve(kind, standing.shown(strength), games, after))
        return curves

    async def changes(self, person: str, games: Iterable[Any]) -> dict[str, SeatRating]:
        """What these games, as rows, have changed for a person."""
        rated = [row.id for row in games if row.verdict == COUNTS]
        if not rated:
            return {}
        found = await self._ratings.changes_of(person, rated)
        return {game: _changed(*change) for game, change in found.items()}

    async def why_not(self, person: str) -> str:
        """Why somebody may not begin a rated game now, as a sentence; empty if they may."""
        now = self._hub.now()
        times = await self._ratings.desertion_times(person, now - counting.DAY)
        if len(times) < counting.DESERTIONS:
            return ""
        ends = times[counting.DESERTIONS - 1] + counting.DAY
        hours = ceil((ends - now) / HOUR)
        return words.PAUSED.format(count=hours, games=len(times))

    # -- what sessions show -------------------------------------------------------------------

    async def learn(self, live: LiveGame) -> None:
        """Note at a session how strong its players are, and whether it counts."""
        state = live.state
        terms = state.terms
        kind = kind_of(terms.rules, terms.base, terms.increment)
        people = _people(counting.names(state))
        live.ratings = await self._seat_ratings(live.game, state, kind, people)
        if terms.rated:
            reason = await self._reason(live, kind)
            over = state.end is not None
            live.unrated = partial(counting.sentence, reason, over=over)

    async def _seat_ratings(
        self, game: str, state: State, kind: str | None, people: list[str]
    ) -> Mapping[str, SeatRating]:
        if kind is None:
            return {}
        changed = await self._ratings.changed_by(game) if state.end and state.terms.rated else {}
        rows = await self._ratings.last([one for one in people if one not in changed], kind)
        found = {}
        for one in filter(None, counting.names(state)):
            if one in changed:
                found[one] = _changed(*changed[one])
            elif one in rows or state.terms.rated or one.startswith(PROGRAM):
                found[one] = standing.shown(_strength(one, kind, rows, self._hub.now()))
        return found

    async def _reason(self, live: LiveGame, kind: str | None) -> str:
        """The verdict on a session, or what it will be, as far as that is known."""
        state = live.state
        if state.end is not None:
            row = await self._ratings.game(live.game)
            return str(row.verdict) if row is not None else DUE
        done = await self._done(state, self._hub.now())
        return counting.verdict_before(state, kind, live.near, done)

    async def _done(self, state: State, at: int) -> counting.Counted:
        """What the players have done within the day before a time."""
        x, o = counting.names(state)
        if x is None or o is None or x == o:
            return counting.Counted()
        people = _people((x, o))
        rows = await self._ratings.lately(people, at - counting.DAY)
        since = state.created - counting.DAY
        deserted = await self._ratings.desertions(people, since, state.created)
        return counting.counted(rows, deserted.values(), x, o)

    def attend(self, live: LiveGame, *, ours: bool) -> None:
        """A session has other players, or is over: learn how strong they are, or rate it."""
        over, rated = live.state.end is not None, live.state.terms.rated
        if not self._hub.stopping and (rated or not over):
            self._hub.spawn(self._attend(live, ours=ours))

    async def _attend(self, live: LiveGame, *, ours: bool) -> None:
        try:
            if live.state.end is not None and live.state.terms.rated:
                if not ours:
                    await asyncio.sleep(LATER)
                await self._rate_and_tell(live.game)
            else:
                await self.learn(live)
                self._tell(live)
        except DatabaseError as error:  # the sweep will do it
            log.warning("%s", error)

    def heard(self, game: str) -> None:
        """Another instance has rated a game."""
        if game in self._hub.lives:
            self._hub.spawn(self._tell_rated(game))

    async def _tell_rated(self, game: str) -> None:
        live = self._hub.lives.get(game)
        if live is None:
            return
        try:
            await self.learn(live)
        except DatabaseError as error:
            log.warning("%s", error)
        else:
            self._tell(live)

    def _tell(self, live: LiveGame) -> None:
        if live.ratings or live.unrated():
            live.tell_ratings()
        if live.game in self._hub.shown:
            self._hub.lists_changed()

    # -- rating -------------------------------------------------------------------------------

    async def _regularly(self) -> None:
        while True:
            try:
                await self.sweep()
            except DatabaseError as error:  # the next time may be better
                log.warning("%s", error)
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """Rate all games that have been due for a while."""
        before, place = self._hub.now() - PATIENCE, (0, "")
        await self._ratings.forget_desertions(before - 2 * counting.DAY)
        while places := await self._ratings.due(place):
            for since, game in places:
                if since > before:
                    return
                try:
                    await self._rate_and_tell(game)
                except DatabaseError:
                    raise
                except Exception:  # the others are to be rated all the same
                    log.exception("the game %s cannot be rated", game)
            place = places[-1]

    async def _rate_and_tell(self, game: str) -> None:
        if await self._rate(game):
            self._hub.bus.say("rated", game)
        await self._tell_rated(game)

    async def settle(self, game: str) -> None:
        """Rate a game now if it is over and has still to be rated."""
        await self._rate(game)

    async def _rate(self, game: str) -> bool:
        """Rate a game if it is due; whether it was."""
        for _ in range(TRIES):
            row = await self._ratings.game(game)
            if row is None or row.verdict != DUE:
                return False
            try:
                await self._decide(row)
            except Conflict:
                continue
            return True
        raise DatabaseError(f"{game} could not be rated: others are always faster")

    async def _decide(self, row: Any) -> None:
        rows = await self._hub.store.events(row.id)
        state = (await LiveGame.replay(row.id, rows, row.updated)).state
        events = [Event.from_row(each) for each in rows]
        kind = kind_of(state.rules, state.terms.base, state.terms.increment)
        done = await self._done(state, row.updated)
        verdict = counting.verdict(state, events, kind, row.near, done)
        changes: list[RatingChange] = []
        if verdict == COUNTS and kind is not None:
            changes = await self._changes(row, state, kind)
        deserter = counting.deserter(state, events)
        await self._ratings.decide(row.id, verdict, changes, deserter, row.updated)

    async def _changes(self, row: Any, state: State, kind: str) -> list[RatingChange]:
        """What a game that counts changes for both players, or for the one that is a person."""
        players = counting.names(state)
        people = _people(players)
        last = await self._ratings.last(people, kind)
        changes = []
        for me, points in zip(players, POINTS[row.winner], strict=True):
            them = players[1] if me == players[0] else players[0]
            if me is None or them is None or me not in people:
                continue
            mine, other = last.get(me), _strength(them, kind, last, row.updated)
            new = standing.after(mine, other, points, row.updated)
            changes.append(
                RatingChange(
                    person=me,
                    kind=kind,
                    number=mine.number + 1 if mine else 1,
                    game=row.id,
                    opponent=them,
                    score=points,
                    rating=new.rating,
                    deviation=new.deviation,
                    volatility=new.volatility,
                    opponent_rating=other.rating,
                    opponent_deviation=other.deviation,
                    at=max(row.updated, mine.at if mine else 0),
                )
            )
        return changes


def _people(players: Iterable[str | None]) -> list[str]:
    """Those of the ids that are not of programs."""
    return [one for one in players if one is not None and not one.startswith(PROGRAM)]


def _strength(one: str, kind: str, rows: Mapping[str, RatingChange], at: int) -> Glicko:
    """How strong a player of a kind of game is at a time: a program always the same."""
    if one.startswith(PROGRAM):
        return levels.strength(one.removeprefix(PROGRAM), family(kind))
    return standing.now_of(rows.get(one), at)


def _changed(row: RatingChange, before: float | None) -> SeatRating:
    """The rating before a game, and what that has changed."""
    old = round(before if before is not None else standing.stored(None).rating)
    provisional = row.deviation > standing.PROVISIONAL
    return SeatRating(old, provisional, round(row.rating) - old)
