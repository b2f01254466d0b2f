"""`Pairing`: whoever looks for an opponent is seated with whoever fits, or waits at an open game.

Which seeks there are is known from memory: those whose makers are at this instance, and those that
the others tell of. That may be wrong; what counts is what can be stored. Somebody who comes joins a
seek that fits by the command that everybody joins with. Of two who wait, the younger seek leads to
the older game: that its maker sits down there and that it ends is one transaction, so that nobody
is seated twice by one seek, whatever the instances believe.

A seek counts only while its maker is here: at a socket, or by a page that came a moment ago. Games
over days are found in the database, too, and stay open without their makers.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import islice
from typing import Any, Final

from inarow.web.live import seating
from inarow.web.live.clock import DAY
from inarow.web.live.decide import Expire, Lead
from inarow.web.live.events import Terms
from inarow.web.live.game import LiveGame
from inarow.web.live.hub import Hub
from inarow.web.live.messages import GameView, Join, NewGame, Wish
from inarow.web.live.ratings import Strength
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused, Someone
from inarow.web.lobby.seeks import Seek, Seeks, kind_of
from inarow.web.store import ids
from inarow.web.store.databases import DatabaseError
from inarow.web.store.unhurried import OPEN

__all__ = ["Pairing"]

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds between looks whether somebody fits by now."""

SOON: Final = 0.05
"""Seconds until we look when somebody has come."""

GRACE: Final = 8_000
"""For how many milliseconds somebody is here whose page has come, but has no socket."""

AWAY: Final = 20_000
"""After how many milliseconds away a seek is cancelled."""

REPEATED: Final = 5_000
"""Milliseconds after which the other instances are told again who waits here."""

HOLDS: Final = 3 * REPEATED
"""For how many milliseconds it counts that another instance has said so."""

JUST_NOW: Final = 3_000
"""For how many milliseconds another press of the button leads to the game that it has led to."""

SEATED: Final = 60_000
"""The same unless they have been at that game and left: else they may not know of it."""

MOST_GAMES: Final = 10
"""Among how many of the newest games of somebody one is looked for that they may not know of."""

REMEMBERED: Final = 600_000
"""For how many milliseconds it is remembered who has played whom."""

MOST: Final = 20_000
"""How many of these pairs are remembered for so long."""

AT_ONCE: Final = 1000
"""How many things one look is about at most, of each kind."""

GONE: Final = frozenset(("over", "full", "seat"))
"""What is said of a game that nobody can join any more."""


