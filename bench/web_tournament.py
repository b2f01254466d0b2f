"""A tournament of 200 players whose server is killed again and again loses nothing.

    .venv/bin/python bench/web_tournament.py [--players 200] [--kills 20] [--rated]

Everybody has a socket at the tournament, as the page has, goes to the games they are led to, and
plays legal moves there. What had no answer is sent again with the same id. In the end the director
ends it, and the database must have every player, move and result that was acknowledged, once; each
pairing with its games; nobody in two games at once; and points that are what the games say.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import httpx
import uvloop
from sqlalchemy import Connection, create_engine, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Origin

from inarow.web.store import tables
from inarow.web.store.databases import address
from inarow.web.store.ids import key
from support.web.couples import eventually
from support.web.hostile import complaints
from support.web.sites import Site, more_files, running

CUT = (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)
"""What happens to those who are connected to a server that is killed."""

POINTS = {"x": (2, 0), "o": (0, 2), None: (1, 1)}


@dataclass
class Tally:
    """What all players together have seen."""

    acked: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """Game and version of the commands that were acknowledged, by person and id."""
    refused: dict[tuple[str, str], str] = field(default_factory=dict)
    resent: int = 0
    cuts: int = 0
    over: bool = False
    free: list[float] = field(default_factory=list)  # seconds from the end of a game to the next


class Player:
    """Somebody who follows the tournament, and plays."""

    def __init__(self, site: Site, number: int, tournament: str, tally: Tally) -> None:
        self.site, self.tournament, self.tally = site, tournament, tally
        self.name = f"Player {number}"
        self.random = Random(number)
        self.person = self.cookie = ""
        self.game = ""  # where we are led
        self._free_since = 0.0
        self._pending: dict[str, Any] | None = None
        self._version = 0

    async def join(self) -> None:
        """Enter by REST, again and again until there is an answer."""
        command = {"name": self.name, "id": f"join-{self.name.replace(' ', '-')}"}
        while not self.person:
            with suppress(httpx.HTTPError):
                headers = {"Origin": self.site.url} | (
                    {"Cookie": self.cookie} if self.cookie else {}
                )
                async with httpx.AsyncClient(base_url=self.site.url, headers=headers) as client:
                    path = f"/api/tournaments/{self.tournament}/join"
                    answer = await client.post(path, json=command, timeout=20)
                    for name, value in client.cookies.items():
                        self.cookie = f"{name}={value}"
                    assert answer.status_code in (200, 503), answer.text
                    if answer.status_code == 200:
                        self.person = (await client.get("/api/me", timeout=20)).json()["id"]
                        self.tally.acked[self.person, command["id"]] = "", 0
            await asyncio.sleep(0.05)

    def _socket(self, path: str) -> connect:
        url = self.site.url.replace("http", "ws") + path
        headers = {"Cookie": self.cookie}
        origin = Origin(self.site.url)
        return connect(url, origin=origin, additional_headers=headers, compression=None)

    async def follow(self) -> None:
        """Have a socket at the tournament, until it is over."""
        while not self.tally.over:
            try:
                async with self._socket(f"/live/tournament/{self.tournament}") as socket:
                    async for text in socket:
                        frame = json.loads(text)
                        if frame["t"] == "you":
                            self._led(frame["you"]["game"] or "")
            except CUT:
                self.tally.cuts += 1
            await asyncio.sleep(self.random.uniform(0.05, 0.3))

    def _led(self, game: str) -> None:
        if game and not self.game and self._free_since:
            self.tally.free.append(time.monotonic() - self._free_since)
        if not game and self.game:
            self._free_since = time.monotonic()
        self.game = game

    async def play(self) -> None:
        """Play the games we are led to."""
        while not self.tally.over:
            if game := self.game:
                with suppress(*CUT):
                    async with self._socket(f"/live/game/{game}") as socket:
                        await self._at_game(socket, game)
            await asyncio.sleep(self.random.uniform(0.05, 0.2))

    async def _at_game(self, socket: ClientConnection, game: str) -> None:
        """One connection: what has had no answer goes first."""
        if self._pending is not None and self._pending["game"] == game:
            self.tally.resent += 1
            await socket.send(json.dumps(self._pending["frame"]))
        elif self._pending is not None:
            self._pending = None  # that game is over, and nobody knows what has become of it
        view: dict[str, Any] = {}
        async for text in socket:
            frame = json.loads(text)
            if frame["t"] in ("ack", "refused"):
                self._answered(game, frame)
            if found := frame.get("game"):
                view = found
            elif frame["t"] in ("ack", "event") and view:
                view = _after(view, frame["event"])
            if view and view["status"] == "over":
                return
            mine = bool(view) and view["turn"] == view["you"] and self._pending is None
            if mine and view["version"] > self._version:
                await asyncio.sleep(self.random.uniform(0.0, 0.2))
                await self._move(socket, game, view)

    async def _move(self, socket: ClientConnection, game: str, view: dict[str, Any]) -> None:
        move = self.random.choice(view["legal"])
        name = f"{game[:16]}-{view['version']}"
        frame = {"t": "move", "move": move, "version": view["version"], "id": name}
        self._pending = {"game": game, "frame": frame}
        await socket.send(json.dumps(frame))

    def _answered(self, game: str, frame: dict[str, Any]) -> None:
        known = self.person, frame["id"]
        if frame["t"] == "ack":
            before = self.tally.acked.setdefault(known, (game, frame["version"]))
            assert before == (game, frame["version"]), (before, frame)
        elif frame["code"] in ("storage", "busy"):
            return  # it goes once more with the next connection
        else:
            self.tally.refused[known] = frame["code"]
        self._pending = None


def _after(view: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    """A game after a move."""
    if event["version"] != view["version"] + 1 or "turn" not in event:
        return view
    status = "over" if event["outcome"] else view["status"]
    legal = [move for move in view["legal"] if move not in event["closed"]]
    known = {"version": event["version"], "turn": event["turn"], "status": status}
    return {**view, **known, "legal": legal}


# -- what the database must have -------------------------------------------------------------------


def check(site: Site, tournament: str, tally: Tally, table: dict[str, Any]) -> str:
    """Whether all is there that was acknowledged, once, and the table is what the games say."""
    engine = create_engine(address(f"sqlite:///{site.database}"))
    with engine.connect() as connection:
        games, scored, people = check_tournament(connection, tournament, tally, table)
        moves = check_moves(connection, tally, people)
    engine.dispose()
    return f"{games:,} games paired, {scored:,} with a result; {moves:,} moves, each stored once"


def check_moves(connection: Connection, tally: Tally, people: int) -> int:
    """How many moves were acknowledged; each is stored once, and none that was refused."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    event = tables.event
    for game, version, text in connection.execute(
        select(event.c.game, event.c.version, event.c.payload).where(event.c.kind == "move")
    ):
        payload = json.loads(text)
        found.setdefault((payload["by"], payload["command"]), []).append((game, version))
    moves = {known: place for known, place in tally.acked.items() if place[0]}
    for known, (game, version) in moves.items():
        assert found.get(known) == [(key(game), version)], (known, game, version, found.get(known))
    for known, code in tally.refused.items():
        assert known not in found, (known, code)
    assert all(len(places) == 1 for places in found.values())
    assert len(tally.acked) - len(moves) == people
    return len(moves)


