"""`LiveGame`: one session in memory, with those who watch it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from inarow import language
from inarow.web.http.identity import Person
from inarow.web.live.decide import ServerCommand
from inarow.web.live.events import Event
from inarow.web.live.messages import Command
from inarow.web.live.presence import Presence
from inarow.web.live.state import Someone, State, fold, start
from inarow.web.live.view import (
    SeatRating,
    You,
    clock_view,
    encode,
    event_view,
    game_view,
    outcome_view,
    rating_view,
    seen_by,
)
from inarow.web.store.writer import EventRow

__all__ = ["Accepted", "LiveGame", "Rejected", "Reply", "Request", "Subscriber", "Told"]

REMEMBERED = 32
"""How many events a session keeps as text, for clients that come back."""

AT_ONCE = 32
"""How many stored events are taken into account before others have their turn."""


class Subscriber(Protocol):
    """Whoever is told what happens: a socket or a stream. Sending never waits."""

    who: Person | None
    address: str
    language: str

    @property
    def person(self) -> str | None:
        """The id of who it is."""

    def send(self, text: str) -> None:
        """Tell it; one that is too slow is closed instead."""

    def close(self, code: int, reason: str) -> None:
        """Say no more."""


class Told(NamedTuple):
    """An event as JSON; what is said of the *end*, if it has come, is in the language in use."""

    text: str
    end: tuple[dict[str, Any], State] | None = None

    def __str__(self) -> str:
        if self.end is None:
            return self.text
        view, state = self.end
        return encode(view | {"outcome": outcome_view(state)})


class Accepted(NamedTuple):
    """The answer to a command that is stored: the event as JSON, *whole* with the game."""

    id: str
    version: int
    event: Told
    live: LiveGame
    whole: bool


class Rejected(NamedTuple):
    """The answer to a command that is not: why."""

    id: str
    code: str
    text: str
    live: LiveGame


Reply = Callable[[Accepted | Rejected], None]


class Request:
    """A command, who gave it in which language, and where the answer goes."""

    __slots__ = ("command", "language", "origin", "reply", "who")

    def __init__(
        self,
        command: Command | ServerCommand,
        who: Someone | None,
        reply: Reply | None,
        origin: Subscriber | None = None,  # has the answer, and needs not be told again
    ) -> None:
        self.command, self.who, self.reply, self.origin = command, who, reply, origin
        self.language = language.code()

    def answer(self, answer: Accepted | Rejected) -> None:
        """Tell the one who waits for it, if anybody does."""
        if self.reply is not None:
            with language.use(self.language):
                self.reply(answer)


class LiveGame:
    """A session: its state, what waits to be done, and the subscribers."""

    __slots__ = (
        *("acks", "busy", "excused", "failing", "game", "near", "presence", "queue", "ratings"),
        *("recent", "state", "subscribers", "telling", "thinking", "timer", "touched", "unrated"),
    )

    def __init__(self, game: str, events: list[Event], now: int) -> None:
        self.game = game
        self.state: State = start(events[0])
        self.acks: dict[tuple[str, str], tuple[int, str]] = {}  # version, kind by person and id
        self.recent: deque[tuple[int, str, Told]] = deque(maxlen=REMEMBERED)
        self.queue: deque[Request] = deque()
        self.busy = False
        self.excused = 0  # milliseconds of outages by which the clock is later than its event says
        self.failing = False  # whether the program that is to move cannot
        self.subscribers: dict[Subscriber, None] = {}
        self.presence = Presence(now)
        self.telling: asyncio.TimerHandle | None = None  # who is here
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.touched = now
        self.near = False  # whether both players have been at one address
        self.ratings: Mapping[str, SeatRating] = {}  # by the id of who sits there
        self.unrated: Callable[[], str] = str  # why a rated game does not count, as a sentence
        self._remember(events[0], Told(encode({"version": 1, "kind": "create"})))
        for event in events[1:]:
            self.apply(event, fold(self.state, event))

    @classmethod
    async def replay(cls, game: str, rows: Sequence[EventRow], now: int) -> LiveGame:
        """A session from its stored events; a long game keeps nobody waiting."""
        live = cls(game, [Event.from_row(rows[0])], now)
        for number, row in enumerate(rows[1:], start=1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            event = Event.from_row(row)
            live.apply(event, fold(live.state, event))
        return live

    def apply(self, event: Event, after: State) -> Told:
        """Take *event*, which is stored and leads to *after*, into account; its JSON."""
        view = event_view(self.state, event, after)
        told = Told(encode(view), (view, after) if view.get("outcome") is not None else None)
        self.state = after
        self.failing = False
        if event.left is not None:
            self.excused = 0
        if event.kind == "identify" and event.by is not None and event.seat is not None:
            self._identify(event.by, event.seat.id)
        self._remember(event, told)
        return told

    def _remember(self, event: Event, told: Told) -> None:
        self.recent.append((event.version, event.kind, told))
        if event.by is not None and event.command is not None:
            self.acks[event.by, event.command] = (event.version, event.kind)

    def _identify(self, guest: str, person: str) -> None:
        """What the guest has sent is not carried out again when the person repeats it."""
        theirs = {name: done for (who, name), done in self.acks.items() if who == guest}
        self.acks |= {(person, name): done for name, done in theirs.items()}

    def acknowledge(self, request: Request) -> bool:
        """Answer a command that was carried out before as it was answered then, if it was."""
        name, who = request.command.id, request.who
        if name is None or who is None or (who.id, name) not in self.acks:
            return False
        version, kind = self.acks[who.id, name]
        known = [told for number, _, told in self.recent if number == version]
        told = known[0] if known else Told(encode({"version": version, "kind": kind}))
        whole = kind != "move" or not known
        request.answer(Accepted(name, version, told, self, whole))
        return True

    # -- what people see ----------------------------------------------------------------------

    def you(self, person: str | None) -> You:
        """Where somebody sits."""
        return seen_by(self.state, person)

    def view(self, you: You, now: int) -> dict[str, object]:
        """The game as JSON."""
        return game_view(
            self.game,
            self.state,
            you,
            now,
            here=self.presence.sides(self.state, now),
            claim_in=self.presence.claim_in(self.state, now),
            watching=self.presence.watching(self.state, now),
            failing=self.failing,
            ratings=self.ratings,
            unrated=self.unrated(),
        )

    def snapshot(self, person: str | None, now: int) -> str:
        """The frame with the whole game."""
        return encode({"t": "snapshot", "game": self.view(self.you(person), now)})

    def tail(self, version: int | None, person: str | None, now: int) -> list[str]:
        """The frames that bring a client from *version* to now: events, or the whole game."""
        if version == self.state.version:
            return []
        missing = [entry for entry in self.recent if version is not None and entry[0] > version]
        complete = version is not None and len(missing) == self.state.version - version
        if not complete or any(kind != "move" for _, kind, _ in missing):
            return [self.snapshot(person, now)]
        texts = [str(told) for _, _, told in missing]
        if self.state.clock is not None:
            last = json.loads(texts[-1])
            texts[-1] = encode(last | {"clock": clock_view(self.state.clock, now)})
        return [f'{{"t":"event","event":{text}}}' for text in texts]

    def presence_text(self, now: int) -> str:
        """The frame that says who is here."""
        x, o = self.presence.sides(self.state, now)
        claim_in = self.presence.claim_in(self.state, now)
        watching = self.presence.watching(self.state, now)
        return encode({"t": "presence", "x": x, "o": o, "claim_in": claim_in, "watching": watching})

    def ratings_text(self) -> str:
        """The frame that says how strong the players are, and what the game has changed."""
        x, o = (rating_view(self.ratings, seat.id if seat else None) for seat in self.state.seats)
        return encode({"t": "ratings", "x": x, "o": o, "unrated": self.unrated() or None})

    # -- telling them -------------------------------------------------------------------------

    def broadcast(self, text: str, but: Subscriber | None = None) -> None:
        """Send the same frame to all, with one exception."""
        for subscriber in list(self.subscribers):
            if subscriber is not but:
                subscriber.send(text)

    def tell_ratings(self) -> None:
        """Tell all how strong the players are, and why the game does not count, if it does not."""
        frames: dict[str, str] = {}
        for subscriber in list(self.subscribers):
            code = subscriber.language
            if code not in frames:
                with language.use(code):
                    frames[code] = self.ratings_text()
            subscriber.send(frames[code])

    def tell_no_more(self) -> None:
        """Who is here need not be told soon: that has been done, or nobody wants to know."""
        if self.telling is not None:
            self.telling.cancel()
            self.telling = None

    def tell_failing(self, now: int) -> None:
        """Tell all that the program that is to move cannot."""
        self.failing = True
        for subscriber in list(self.subscribers):
            with language.use(subscriber.language):
                subscriber.send(self.snapshot(subscriber.person, now))

    def tell(self, event: Event, told: Told, now: int, but: Subscriber | None = None) -> None:
        """Tell all of an event; unless it is a move, with the whole game as each sees it."""
        whole = event.kind != "move"
        if not whole and told.end is None:  # the same for everybody
            self.broadcast(f'{{"t":"event","event":{told.text}}}', but)
            return
        frames: dict[tuple[str, You | None], str] = {}
        for subscriber in list(self.subscribers):
            if subscriber is but:
                continue
            key = subscriber.language, self.you(subscriber.person) if whole else None
            if key not in frames:
                frames[key] = self._frame(told, *key, now)
            subscriber.send(frames[key])

    def _frame(self, told: Told, code: str, you: You | None, now: int) -> str:
        """An event for those who read one language; with the game as it is from where *you* sit."""
        with language.use(code):
            game = "" if you is None else f',"game":{encode(self.view(you, now))}'
            return f'{{"t":"event","event":{told}{game}}}'
