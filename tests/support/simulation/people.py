"""`Tab`: a page at a game, as the site's scripts and an impatient person use it.

A command keeps its id until it is answered, however often the line breaks and wherever the next
connection leads.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from inarow.web.http.identity import Person
from inarow.web.live.messages import Command, read_frame
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.store.databases import DatabaseError
from support.simulation.instances import Instance
from support.simulation.network import Connection
from support.simulation.truth import Truth
from support.simulation.world import World

__all__ = ["Tab"]

ANSWER = 2.0
"""Seconds after which a command is sent again."""

MOST_RESENT = 3
"""After how many times in vain the tab looks for another instance."""


class Tab:
    """One page that shows one game to one person."""

    def __init__(
        self,
        world: World,
        truth: Truth,
        name: str,
        person: Person,
        game: str,
        instances: list[Instance],
        follow: Callable[[Tab, str], None],
    ) -> None:
        self.world, self.truth = world, truth
        self.name, self.person, self.game = name, person, game
        self.instances = instances
        self.follow = follow  # told of a rematch
        self.view: dict[str, Any] | None = None
        self.connection: Connection | None = None
        self.pending: dict[str, dict[str, Any]] = {}
        self.away = self.quiet = False
        self.calm = False  # whether no answer by HTTP is lost
        self.pace = 1.0  # about how many seconds a thought takes
        self.by_http = 0.0  # how often a command goes by HTTP
        self._thinking = False
        self._asking = False
        self._numbers = 0
        self.connect()

    @property
    def version(self) -> int:
        """The version of what is shown."""
        return int(self.view["version"]) if self.view else 0

    # -- the line ---------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a socket at some instance."""
        if self.away or self.connection is not None:
            return
        instance = self.world.random.choice(self.instances)
        if not instance.running:
            self.world.after(self.world.draw(0.1, 2.0), self.connect)
            return
        self.connection = Connection(
            self.world, self.truth, self, instance, self.game, self.version
        )
        for frame in self.pending.values():
            self.connection.send(frame)

    def closed(self, connection: Connection) -> None:
        """The socket is closed: come back."""
        if connection is self.connection:
            self.connection = None
            self.world.after(self.world.draw(0.05, 3.0), self.connect)

    def drop(self) -> None:
        """The line is cut; the server may notice much later."""
        if self.connection is not None:
            self.connection.break_off(
                server=self.world.draw(0.0, 20.0), client=self.world.draw(0.0, 5.0)
            )

    def leave(self, seconds: float) -> None:
        """Close the page, and come back in a while."""
        if self.away:
            return
        self.away = True
        self.world.note(self.name, f"leaves for {seconds:.0f} s")
        if self.connection is not None:
            self.connection.break_off(server=0.01, client=0.0)
            self.connection = None
        self.world.after(seconds, self.come_back)

    def come_back(self) -> None:
        """Open the page anew: it knows nothing, but for what had no answer."""
        if self.away:
            self.away, self.view = False, None
            self.connect()
            for frame in self.pending.values():
                self._send(frame, 0)

    # -- what is heard ----------------------------------------------------------------------------

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """A frame has come."""
        if connection is not self.connection:
            return
        kind = frame["t"]
        if kind == "snapshot":
            self._replace(frame["game"])
        elif kind == "event":
            self._happened(frame["event"], frame.get("game"))
        elif kind == "ack":
            self.pending.pop(frame["id"], None)
            self._happened(frame["event"], frame.get("game"))
        elif kind == "refused":
            self._refused(frame["id"], frame["code"])
            if frame["version"] > self.version:
                self._ask()
        elif kind == "presence" and self.view is not None:
            self.view["claim_in"] = frame["claim_in"]
            if frame["claim_in"] is not None:
                self.world.after(frame["claim_in"] / 1000, self.claim)
        self._think_soon()

    def _replace(self, view: dict[str, Any]) -> None:
        if view["version"] < self.version:
            return
        self.view, self._asking = view, False
        if view["rematch"]:
            self.follow(self, view["rematch"])

    def _happened(self, event: dict[str, Any], view: dict[str, Any] | None) -> None:
        if view is not None:
            self._replace(view)
            return
        if self.view is None or event["version"] <= self.version:
            return
        if event["version"] > self.version + 1 or "turn" not in event:
            self._ask()
            return
        self.view["version"] = event["version"]
        self.view["moves"] = [*self.view["moves"], event["move"]]
        self.view["turn"], self.view["can_swap"] = event["turn"], event["can_swap"]
        self.view["legal"] = [move for move in self.view["legal"] if move not in event["closed"]]
        offers = self.view["offers"]
        mine = offers["draw"] if offers["draw"] == event["side"] else None
        self.view["offers"] = {**offers, "draw": mine, "takeback": None}  # a move is an answer
        if event["outcome"]:
            self.view["status"] = "over"
        self.truth.check_view(self.truth.games[self.game], self.view)

    def _ask(self) -> None:
        if self.connection is not None and not self._asking:
            self._asking = True
            self.connection.send({"t": "tail", "version": self.version})
            self.world.after(1.0, self._asked)

    def _asked(self) -> None:
        self._asking = False

    def _refused(self, id: str, code: str) -> None:
        frame = self.pending.get(id)
        if frame is None:
            return
        if code in ("storage", "busy"):
            return  # it is sent again
        del self.pending[id]

    # -- what is done -----------------------------------------------------------------------------

    def _think_soon(self) -> None:
        if not self._thinking and not self.quiet:
            self._thinking = True
            self.world.after(self.world.draw(0.02, 4.0) * self.pace, self._think)

    def _think(self) -> None:
        self._thinking = False
        if self.quiet or self.away or self.view is None:
            return
        self._think_soon()  # nothing may come of it
        if self.pending:
            return
        if frame := self._wish(self.view):
            self.act(frame)
            if self.world.chance(0.05):  # a double click
                self.act(dict(frame))

    def _wish(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """What this person wants to do now."""
        you, chance = view["you"], self.world.chance
        if view["status"] == "open":
            return {"t": "join"} if you == "none" else None
        if you == "none":
            return {"t": "join"} if chance(0.05) else None
        if view["status"] == "over":
            return self._after_the_end(view, you)
        for what, side in view["offers"].items():
            if side is not None and side != you:
                return {"t": "answer", "what": what, "yes": chance(0.5)}
        if view["turn"] == you or you == "both":
            if view["can_swap"] and chance(0.5):
                return {"t": "swap"}
            if not chance(0.08):
                return self._move(view)
        if not chance(0.08):
            return None
        others: list[dict[str, Any]] = [
            {"t": "offer", "what": "takeback"},
            {"t": "offer", "what": "draw"},
            {"t": "resign"},
            {"t": "abort"},
            {"t": "claim", "what": "win"},
            {"t": "move", "move": 0},
        ]
        return self.world.random.choice(others)

    def _move(self, view: dict[str, Any]) -> dict[str, Any] | None:
        if not view["legal"]:
            return None
        move = self.world.random.choice(view["legal"])
        if self.world.chance(0.1):
            return {"t": "move", "move": move}
        return {"t": "move", "move": move, "version": view["version"]}

    def _after_the_end(self, view: dict[str, Any], you: str) -> dict[str, Any] | None:
        if view["rematch"]:
            return None
        side = view["offers"]["rematch"]
        if side not in (None, you):
            return {"t": "answer", "what": "rematch", "yes": self.world.chance(0.7)}
        return {"t": "offer", "what": "rematch"} if self.world.chance(0.3) else None

    def claim(self) -> None:
        """The other has been away for long."""
        view = self.view
        if view is not None and view["claim_in"] is not None and view["status"] == "playing":
            self.act({"t": "claim", "what": "draw"})

    def act(self, frame: dict[str, Any]) -> None:
        """Send a command, again and again until there is an answer."""
        if self.away:
            return
        self._numbers += 1
        frame["id"] = f"{self.name}-{self._numbers:04}"
        self.pending[frame["id"]] = frame
        if self.world.chance(self.by_http):
            self._by_http(frame)
        else:
            self._send(frame, 0)

    def _send(self, frame: dict[str, Any], times: int) -> None:
        if frame["id"] not in self.pending or self.away:
            return
        if times == MOST_RESENT and len(self.instances) > 1:
            self.drop()
            times = 0
        elif self.connection is not None:
            self.world.note(self.name, f"sends {frame}")
            self.connection.send(frame)
        self.world.after(ANSWER, self._send, frame, times + 1)

    # -- by HTTP ----------------------------------------------------------------------------------

    def _by_http(self, frame: dict[str, Any]) -> None:
        if frame["id"] not in self.pending:
            return
        instance = self.world.random.choice(self.instances)
        self.world.note(self.name, f"asks {instance.name} {frame}")
        self.world.after(
            self.world.draw(0.001, 0.1), instance.ask, lambda: self._request(instance, frame)
        )
        self.world.after(self.world.draw(3.0, 8.0), self._by_http, frame)

    async def _request(self, instance: Instance, frame: dict[str, Any]) -> None:
        command = cast(Command, read_frame(json.dumps(frame)))
        try:
            ack = await instance.hub.act(self.game, self.person, command)
        except Refused as refused:
            answer = {"t": "refused", "id": frame["id"], "code": refused.code, "version": 0}
        except (DatabaseError, NoSuchGame, NotAllowed):
            return
        else:
            answer = {"t": "ack", "id": ack.id, "version": ack.version, "event": ack.event}
        self.truth.said(instance.name, self.person.id, self.game, answer)
        if self.calm or not self.world.chance(0.1):  # the answer may be lost
            self.world.after(self.world.draw(0.001, 0.1), self._answered, answer)

    def _answered(self, answer: dict[str, Any]) -> None:
        if answer["t"] == "refused":
            self._refused(answer["id"], answer["code"])
        else:
            self.pending.pop(answer["id"], None)
        self._think_soon()