def check_tournament(
    connection: Connection, tournament: str, tally: Tally, view: dict[str, Any]
) -> tuple[int, int, int]:
    """How many games, results and players there are; everything must fit together."""
    table = tables.tournament_event
    query = select(table.c.version, table.c.kind, table.c.payload)
    query = query.where(table.c.tournament == tournament).order_by(table.c.version)
    rows = connection.execute(query).all()
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    game = tables.game
    query = select(game).where(game.c.id.in_(_paired(rows)))
    stored = {row.id: row for row in connection.execute(query)}
    players: dict[int, str] = {}
    busy: dict[int, str] = {}
    points, results = Counter[int](), 0
    commands = Counter[tuple[str, str]]()
    for row in rows:
        payload = json.loads(row.payload)
        if "command" in payload:
            commands[payload["by"], payload["command"]] += 1
        if row.kind == "join":
            players[payload["player"]] = payload["seat"][0]
        for name, x, o in payload.get("games", ()):
            assert x not in busy, (row.version, x)
            assert o not in busy, (row.version, o)
            busy[x] = busy[o] = name
            assert {stored[name].x, stored[name].o} == {players[x], players[o]}, name
        for name, winner, reason in payload.get("scores", ()):
            both = [number for number, playing in busy.items() if playing == name]
            assert len(both) == 2, (row.version, name)
            assert (stored[name].winner, stored[name].reason) == (winner, reason), name
            for number in both:
                del busy[number]
                side = 0 if players[number] == stored[name].x else 1
                points[number] += POINTS[winner][side] if reason != "aborted" else 0
            results += 1
    assert set(commands.values()) <= {1}, commands.most_common(3)
    joins = [known for known, (game_id, _) in tally.acked.items() if not game_id]
    assert all(commands[known] == 1 for known in joins), (joins, commands)
    shown = {line["number"]: line["points"] for line in view["players"]}
    assert shown == {number: points[number] for number in players}, (shown, points)
    return len(stored), results, len(players)


