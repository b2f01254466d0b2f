"""A class of thirty behind one address, for ten minutes of all that a site offers: no refusal.

    .venv/bin/python bench/web_class.py [--minutes 10] [--pupils 30]

All open the page in the same two seconds. Then they play each other and the computer, look at their
games, analyse, paste, visit the lab and solve puzzles, as fast as eager pupils do. The teacher's
screen shows the lobby and one of the games. The limits are the usual ones.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.web.couples import Couple, Tally, drawn_game
from support.web.hostile import complaints
from support.web.sites import Site, more_files, running

PAGES = ["/", "/lab", "/puzzles", "/analysis", "/history", "/about", "/api"]


class Pupil:
    """Somebody with a browser: a cookie, and what was refused."""

    def __init__(self, site: Site, number: int, seen: Counter[str]) -> None:
        self.site, self.seen = site, seen
        self.random = Random(number)
        self.cookie = ""
        self.waits: list[float] = []

    async def ask(self, method: str, path: str, body: object = None) -> bytes:
        """The body of an answer; whatever is not as it should be is counted."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port)
        data = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.site.port}"]
        lines += [f"Origin: {self.site.url}", "Connection: close"]
        lines += [f"Cookie: {self.cookie}"] * bool(self.cookie)
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"] * bool(data)
        start = time.monotonic()
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        answer = await reader.read()
        writer.close()
        self.waits.append(time.monotonic() - start)
        head, _, text = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if found := re.search(rb"(?i)^set-cookie: ([^;]+)", head, re.MULTILINE):
            self.cookie = found[1].decode()
        self.seen["requests"] += 1
        if status >= 400 or b'"error"' in text[:200]:
            self.seen[f"REFUSED {method} {path[:40]}: {status} {text[:100]!r}"] += 1
        return text

    async def open_page(self, path: str) -> None:
        """A page with everything it loads."""
        page = (await self.ask("GET", path)).decode(errors="replace")
        for asset in sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))):
            await self.ask("GET", asset)

    async def study(self) -> None:
        """Something that is not a game."""
        moves = "".join(str(self.random.randint(1, 7)) for _ in range(self.random.randint(2, 6)))
        path = self.random.choice(
            [
                *PAGES,
                f"/api/analysis/7x6x4/{moves}",
                f"/api/analysis/7x6x4/{moves}",
                f"/api/explain/7x6x4/{moves}",
                f"/api/position/7x6x4/{moves}?history=true",
                f"/api/detect/7x6x4/{moves}",
                f"/picture/7x6x4/{moves}.png?preview=true",
                "paste",
                "program",
            ]
        )
        if path == "paste":
            await self.ask("POST", "/api/read", {"text": moves})
        elif path == "program":
            await self.play_program()
        elif path.startswith("/api/"):
            await self.ask("GET", path)
        else:
            await self.open_page(path)

    async def play_program(self) -> None:
        """A few moves against a level."""
        wishes = {"rules": "7x6x4", "side": "x", "opponent": f"level {self.random.randint(1, 6)}"}
        view = json.loads(await self.ask("POST", "/api/games", wishes))
        for number in range(3):
            command = {"t": "move", "move": 3, "id": f"against-level-{number}"}
            await self.ask("POST", f"/api/games/{view['id']}/move", command)
            for _ in range(100):
                view = json.loads(await self.ask("GET", f"/api/games/{view['id']}"))
                if view.get("turn") == "x" or view.get("status") == "over":
                    break
                await asyncio.sleep(0.3)
        await self.ask(
            "POST", f"/api/games/{view['id']}/resign", {"t": "resign", "id": "enough-for-now"}
        )


async def play(pupils: tuple[Pupil, Pupil], tally: Tally, until: float) -> list[Couple]:
    """One game after the other between two neighbours, both at their sockets."""
    one, other = pupils
    couples = []
    while time.monotonic() < until:
        wishes = {"rules": "7x6x4", "visibility": "link", "side": "x"}
        game = json.loads(await one.ask("POST", "/api/games", wishes))["id"]
        for pupil in pupils:
            await pupil.open_page(f"/game/{game}")
        await other.ask("POST", f"/api/games/{game}/join", {"t": "join", "id": "join-" + game[:9]})
        script = drawn_game(one.random.randrange(8))
        couple = Couple(game, (one.cookie, other.cookie), script, tally)
        couples.append(couple)
        async with couple.seated([one.site], random=one.random):
            while not couple.finished and time.monotonic() < until:
                await couple.moves(1)
                await asyncio.sleep(one.random.uniform(1, 4))
    return couples


async def wander(pupil: Pupil, until: float) -> None:
    await asyncio.sleep(pupil.random.uniform(0, 2))
    await pupil.open_page("/")
    while time.monotonic() < until:
        await asyncio.sleep(pupil.random.uniform(2, 15))
        await pupil.study()


async def lesson(
    site: Site, count: int, minutes: float
) -> tuple[Counter[str], Tally, list[float], int]:
    seen, tally = Counter[str](), Tally()
    pupils = [Pupil(site, number, seen) for number in range(count)]
    until = time.monotonic() + 60 * minutes
    pairs = list(zip(pupils[::2], pupils[1::2], strict=True))
    work = [wander(pupil, until) for pupil in pupils]
    results = await asyncio.gather(*work, *(play(pair, tally, until) for pair in pairs))
    games = sum(len(result) for result in results if result)
    return seen, tally, sorted(wait for pupil in pupils for wait in pupil.waits), games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pupils", type=int, default=30)
    options = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder, running(Site(Path(folder))) as site:
        seen, tally, waits, games = asyncio.run(lesson(site, options.pupils, options.minutes))
        wrong = complaints(site)
    refusals = {what: number for what, number in seen.items() if what.startswith("REFUSED")}
    acks = sorted(tally.latencies)
    print(f"{seen['requests']:,} requests, {games} games, {len(acks):,} moves by socket")
    print(f"acks: p50 {1000 * acks[len(acks) // 2]:.0f} ms, longest {1000 * acks[-1]:.0f} ms")
    print(f"answers: p50 {1000 * waits[len(waits) // 2]:.0f} ms, longest {waits[-1]:.1f} s")
    print(f"refusals: {sum(refusals.values())}, sockets cut: {tally.cuts}")
    for what, number in refusals.items():
        print(f"  {number} x {what}")
    assert not refusals
    assert not tally.refused
    assert not tally.wrong, tally.wrong[:3]
    assert not wrong, wrong[:3]


if __name__ == "__main__":
    main()
