"""`Host`: the tournaments in memory. Everything that happens in one goes through here.

As in `live.hub`, a command is decided on the state in memory, its event is stored, and only then is
it applied and told. The games of a pairing are stored together with it: all of them or none.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import Final

from inarow.board.rules import Rules
from inarow.web import words
from inarow.web.http import names
from inarow.web.live import events as live_events
from inarow.web.live import listing
from inarow.web.live import state as live_state
from inarow.web.live.events import Seat, Terms
from inarow.web.live.game import LiveGame, Subscriber
from inarow.web.live.hub import Hub
from inarow.web.live.state import Refused, Someone
from inarow.web.store import ids
from inarow.web.store.databases import DatabaseError
from inarow.web.store.writer import Change, Conflict
from inarow.web.study.positions import game_title
from inarow.web.tournaments import records
from inarow.web.tournaments.decide import ServerCommand, decide
from inarow.web.tournaments.events import Event, EventRow, Pairing, Plan
from inarow.web.tournaments.messages import (
    Command,
    Enter,
    NewTournament,
    TournamentView,
    YouView,
)
from inarow.web.tournaments.records import Records
from inarow.web.tournaments.session import Session, name_of
from inarow.web.tournaments.state import State, fold
from inarow.web.tournaments.view import you_view

__all__ = ["Host", "NoSuchTournament"]

log = logging.getLogger(__name__)

LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ"
"""What codes are made of: no letter is mistaken for another, and there are no words."""

PAUSE: Final = 1_000
"""Milliseconds between two messages about a table at least."""

MOST_WAITING: Final = 300
"""How many commands may wait at one tournament."""

MOST_TRIES: Final = 20
"""How often a command is decided anew because another instance was faster."""

MOST_SUBSCRIBERS: Final = 2_000
"""How many sockets may follow a tournament at one instance."""


class NoSuchTournament(Exception):  # noqa: N818  it is an answer, not a mistake
    """There is no tournament with this id, or code."""

    def __init__(self, text: str | None = None) -> None:
        super().__init__(text or words.NO_SUCH_TOURNAMENT)  # in the language of whoever asks


def new_code() -> str:
    """Six letters to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