def _paired(rows: Any) -> list[str]:
    games = (json.loads(row.payload).get("games", ()) for row in rows if row.kind == "pair")
    return [game for each in games for game, _, _ in each]


# -- the run ---------------------------------------------------------------------------------------


async def moves(tally: Tally, count: int) -> None:
    """Wait for some more acknowledged moves."""
    enough = len(tally.acked) + count
    await eventually(lambda: len(tally.acked) >= enough, f"{count} moves")


async def run(
    site: Site, options: argparse.Namespace, tally: Tally
) -> tuple[str, list[float], dict[str, Any]]:
    random, outages = Random(2026), list[float]()
    with httpx.Client(base_url=site.url, headers={"Origin": site.url}, timeout=30) as director:
        rules = "7x6x4" if options.rated else "4x4x3"  # where games are short
        wanted = {"rules": rules, "minutes": 180, "base": 60_000, "rated": options.rated}
        tournament = director.post("/api/tournaments", json=wanted).json()["id"]

        def do(verb: str) -> Any:
            answer = director.post(f"/api/tournaments/{tournament}/{verb}", json={})
            assert answer.status_code == 200, answer.text
            return answer.json()

        players = [Player(site, n, tournament, tally) for n in range(1, options.players + 1)]
        for first in range(0, len(players), 20):
            await asyncio.gather(*(player.join() for player in players[first : first + 20]))
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.follow())
                group.create_task(player.play())
            await asyncio.to_thread(do, "start")
            await moves(tally, 2 * options.players)
            for number in range(options.kills):
                await asyncio.sleep(random.uniform(0, 0.3))
                site.kill()
                killed = time.monotonic()
                site.start(wait=False)
                await asyncio.to_thread(site.wait)
                outages.append(time.monotonic() - killed)
                await moves(tally, random.randint(options.players // 4, options.players))
                print(f"kill {number + 1}: {len(tally.acked):,} acknowledged", flush=True)
            await asyncio.to_thread(do, "end")
            tally.over = True
            await asyncio.to_thread(site.kill)  # once more, and all sockets are cut
        await asyncio.to_thread(site.start)
        view = director.get(f"/api/tournaments/{tournament}").json()
    return tournament, outages, view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rated", action="store_true")
    options = parser.parse_args()
    more_files()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "1000000"})
        start = time.monotonic()
        with running(site):
            tournament, outages, view = uvloop.run(run(site, options, tally))
            assert site.stop() == 0
        print(f"{options.players} players, {options.kills} kills, {time.monotonic() - start:.0f} s")
        print(check(site, tournament, tally, view))
        assert view["status"] == "over"
        assert not complaints(site), complaints(site)[:5]
    refused = Counter(tally.refused.values())
    print(f"{tally.resent} moves sent again; {tally.cuts:,} sockets cut; refused {dict(refused)}")
    free = sorted(tally.free) or [0.0]
    print(f"from a game to the next {free[len(free) // 2]:.1f} s (p50), {free[-1]:.1f} s (max)")
    print(f"serving again after {sorted(outages)[len(outages) // 2]:.2f} s (p50)")


if __name__ == "__main__":
    main()
