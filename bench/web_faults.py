"""Full disks, stops, lost instances, a bus that comes and goes, cut connections: nothing is lost.

    .venv/bin/python bench/web_faults.py [disk stop instances bus backup cuts]

The fast suite has a short form of each. `disk` mounts a small file system, so it wants root.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.web import servers
from support.web.couples import Tally, check, new_pair
from support.web.faults import (
    back_up_and_restore,
    cut_connections,
    fill_a_small_disk,
    fill_the_disk,
    small_disk,
    stop_under_load,
)
from support.web.hostile import complaints
from support.web.kills import LONG, Fire
from support.web.sites import Site, more_files, running

RATES = {"INAROW_RATES": "1000000"}


def disk(folder: Path, random: Random) -> str:
    for number in range(10):
        place = folder / f"limited-{number}"
        place.mkdir()
        with running(Site(place, environment=RATES)) as site:
            asyncio.run(fill_the_disk(site, Tally(), random))
    place = folder / "small"
    (place / "data").mkdir(parents=True)
    with small_disk(place / "data"), running(Site(place, environment=RATES)) as site:
        refused = asyncio.run(fill_a_small_disk(site, Tally(), random))
    return f"10 times failing writes, and a disk that was full for {refused} moves; none lost"


def stop(folder: Path, random: Random) -> str:
    seconds = list[float]()
    for number in range(10):
        place = folder / str(number)
        place.mkdir()
        tally = Tally()
        with running(Site(place, environment=RATES)) as site:
            seconds.append(asyncio.run(stop_under_load(site, tally, random, games=50)))
        assert set(tally.closed) == {1012}, tally
    return f"10 stops with 100 sockets each: at most {max(seconds):.2f} s, no move lost"


@contextmanager
def instances(folder: Path) -> Iterator[tuple[Site, Site, ExitStack, int, str]]:
    with servers.postgres() as url, ExitStack() as bus:
        port = servers.free_port()
        bus.enter_context(servers.nats(port))
        environment = {**RATES, "DATABASE_URL": url, "BUS_URL": f"nats://127.0.0.1:{port}"}
        one, other = (Site(folder, environment=environment) for _ in range(2))
        with running(one), running(other):
            yield one, other, bus, port, url


def lose_instances(folder: Path, random: Random) -> str:
    """Kill one instance after the other, each while the other serves."""
    gaps = list[float]()

    async def play(fire: Fire) -> None:
        async with fire.playing(10):
            for number in range(20):
                await fire.moves(20)
                victim = fire.sites[number % 2]
                start = time.monotonic()
                victim.kill()
                await fire.moves(20)
                gaps.append(time.monotonic() - start)
                victim.start(wait=False)
                await asyncio.to_thread(victim.wait)

    with instances(folder) as (one, other, _, _, url):
        fire = Fire([one, other], Tally(), random, pace=0.1)
        asyncio.run(play(fire))
        stored = check(fire.couples, url)
    return f"20 kills, {stored:,} moves once each, 20 moves later within {max(gaps):.2f} s"


def lose_bus(folder: Path, random: Random) -> str:
    """End the bus and start it again."""

    async def play(fire: Fire, bus: ExitStack, port: int) -> None:
        async with fire.playing(10):
            for _ in range(10):
                await fire.moves(60)
                bus.close()
                await fire.moves(60)
                bus.enter_context(servers.nats(port))

    with instances(folder) as (one, other, bus, port, url):
        fire = Fire([one, other], Tally(), random, pace=0.1)
        asyncio.run(play(fire, bus, port))
        assert fire.tally.cuts == 0
        stored = check(fire.couples, url)
    return f"10 times without the bus, {stored:,} moves once each, no socket cut"


def backup(folder: Path, random: Random) -> str:
    for number in range(5):
        place = folder / str(number)
        place.mkdir()
        back_up_and_restore(place, Tally(), random)
    return "5 backups of live sites restored, games went on"


def cuts(folder: Path, random: Random, count: int = 300_000) -> str:
    with running(Site(folder, environment=RATES)) as site:
        memory = list[int]()
        start = time.monotonic()
        for _ in range(10):
            tally = Tally()
            couple = new_pair(site, tally, random, rules=LONG)
            asyncio.run(cut_connections(site, couple, count // 10, random))
            memory.append(site.memory())
        seconds = time.monotonic() - start
        assert not complaints(site), complaints(site)[:5]
        assert site.stop() == 0
    half = memory[len(memory) // 2]  # it grows at first, as the memory of a new process does
    assert memory[-1] - half < 8 * 2**20, memory
    sizes = " -> ".join(f"{size / 2**20:.0f}" for size in (memory[0], half, memory[-1])) + " MiB"
    return f"{count:,} cut connections in {seconds:.0f} s, {sizes}"


ALL = {
    "disk": disk,
    "stop": stop,
    "instances": lose_instances,
    "bus": lose_bus,
    "backup": backup,
    "cuts": cuts,
}


def main() -> None:
    more_files()
    for name in sys.argv[1:] or ALL:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{name}: {ALL[name](Path(folder), Random(2026))}", flush=True)


if __name__ == "__main__":
    main()
