"""A thousand people press "Find an opponent" at one moment: how soon are all seated?

    .venv/bin/python bench/web_pairing.py [--people 1000] [--rounds 5] [--casual] [--inside]

All want the same, a rated game (with `--casual` one that does not count), and send their requests
at once, over connections that are open already. Who has to wait follows their game by a socket, as
the page does. Somebody is seated when they have been told so. At the end the database must have
everybody in one game, nobody in two, and every game with two people. With several rounds the same
people press again once they have given up their games: then nobody is a newcomer.

With `--inside` they ask the pairing itself, in this process and with a real database, without
requests and sockets between: what pairing costs, apart from what it costs to hear of it.
"""

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from sqlalchemy import create_engine, select

from inarow.web.http.identity import Person as Somebody
from inarow.web.ladder.rater import Rater
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Abort, Wish
from inarow.web.live.state import Refused
from inarow.web.live.upkeep import Upkeep
from inarow.web.lobby.pairing import Pairing
from inarow.web.store import Store, tables
from inarow.web.store.databases import address
from support.web.hostile import complaints
from support.web.people import Listener
from support.web.sites import PATIENCE, Site, more_files, running

PAUSE = 5.0  # seconds in which the games given up are looked at whether they count
AT_ONCE = 50  # people who arrive at a time, before it counts


class Person(WSListener):
    """Somebody with a browser: one connection for requests, and a socket while they wait."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookie = ""
        self.game = ""
        self.answered = self.seated = 0.0  # when
        self.transport: WSTransport | None = None
        self._told = asyncio.Event()

    async def connect(self) -> None:
        """Open the connection; the server closes those that are not used."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.site.port)

    async def come(self) -> None:
        """Become somebody."""
        await self.connect()
        game = await self.ask("/api/games", {"opponent": "self"})
        await self.ask(f"/api/games/{game['id']}/abort", {"id": "abort-" + game["id"]})

    async def ask(self, path: str, body: object, *refusals: int) -> dict[str, Any]:
        """Post something; the answer, which may only be one of these refusals."""
        data = json.dumps(body).encode()
        lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.site.port}"]
        lines += [f"Origin: {self.site.url}", "Content-Type: application/json"]
        lines += [f"Content-Length: {len(data)}"] + [f"Cookie: {self.cookie}"] * bool(self.cookie)
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        text = await self._reader.readexactly(int(fields["content-length"]))
        assert int(head.split()[1]) in (200, 201, *refusals), (path, head, text)
        for line in head.split("\r\n"):
            if line.lower().startswith("set-cookie: "):
                self.cookie = line.split(": ", 1)[1].split(";")[0]
        found: dict[str, Any] = json.loads(text)
        return found

    async def press(self, wish: dict[str, Any]) -> None:
        """Find an opponent, and wait if need be."""
        self._told.clear()
        view = await self.ask("/api/pair", wish)
        self.answered = time.monotonic()
        self.game = view["id"]
        if view["status"] != "playing":
            await self._wait()
        self.seated = time.monotonic()

    async def _wait(self) -> None:
        while not self._told.is_set():
            game = self.game
            await ws_connect(
                lambda: self,
                f"ws://127.0.0.1:{self.site.port}/live/game/{game}",
                extra_headers={"Origin": self.site.url, "Cookie": self.cookie},
                websocket_handshake_timeout=PATIENCE,
            )
            async with asyncio.timeout(PATIENCE):
                while game == self.game and not self._told.is_set():
                    await asyncio.sleep(0.001)
            if self.transport:
                self.transport.disconnect()

    async def give_up(self) -> None:
        """Have it over; perhaps the other has been faster."""
        await self.connect()
        await self.ask(f"/api/games/{self.game}/abort", {"id": f"abort-{self.game}"}, 409)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type != WSMsgType.TEXT:
            return
        view = json.loads(frame.get_payload_as_bytes()).get("game")
        if not isinstance(view, dict) or view["id"] != self.game:
            return
        if view["status"] == "playing":
            self._told.set()
        elif view["rematch"]:
            self.game = view["rematch"]  # somebody waits there


