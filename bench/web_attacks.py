"""What a stranger can do to everybody else: acknowledgements, memory and recovery under attack.

    .venv/bin/python bench/web_attacks.py [--seconds 8] [attack ...]

Six honest games are played all the time, twenty moves a second together. Each attack comes from
another address with the usual limits, first alone, then all at once. The bar: no acknowledgement
above 250 ms, less than 100 MB more memory, and within 2 s all is as before.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import inarow as ir
from inarow.web.study.positions import moves_slug
from support.web.couples import Couple, Tally, drawn_game, new_pair
from support.web.hostile import PING, PONG, complaints, encode
from support.web.sites import Site, Visitor, more_files, running

GAMES, RATE = 6, 20.0
LONG = "18x18x6"
FREE = ir.Rules(18, 18, 6, gravity=False)
FULL = f"18x18x6-free/{moves_slug(ir.Board(FREE, drawn_game(0, FREE)))}"
NORMAL = 0.05  # seconds: an ack that is as usual
STRANGER = "127.0.0.66"

Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter


@dataclass(frozen=True)
class Target:
    port: int
    seconds: float
    source: str = STRANGER

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def connect(self) -> tuple[Reader, Writer]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))

    def head(self, method: str, path: str, *lines: str) -> bytes:
        fixed = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        return "\r\n".join([*fixed, f"Origin: {self.origin}", *lines, "", ""]).encode()

    def post(self, path: str, body: object, *lines: str) -> bytes:
        data = json.dumps(body).encode()
        kind = "Content-Type: application/json"
        return self.head("POST", path, kind, f"Content-Length: {len(data)}", *lines) + data


# -- attacks: each goes on until it is cancelled ------------------------------------------------


async def again(attempt: Callable[[], Awaitable[None]]) -> None:
    """Attempt it for ever, whatever the site answers."""
    while True:
        with contextlib.suppress(OSError, EOFError, ValueError, IndexError):
            await attempt()
        await asyncio.sleep(0.01)


async def ask(target: Target, request: bytes) -> tuple[int, bytes]:
    """Status and body of a request on a connection of its own."""
    reader, writer = await target.connect()
    try:
        writer.write(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        answer = await reader.read()
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), head + b"\r\n\r\n" + body
    finally:
        writer.close()


async def requests(target: Target, make: Callable[[int], bytes], clients: int) -> None:
    """Several clients that ask one expensive thing after the other."""
    numbers = iter(range(10**9))

    async def attempt() -> None:
        await ask(target, make(next(numbers)))

    await asyncio.gather(*(again(attempt) for _ in range(clients)))


async def regex(target: Target) -> None:
    text = "x" * 60 + " " + "/" * 4000 + " z"
    await requests(target, lambda _: target.post("/api/read", {"text": text}), 2)


async def regex_long(target: Target) -> None:
    text = "x" * 600 + " " + "/" * 48_000 + " z"
    await requests(target, lambda _: target.post("/api/read", {"text": text}), 2)


async def pasted(target: Target) -> None:
    text = FULL.replace("-free/", "/free ")
    await requests(target, lambda _: target.post("/api/read", {"text": text}), 4)


async def history(target: Target) -> None:
    path = f"/api/position/{FULL}?history=true"
    await requests(target, lambda _: target.head("GET", path), 4)


async def pictures(target: Target) -> None:
    def make(number: int) -> bytes:
        moves = "".join("123456789abcdefghi"[(number >> shift) % 18] for shift in range(16))
        return target.head("GET", f"/picture/{LONG}/{moves}.png?width=1600")

    await requests(target, make, 12)


async def pages(target: Target) -> None:
    paths = [f"/lab/{FULL}", f"/analysis/{FULL}", "/api", f"/embed/{FULL}"]
    await requests(target, lambda number: target.head("GET", paths[number % len(paths)]), 8)


async def upgraded(target: Target, path: str, cookie: str = "") -> tuple[Reader, Writer]:
    """A connection after the handshake."""
    reader, writer = await target.connect()
    lines = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="] + [f"Cookie: {cookie}"] * bool(cookie)
    writer.write(target.head("GET", path, *lines))
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def flood(target: Target, frames: bytes) -> None:
    """Sockets that send *frames* as fast as they can and read nothing."""

    async def attempt() -> None:
        _, writer = await upgraded(target, "/live/lobby")
        try:
            while True:
                writer.write(frames)
                await writer.drain()
        finally:
            writer.transport.abort()

    await asyncio.gather(*(again(attempt) for _ in range(4)))


async def pings(target: Target) -> None:
    await flood(target, encode(PING, b"") * 1000)


async def pongs(target: Target) -> None:
    await flood(target, encode(PONG, b"") * 1000)


async def continuations(target: Target) -> None:
    await flood(target, encode(1, b"x", first=0) + encode(0, b"", first=0) * 5000)


async def pipeline(target: Target) -> None:
    async def attempt() -> None:
        _, writer = await target.connect()
        try:
            while True:
                writer.write(target.head("GET", "/healthz") * 500)
                await writer.drain()
        finally:
            writer.transport.abort()

    await asyncio.gather(*(again(attempt) for _ in range(2)))


async def sockets(target: Target) -> None:
    """As many sockets as can be had."""
    kept: list[Writer] = []

    async def attempt() -> None:
        _, writer = await upgraded(target, "/live/lobby")
        kept.append(writer)
        if len(kept) > 3000:
            await asyncio.sleep(3600)

    await asyncio.gather(*(again(attempt) for _ in range(20)))


async def slow_bodies(target: Target) -> None:
    async def attempt() -> None:
        _, writer = await target.connect()
        head = target.head(
            "POST", "/api/read", "Content-Type: application/json", "Content-Length: 9000"
        )
        try:
            writer.write(head)
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    await asyncio.gather(*(again(attempt) for _ in range(300)))


async def wrong_doors(target: Target) -> None:
    async def attempt() -> None:
        _, writer = await upgraded(target, "/static/x")
        writer.close()

    await asyncio.gather(*(again(attempt) for _ in range(4)))


async def guest(target: Target) -> str:
    """The cookie of somebody new, who has made a game."""
    wishes = {"rules": "7x6x4", "visibility": "link"}
    _, answer = await ask(target, target.post("/api/games", wishes))
    line = answer.lower().partition(b"set-cookie: ")[2]
    start = len(answer) - len(line)
    return answer[start:].partition(b";")[0].decode()


async def opponents(target: Target) -> None:
    """Four guests with twenty games each against the strongest level, which must think."""
    random = Random(2026)
    wishes = {"rules": "18x18x5", "opponent": "level 10", "side": "x", "visibility": "link"}

    async def one() -> None:
        cookie = f"Cookie: {await guest(target)}"

        async def play() -> None:
            status, answer = await ask(target, target.post("/api/games", wishes, cookie))
            if status != 201:
                await asyncio.sleep(1)
                return
            game = json.loads(answer.partition(b"\r\n\r\n")[2])["id"]
            for _ in range(100):
                move = {"move": random.randrange(18)}
                await ask(target, target.post(f"/api/games/{game}/move", move, cookie))
                await asyncio.sleep(0.5)

        await asyncio.gather(*(again(play) for _ in range(20)))

    await asyncio.gather(*(again(one) for _ in range(4)))


async def analyses(target: Target) -> None:
    """Thirteen guests with six analyses each, of different positions."""
    numbers = iter(range(10**9))

    async def one() -> None:
        cookie = await guest(target)

        async def study() -> None:
            moves = "".join("123456789"[(next(numbers) >> shift) % 9] for shift in range(0, 9, 3))
            path = f"/api/analysis/15x15x5/{moves}"
            await ask(target, target.head("GET", path, f"Cookie: {cookie}"))

        await asyncio.gather(*(again(study) for _ in range(6)))

    await asyncio.gather(*(again(one) for _ in range(13)))


async def lobby(target: Target) -> None:
    """Public games without end."""

    async def attempt() -> None:
        await ask(target, target.post("/api/games", {"rules": "7x6x4", "visibility": "public"}))

    await asyncio.gather(*(again(attempt) for _ in range(4)))


ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "regex": regex,
    "regex-long": regex_long,
    "pasted": pasted,
    "history": history,
    "pictures": pictures,
    "pages": pages,
    "pings": pings,
    "pongs": pongs,
    "continuations": continuations,
    "pipeline": pipeline,
    "sockets": sockets,
    "slow-bodies": slow_bodies,
    "wrong-doors": wrong_doors,
    "opponents": opponents,
    "analyses": analyses,
    "lobby": lobby,
}


async def _attack(names: list[str], target: Target) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(target.seconds):
            await asyncio.gather(*(ATTACKS[name](target) for name in names))


def attack(names: list[str], target: Target) -> None:
    """In a process of its own, which leaves the processor to others: strangers bring their own."""
    os.nice(10)
    limit = 8 << 30
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    more_files()
    asyncio.run(_attack(names, target))


# -- the honest ones ----------------------------------------------------------------------------


@dataclass
class Seen:
    """What the honest games met."""

    latencies: list[float]
    first_move: float  # of a level 1 that somebody else plays against, in seconds
    memory: tuple[int, int]  # how much more of it the live process took, and with its workers
    back: float  # seconds after the attack until acks are as usual


def memory(pid: int) -> tuple[int, int]:
    """Resident bytes of the live process, and of it and its workers."""
    alone, total, waiting = 0, 0, [pid]
    while waiting:
        each = waiting.pop()
        with contextlib.suppress(OSError, ValueError):
            status = Path(f"/proc/{each}/smaps_rollup").read_text()
            (line,) = (line for line in status.splitlines() if line.startswith("Pss:"))
            total += int(line.split()[1]) * 1024
            alone = alone or total
            for task in Path(f"/proc/{each}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
    return alone, total


async def used(site: Site) -> None:
    """Visit what a site offers, so that its workers run, as those of any site in use."""
    target = Target(site.port, 0, source="127.0.0.1")
    position = "7x6x4/4453"
    paths = [f"/picture/{position}.png", f"/lab/{position}", f"/api/analysis/{position}"]
    paths += [f"/api/position/{position}?history=true", f"/analysis/{position}"]
    paths += [f"/api/analysis/15x15x5/{move}" for move in "68"]  # which no book knows
    asked = [ask(target, target.head("GET", path)) for path in 2 * paths]
    assert {status for status, _ in await asyncio.gather(*asked)} == {200}
    await first_move(site)


async def play(couples: list[Couple], going: Callable[[], bool]) -> None:
    """Moves at a steady rate, whatever the answers do."""
    start, made = time.monotonic(), 0
    while going():
        while start + made / RATE <= time.monotonic():
            couple = couples[made % len(couples)]
            if not couple.waiting:
                couple.play(start + made / RATE)
            made += 1
        await asyncio.sleep(0.002)


async def first_move(site: Site) -> float:
    """How long level 1 takes to begin a game, for a visitor from elsewhere."""
    visitor = Visitor(site)

    def ask_it() -> float:
        start = time.monotonic()
        wishes = {"rules": "7x6x4", "opponent": "level 1", "side": "o", "visibility": "link"}
        game = visitor.ask("POST", "/api/games", wishes)["id"]
        while not visitor.ask("GET", f"/api/games/{game}")["moves"]:
            time.sleep(0.01)
            if time.monotonic() - start > 60:
                break
        return time.monotonic() - start

    try:
        return await asyncio.to_thread(ask_it)
    except (OSError, RuntimeError) as error:
        print(f"  a visitor who wants to play level 1: {error}")
        return float("nan")
    finally:
        visitor.close()


async def under(site: Site, names: list[str], seconds: float, random: Random) -> Seen:
    tally = Tally()
    couples = [new_pair(site, tally, random, rules=LONG) for _ in range(GAMES)]
    await used(site)
    before, going = memory(site.pid), True
    most = before
    async with contextlib.AsyncExitStack() as stack:
        for couple in couples:
            await stack.enter_async_context(couple.seated([site], random=random))
        playing = asyncio.create_task(play(couples, lambda: going))
        await asyncio.sleep(1)
        tally.latencies.clear()
        target = Target(site.port, seconds)
        stranger = multiprocessing.get_context("spawn").Process(target=attack, args=(names, target))
        stranger.start()
        await asyncio.sleep(seconds / 2)
        visitor = asyncio.create_task(first_move(site))
        while stranger.is_alive():
            now = await asyncio.to_thread(memory, site.pid)
            most = max(most[0], now[0]), max(most[1], now[1])
            await asyncio.sleep(0.2)
        end = time.monotonic()
        back = await recovered(couples, tally, end)
        waited = await visitor
        going = False
        await playing
        assert stranger.exitcode == 0, f"the attack ended with exit code {stranger.exitcode}"
        assert not tally.wrong, tally.wrong
    grown = most[0] - before[0], most[1] - before[1]
    return Seen(sorted(tally.latencies), waited, grown, back)


async def recovered(couples: list[Couple], tally: Tally, end: float) -> float:
    """Seconds from *end* until every honest game had an ack as usual; at most a minute."""
    while time.monotonic() - end < 60:
        known = len(tally.latencies)
        moment = time.monotonic()
        await asyncio.sleep(len(couples) / RATE + 0.1)
        new = tally.latencies[known:]
        if len(new) >= len(couples) and max(new) < NORMAL:
            return moment - end
    return float("inf")


def line(name: str, seen: Seen) -> str:
    times = seen.latencies or [float("inf")]
    numbers = [1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.99, 1)]
    acks = " | ".join(f"{number:,.0f}" for number in numbers)
    return (
        f"| {name} | {acks} | {len(seen.latencies)} "
        f"| {seen.memory[0] / 1e6:,.0f} | {seen.memory[1] / 1e6:,.0f} "
        f"| {seen.back:.1f} | {seen.first_move:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS, "together", "none"])
    parser.add_argument("--seconds", type=float, default=8)
    options = parser.parse_args()
    more_files()
    milliseconds = ["p50 ms", "p99 ms", "longest ms"]
    heads = ["attack", *milliseconds, "acks", "live MB", "all MB", "normal s", "level 1 s"]
    print(f"| {' | '.join(heads)} |")
    print("| --- " * len(heads) + "|")
    for name in options.attacks or ["none", *ATTACKS, "together"]:
        names = {"together": list(ATTACKS), "none": []}.get(name, [name])
        with tempfile.TemporaryDirectory() as folder:
            site = Site(Path(folder))
            with running(site):
                seen = asyncio.run(under(site, names, options.seconds, Random(2026)))
                print(line(name, seen), flush=True)
                for complaint in complaints(site)[:3]:
                    print("  log:", complaint[:150])


if __name__ == "__main__":
    main()
