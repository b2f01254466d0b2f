"""`Hub`: the sessions in memory. Everything that happens in a game goes through here.

A command is decided on the state in memory, its event is committed, and only then is it applied and
told: memory is never ahead of the database. Commands to one session wait for each other; those to
different sessions share a commit.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from inarow import language
from inarow.web import words
from inarow.web.live import listing, seating
from inarow.web.live.bus import Bus, LocalBus
from inarow.web.live.clock import server_time
from inarow.web.live.decide import Flag, Lead, ServerCommand, decide, is_final, rematch_terms
from inarow.web.live.events import PROGRAM, Event, Terms
from inarow.web.live.game import AT_ONCE, Accepted, LiveGame, Rejected, Request, Subscriber
from inarow.web.live.messages import Ack, Claim, Command, GameView, Join, NewGame, Reaction
from inarow.web.live.outages import ALIVE, GRACE, Outages
from inarow.web.live.presence import STRANGER
from inarow.web.live.ratings import Ratings, Unrated
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused, Someone, State, fold, start
from inarow.web.store import Store, ids
from inarow.web.store.databases import DatabaseError
from inarow.web.store.unhurried import MOST_OPEN, Unhurried
from inarow.web.store.writer import Change, Conflict, EventRow

__all__ = ["Hub"]

log = logging.getLogger(__name__)

MOST_WAITING = 64
"""How many commands may wait at one session."""

AGAIN = 1_000
"""After how many milliseconds a clock that has run out is looked at again, if need be."""

SOON = 0.5
"""Seconds until people are told that somebody watches, or no longer: they may come in crowds."""

GOING = '{"t":"going","back_in":500}'


class Hub:
    """The live games of this instance."""

    def __init__(
        self,
        store: Store,
        *,
        bus: Bus | None = None,
        now: Callable[[], int] | None = None,
    ) -> None:
        self.store = store
        self.bus: Bus = bus or LocalBus()
        self.now = now or server_time()
        self.stopping = False
        self.lives: dict[str, LiveGame] = {}
        self.audiences: list[Mapping[Subscriber, None]] = []  # others to tell when we stop
        self.shown: dict[str, LiveGame] = {}  # public games that go on, a player being here
        self.lists_changed: Callable[[], None] = lambda: None
        self.lists_heard: Callable[[str, list[list[Any]]], None] = lambda *_: None
        self.may_look: Callable[[str], bool] = lambda _: True  # told who would be refused
        self.visitors_heard: Callable[..., None] = lambda *_: None
        self.topics: dict[str, Callable[[Any], None]] = {}  # what else other instances speak of
        self.ended: Callable[[LiveGame], None] = lambda _: None  # told of games that are over now
        self.stored: Callable[[str], None] = lambda _: None  # told which kind is acknowledged
        self.address_of: Callable[[str], str] = lambda _: ""  # of somebody without a socket
        self.ratings: Ratings = Unrated()
        self.attend_programs: Callable[[LiveGame], None] = lambda _: None
        self.seeks_heard: Callable[[str, str, list[Any] | None], None] = lambda *_: None
        self.react: Callable[[LiveGame, Someone | None, Reaction], None] = lambda *_: None
        self.attend_seek: Callable[[LiveGame, bool], None] = lambda *_: None  # or its maker looks
        self.loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._unsure: dict[LiveGame, None] = {}  # who knows what the database has of them
        self.outages = Outages(self.now())
        self.unhurried = Unhurried(store)

    # -- making and finding games ---------------------------------------------------------------

    async def create(self, person: Someone, wanted: NewGame) -> GameView:
        """Make a game, with *person* at one of its seats."""
        secret = secrets.token_urlsafe(24) if wanted.visibility == "private" else None
        live = await self.begin(person, seating.terms(person, wanted, secret))
        view = GameView.model_validate(live.view(live.you(person.id), self.now()))
        return view.model_copy(update={"invite": secret})

    async def begin(self, person: Someone, terms: Terms, game: str | None = None) -> LiveGame:
        """Make a game with these terms, and this id if it has been chosen already."""
        self._check_going()
        try:
            if terms.rated:
                await self._check_rated(person)
            if _is_listed_for_days(terms):
                await self._check_open(person)
        except DatabaseError:
            raise Refused("storage") from None
        event = Event(1, "create", self.now(), by=person.id, terms=terms)
        game = game or ids.new_game(event.at)
        await self._write(self._creation(game, event))
        live = self._adopt(LiveGame(game, [event], self.now()))
        with suppress(DatabaseError):  # the game is there all the same
            await self.ratings.learn(live)
        if _is_listed_for_days(terms):
            self.lists_changed()
        return live

    async def view(self, game: str, person: Someone | None, invite: str | None = None) -> GameView:
        """A game as *person* sees it."""
        live = await self.live(game, person, invite)
        if person is not None:
            live.presence.seen(person.id, self.now())
            if live.state.terms.seek and live.state.sides_of(person.id):
                self.attend_seek(live, True)
        you = live.you(person.id if person else None)
        return GameView.model_validate(live.view(you, self.now()))

    async def live(self, game: str, person: Someone | None, invite: str | None = None) -> LiveGame:
        """The session of a game that *person* may see."""
        live = await self.load(game)
        live.touched = self.now()
        if not self.bus.is_up and not live.subscribers:
            await self.read_on(live)  # nobody has told us what others did
        if not seating.may_see(live.state, person.id if person else None, invite):
            raise NotAllowed
        return live

    async def load(self, game: str) -> LiveGame:
        """The session of a game, from memory or from its events."""
        while (live := self.lives.get(game)) is None:  # also if it is dropped at once
            if game not in self.loading:
                task = asyncio.create_task(self._read(game))
                self.loading[game] = task
                task.add_done_callback(partial(self._loaded, game))
            await asyncio.shield(self.loading[game])
        return live

    def _loaded(self, game: str, task: asyncio.Task[LiveGame]) -> None:
        del self.loading[game]
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _read(self, game: str) -> LiveGame:
        rows = await self.store.events(game)
        if not rows:
            raise NoSuchGame
        live = await LiveGame.replay(game, rows, self.now())
        await self.ratings.learn(live)
        return self.lives.get(game) or self._adopt(live)

    def _adopt(self, live: LiveGame) -> LiveGame:
        now = self.now()
        self.lives[live.game] = live
        self._excuse(live, now)
        self._go_on(live)
        return live

    async def _check_rated(self, person: Someone) -> None:
        if problem := await self.ratings.why_not(person.id):
            raise Refused("paused", problem)

    async def _check_open(self, person: Someone) -> None:
        if await self.unhurried.open_games(person.id) >= MOST_OPEN:
            raise Refused("many", words.REFUSED["many"].format(most=MOST_OPEN))

    def _creation(self, game: str, event: Event) -> Change:
        return Change((event.row(game),), (listing.new_game(game, start(event)),))

    async def _write(self, change: Change) -> None:
        try:
            await self.store.writer.write(change)
        except DatabaseError:
            raise Refused("storage") from None

    # -- subscribers ----------------------------------------------------------------------------

    async def subscribe(
        self,
        game: str,
        person: Someone | None,
        subscriber: Subscriber,
        *,
        version: int | None = None,
        invite: str | None = None,
    ) -> LiveGame:
        """Tell *subscriber* what happens from *version* on, or from now with a snapshot first."""
        self._check_going()
        live = await self.live(game, person, invite)
        if version is not None and version > live.state.version:
            await self.read_on(live)  # another instance has told them more
        now = self.now()
        live.subscribers[subscriber] = None
        news = live.presence.come(_name(subscriber), subscriber.address)
        self.note_near(live)
        for text in live.tail(version, subscriber.person, now):
            subscriber.send(text)
        if news:
            self._tell_presence(live, subscriber)
        if version is not None:
            subscriber.send(live.presence_text(now))
            if live.ratings or live.unrated():
                subscriber.send(live.ratings_text())
        return live

    def note_near(self, live: LiveGame) -> None:
        """Note whether both players are at one address, at this instance or others."""
        if live.state.terms.rated and not live.near:
            live.near = live.presence.are_near(live.state, self.address_of)

    def unsubscribe(self, live: LiveGame, subscriber: Subscriber) -> None:
        """Tell *subscriber* no more."""
        if subscriber not in live.subscribers:
            return
        del live.subscribers[subscriber]
        now = live.touched = self.now()
        if live.presence.leave(_name(subscriber), now):
            self._tell_presence(live, subscriber)

    def _tell_presence(self, live: LiveGame, subscriber: Subscriber) -> None:
        """Tell all that *subscriber* has come or gone: soon, if that is one of a crowd."""
        if live.state.sides_of(_name(subscriber)):
            self._tell_here(live, but=subscriber)
        elif live.telling is None:
            loop = asyncio.get_running_loop()
            live.telling = loop.call_later(SOON, self._tell_here, live)

    def _tell_here(self, live: LiveGame, but: Subscriber | None = None) -> None:
        live.tell_no_more()
        live.broadcast(live.presence_text(self.now()), but)
        self.say_here(live)
        self._show(live)

    def say_here(self, live: LiveGame) -> None:
        """Tell the other instances who has a socket at this one."""
        where = live.presence.addresses(live.state) if live.state.terms.rated else {}
        self.bus.say("here", [self.bus.instance, live.game, live.presence.here, where])

    def withdraw(self, secrets: Iterable[bytes]) -> None:
        """Close what was opened with secrets of these hashes, at all instances."""
        secrets = list(secrets)
        self.withdrawn(secrets)
        self.bus.say("withdrawn", [secret.hex() for secret in secrets])

    def withdrawn(self, secrets: Iterable[bytes]) -> None:
        """The same at this instance."""
        gone = frozenset(secrets)
        for subscriber in self.everybody():
            if subscriber.who is not None and subscriber.who.secret in gone:
                with language.use(subscriber.language):
                    subscriber.close(4401, words.WITHDRAWN)

    # -- commands -------------------------------------------------------------------------------

    async def act(
        self, game: str, person: Someone | None, command: Command, invite: str | None = None
    ) -> Ack:
        """Carry out a command; raises `Refused` if that may not be."""
        live = await self.live(game, person, invite)
        if person is not None:
            live.presence.seen(person.id, self.now())
        answer = await self.command(live, command, person)
        view = GameView.model_validate(
            live.view(live.you(person.id if person else None), self.now())
        )
        event = json.loads(str(answer.event))
        return Ack(id=answer.id, version=answer.version, event=event, game=view)

    async def command(
        self, live: LiveGame, command: Command | ServerCommand, person: Someone | None = None
    ) -> Accepted:
        """Carry out a command at a session and wait for it; raises `Refused` if that fails."""
        waiting: asyncio.Future[Accepted | Rejected] = asyncio.get_running_loop().create_future()

        def reply(answer: Accepted | Rejected) -> None:
            if not waiting.done():
                waiting.set_result(answer)

        self.submit(live, Request(command, person, reply))
        answer = await waiting
        if isinstance(answer, Rejected):
            raise Refused(answer.code, answer.text)
        return answer

    def submit(self, live: LiveGame, request: Request) -> None:
        """Carry out a command when those before it have been."""
        if self.stopping or len(live.queue) >= MOST_WAITING:
            self._refuse(live, request, "busy")
            return
        live.queue.append(request)
        if not live.busy:
            self._next(live)

    def _next(self, live: LiveGame) -> None:
        """Begin the next command that has something to store."""
        live.busy = False
        while live.queue and not live.busy:
            request = live.queue.popleft()
            if live.acknowledge(request):
                continue
            if self.outages.is_late(self.now()) or _begins_rated(live, request):
                live.busy = True
                self.spawn(self._begin_settled(live, request))
            else:
                self._begin(live, request)

    async def _begin_settled(self, live: LiveGame, request: Request) -> None:
        """Begin when it is clear whether clocks have run, and whether that person may join."""
        begin = self._begin
        try:
            if request.who is not None and _begins_rated(live, request):
                await self._check_rated(request.who)
            while self.outages.is_late(self.now()):  # once more if the answer took long
                await self.settle()
        except DatabaseError:
            begin = partial(self._refuse, refused="storage")
        except Refused as refused:
            begin = partial(self._refuse, refused=refused)
        live.busy = False
        if not live.acknowledge(request):
            begin(live, request)
        if not live.busy:
            self._next(live)

    def _begin(self, live: LiveGame, request: Request) -> None:
        try:
            with language.use(request.language):
                self._decide(live, request)
        except Refused as refused:
            if self._may_look(live, request, refused):
                live.busy = True
                self.spawn(self._again(live, request, live.state.version, refused))
            else:
                self._refuse(live, request, refused)

    def _may_look(self, live: LiveGame, request: Request, refused: Refused) -> bool:
        """Whether more may be stored than we know, perhaps this very command.

        Strangers learn nothing from a look into the database, and who is refused all the time has
        had enough of them.
        """
        if live in self._unsure:
            return True
        if self.bus.is_alone or is_final(live.state, refused):
            return False
        who = request.who
        return who is None or who.id.startswith(PROGRAM) or self.may_look(who.id)

    def _decide(self, live: LiveGame, request: Request) -> None:
        now = self.now()
        state = live.state
        gone = live.presence.gone(state, now) if isinstance(request.command, Claim) else frozenset()
        event = decide(
            state,
            request.command,
            request.who,
            now,
            gone=gone,
            next_game=partial(ids.new_game, now),
        )
        after = fold(state, event)
        if after.end is not state.end:
            self.note_near(live)
        rows = listing.changes(live.game, state, after, now, near=live.near)
        change = Change((event.row(live.game),), rows)
        if event.kind == "rematch":
            change = self._with_rematch(change, state, event)
        elif isinstance(request.command, Lead) and request.command.seated:
            change = self._with_join(change, state, event)
        live.busy = True
        others = change.events[1:] if isinstance(request.command, Lead) else ()
        done = partial(self._done, live, request, event, after, others)
        self.store.writer.submit(change, done)

    def _with_rematch(self, change: Change, state: State, event: Event) -> Change:
        assert event.next is not None
        first = Event(1, "create", event.at, by=event.by, terms=rematch_terms(state))
        new = self._creation(event.next, first)
        return Change(change.events + new.events, change.statements + new.statements)

    def _with_join(self, change: Change, state: State, event: Event) -> Change:
        """Who waits at a seek that ends sits down at the game that it leads to."""
        assert event.next is not None
        other = self.lives.get(event.next)
        (waiting,) = (seat for seat in state.seats if seat)
        if other is None or other.busy:
            raise Refused("stale")
        join = decide(other.state, Join(), waiting, event.at)
        after = fold(other.state, join)
        rows = listing.changes(other.game, other.state, after, event.at)
        return Change((*change.events, join.row(other.game)), (*change.statements, *rows))

    def _done(
        self,
        live: LiveGame,
        request: Request,
        event: Event,
        after: State,
        others: Sequence[EventRow],  # of other games, stored together with it
        error: DatabaseError | None,
    ) -> None:
        """The commit of a command has ended, one way or the other."""
        if error is None:
            for row in others:
                self._take(row)
            if live.state.version < event.version:  # else it was read before we were told
                self._apply(live, event, after, request)
                self.stored(event.kind)
                if not self.bus.is_alone:
                    self.bus.say("event", event.row(live.game))
            elif not live.acknowledge(request):
                self._refuse(live, request, "stale")
            self._next(live)
        elif isinstance(error, Conflict):  # another instance was faster
            self.spawn(self._again(live, request, event.version - 1, "storage"))
        else:
            for unsure in (
                live,
                *(self.lives[row.game] for row in others if row.game in self.lives),
            ):
                self._unsure[unsure] = None
            self._refuse(live, request, "storage")
            self._next(live)

    def _take(self, row: EventRow) -> None:
        """An event is stored that came along with one of another game."""
        if (live := self.lives.get(row.game)) is not None:
            self.heard(live, row)
        self.bus.say("event", row)

    async def _again(
        self, live: LiveGame, request: Request, version: int, refused: Refused | str
    ) -> None:
        """Read what is stored after *version*, and decide anew; if nothing is, it is *refused*."""
        try:
            await self.read_on(live)
        except DatabaseError:
            refused = "storage"
        if live.state.version > version:
            live.queue.appendleft(request)
        else:
            self._refuse(live, request, refused)
        self._next(live)

    def _refuse(self, live: LiveGame, request: Request, refused: Refused | str) -> None:
        """Answer that it may not be, perhaps with no more than the code."""
        if isinstance(refused, str):
            with language.use(request.language):
                refused = Refused(refused)
        request.answer(Rejected(request.command.id or "", refused.code, refused.text, live))

    def _apply(
        self, live: LiveGame, event: Event, after: State, request: Request | None = None
    ) -> None:
        """Take a stored event into account: answer, tell the others, go on."""
        before = live.state
        if event.left is None and before.clock is not None:
            after = after.with_clock(before.clock)  # an outage may have ended meanwhile
        told = live.apply(event, after)
        if event.left is not None:
            self._excuse(live, self.now())  # it may have happened before an outage
        origin = None
        if request is not None:
            origin = request.origin
            whole = event.kind != "move"
            request.answer(Accepted(event.command or "", event.version, told, live, whole))
        live.tell(event, told, event.at, origin)
        if before.end is None and after.end is not None:
            self.ended(live)
        if before.status != after.status or before.seats != after.seats:
            self._show(live, changed=True)
            self.ratings.attend(live, ours=request is not None)
        self._go_on(live)

    def _show(self, live: LiveGame, *, changed: bool = False) -> None:
        """Something may have changed that lists of games show."""
        state = live.state
        if state.terms.visibility != "public":
            return
        if state.terms.seek:
            self.attend_seek(live, False)
        before = live.game in self.shown
        if state.end is None and any(map(state.sides_of, live.presence.here)):
            self.shown[live.game] = live
        else:
            self.shown.pop(live.game, None)
        if changed or before != (live.game in self.shown):
            self.lists_changed()

    async def read_on(self, live: LiveGame) -> None:
        """Take into account what other instances have stored."""
        rows = await self.store.events(live.game, after=live.state.version)
        for number, row in enumerate(rows, start=1):
            self.heard(live, row)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def catch_up(self) -> None:
        """Take into account what has been stored although the database did not say so in time."""
        for live in list(self._unsure):
            await self.read_on(live)
            self._unsure.pop(live, None)

    def heard(self, live: LiveGame, row: EventRow) -> bool:
        """Take into account an event that another instance has stored; whether it comes next."""
        if row.version == live.state.version + 1:
            event = Event.from_row(row)
            self._apply(live, event, fold(live.state, event))
            return True
        return row.version <= live.state.version

    # -- what goes on by itself -----------------------------------------------------------------

    def _go_on(self, live: LiveGame) -> None:
        """Have the clock end the game in time, and a program think if it is to move."""
        clock = live.state.clock
        if clock is not None and clock.ends is not None:
            self._set_timer(live, clock.ends)
        self.attend_programs(live)

    def _set_timer(self, live: LiveGame, when: int) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + max(0.0, (when - self.now()) / 1000) + 0.001
        if live.timer is not None:
            if live.timer.when() <= at:
                return
            live.timer.cancel()
        live.timer = loop.call_at(at, self.check_clock, live)

    def check_clock(self, live: LiveGame) -> None:
        """A clock may have run out: end the game, whether anybody looks or not.

        There is one timer for each game. It is not put off with every move: if the clock ends later
        by now, it is set anew here.
        """
        live.timer = None
        clock, now = live.state.clock, self.now()
        if clock is None or clock.ends is None or self.stopping:
            return
        if clock.ends > now:
            self._set_timer(live, clock.ends)
        elif self.outages.is_late(now):
            self._set_timer(live, now + AGAIN)  # that time may be charged to nobody
        else:
            self.submit(live, Request(Flag(), None, self._clock_answered))

    def _clock_answered(self, answer: Accepted | Rejected) -> None:
        """Look again, if it could not be stored or was found to have more time."""
        live, clock = answer.live, answer.live.state.clock
        refused = isinstance(answer, Rejected) and live.timer is None
        if refused and clock is not None and clock.ends is not None:
            self._set_timer(live, max(clock.ends, self.now() + AGAIN))

    async def settle(self) -> None:
        """After a silence, learn who was alive meanwhile: while nobody was, no clock ran."""
        now = self.now()
        if not self.outages.is_late(now):
            return
        if not self.bus.is_alone:
            last = await self.store.last_beat()
            if self.outages.learn(await self.store.outages()):
                self._excuse_all()
            if last is not None:
                self.outages.note_alive(now if now - last <= ALIVE else last)
        if self.outages.end(now) is not None:
            self._excuse_all()

    def _excuse_all(self) -> None:
        now = self.now()
        for live in self.lives.values():
            self._excuse(live, now)

    def _excuse(self, live: LiveGame, now: int) -> None:
        """Have the clock skip all outages since the event that set it."""
        clock = live.state.clock
        if clock is not None and clock.running is not None:
            pause = self.outages.pause(clock.since - live.excused, now + GRACE)
            live.state = live.state.with_clock(clock.later(pause - live.excused))
            live.excused = pause

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do some work beside; it is cancelled when the hub stops."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()):
            log.error("a background task failed", exc_info=error)

    def forget(self, live: LiveGame) -> None:
        """Let go of a session; it is read again when somebody wants it."""
        if live.timer is not None:
            live.timer.cancel()
        live.tell_no_more()
        self.lives.pop(live.game, None)
        self.shown.pop(live.game, None)
        if live.state.terms.seek:
            self.attend_seek(live, False)

    def drop(self, game: str) -> None:
        """Let go of a session whose stored events have changed, at all instances."""
        self.dropped(game)
        self.bus.say("dropped", game)

    def dropped(self, game: str) -> None:
        """The same at this instance."""
        if loading := self.loading.get(game):  # perhaps what was stored before
            loading.add_done_callback(lambda _: self.dropped(game))
        if live := self.lives.get(game):
            _send_away(live.subscribers)
            self.forget(live)

    async def stop(self) -> None:
        """Tell everybody to come back soon, and let what is being stored be stored."""
        if self.stopping:
            return
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        for subscriber in self.everybody():
            subscriber.send(GOING)
        with suppress(DatabaseError):
            await self.store.writer.write(Change())  # after all that waited before it
        _send_away(self.everybody())

    def everybody(self) -> list[Subscriber]:
        """All who are told anything."""
        audiences = [*self.audiences, *(live.subscribers for live in self.lives.values())]
        return [subscriber for audience in audiences for subscriber in audience]

    @property
    def people(self) -> int:
        """How many sockets there are at the games of this instance."""
        return sum(len(live.subscribers) for live in self.lives.values())

    def _check_going(self) -> None:
        if self.stopping:
            raise Refused("busy", words.STOPPING)


def _send_away(subscribers: Iterable[Subscriber]) -> None:
    """Have them come back soon."""
    for subscriber in list(subscribers):
        with language.use(subscriber.language):
            subscriber.close(1012, words.STOPPING)


def _is_listed_for_days(terms: Terms) -> bool:
    """Whether a new game waits in public for days, whoever is here."""
    return terms.days is not None and terms.visibility == "public" and None in terms.seats


def _begins_rated(live: LiveGame, request: Request) -> bool:
    """Whether somebody is about to take the open seat of a rated game."""
    is_open = live.state.status == "open" and live.state.terms.rated
    return is_open and isinstance(request.command, Join)


def _name(subscriber: Subscriber) -> str:
    """Whom a socket stands for; those whom we do not know are somebody, too."""
    return subscriber.person or f"{STRANGER}{id(subscriber)}"
