"""`Session`: one tournament in memory, with those who follow it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from inarow.web.live.game import AT_ONCE, Subscriber
from inarow.web.live.presence import STRANGER, Presence
from inarow.web.live.view import encode
from inarow.web.tournaments.events import Event, EventRow
from inarow.web.tournaments.state import State, fold, start
from inarow.web.tournaments.view import Table, head_view, table_of, you_view

__all__ = ["Session", "name_of"]


def name_of(subscriber: Subscriber) -> str:
    """Whom a socket stands for; those whom we do not know are somebody, too."""
    return subscriber.person or f"{STRANGER}{id(subscriber)}"


class Session:
    """A tournament: its state, the table as it was told last, and the subscribers."""

    def __init__(self, id: str, events: Sequence[Event], now: int) -> None:
        self.id = id
        self.state: State = start(events[0])
        self.acks: set[tuple[str, str]] = set()  # commands that were carried out
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.unsure = False  # whether the database may have more
        self.hints = True  # whether a game may have ended that is not in the table
        self.begun: set[str] = set()  # games in which both have moved
        self.subscribers: dict[Subscriber, bool] = {}  # whether they look on aside
        self.presence = Presence(now)
        self.telling: asyncio.TimerHandle | None = None
        self.told_at = 0
        self.touched = now
        self._note(events[0])
        for event in events[1:]:
            self.state = fold(self.state, event)
            self._note(event)
        self.table: Table = table_of(self.state)  # as it was told last
        self._current = self.table
        self._whole = ""

    @classmethod
    async def replay(cls, id: str, rows: Sequence[EventRow], now: int) -> Session:
        """A session from its stored events; a long tournament keeps nobody waiting."""
        session = cls(id, [Event.from_row(rows[0])], now)
        for number, row in enumerate(rows[1:], start=1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            session.apply(Event.from_row(row))
        session.refresh()
        return session

    def apply(self, event: Event) -> None:
        """Take *event*, which is stored, into account."""
        self.state = fold(self.state, event)
        self._note(event)
        if event.kind == "score":
            self.begun &= self.state.running.keys()

    def become(self, other: Session) -> None:
        """Take over what another has read."""
        self.state, self.acks = other.state, other.acks
        self._current = table_of(self.state)
        self.refresh()

    @property
    def is_needed(self) -> bool:
        """Whether anybody follows it or wants something of it."""
        return bool(self.subscribers or self.waiting)

    def _note(self, event: Event) -> None:
        if event.by is not None and event.command is not None:
            self.acks.add((event.by, event.command))

    # -- what people see ------------------------------------------------------------------------

    def head(self, table: Table, now: int, pause: int) -> dict[str, object]:
        """What is told besides the table."""
        return head_view(self.id, self.state, now, pause=pause) | {"boards": table.boards}

    @property
    def current(self) -> Table:
        """The table as it is now, made once for each version."""
        if self._current.version != self.state.version:
            self._current = table_of(self.state)
        return self._current

    def refresh(self) -> tuple[list[dict[str, object]], Table]:
        """Bring the table up to date; the lines that have changed, and the table before."""
        before, self.table = self.table, self.current
        self._whole = ""
        rows = self.table.rows
        return [row for number, row in rows.items() if row != before.rows.get(number)], before

    def whole(self, now: int, pause: int) -> str:
        """The frame with the whole table, as it was told last."""
        table = self.table
        if not self._whole:
            players = encode([table.rows[number] for number in table.order])
            self._whole = f'"players":{players},{_order(table)}'
        head = encode(self.head(self.table, now, pause))
        return f'{{"t":"table","version":{table.version},"head":{head},{self._whole}}}'

    def news(self, now: int, pause: int) -> str | None:
        """The frame with what has changed since the last one; `None` if nothing has."""
        if self.table.version == self.state.version:
            return None
        rows, before = self.refresh()
        head = encode(self.head(self.table, now, pause))
        return (
            f'{{"t":"news","after":{before.version},"version":{self.table.version},'
            f'"head":{head},"players":{encode(rows)},{_order(self.table)}}}'
        )

    def you(self, person: str | None) -> str:
        """The frame for one person."""
        return encode({"t": "you", "you": you_view(self.state, person)})

    # -- telling them ---------------------------------------------------------------------------

    def broadcast(self, text: str) -> None:
        """Send the same frame to all."""
        for subscriber in list(self.subscribers):
            subscriber.send(text)

    def tell_each(self, people: Iterable[str]) -> None:
        """Tell these people what they are now."""
        people = frozenset(people)
        for subscriber in list(self.subscribers):
            if subscriber.person in people:
                subscriber.send(self.you(subscriber.person))


def _order(table: Table) -> str:
    return f'"order":{encode(table.order)},"places":{encode(table.places)}'