class Pairing:
    """Pairs people who want to play the same."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seeks = Seeks()  # all that count, those of other instances, too
        self._ours: dict[str, int | None] = {}  # by game, until when; none: while there is a socket
        self._left: dict[str, int] = {}  # by game, since when its maker is not here
        self._elsewhere: dict[str, tuple[str, int]] = {}  # by game, the instance and until when
        self._making: dict[str, asyncio.Future[bool]] = {}  # by game, whether it could be made
        self._asking: dict[tuple[str, str], asyncio.Task[LiveGame]] = {}  # by person and kind
        self._taken: set[str] = set()  # games of seeks that are being paired
        self._seated: dict[tuple[str, str], tuple[str, int]] = {}  # by person and kind, and when
        self._met: dict[tuple[str, str], int] = {}  # who has played whom, and when
        self._looking: asyncio.TimerHandle | None = None
        self._told = 0
        self._since = hub.now()
        hub.attend_seek = self.attend
        hub.seeks_heard = self.hear
        hub.topics["paired"] = lambda word: self._seat(*word)

    def begin(self) -> None:
        """Look regularly whether people fit by now."""
        self._look_in(LOOK)

    # -- who asks -------------------------------------------------------------------------------

    async def pair(self, person: Someone, wish: Wish) -> GameView:
        """Seat *person* with whoever fits, or at an open game of their own.

        Whoever asks again for the same is led to the same game.
        """
        wanted = NewGame(visibility="public", **wish.model_dump())
        terms = seating.terms(person, wanted, None, seek=True)
        asked = person.id, kind_of(terms)
        if asked not in self._asking:
            task = self._asking[asked] = asyncio.create_task(self._pair(person, terms))
            task.add_done_callback(lambda task: self._asked(asked, task))
        live = await asyncio.shield(self._asking[asked])
        return GameView.model_validate(live.view(live.you(person.id), self._hub.now()))

    def _asked(self, asked: tuple[str, str], task: asyncio.Task[LiveGame]) -> None:
        del self._asking[asked]
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _pair(self, person: Someone, terms: Terms) -> LiveGame:
        try:
            rating = await self._hub.ratings.strength_of(person.id, terms)
            now = self._hub.now()
            seek = _seek(ids.new_game(now), person.id, terms, now, rating)
            if before := await self._before(person, seek):
                return before
        except DatabaseError:
            raise Refused("storage") from None
        while other := self._best(seek):
            if live := await self._join(person, other):
                return live
        if terms.days is not None and (live := await self._listed(person, terms, seek)):
            return live
        return await self._wait(person, terms, seek)

    async def _listed(self, person: Someone, terms: Terms, seek: Seek) -> LiveGame | None:
        """An open game over days, whose maker need not be here: one's own, or that fits."""
        assert terms.days is not None
        hub, now = self._hub, self._hub.now()
        wanted = str(terms.rules), terms.days * DAY, now - OPEN
        try:
            rows = await hub.unhurried.alike(*wanted, swap=terms.swap, rated=terms.rated)
            for row in rows:
                if person.id in (row.x, row.o):
                    return await hub.load(row.id)
        except (DatabaseError, NoSuchGame):
            raise Refused("storage") from None
        waiting = Seeks()
        for row in rows:
            waiting.add(Seek(row.id, row.x or row.o, seek.kind, row.created, None, terms.rated))
        while other := waiting.best(seek, now, met=self._have_met, but=self._taken):
            waiting.drop(other.game)
            if live := await self._join(person, other):
                return live
        return None

    async def _before(self, person: Someone, seek: Seek) -> LiveGame | None:
        """Where *person* waits for the same already, or has been seated."""
        waiting = self._seeks.of(seek.person, seek.kind)
        games = [waiting.game] if waiting else []
        games += [game for game in self._left if self._is_left_by(game, seek)]
        for game in games:
            if (making := self._making.get(game)) and not await making:
                continue
            if live := await self._led_to(person, game):
                return live
        for game, at in await self._seats(seek):
            if live := await self._led_to(person, game, seek.kind, at):
                return live
        return None

    async def _seats(self, seek: Seek) -> list[tuple[str, int]]:
        """Where the maker of a seek may have been seated lately, and when.

        What happened at another instance, or before this one began, only the database knows.
        """
        hub = self._hub
        now, seats = hub.now(), []
        if seated := self._seated.get((seek.person, seek.kind)):
            seats.append(seated)
        if not hub.bus.is_alone or now - self._since < SEATED:
            rows = await hub.store.unfinished(seek.person, MOST_GAMES)
            begun_first = sorted(rows, key=lambda row: row.status == "open")
            seats += [(row.id, row.updated) for row in begun_first]
        return [(game, at) for game, at in seats if now - at < SEATED]

    async def _led_to(
        self, person: Someone, game: str, kind: str = "", since: int = 0
    ) -> LiveGame | None:
        """A game that goes on, if it is for *person*; with *kind*, if they may not know of it."""
        now = self._hub.now()
        try:
            live = await self._hub.live(game, person)
        except (NoSuchGame, NotAllowed, DatabaseError):
            return None
        state = live.state
        if kind and (not state.terms.seek or kind_of(state.terms) != kind):
            return None
        is_new = not kind or state.status == "open" or now - since < JUST_NOW
        if state.end is not None or (not is_new and live.presence.has_left(person.id, since, now)):
            return None
        self.attend(live, True)
        return live

    def _is_left_by(self, game: str, seek: Seek) -> bool:
        live = self._hub.lives.get(game)
        if live is None or not live.state.sides_of(seek.person):
            return False
        return kind_of(live.state.terms) == seek.kind

    def _best(self, seek: Seek) -> Seek | None:
        return self._seeks.best(seek, self._hub.now(), met=self._have_met, but=self._taken)

    async def _join(self, person: Someone, seek: Seek) -> LiveGame | None:
        """The game of a seek, with *person* at it, unless somebody was faster."""
        self._taken.add(seek.game)
        try:
            making = self._making.get(seek.game)
            if making and (not await making or self._is_seated(seek)):
                return None
            live = await self._hub.load(seek.game)
            await self._hub.command(live, Join(), person)
        except NoSuchGame:
            self._drop(seek.game)
            return None
        except DatabaseError:
            raise Refused("storage") from None
        except Refused as refused:
            if refused.code not in GONE:
                raise
            self._drop(seek.game)
            is_there = live.state.end is None and bool(live.state.sides_of(person.id))
            return live if is_there else None  # an earlier attempt may have been stored after all
        finally:
            self._taken.discard(seek.game)
        return live

    async def _wait(self, person: Someone, terms: Terms, seek: Seek) -> LiveGame:
        """A new open game; others may be seated there as soon as it is stored."""
        made = self._making[seek.game] = asyncio.get_running_loop().create_future()
        self._ours[seek.game] = self._hub.now() + GRACE
        self._seeks.add(seek)
        live = None
        try:
            live = await self._hub.begin(person, terms, seek.game)
        finally:
            del self._making[seek.game]
            made.set_result(live is not None)
            if live is None:
                self._no_longer_ours(seek.game)
        if not self._is_seated(seek):
            self._say(seek.game, seek)
        return live

    # -- who is here ----------------------------------------------------------------------------

    def attend(self, live: LiveGame, looks: bool) -> None:
        """Somebody has come to a seek or gone, or its maker *looks*, or it is no open game now."""
        game, state, hub = live.game, live.state, self._hub
        if hub.lives.get(game) is not live or state.status != "open":
            was_waiting = game in self._seeks or game in self._left
            self._left.pop(game, None)
            self._no_longer_ours(game)
            if state.status != "open":
                self._drop(game)
            if was_waiting and state.status == "playing":
                self._note(live)
            return
        (maker,) = (seat.id for seat in state.seats if seat)
        if live.presence.address(maker) is not None:
            self._come(live, maker, None)
        elif looks:
            self._come(live, maker, hub.now() + GRACE)
        elif game in self._ours:
            self._go(game)

    def _come(self, live: LiveGame, maker: str, until: int | None) -> None:
        game = live.game
        is_new = game not in self._ours
        self._ours[game] = until
        self._left.pop(game, None)
        if is_new:
            self._hub.spawn(self._enlist(live, maker))

    async def _enlist(self, live: LiveGame, maker: str) -> None:
        """Let others find whoever has come, as soon as it is known how strong they are."""
        game, state = live.game, live.state
        seek = self._seeks.get(game)  # as another instance has told us, perhaps
        while seek is None:
            try:
                rating = await self._hub.ratings.strength_of(maker, state.terms)
            except DatabaseError as error:
                log.warning("%s", error)
                await asyncio.sleep(LOOK)
            else:
                seek = _seek(game, maker, state.terms, state.created, rating)
        if game in self._ours:  # else they have gone meanwhile
            self._seeks.add(seek)
            self._say(game, seek)
            self._look_in(SOON)

    def _go(self, game: str) -> None:
        self._left[game] = self._hub.now()
        self._no_longer_ours(game)

    def _no_longer_ours(self, game: str) -> None:
        if game in self._ours:
            del self._ours[game]
            self._say(game, None)
            if game not in self._elsewhere:
                self._seeks.drop(game)

    def _drop(self, game: str) -> None:
        """Nobody waits there, whoever has said so."""
        self._elsewhere.pop(game, None)
        if game not in self._ours:
            self._seeks.drop(game)

    def _note(self, live: LiveGame) -> None:
        """Two have been paired."""
        one, other = (seat.id for seat in live.state.seats if seat)
        terms = live.state.terms
        word = live.game, kind_of(terms), one, other, terms.days is not None
        self._seat(*word)
        self._hub.bus.say("paired", word)

    def _seat(self, game: str, kind: str, one: str, other: str, unhurried: bool) -> None:
        """Remember who has been paired, at this instance or another.

        They wait nowhere else, but for games over days.
        """
        now = self._hub.now()
        self._met.pop(_pair_of(one, other), None)
        self._met[_pair_of(one, other)] = now
        for person in (one, other):
            self._seated.pop((person, kind), None)
            self._seated[person, kind] = (game, now)
        if unhurried:
            return
        for seek in self._seeks:
            if seek.person not in (one, other) or seek.game == game or seek.unhurried:
                continue
            self._seeks.drop(seek.game)
            self._elsewhere.pop(seek.game, None)
            if seek.game in self._ours:
                self._hub.spawn(self._release(seek, game))

    async def _release(self, seek: Seek, game: str) -> None:
        """End a seek of somebody who has been seated elsewhere, even if it is just being stored."""
        if (making := self._making.get(seek.game)) and not await making:
            return
        while seek.game in self._ours:
            if not await self._lead(seek, game, seated=False):
                if seek.game in self._ours:  # that game is over by now, and they still wait
                    self._seeks.add(seek)
                    self._say(seek.game, seek)
                return
            await asyncio.sleep(LOOK)  # it may not have been possible

    def _is_seated(self, seek: Seek) -> bool:
        """Whether the maker of a seek has been seated at another game since they made it."""
        game, at = self._seated.get((seek.person, seek.kind), ("", 0))
        return bool(game) and game != seek.game and at >= seek.created

    def _have_met(self, one: str, other: str) -> bool:
        return _pair_of(one, other) in self._met

    # -- other instances ------------------------------------------------------------------------

    def _say(self, game: str, seek: Seek | None) -> None:
        """Tell the other instances that somebody waits here, or no longer."""
        self._hub.bus.say("seek", [self._hub.bus.instance, game, seek])

    def hear(self, instance: str, game: str, said: list[Any] | None) -> None:
        """Another instance says that somebody waits there, or no longer."""
        if said is None:
            if self._elsewhere.get(game, ("", 0))[0] == instance:
                self._drop(game)
            return
        is_new = game not in self._seeks
        self._elsewhere[game] = (instance, self._hub.now() + HOLDS)
        if is_new:
            self._seeks.add(Seek.told(said))
            self._look_in(SOON)

    # -- those who wait -------------------------------------------------------------------------

    def _look_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._looking is not None:
            if self._looking.when() <= at:
                return
            self._looking.cancel()
        self._looking = loop.call_at(at, self._look_again)

    def _look_again(self) -> None:
        self._looking = None
        if not self._hub.stopping:
            self._look_in(LOOK)
            self.look()

    def look(self) -> None:
        """Pair those who fit by now, and let go of those who are not here any more."""
        now = self._hub.now()
        self._tidy(now)
        ours = [seek for seek in self._seeks if seek.game in self._ours]
        for seek in sorted(ours, key=lambda seek: seek.age, reverse=True)[:AT_ONCE]:
            if seek.game in self._taken or seek.game in self._making:
                continue
            twin = self._seeks.of(seek.person, seek.kind)
            if twin is not None and twin.age < seek.age:
                self._hub.spawn(self._lead(seek, twin.game, seated=False))
                continue
            other = self._best(seek)
            if other is not None and other.age < seek.age:
                self._taken |= {seek.game, other.game}
                self._hub.spawn(self._unite(seek, other))

    async def _unite(self, seek: Seek, older: Seek) -> None:
        """Seat the maker of a seek at an older one's game."""
        try:
            if (making := self._making.get(older.game)) is None or await making:
                await self._lead(seek, older.game, seated=True)
        finally:
            self._taken -= {seek.game, older.game}

    async def _lead(self, seek: Seek, game: str, *, seated: bool) -> bool:
        """End a seek, for its maker is to play another game; whether that is still to be played.

        If somebody was faster, look again.
        """
        hub = self._hub
        try:
            there = await hub.load(game)
            live = await hub.load(seek.game)
            if there.state.status != "open" if seated else there.state.end is not None:
                self._drop(game)
                return False
            await hub.command(live, Lead(game, seated))
        except NoSuchGame:
            self._drop(game)
            return False
        except (Refused, DatabaseError) as error:
            log.info("somebody goes on waiting: %s", error)
        return True

    def _tidy(self, now: int) -> None:
        for game, until in list(self._ours.items()):
            if until is not None and until < now and game not in self._making:
                self._go(game)
        for game, (_, until) in list(self._elsewhere.items()):
            if until < now:
                self._drop(game)
        for game, since in list(self._left.items()):
            if now - since >= AWAY:
                del self._left[game]
                self._hub.spawn(self._cancel(game))
        for asked, (_, at) in list(islice(self._seated.items(), AT_ONCE)):
            if now - at >= SEATED:
                del self._seated[asked]
        for pair, at in list(islice(self._met.items(), AT_ONCE)):
            if now - at >= REMEMBERED or len(self._met) > MOST:
                del self._met[pair]
        if now - self._told >= REPEATED:
            self._told = now
            for seek in self._seeks:
                if seek.game in self._ours:
                    self._say(seek.game, seek)

    async def _cancel(self, game: str) -> None:
        """Nobody waits there any more, unless at another instance."""
        live = self._hub.lives.get(game)
        if live is None or game in self._elsewhere or live.state.status != "open":
            return
        if live.state.terms.days is not None:
            return  # it is listed for days
        (maker,) = (seat.id for seat in live.state.seats if seat)
        if live.presence.is_here(maker, self._hub.now()):
            return
        try:
            await self._hub.command(live, Expire(live.state.version))
        except (Refused, DatabaseError):
            self._left.setdefault(game, self._hub.now())


def _seek(game: str, person: str, terms: Terms, created: int, rating: Strength | None) -> Seek:
    days = terms.days is not None
    return Seek(game, person, kind_of(terms), created, rating, terms.rated, days)


def _pair_of(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
