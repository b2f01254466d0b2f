"""Many live games on one core: how soon is a move acknowledged, and is each one stored?

    .venv/bin/python bench/web_load.py [--games 5000] [--rate 2500] [--seconds 60] [--rated 0.2]

The server is the whole site, as `inarow serve` starts it. It has one core to itself and this client
another. Moves are due at a fixed total rate, whether or not earlier ones have been answered (an
open loop), and the time of each counts from when it was due. The client looks for no garbage of its
own meanwhile, which would be measured, too. At the end the database must hold every acknowledged
move exactly once. A part of the games is rated; of those that have ended each must have a verdict,
which may be that it is still due.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import uvloop
from sqlalchemy import create_engine, func, select

from inarow.web.store import tables
from inarow.web.store.databases import address
from inarow.web.store.ratings import COUNTS
from support.web.couples import Couple, Tally, check, drawn_game, new_couple
from support.web.sites import Site, Visitor, more_files, running

SERVER_CPU, CLIENT_CPU = 0, 1
TICK = 0.001  # seconds between looks at what is due
AT_ONCE = 50  # sockets that are being opened at a time
SOCKETS_A_SOURCE = 20_000  # one address has about 28,000 ports to call from


def percentile(times: Sequence[float], share: float) -> float:
    """In milliseconds; *times* are sorted."""
    return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


def summary(name: str, times: list[float]) -> str:
    times.sort()
    shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)]
    numbers = "  ".join(f"{what} {percentile(times, share):.1f}" for what, share in shares)
    return f"{name}, ms: {numbers}  ({len(times):,})"


def create(site: Site, count: int, rated: float, tally: Tally) -> list[Couple]:
    """New games, each between two new people; a share of them is rated."""
    creator, guest = Visitor(site), Visitor(site)
    couples = []
    for number in range(count):
        creator.cookie = guest.cookie = ""
        counts = int((number + 1) * rated) > int(number * rated)
        couples.append(new_couple(creator, guest, drawn_game(number % 8), tally, rated=counts))
    creator.close()
    guest.close()
    return couples


async def connect(site: Site, couples: Sequence[Couple]) -> None:
    """Open all sockets."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(couple: Couple, side: int, number: int) -> None:
        source = f"127.0.0.{1 + number // SOCKETS_A_SOURCE}"
        async with gate:
            await couple.seats[side].connect(site, source)

    await asyncio.gather(
        *(one(couple, side, 2 * n + side) for n, couple in enumerate(couples) for side in (0, 1))
    )


async def load(couples: Sequence[Couple], rate: float, seconds: float, tally: Tally) -> float:
    """Play for a while, one game after the other; the seconds until the last ack."""
    start = time.monotonic()
    total = min(int(rate * seconds), sum(len(c.script) - len(c.acked) for c in couples))
    done = len(tally.latencies) + total
    made = 0
    while made < total:
        now = time.monotonic()
        while made < total and start + made / rate <= now:
            couples[made % len(couples)].play(start + made / rate)
            made += 1
        await asyncio.sleep(TICK)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(30):
            while len(tally.latencies) < done:
                await asyncio.sleep(TICK)
    return time.monotonic() - start


def check_verdicts(url: str) -> str:
    """What has become of the rated games that have ended."""
    game = tables.game
    engine = create_engine(address(url))
    with engine.connect() as connection:
        query = select(game.c.verdict, func.count()).group_by(game.c.verdict)
        ended = (game.c.rated, game.c.status == "over")
        verdicts = {row[0]: row[1] for row in connection.execute(query.where(*ended))}
        counts = select(game.c.id).where(game.c.verdict == COUNTS)
        change = tables.rating_change
        query = select(func.count()).where(change.c.game.in_(counts))
        changes = connection.execute(query).scalar_one()
        rows = connection.execute(select(func.count()).select_from(change)).scalar_one()
    engine.dispose()
    assert None not in verdicts, verdicts
    assert changes == rows == 2 * verdicts.get(COUNTS, 0), (changes, rows, verdicts)
    found = ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.items())
    return f"rated games that have ended: {found or 'none'}"


def report(site: Site, tally: Tally, cpu: float, client_cpu: float, seconds: float) -> None:
    print(f"{len(tally.latencies) / seconds:,.0f} moves/s for {seconds:.1f} s")
    print(summary("due -> acknowledged", tally.latencies))
    print(summary("acknowledged -> seen by the other", tally.broadcasts))
    memory = site.memory() / 2**20
    print(
        f"server: {100 * cpu / seconds:.0f} % of a core, {memory:.0f} MiB; "
        f"client: {100 * client_cpu / seconds:.0f} % of a core"
    )
    print(f"cuts {tally.cuts}, refused {tally.refused}, wrong {len(tally.wrong)}")
    for line in tally.wrong[:5]:
        print(" ", line)


async def measure(
    site: Site, couples: list[Couple], tally: Tally, options: argparse.Namespace
) -> None:
    start = time.monotonic()
    await connect(site, couples)
    print(f"{2 * len(couples):,} sockets open after {time.monotonic() - start:.1f} s")
    gc.collect()
    gc.disable()
    await load(couples, options.rate, options.warm, tally)
    tally.latencies.clear()
    tally.broadcasts.clear()
    cpu, own = site.cpu_seconds(), time.process_time()
    seconds = await load(couples, options.rate, options.seconds, tally)
    report(site, tally, site.cpu_seconds() - cpu, time.process_time() - own, seconds)
    for couple in couples:
        for seat in couple.seats:
            seat.leave()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument(
        "--rate", type=float, default=2500, help="moves a second, all games together"
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rated", type=float, default=0.2, help="share of the games")
    parser.add_argument("--warm", type=float, default=5, help="seconds before it counts")
    parser.add_argument("--folder", type=Path, help="where the database is kept, for slow disks")
    parser.add_argument("--database-url", help="instead of SQLite")
    options = parser.parse_args()
    more_files()
    os.sched_setaffinity(0, {CLIENT_CPU})
    tally = Tally()
    environment = {"INAROW_RATES": "1000000"}
    if options.database_url:
        environment["DATABASE_URL"] = options.database_url
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        site = Site(Path(folder), cpu=SERVER_CPU, environment=environment)
        with running(site):
            start = time.monotonic()
            couples = create(site, options.games, options.rated, tally)
            print(f"{options.games:,} games made in {time.monotonic() - start:.1f} s")
            uvloop.run(measure(site, couples, tally, options))
            site.stop()
        url = options.database_url or f"sqlite:///{site.database}"
        print(f"{check(couples, url):,} acknowledged moves, each stored exactly once")
        print(check_verdicts(url))
    assert not tally.wrong
    assert not tally.refused


if __name__ == "__main__":
    main()
