"""`Conductor`: what goes on by itself in tournaments: starts, results, forfeits, pairings, the end.

One instance leads a tournament at a time. Should it be gone, another takes over, for all there is
to know is in the database; should two lead, what the second wants to store is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from inarow.board.rules import Side
from inarow.web.live.decide import Forfeit
from inarow.web.live.retention import DAY, GONE, Keeping
from inarow.web.live.seating import NoSuchGame
from inarow.web.live.state import Refused
from inarow.web.store.databases import DatabaseError
from inarow.web.tournaments.decide import Begin, Finish, Pair, Tally
from inarow.web.tournaments.events import Score, Winner
from inarow.web.tournaments.host import Host, NoSuchTournament
from inarow.web.tournaments.leadership import Leadership
from inarow.web.tournaments.messages import Away
from inarow.web.tournaments.session import Session
from inarow.web.tournaments.state import Running

__all__ = ["ABSENT", "Conductor"]

log = logging.getLogger(__name__)

TURN: Final = 1.0
"""Seconds between looks at what must be done."""

ABSENT: Final = {"arena": 30_000, "robin": 60_000}
"""In how many milliseconds a first move must come; who does not make it was not there."""

LOOK: Final = 4
"""Every so many turns it is looked for what nobody has told us of."""

AT_ONCE: Final = 50
"""How many tournaments of somebody are looked up at a time."""

KEPT: Final = 60_000
"""For how many milliseconds a session that nobody needs stays in memory."""


class Conductor:
    """The regular work at a host."""

    def __init__(self, host: Host) -> None:
        self._host, self._hub, self._records = host, host.hub, host.records
        self._leadership = Leadership(host.hub.bus.instance)
        self._turns = 0

    def begin(self) -> None:
        """See regularly what must be done."""
        self._hub.spawn(self._regularly())

    async def _regularly(self) -> None:
        while True:
            await asyncio.sleep(TURN)
            try:
                await self.turn()
            except (DatabaseError, Refused) as error:  # the next time may be better
                log.warning("%s", error)
            except Exception:
                log.exception("what is done regularly for tournaments failed")

    async def turn(self) -> None:
        """Do what must be done now in the tournaments that this instance leads."""
        self._turns += 1
        hub, now = self._hub, self._hub.now()
        if not hub.bus.is_alone:
            self._leadership.look(await hub.store.beats(), now)
            await self._keep_up()
        for tournament in await self._records.going(now):
            if self._leadership.leads(tournament):
                await self._try_to_lead(tournament)
        for session in list(self._host.sessions.values()):
            if session.unsure:
                await self._host.read_on(session)
            if not session.is_needed and now - session.touched > KEPT:
                self._host.sessions.pop(session.id)

    async def _try_to_lead(self, tournament: str) -> None:
        try:
            await self._lead(await self._host.session(tournament))
        except NoSuchTournament:  # it has been deleted meanwhile
            return
        except (DatabaseError, Refused) as error:  # the next time may be better
            log.warning("%s: %s", tournament, error)
        except Exception:  # the others are not to blame
            log.exception("tournament %s cannot go on", tournament)

    async def _keep_up(self) -> None:
        """Say who is here, and read what nobody has told us of."""
        sessions = [one for one in self._host.sessions.values() if one.subscribers]
        if self._turns % (2 * LOOK) == 0:
            for session in sessions:
                self._host.say_here(session)
        if self._hub.bus.is_up and self._turns % LOOK:
            return
        versions = await self._records.versions([session.id for session in sessions])
        for session in sessions:
            newest = versions.get(session.id)
            if newest is None:
                self._host.dropped(session.id)
            elif newest > session.state.version:
                await self._host.read_on(session)

    async def _lead(self, session: Session) -> None:
        if session.state.status == "open":
            await self._host.command(session, Begin())
            return
        await self._tally(session)
        await self._forfeit(session)
        pause = self._host.pause(session.state)
        await self._host.command(session, Finish(pause))
        await self._host.command(session, Pair(self._here(session), pause))

    def _here(self, session: Session) -> frozenset[str]:
        """Who follows the tournament, at this instance or another."""
        now, presence = self._hub.now(), session.presence
        return frozenset(one for one in session.state.numbers if presence.is_here(one, now))

    async def _tally(self, session: Session) -> None:
        """Count the games that have ended."""
        running = session.state.running
        if not running or not (session.hints or self._turns % LOOK == 0):
            return
        session.hints = False
        rows = await self._records.games(list(running))
        over = [game for game, row in rows.items() if row.status == "over"]
        swaps = session.state.plan.swap and bool(over)
        swapped = await self._records.swapped(over) if swaps else set[str]()
        if scores := tuple(_scores(running, rows, swapped)):
            session.hints = True  # until it is done
            await self._host.command(session, Tally(scores))
            session.hints = False

    async def _forfeit(self, session: Session) -> None:
        """Games whose players are not there are lost; so are those of players who were removed."""
        state, now = session.state, self._hub.now()
        patience = ABSENT[state.plan.system]
        old = [
            game
            for game in state.running.values()
            if game.game not in session.begun and self._age(game.since, now) >= patience
        ]
        begun = await self._records.begun([game.game for game in old]) if old else {}
        for game in old:
            moves, at = begun.get(game.game, (0, game.since))
            if moves >= 2:
                session.begun.add(game.game)
            elif self._age(at, now) >= patience:
                await self._lose(game, Forfeit(Side.SECOND if moves else Side.FIRST))
        for game in state.running.values():
            for side, number in ((Side.FIRST, game.x), (Side.SECOND, game.o)):
                if state.players[number].status == "removed":
                    await self._lose(game, Forfeit(side, late=False))

    def _age(self, since: int, now: int) -> int:
        """How much time has passed that there was a site."""
        return now - since - self._hub.outages.pause(since, now)

    async def _lose(self, game: Running, command: Forfeit) -> None:
        try:
            live = await self._hub.load(game.game)
            await self._hub.command(live, command)
        except NoSuchGame:
            return
        except Refused as refused:  # they have just come, or it is over
            if refused.code not in ("stale", "over"):
                raise

    # -- who has signed in ------------------------------------------------------------------------

    async def hand_over(self, guest: str, person: str) -> None:
        """Give the places of a guest to who they have signed in as."""
        before: list[str] = []
        while rows := await self._records.of(guest, AT_ONCE):
            ids = [row.id for row in rows]
            if ids == before:
                return  # the next time may be better
            before = ids
            for tournament in ids:
                await self._hand_over(tournament, guest, person)

    async def _hand_over(self, id: str, guest: str, person: str) -> None:
        try:
            session = await self._host.session(id)
        except NoSuchTournament:
            return
        state = session.state
        player = state.of(guest)
        if player is not None and state.of(person) is not None:
            await self._erase(id, guest)  # nobody plays twice
            return
        name = player.name if player is not None else state.plan.director.name
        await self._records.replace(id, guest, (person, name), known=True)
        await self._host.renew(id)

    # -- what is deleted --------------------------------------------------------------------------

    async def erase(self, person: str) -> None:
        """Put nobody in the place of a person who has left."""
        while rows := await self._records.of(person, AT_ONCE):
            for row in rows:
                await self._erase(row.id, person)

    async def _erase(self, id: str, person: str) -> None:
        try:
            session = await self._host.session(id)
            if session.state.of(person) is not None:
                await self._host.command(session, Away(), _Leaving(person))
        except NoSuchTournament:
            pass
        except Refused as refused:  # it is over, or they have been sent away
            if refused.code in ("busy", "storage"):
                raise
        await self._records.replace(id, person, GONE)
        await self._host.renew(id)

    async def tidy(self, keeping: Keeping) -> None:
        """Delete what is due now."""
        for days, over in ((keeping.finished, True), (keeping.abandoned, False)):
            before = self._hub.now() - days * DAY
            while days and (old := await self._records.old(before, over=over)):
                await self._records.delete(old)
                for tournament in old:
                    self._host.drop(tournament)


class _Leaving:
    """Somebody of whom only the id is left."""

    name = GONE[1]

    def __init__(self, id: str) -> None:
        self.id = id


def _scores(
    running: Iterable[str], rows: dict[str, Any], swapped: Container[str]
) -> Iterable[Score]:
    """The games that are over; those that have been deleted count nothing.

    Sides are those of the pairing: players who have *swapped* have the other ones by now.
    """
    for game in running:
        row = rows.get(game)
        if row is None:
            yield Score(game, None, "aborted")
        elif row.status == "over":
            winner = _OTHER[row.winner] if game in swapped else row.winner
            yield Score(game, winner, row.reason)


_OTHER: Final[Mapping[Winner, Winner]] = {"x": "o", "o": "x", None: None}
