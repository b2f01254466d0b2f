"""The lobby: which public games are open or go on, told to those who look, not too often.

A game is listed while one of its players is here, at this instance or another; an open game over
days for a week, whoever is here. Nobody can fill the lists: they have a few games of each person,
and of each address one before another has a second.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inarow import language
from inarow.board.rules import Rules
from inarow.web.live.archive import days_of
from inarow.web.live.game import LiveGame, Subscriber
from inarow.web.live.hub import Hub
from inarow.web.live.messages import LobbyView
from inarow.web.live.presence import REMEMBERED
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.store.unhurried import OPEN
from inarow.web.study.positions import game_title

__all__ = ["Lobby", "Shown", "fair"]

PAUSE = 0.5
"""Seconds between two messages at least."""

MOST = 50
"""How many games of each kind are listed."""

MOST_ABSENT = 20
"""How many open games over days are listed whose makers are not here."""

MOST_OF_PERSON = 3
"""How many games of each kind are listed of one person."""


class Shown(NamedTuple):
    """A game that may be listed."""

    game: str
    person: str  # a player who is here
    address: str  # from where
    is_open: bool
    created: int
    ratings: Mapping[str, Any] | None = None  # by the id of who sits there

    @classmethod
    def of(cls, live: LiveGame) -> Shown:
        """A session of which a player is here."""
        state, presence = live.state, live.presence
        person = next(person for person in presence.here if state.sides_of(person))
        address = presence.address(person) or ""
        is_open = state.status == "open"
        ratings = {one: rating._asdict() for one, rating in live.ratings.items()}
        return cls(live.game, person, address, is_open, state.created, ratings)


def fair(games: Iterable[Shown], most: int = MOST) -> list[Shown]:
    """Those that are listed, the newest of each person and address before their others."""
    newest = sorted(games, key=lambda game: game.created, reverse=True)
    by_person = _in_turns(newest, lambda game: game.person)
    few = [game for turn, game in by_person if turn < MOST_OF_PERSON]
    return [game for _, game in _in_turns(few, lambda game: game.address)][:most]


def _in_turns(games: Iterable[Shown], whose: Callable[[Shown], str]) -> list[tuple[int, Shown]]:
    """First one game of everybody, then a second of those who have one, and so on."""
    turns: Counter[str] = Counter()
    numbered = []
    for game in games:
        numbered.append((turns[whose(game)], game))
        turns[whose(game)] += 1
    return sorted(numbered, key=lambda pair: pair[0])


class Lobby:
    """What goes on in public."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        self._subscribers: dict[Subscriber, None] = {}
        self._elsewhere: dict[str, tuple[list[Shown], int]] = {}  # by instance, until when
        self._telling: asyncio.Task[None] | None = None
        self._stale = self._unsaid = False
        hub.lists_changed = self.changed
        hub.lists_heard = self.heard
        hub.audiences.append(self._subscribers)

    async def view(self) -> LobbyView:
        """The lists as they are now."""
        return self._view(*await self._rows())

    async def _rows(self) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """The games that are listed, and the ratings of those who play them."""
        now = self._hub.now()
        games = self._here()
        for others, until in self._elsewhere.values():
            games += others if until >= now else []
        chosen = _chosen(games)
        rows = list(await self._store.games([game.game for game in chosen]))
        ratings = {game.game: game.ratings or {} for game in chosen}
        rows += [row for row in await self._absent(now) if row.id not in ratings]
        return rows, ratings

    async def _absent(self, now: int) -> list[Any]:
        """Open games over days, whose makers need not be here."""
        found = {row.id: row for row in await self._hub.unhurried.listed(now - OPEN)}
        shown = (Shown(row.id, row.x or row.o, row.id, True, row.created) for row in found.values())
        return [found[game.game] for game in fair(shown, MOST_ABSENT)]

    def _view(self, rows: Sequence[Any], ratings: Mapping[str, Any]) -> LobbyView:
        return LobbyView.model_validate(
            {
                "open": [_entry(row, ratings) for row in rows if row.status == "open"],
                "playing": [_entry(row, ratings) for row in rows if row.status == "playing"],
                "people": self._hub.people + len(self._subscribers),
            }
        )

    def _here(self) -> list[Shown]:
        return _chosen(Shown.of(live) for live in self._hub.shown.values())

    def subscribe(self, subscriber: Subscriber) -> None:
        """Tell *subscriber* now, and whenever something changes."""
        self._subscribers[subscriber] = None
        self._tell_soon()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Tell *subscriber* no more."""
        self._subscribers.pop(subscriber, None)

    def changed(self) -> None:
        """Something has changed here: tell everybody soon, also the other instances."""
        self._unsaid = not self._hub.bus.is_alone
        self._tell_soon()

    def heard(self, instance: str, games: list[list[Any]]) -> None:
        """Another instance says which games it has."""
        now = self._hub.now()
        before, until = self._elsewhere.get(instance, ([], 0))
        shown = [Shown(*game) for game in games]
        self._elsewhere[instance] = (shown, now + REMEMBERED)
        self._elsewhere = {name: word for name, word in self._elsewhere.items() if word[1] >= now}
        if until < now or shown != before:
            self._tell_soon()

    def _tell_soon(self) -> None:
        self._stale = True
        if self._hub.stopping:
            return
        if self._telling is None or self._telling.done():
            self._telling = self._hub.spawn(self._tell())

    async def _tell(self) -> None:
        while self._unsaid or (self._stale and self._subscribers):
            if self._unsaid:
                self._unsaid = False
                self._hub.bus.say("lobby", [self._hub.bus.instance, self._here()])
            if self._subscribers:
                await self._tell_here()
            await asyncio.sleep(PAUSE)

    async def _tell_here(self) -> None:
        self._stale = False
        try:
            games = await self._rows()
        except DatabaseError:
            self._stale = True
            return
        frames: dict[str, str] = {}
        for subscriber in list(self._subscribers):
            code = subscriber.language
            if code not in frames:
                with language.use(code):
                    frames[code] = '{"t":"lobby",' + self._view(*games).model_dump_json()[1:]
            subscriber.send(frames[code])


def _chosen(games: Iterable[Shown]) -> list[Shown]:
    """Those of both kinds that are listed."""
    games = list(games)
    kinds = ([game for game in games if game.is_open is is_open] for is_open in (True, False))
    return [game for kind in kinds for game in fair(kind)]


def _entry(row: Any, shown: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A row as the lobby has it; *shown* are the games of which a player is here."""
    ratings = shown.get(row.id, {})
    days = days_of(row)
    players = [(row.x, row.x_name), (row.o, row.o_name)]
    names = [name for _, name in players if name]
    waiting = row.x or row.o if row.status == "open" else None
    return {
        "id": row.id,
        "rules": row.rules,
        "title": game_title(Rules.parse(row.rules)),
        "swap": row.swap,
        "rated": row.rated,
        "clock": None if row.base is None or days else (row.base, row.increment),
        "days": days,
        "name": " – ".join(names),
        "players": [{"name": name, "rating": ratings.get(one)} for one, name in players if name],
        "person": waiting,
        "here": row.id in shown,
        "since": row.updated,
    }