class Host:
    """The tournaments of this instance."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.records = Records(hub.store)
        self.sessions: dict[str, Session] = {}
        self._audience: dict[Subscriber, None] = {}
        self._loading: dict[str, asyncio.Task[Session]] = {}
        hub.audiences.append(self._audience)
        hub.ended = self._ended
        hub.topics |= {
            "contest": lambda row: self._heard(EventRow(*row)),
            "contest-here": lambda word: self._heard_here(*word),
            "contest-ended": self._hint,
            "contest-renewed": self._heard_renewed,
            "contest-dropped": self.dropped,
        }

    # -- making and finding -----------------------------------------------------------------------

    async def create(self, person: Someone, wanted: NewTournament) -> Session:
        """Make a tournament that *person* directs."""
        name = names.proper_name(wanted.name) if wanted.name.strip() else ""
        player = None if wanted.player is None else names.proper_name(wanted.player)
        for _ in range(MOST_TRIES):
            now = self.hub.now()
            plan = _plan(Seat(person.id, player or person.name), wanted, name)
            events = [Event(1, "create", now, by=person.id, plan=plan)]
            if player is not None:
                seat = Seat(person.id, player)
                events.append(Event(2, "join", now, by=person.id, player=1, seat=seat))
            session = Session(ids.new_game(now), events, now)
            try:
                await self._store(records.creation(session.id, events))
            except Conflict:  # of two codes
                continue
            self.sessions[session.id] = session
            return session
        raise refused("busy")

    async def session(self, id: str) -> Session:
        """A tournament, from memory or from its events."""
        while (session := self.sessions.get(id)) is None:
            if id not in self._loading:
                task = asyncio.create_task(self._read(id))
                self._loading[id] = task
                task.add_done_callback(partial(self._loaded, id))
            await asyncio.shield(self._loading[id])
        session.touched = self.hub.now()
        return session

    def _loaded(self, id: str, task: asyncio.Task[Session]) -> None:
        del self._loading[id]
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _read(self, id: str) -> Session:
        rows = await self.records.events(id) if ids.key(id) != ids.NO_KEY else []
        if not rows:
            raise NoSuchTournament
        session = await Session.replay(id, rows, self.hub.now())
        return self.sessions.setdefault(id, session)

    async def find(self, code: str) -> str:
        """The id of the tournament with a code."""
        found = await self.records.by_code(code)
        if found is None:
            raise NoSuchTournament(words.NO_SUCH_CODE)
        return found

    def view(self, session: Session) -> TournamentView:
        """A tournament as anybody may see it, now."""
        table = session.current
        head = session.head(table, self.hub.now(), self.pause(session.state))
        found = {
            "version": table.version,
            "title": game_title(session.state.plan.rules),
            "players": table.players,
        }
        return TournamentView.model_validate(head | found)

    def you(self, session: Session, person: Someone | None) -> YouView:
        """What somebody is in a tournament."""
        return YouView.model_validate(you_view(session.state, person.id if person else None))

    def pause(self, state: State) -> int:
        """For how many milliseconds since the start of an arena there was no site."""
        if state.started is None or state.paused is not None:
            return 0
        return self.hub.outages.pause(state.started, self.hub.now())

    # -- commands ---------------------------------------------------------------------------------

    async def act(self, id: str, person: Someone, command: Command) -> Session:
        """Carry out a command; raises `Refused` if that may not be."""
        session = await self.session(id)
        if isinstance(command, Enter) and command.name is not None:
            command = command.model_copy(update={"name": names.proper_name(command.name)})
        await self.command(session, command, person)
        return session

    async def command(
        self, session: Session, command: Command | ServerCommand, who: Someone | None = None
    ) -> Event | None:
        """Carry out a command after those before it; the event, if it was needed."""
        if self.hub.stopping or session.waiting >= MOST_WAITING:
            raise refused("busy")
        session.waiting += 1
        try:
            async with session.lock:
                return await self._carry_out(session, command, who)
        finally:
            session.waiting -= 1

    async def _carry_out(
        self, session: Session, command: Command | ServerCommand, who: Someone | None
    ) -> Event | None:
        for _ in range(MOST_TRIES):
            if who is not None and (who.id, command.id) in session.acks:
                return None
            state, now = session.state, self.hub.now()
            try:
                event = decide(state, command, who, now, new_game=partial(ids.new_game, now))
            except Refused:
                if await self._is_old(session, state):
                    continue
                raise
            if event is None:
                if who is not None and await self._is_old(session, state):
                    continue
                return None
            try:
                session.unsure = True
                await self._store(self._change(session.id, state, event))
                session.unsure = False
            except Conflict:  # another instance was faster
                await self.read_on(session)
                if session.state.version == state.version:
                    raise refused("storage") from None
                continue
            if session.state.version < event.version:  # else it was read before we were told
                self._apply(session, event)
            if not self.hub.bus.is_alone:
                self.hub.bus.say("contest", event.row(session.id))
            return event
        raise refused("busy")

    async def _is_old(self, session: Session, state: State) -> bool:
        """Whether more is stored than the *state* on which something was decided."""
        if self.hub.bus.is_alone and not session.unsure:
            return session.state is not state
        await self.read_on(session)
        return session.state.version > state.version

    def _change(self, id: str, state: State, event: Event) -> Change:
        after = fold(state, event)
        games = [
            (pairing.game, self._first_event(id, after, pairing, event.at))
            for pairing in event.games or ()
            if pairing.game
        ]
        statements = records.following(id, state, after, event)
        for game, first in games:
            statements.append(listing.new_game(game, live_state.start(first)))
        return Change(tuple(first.row(game) for game, first in games), tuple(statements))

    def _first_event(self, id: str, state: State, pairing: Pairing, now: int) -> live_events.Event:
        plan = state.plan
        x, o = (state.players[number] for number in (pairing.x, pairing.o))
        terms = Terms(
            plan.rules,
            plan.swap,
            "link",
            plan.base,
            plan.increment,
            (Seat(x.id, x.name), Seat(o.id, o.name)),
            rated=plan.rated,
            tournament=id,
        )
        return live_events.Event(1, "create", now, terms=terms)

    async def _store(self, change: Change) -> None:
        try:
            await self.hub.store.writer.write(change)
        except Conflict:
            raise
        except DatabaseError:
            raise refused("storage") from None

    def _apply(self, session: Session, event: Event) -> None:
        """Take a stored event into account and tell those whom it concerns."""
        before = session.state
        session.apply(event)
        session.tell_each(_concerned(before, session.state, event))
        self._tell_soon(session)
        if event.seat is not None and event.seat.id in session.presence.here:
            self.say_here(session)  # who has followed it already plays from now on

    async def read_on(self, session: Session) -> None:
        """Take into account what other instances have stored."""
        for row in await self.records.events(session.id, after=session.state.version):
            if row.version == session.state.version + 1:
                self._apply(session, Event.from_row(row))
        session.unsure = False

    # -- subscribers ------------------------------------------------------------------------------

    async def subscribe(self, id: str, subscriber: Subscriber, *, aside: bool = False) -> Session:
        """Tell *subscriber* the whole table now, and what changes from then on.

        Who looks on *aside*, as a screen for all does, does not thereby want to play.
        """
        if self.hub.stopping:
            raise refused("busy")
        session = await self.session(id)
        if len(session.subscribers) >= MOST_SUBSCRIBERS:
            raise refused("busy")
        self._audience[subscriber] = None
        session.subscribers[subscriber] = aside
        if not aside and session.presence.come(name_of(subscriber)):
            self.say_here(session)
        self.tell_whole(session, subscriber)
        subscriber.send(session.you(subscriber.person))
        return session

    def tell_whole(self, session: Session, subscriber: Subscriber) -> None:
        """Send the whole table."""
        subscriber.send(session.whole(self.hub.now(), self.pause(session.state)))

    def unsubscribe(self, session: Session, subscriber: Subscriber) -> None:
        """Tell *subscriber* no more."""
        if subscriber not in session.subscribers:
            return
        aside = session.subscribers.pop(subscriber)
        del self._audience[subscriber]
        now = session.touched = self.hub.now()
        if not aside and session.presence.leave(name_of(subscriber), now):
            self.say_here(session)

    def say_here(self, session: Session) -> None:
        """Tell the other instances who follows the tournament at this one."""
        bus = self.hub.bus
        if not bus.is_alone:
            here = [name for name in session.presence.here if name in session.state.numbers]
            bus.say("contest-here", [bus.instance, session.id, here])

    def _tell_soon(self, session: Session) -> None:
        """Tell all what has changed, but not more often than once in a while."""
        if session.telling is None and not self.hub.stopping:
            wait = max(0, session.told_at + PAUSE - self.hub.now()) / 1000
            loop = asyncio.get_running_loop()
            session.telling = loop.call_later(wait, self._tell, session)

    def _tell(self, session: Session) -> None:
        if session.telling is not None:
            session.telling.cancel()
            session.telling = None
        session.told_at = self.hub.now()
        if text := session.news(session.told_at, self.pause(session.state)):
            session.broadcast(text)

    # -- what other instances say -----------------------------------------------------------------

    def _heard(self, row: EventRow) -> None:
        session = self.sessions.get(row.tournament)
        if session is None:
            if loading := self._loading.get(row.tournament):  # perhaps without this event
                loading.add_done_callback(lambda _: self._heard(row))
        elif row.version == session.state.version + 1:
            self._apply(session, Event.from_row(row))
        elif row.version > session.state.version:
            self.hub.spawn(self._read_on(session))

    async def _read_on(self, session: Session) -> None:
        try:
            await self.read_on(session)
        except DatabaseError as error:  # it is looked again later
            log.warning("%s", error)

    def _heard_here(self, instance: str, id: str, people: list[str]) -> None:
        if session := self.sessions.get(id):
            session.presence.hear(instance, people, self.hub.now())

    def _hint(self, id: str) -> None:
        if session := self.sessions.get(id):
            session.hints = True

    def _ended(self, live: LiveGame) -> None:
        """A game is over: whoever leads its tournament may want to know soon."""
        tournament = live.state.terms.tournament
        if tournament is not None:
            self._hint(tournament)
            self.hub.bus.say("contest-ended", tournament)

    async def renew(self, id: str) -> None:
        """Read a tournament anew whose stored events have changed, at all instances."""
        await self._renew(id)
        self.hub.bus.say("contest-renewed", id)

    async def _renew(self, id: str) -> None:
        if session := self.sessions.get(id):
            async with session.lock:
                rows = await self.records.events(id)
                if not rows:
                    self.dropped(id)
                    return
                session.become(await Session.replay(id, rows, self.hub.now()))
            for subscriber in list(session.subscribers):
                self.tell_whole(session, subscriber)
                subscriber.send(session.you(subscriber.person))

    def _heard_renewed(self, id: str) -> None:
        if loading := self._loading.get(id):  # perhaps what was stored before
            loading.add_done_callback(lambda _: self._heard_renewed(id))
        elif id in self.sessions:
            self.hub.spawn(self._renew(id))

    def drop(self, id: str) -> None:
        """Let go of a tournament that has been deleted, at all instances."""
        self.dropped(id)
        self.hub.bus.say("contest-dropped", id)

    def dropped(self, id: str) -> None:
        """The same at this instance."""
        if loading := self._loading.get(id):  # perhaps what was stored before
            loading.add_done_callback(lambda _: self.dropped(id))
        if session := self.sessions.pop(id, None):
            for subscriber in list(session.subscribers):
                subscriber.close(1012, words.STOPPING)


def _plan(director: Seat, wanted: NewTournament, name: str) -> Plan:
    """What somebody wants, with a new code."""
    robin = wanted.kind == "robin"
    return Plan(
        Rules.parse(wanted.rules),
        wanted.kind,
        wanted.base,
        wanted.increment,
        director,
        new_code(),
        name,
        wanted.swap,
        wanted.rated,
        wanted.double and robin,
        0 if robin else wanted.minutes,
        None if wanted.starts is None else round(wanted.starts.timestamp() * 1000),
        wanted.entry,
    )


def refused(code: str) -> Refused:
    """Why a tournament does not do something."""
    return Refused(code, words.TOURNAMENT_REFUSED[code])


def _concerned(before: State, after: State, event: Event) -> set[str]:
    """Who is something else than before."""
    numbers = {event.player} if event.player is not None else set[int]()
    for number in before.playing.keys() | after.playing.keys():
        if before.playing.get(number) != after.playing.get(number):
            numbers.add(number)
    if event.kind == "score":
        numbers |= {
            number
            for score in event.scores or ()
            for number in (before.running[score.game].x, before.running[score.game].o)
        }
    return {after.players[number].id for number in numbers}
