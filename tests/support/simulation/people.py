"""`Tab`: a page at a game, as the site's scripts and an impatient person use it; and the lobby.

A command keeps its id until it is answered, however often the line breaks and wherever the next
connection leads. Different people use the same ids.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Protocol, cast

from inarow.web.http.identity import Person
from inarow.web.live.messages import Command, read_frame
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.store.databases import DatabaseError
from support.simulation.instances import Instance
from support.simulation.network import Connection
from support.simulation.truth import Truth
from support.simulation.world import World

__all__ = ["House", "Lobby", "Page", "Tab"]

ANSWER = 2.0
"""Seconds after which a command is sent again."""

MOST_RESENT = 3
"""After how many times in vain the tab looks for another instance."""


class House(Protocol):
    """What pages know of the world."""

    world: World
    truth: Truth
    instances: list[Instance]
    tabs: list[Tab]
    numbers: Counter[str]  # of the last command of everybody
    healed: bool  # whether nothing goes wrong any more
    idle: bool  # whether people only look on

    def follow(self, tab: Tab, game: str) -> None:
        """There is a rematch."""


class Page:
    """What is open in a browser, or a program: it connects, and comes back when it is cut off."""

    game = contest = address = ""
    invite: str | None = None
    streams = False
    version = 0

    def __init__(self, house: House, name: str, person: Person) -> None:
        self.house, self.world, self.truth = house, house.world, house.truth
        self.name, self.person = name, person
        self.connection: Connection | None = None
        self.away = False
        self.over = False  # whether nobody will come back

    def connect(self) -> None:
        """Open a socket or stream at some instance."""
        if self.away or self.over or self.connection is not None:
            return
        instance = self.world.random.choice(self.house.instances)
        if not instance.running:
            self.world.after(self.world.draw(0.1, 2.0), self.connect)
            return
        self.connection = Connection(self.world, self.truth, self, instance)

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """A frame has come."""

    def closed(self, connection: Connection) -> None:
        """It is closed: come back."""
        if connection is self.connection:
            self.connection = None
            self.world.after(self.world.draw(0.05, 3.0), self.connect)

    def turned_away(self, code: int) -> None:
        """The server wants to see nobody here any more."""
        if code == 4401 and self.person.secret not in self.truth.withdrawn:
            self.world.fail("answered", f"{self.name} is not known")
        self.over = True

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
        """Open the page anew."""
        if self.away and not self.over:
            self.away = False
            self.connect()


class Lobby(Page):
    """Somebody who looks at the lobby."""

    listed: frozenset[str] = frozenset()

    def heard(self, connection: Connection, frame: dict[str, Any]) -> None:
        """The lists have changed."""
        if connection is self.connection and frame["t"] == "lobby":
            self.listed = frozenset(game["id"] for game in frame["open"] + frame["playing"])


class Tab(Page):
    """One page that shows one game to one person."""

    def __init__(
        self, house: House, name: str, person: Person, game: str, invite: str | None
    ) -> None:
        super().__init__(house, name, person)
        self.game, self.invite = game, invite
        self.view: dict[str, Any] | None = None
        self.pending: dict[str, dict[str, Any]] = {}
        self.quiet = False
        self.calm = False  # whether no answer by HTTP is lost
        self.pace = 1.0  # about how many seconds a thought takes
        random = self.world.random
        self.streams = random.random() < 0.15
        self.by_http = 1.0 if self.streams else random.choice((0.0, 0.0, 0.1, 1.0))
        self.moods = random.choice((0.08, 0.08, 0.4))  # how often something else than a move
        self._thinking = self._asking = False
        self.connect()

    @property
    def version(self) -> int:  # type: ignore[override]
        """The version of what is shown."""
        return int(self.view["version"]) if self.view else 0

    # -- the line ---------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a socket or stream, and send what has had no answer."""
        before = self.connection
        super().connect()
        if self.connection not in (None, before) and not self.streams:
            for frame in self.pending.values():
                self.connection.send(frame)

    def turned_away(self, code: int) -> None:
        """There is nothing to see for us."""
        super().turned_away(code)
        history = self.truth.games[self.game]
        if code == 4404 and history.deleted is None:
            self.world.fail("answered", f"{self.game} is there, but {self.name} cannot find it")
        if code == 4403 and self.truth.may_see(self, history):
            self.world.fail("private", f"{self.name} may not see {self.game}")
        self.pending.clear()

    def be_quiet(self) -> None:
        """Look on from now on."""
        self.quiet = True

    def leave_for_good(self) -> None:
        """Close the page and do something else in life."""
        self.over = True
        self.leave(0.0)
        self.pending.clear()

    def come_back(self) -> None:
        """Open the page anew: it knows nothing, but for what had no answer."""
        if self.away and not self.over:
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
            self.led(view["rematch"])

    def led(self, game: str) -> None:
        """The game leads to another one."""
        self.house.follow(self, game)

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
        if self.connection is not None and not self._asking and not self.streams:
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
            if frame["t"] == "offer" and self.world.chance(0.3):  # both have the same idea
                for tab in self.house.tabs:
                    if tab.game == self.game and tab.person.id != self.person.id:
                        tab.act(dict(frame))

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
            if not chance(self.moods):
                return self._move(view)
        if not chance(self.moods):
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
        if self.quiet:
            return
        if view is not None and view["claim_in"] is not None and view["status"] == "playing":
            self.act({"t": "claim", "what": "draw"})

    def act(self, frame: dict[str, Any]) -> None:
        """Send a command, again and again until there is an answer."""
        if self.away or self.over:
            return
        self.house.numbers[self.person.id] += 1
        frame["id"] = f"command-{self.house.numbers[self.person.id]:04}"
        self.pending[frame["id"]] = frame
        if self.world.chance(self.by_http):
            self._by_http(frame)
        else:
            self._send(frame, 0)

    def _send(self, frame: dict[str, Any], times: int) -> None:
        if frame["id"] not in self.pending or self.away or self.streams:
            return
        if times == MOST_RESENT and len(self.house.instances) > 1:
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
        instance = self.world.random.choice(self.house.instances)
        self.world.note(self.name, f"asks {instance.name} {frame}")
        self.world.after(
            self.world.draw(0.001, 0.1), instance.ask, lambda: self._request(instance, frame)
        )
        self.world.after(self.world.draw(3.0, 8.0), self._by_http, frame)

    async def _request(self, instance: Instance, frame: dict[str, Any]) -> None:
        command = cast(Command, read_frame(json.dumps(frame)))
        try:
            if not await instance.admits(self.person):
                self.world.after(0.01, self.turned_away, 4401)
                return
            ack = await instance.hub.act(self.game, self.person, command, self.invite)
        except Refused as refused:
            answer = {"t": "refused", "id": frame["id"], "code": refused.code, "version": 0}
        except NoSuchGame:
            self.world.after(0.01, self.turned_away, 4404)
            return
        except NotAllowed:
            self.world.after(0.01, self.turned_away, 4403)
            return
        except DatabaseError:
            return
        else:
            answer = {"t": "ack", "id": ack.id, "version": ack.version, "event": ack.event}
        self.truth.said(instance.name, self, answer)
        if self.calm or not self.world.chance(0.1):  # the answer may be lost
            self.world.after(self.world.draw(0.001, 0.1), self._answered, answer)

    def _answered(self, answer: dict[str, Any]) -> None:
        if answer["t"] == "refused":
            self._refused(answer["id"], answer["code"])
        else:
            self.pending.pop(answer["id"], None)
        self._think_soon()
