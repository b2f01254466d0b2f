"""Two people at one game, by two sockets: they play a script and notice everything that is wrong.

A `Couple` sends a move when it is due, and remembers what was acknowledged. When its sockets are
cut, it comes back with the versions it has and sends the move again that has no answer yet, as the
page does. `check` compares what was acknowledged with what the database holds.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from random import Random
from typing import Any

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from sqlalchemy import create_engine, select

import inarow as ir
from inarow.web.store import tables
from inarow.web.store.databases import address
from inarow.web.store.ids import key
from support.web.sites import PATIENCE, Site, Visitor

SIDES = "xo"


@dataclass(slots=True)
class Tally:
    """What a run has seen, all couples together."""

    latencies: list[float] = field(default_factory=list)  # due -> acknowledged
    broadcasts: list[float] = field(default_factory=list)  # acknowledged -> seen by the other
    resent: int = 0
    cuts: int = 0
    connects: int = 0
    failed: int = 0  # connects
    refused: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)  # by the site, with a code
    going: int = 0  # times that the site said goodbye
    wrong: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Sent:
    """A move under way."""

    id: str
    move: int
    version: int
    side: int
    due: float
    at: float  # when it was first sent


@dataclass(frozen=True, slots=True)
class Moment:
    """When a move was sent and acknowledged, and what the clocks showed together then, in ms."""

    sent: float
    acked: float
    left: int | None


class Couple:
    """One game between two people; `script` holds all its moves."""

    def __init__(
        self, game: str, cookies: tuple[str, str], script: Sequence[int], tally: Tally
    ) -> None:
        self.game = game
        self.acked: list[tuple[int, int]] = []  # (version, move)
        self.seats = [Seat(self, side, cookie) for side, cookie in enumerate(cookies)]
        self.script = script
        self.tally = tally
        self.version = 0
        self.under_way: Sent | None = None
        self.moments: list[Moment] = []
        self.on_ack: Callable[[Couple], None] | None = None
        self._due: deque[float] = deque()

    @property
    def finished(self) -> bool:
        return len(self.acked) == len(self.script)

    @property
    def turn(self) -> int:
        """Whose move it is: 0 for x, 1 for o."""
        return len(self.acked) % 2

    @property
    def waiting(self) -> bool:
        """Whether a move is due that has not been acknowledged."""
        return self.under_way is not None or bool(self._due)

    def play(self, due: float) -> None:
        """Let the next move be due at a time of the monotonic clock."""
        self._due.append(due)
        self.pump()

    def pump(self) -> None:
        """Send what is due, as soon as the one to move has seen the move before."""
        if self.under_way or not self._due or self.finished:
            return
        side = self.turn
        seat = self.seats[side]
        if not self.version or seat.version != self.version or not seat.transport:
            return
        move = self.script[len(self.acked)]
        name = f"{self.game[:12]}-{self.version}"
        self.under_way = Sent(name, move, self.version, side, self._due.popleft(), time.monotonic())
        self.send()

    def send(self) -> None:
        assert self.under_way
        sent = self.under_way
        frame = {"t": "move", "move": sent.move, "version": sent.version, "id": sent.id}
        self.seats[sent.side].send(frame)

    def seen_ack(self, seat: Seat, frame: dict[str, Any]) -> None:
        sent = self.under_way
        if not sent or frame["id"] != sent.id:
            if frame["version"] > self.version:
                self.wrong(f"an ack for {frame['id']}, which is not under way")
            return
        if frame["version"] != sent.version + 1 or frame["event"]["move"] != sent.move:
            self.wrong(f"asked for move {sent.move} after {sent.version}, got {frame}")
        now = time.monotonic()
        self.tally.latencies.append(now - sent.due)
        self.version = seat.version = frame["version"]
        self.acked.append((self.version, sent.move))
        clock = frame["event"].get("clock")
        left = clock["x"] + clock["o"] if clock else None
        self.moments.append(Moment(sent.at, now, left))
        self.under_way = None
        if self.on_ack:
            self.on_ack(self)
        self.pump()

    @asynccontextmanager
    async def seated(self, *sites: Sequence[Site], random: Random) -> AsyncIterator[None]:
        """Both sides come to their sites, again and again if need be, until the block ends."""
        ways = sites if len(sites) == 2 else sites * 2
        stays = [
            asyncio.create_task(seat.stay(way, random))
            for seat, way in zip(self.seats, ways, strict=True)
        ]
        try:
            yield
        finally:
            for seat, stay in zip(self.seats, stays, strict=True):
                seat.leave()
                stay.cancel()
            for end in await asyncio.gather(*stays, return_exceptions=True):
                assert isinstance(end, asyncio.CancelledError | None), end

    async def moves(self, count: int) -> None:
        """Play some moves, one after the other."""
        for _ in range(count):
            self.play(time.monotonic())
            await eventually(lambda: not self.waiting, f"an ack in {self.game}")

    def wrong(self, what: str) -> None:
        self.tally.wrong.append(f"{self.game}: {what}")


class Seat(WSListener):
    """One side's socket, opened again when it is cut."""

    def __init__(self, couple: Couple, side: int, cookie: str) -> None:
        self.couple = couple
        self.side = side
        self.cookie = cookie
        self.version = 0
        self.transport: WSTransport | None = None
        self.going = True
        self.site: Site | None = None
        self.source = "127.0.0.1"

    async def connect(self, site: Site, source: str = "127.0.0.1") -> None:
        """Open the socket; raises if that fails."""
        self.site, self.source = site, source
        known = f"?version={self.version}" if self.version else ""
        await ws_connect(
            lambda: self,
            f"ws://127.0.0.1:{site.port}/live/game/{self.couple.game}{known}",
            extra_headers={"Origin": site.url, "Cookie": self.cookie},
            local_addr=(source, 0),
            websocket_handshake_timeout=20,
        )

    async def stay(self, sites: Sequence[Site], random: Random) -> None:
        """Come back after every cut, with growing pauses and to each of the sites in turn."""
        pause = 0.02
        turns = cycle(sites)
        while self.going:
            try:
                await self.connect(next(turns), self.source)
                pause = 0.02
                if self.transport:  # else it was cut at once
                    await self.transport.wait_disconnected()
            except (OSError, WSError, TimeoutError):
                self.couple.tally.failed += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(0.5, pause * 1.5)

    def leave(self) -> None:
        self.going = False
        if self.transport:
            self.transport.disconnect()

    def send(self, frame: dict[str, Any]) -> None:
        assert self.transport
        self.transport.send(WSMsgType.TEXT, json.dumps(frame).encode())

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.couple.tally.connects += 1
        sent = self.couple.under_way
        if sent and sent.side == self.side:
            self.couple.tally.resent += 1
            self.couple.send()
        self.couple.pump()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.transport = None
        if self.going:
            self.couple.tally.cuts += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.read(json.loads(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            code = frame.get_close_code()
            payload = frame.get_payload_as_bytes()
            self.couple.tally.closed[int.from_bytes(payload[:2], "big")] += 1
            transport.send_close(code)
            transport.disconnect()

    def read(self, frame: dict[str, Any]) -> None:
        couple = self.couple
        match frame["t"]:
            case "ack":
                couple.seen_ack(self, frame)
            case "event":
                self.seen_event(frame["event"])
            case "snapshot":
                self.seen_snapshot(frame["game"])
            case "refused":
                self.seen_refusal(frame)
            case "going":
                couple.tally.going += 1

    def seen_event(self, event: dict[str, Any]) -> None:
        couple = self.couple
        version = event["version"]
        if version <= self.version:
            return  # it came while we were asking for the tail
        if version != self.version + 1:
            self.send({"t": "tail", "version": self.version})
            return
        self.version = version
        if couple.acked and version == couple.acked[-1][0]:
            couple.tally.broadcasts.append(time.monotonic() - couple.moments[-1].acked)
        elif event["kind"] == "move" and (version, event["move"]) not in couple.acked:
            self.settle(version, event["move"])
        couple.version = max(version, couple.version)
        couple.pump()

    def seen_snapshot(self, view: dict[str, Any]) -> None:
        """Begin from a view; another instance may have made it before the last acks."""
        couple = self.couple
        self.version = view["version"]
        moves = view["moves"]
        stored = [move for version, move in couple.acked if version <= self.version]
        if moves[: len(stored)] != stored:
            couple.wrong(f"acknowledged {couple.acked}, but the game has {moves}")
        if len(moves) > len(couple.acked):
            self.settle(self.version, moves[-1])
        couple.version = max(couple.version, self.version)
        couple.pump()

    def settle(self, version: int, move: int) -> None:
        """A move is stored whose ack is still on its way, or was lost with a socket."""
        sent = self.couple.under_way
        if not sent or sent.move != move or version != sent.version + 1:
            self.couple.wrong(f"move {move} at version {version}, which nobody has made")

    def seen_refusal(self, frame: dict[str, Any]) -> None:
        couple = self.couple
        if not frame["text"]:
            couple.wrong(f"refused without a sentence: {frame}")
        couple.tally.refused[frame["code"]] += 1


async def eventually(condition: Callable[[], object], what: str) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {PATIENCE:g} s: {what}")
        await asyncio.sleep(0.005)


@cache
def drawn_game(seed: int, rules: ir.Rules = ir.CONNECT_FOUR) -> tuple[int, ...]:
    """The moves of a game that fills the board, so that it lasts as long as it can."""
    random = Random(seed)
    while True:
        position, moves = ir.Position(rules), list[int]()
        while position.outcome() is None:
            choice = random.sample(position.legal_moves(), len(position.legal_moves()))
            move = next((m for m in choice if not position.play(m).outcome()), choice[0])
            position = position.play(move)
            moves.append(move)
        if len(moves) == rules.width * rules.height:
            return tuple(moves)


def new_couple(
    creator: Visitor, guest: Visitor, script: Sequence[int], tally: Tally, **wishes: object
) -> Couple:
    """A new game by link, with both seats taken by REST."""
    wishes = {"rules": "7x6x4", "visibility": "link", "side": "x", **wishes}
    game = creator.ask("POST", "/api/games", wishes)["id"]
    guest.ask("POST", f"/api/games/{game}/join", {"t": "join", "id": "join-" + game[:12]})
    return Couple(game, (creator.cookie, guest.cookie), script, tally)


def new_pair(site: Site, tally: Tally, random: Random, **wishes: object) -> Couple:
    """A new game of two new people."""
    creator, guest = Visitor(site), Visitor(site)
    try:
        rules = ir.Rules.parse(str(wishes.get("rules", "7x6x4")))
        script = drawn_game(random.randrange(8), rules)
        return new_couple(creator, guest, script, tally, **wishes)
    finally:
        creator.close()
        guest.close()


def stored(database_url: str) -> dict[int, list[tuple[int, int]]]:
    """The moves that a database holds: (version, move) of every game, by its key."""
    engine = create_engine(address(database_url))
    table = tables.event
    found: dict[int, list[tuple[int, int]]] = {}
    with engine.connect() as connection:
        rows = connection.execute(
            select(table.c.game, table.c.version, table.c.payload)
            .where(table.c.kind == "move")
            .order_by(table.c.game, table.c.version)
        )
        for game, version, payload in rows:
            found.setdefault(game, []).append((version, json.loads(payload)["move"]))
    engine.dispose()
    return found


def check(couples: Iterable[Couple], database_url: str) -> int:
    """How many moves are acknowledged and stored exactly once; an error if one is not."""
    held = stored(database_url)
    count = 0
    for couple in couples:
        moves = held.get(key(couple.game), [])
        assert moves[: len(couple.acked)] == couple.acked, (couple.game, couple.acked, moves)
        assert len(moves) - len(couple.acked) <= bool(couple.under_way), couple.game
        assert [move for _, move in moves] == list(couple.script[: len(moves)]), couple.game
        count += len(couple.acked)
    return count