async def each(people: Sequence[Person], do: Callable[[Person], Awaitable[None]]) -> None:
    """Have all do something, some at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(person: Person) -> None:
        async with gate:
            await do(person)

    await asyncio.gather(*map(one, people))


async def press_at_once(people: Sequence[Person], wish: dict[str, Any]) -> float:
    """All press at one moment; the seconds until the last is seated."""
    await each(people, Person.connect)
    gc.collect()
    gc.disable()
    start = time.monotonic()
    await asyncio.gather(*(person.press(wish) for person in people))
    gc.enable()
    answered = sorted(person.answered - start for person in people)
    seated = sorted(person.seated - start for person in people)
    for what, times in (("answered", answered), ("seated", seated)):
        print(f"  {what} after {times[len(times) // 2]:.2f} s (p50), {times[-1]:.2f} s (all)")
    games = Counter(person.game for person in people)
    assert set(games.values()) == {2}, games.most_common(3)
    return seated[-1]


def check(site: Site, people: int, rounds: int) -> str:
    """What the database has: each round everybody in one game, and nobody in two."""
    engine = create_engine(address(f"sqlite:///{site.database}"))
    table = tables.game
    with engine.connect() as connection:
        both = table.c.x.is_not(None) & table.c.o.is_not(None) & (table.c.x != table.c.o)
        rows = connection.execute(select(table.c.x, table.c.o).where(both)).all()
        waiting = connection.execute(select(table.c.id).where(table.c.status == "open")).all()
    engine.dispose()
    games = Counter(one for row in rows for one in row)
    assert len(games) == people, len(games)
    assert set(games.values()) == {rounds}, games.most_common(3)
    assert not waiting, waiting
    return f"{len(rows):,} games of two, everybody in one a round, nobody waits"


async def measure(site: Site, options: argparse.Namespace) -> list[float]:
    people = [Person(site) for _ in range(options.people)]
    await each(people, Person.come)
    wish = {"rules": "7x6x4", "rated": not options.casual}
    times = []
    for number in range(1, options.rounds + 1):
        print(f"round {number}: {len(people):,} people")
        cpu = site.cpu_seconds()
        times.append(await press_at_once(people, wish))
        print(f"  {site.cpu_seconds() - cpu:.2f} s of the server's core")
        await each(people, Person.give_up)
    return times


class Sitter(Listener):
    """Somebody who asks the pairing itself."""

    def __init__(self, number: int, hub: Hub, pairing: Pairing) -> None:
        super().__init__(Somebody(f"person-{number}", f"Person {number}"))
        self.hub, self.pairing = hub, pairing
        self.game = ""
        self._news = asyncio.Event()

    def send(self, text: str) -> None:
        del text  # the state of the game says it all
        self._news.set()

    async def press(self, wish: Wish) -> None:
        """Find an opponent, and wait if need be."""
        assert self.who
        self.game = (await self.pairing.pair(self.who, wish)).id
        while (live := await self.hub.load(self.game)).state.status != "playing":
            await self.hub.subscribe(self.game, self.who, self)
            while live.state.status == "open":
                self._news.clear()
                await self._news.wait()
            self.hub.unsubscribe(live, self)
            self.game = live.state.next or self.game

    async def give_up(self) -> None:
        live = await self.hub.load(self.game)
        with suppress(Refused):  # the other has been faster
            await self.hub.command(live, Abort(), self.who)


async def measure_inside(folder: Path, options: argparse.Namespace) -> list[float]:
    """The same as `measure` in this process."""
    store = await Store(f"sqlite:///{folder / 'inarow.db'}").open()
    hub = Hub(store)
    Rater(hub)
    pairing = Pairing(hub)
    await Upkeep(hub).begin()
    pairing.begin()
    people = [Sitter(number, hub, pairing) for number in range(options.people)]
    wish = Wish(rules="7x6x4", rated=not options.casual)
    times = []
    for number in range(1, options.rounds + 1):
        cpu, start = time.process_time(), time.monotonic()
        await asyncio.gather(*(person.press(wish) for person in people))
        times.append(time.monotonic() - start)
        used = time.process_time() - cpu
        print(f"round {number}: all seated after {times[-1]:.2f} s, {used:.2f} s of a core")
        games = Counter(person.game for person in people)
        assert set(games.values()) == {2}, games.most_common(3)
        await asyncio.gather(*(person.give_up() for person in people))
        await asyncio.sleep(PAUSE)
    await hub.stop()
    await store.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--casual", action="store_true")
    parser.add_argument("--inside", action="store_true")
    options = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        if options.inside:
            times = uvloop.run(measure_inside(Path(folder), options))
        else:
            site = Site(Path(folder), environment={"INAROW_RATES": "1000000"})
            with running(site):
                times = uvloop.run(measure(site, options))
                assert site.stop() == 0
            print(check(site, options.people, options.rounds))
            assert not complaints(site), complaints(site)[:5]
    print(f"all seated after {sorted(times)[len(times) // 2]:.2f} s (the middle of the rounds)")


if __name__ == "__main__":
    main()
