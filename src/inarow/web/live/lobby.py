"""The lobby: which public games are open or go on, told to those who look, not too often."""

from __future__ import annotations

import asyncio
from typing import Any

from inarow.board.rules import Rules
from inarow.web.live.game import Subscriber
from inarow.web.live.hub import Hub
from inarow.web.live.messages import LobbyView
from inarow.web.store import Store
from inarow.web.store.databases import DatabaseError
from inarow.web.study.positions import game_title

__all__ = ["Lobby"]

PAUSE = 0.5
"""Seconds between two messages at least."""

MOST = 50
"""How many games of each kind are listed."""


class Lobby:
    """What goes on in public."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        self._subscribers: dict[Subscriber, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._stale = False
        hub.lists_changed = self.changed
        hub.audiences.append(self._subscribers)

    async def view(self) -> LobbyView:
        """The lists as they are now."""
        waiting = await self._store.public_games("open", MOST)
        playing = await self._store.public_games("playing", MOST)
        return LobbyView.model_validate(
            {
                "open": [_entry(row) for row in waiting],
                "playing": [_entry(row) for row in playing],
                "people": self._hub.people + len(self._subscribers),
            }
        )

    def subscribe(self, subscriber: Subscriber) -> None:
        """Tell *subscriber* now, and whenever something changes."""
        self._subscribers[subscriber] = None
        self.changed()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Tell *subscriber* no more."""
        self._subscribers.pop(subscriber, None)

    def changed(self) -> None:
        """Something has changed: tell everybody soon."""
        self._stale = True
        if self._subscribers and (self._telling is None or self._telling.done()):
            self._telling = self._hub.spawn(self._tell())

    async def _tell(self) -> None:
        while self._stale and self._subscribers:
            self._stale = False
            try:
                view = await self.view()
            except DatabaseError:
                self._stale = True
            else:
                text = '{"t":"lobby",' + view.model_dump_json()[1:]
                for subscriber in list(self._subscribers):
                    subscriber.send(text)
            await asyncio.sleep(PAUSE)


def _entry(row: Any) -> dict[str, Any]:
    names = [name for name in (row.x_name, row.o_name) if name]
    return {
        "id": row.id,
        "rules": row.rules,
        "title": game_title(Rules.parse(row.rules)),
        "swap": row.swap,
        "clock": None if row.base is None else (row.base, row.increment),
        "name": " – ".join(names),
        "since": row.updated,
    }
