"""Things that break while people play: the site is stopped, its disk is full, its data are lost."""

import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

from support.web.couples import Couple, Tally, check, eventually, new_pair
from support.web.hostile import upgrade
from support.web.sites import Site, running

NO_LIMIT = resource.RLIM_INFINITY


async def stop_under_load(site: Site, tally: Tally, random: Random, games: int) -> float:
    """Stop a site in which people play, and start it again; the seconds that stopping took."""
    couples = [new_pair(site, tally, random) for _ in range(games)]
    async with AsyncExitStack() as stack:
        for couple in couples:
            await stack.enter_async_context(couple.seated([site], random=random))
        await asyncio.gather(*(couple.moves(3) for couple in couples))
        for couple in couples:
            couple.play(time.monotonic())
        start = time.monotonic()
        assert await asyncio.to_thread(site.stop) == 0
        seconds = time.monotonic() - start
        site.start(wait=False)
        await eventually(lambda: not any(c.waiting for c in couples), "the move that was due")
        await asyncio.gather(*(couple.moves(2) for couple in couples))
    assert not tally.wrong, tally.wrong
    assert site.stop() == 0
    assert check(couples, f"sqlite:///{site.database}") == 6 * games
    return seconds


async def fill_the_disk(site: Site, tally: Tally, random: Random) -> None:
    """Let no file of a running site grow for a while, which is what a full disk does."""
    couple = new_pair(site, tally, random)
    async with couple.seated([site], random=random):
        await couple.moves(3)
        limit_files(site, 0)
        couple.play(time.monotonic())
        await eventually(lambda: tally.refused, "a refusal")
        assert couple.waiting
        assert site.get("/healthz")[0] == 200
        await eventually(lambda: site.get("/readyz")[0] == 503, "the site to be no more ready")
        limit_files(site, NO_LIMIT)
        await eventually(lambda: again(couple), "the move, now that there is room")
        await eventually(lambda: site.get("/readyz")[0] == 200, "the site to be ready")
        await couple.moves(3)
    assert not tally.wrong, tally.wrong
    assert site.stop() == 0
    assert check([couple], f"sqlite:///{site.database}") == 7


def again(couple: Couple) -> bool:
    """Send the refused move once more; whether it is acknowledged by now."""
    if couple.waiting and couple.seats[couple.turn].transport:
        couple.send()
    return not couple.waiting


def limit_files(site: Site, size: int) -> None:
    """Let no file grow beyond a size: writes then fail, as they do when the disk is full."""
    resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (size, NO_LIMIT))


def back_up_and_restore(folder: Path, tally: Tally, random: Random) -> None:
    """Copy the data of a site while people play there, lose them, and go on with the copy."""
    copy, first, second = folder / "copy.db", folder / "first", folder / "second"
    first.mkdir()
    second.mkdir()
    with running(Site(first)) as site:
        couple = new_pair(site, tally, random)
        asyncio.run(back_up_live(site, couple, copy, random))
        site.kill()
    target = Site(second)
    command(target, "restore", str(copy))
    with running(target):
        view = target.get(f"/api/games/{couple.game}", Cookie=couple.seats[0].cookie)
        assert view[0] == 200, view
        couple.seats[0].version = couple.seats[1].version = 0  # come as if for the first time
        asyncio.run(go_on(target, couple, random))
        assert target.stop() == 0
    assert check([couple], f"sqlite:///{target.database}") == 8


async def back_up_live(site: Site, couple: Couple, copy: Path, random: Random) -> None:
    async with couple.seated([site], random=random):
        await couple.moves(5)
        await asyncio.to_thread(command, site, "backup", str(copy))


async def go_on(site: Site, couple: Couple, random: Random) -> None:
    for seat in couple.seats:
        seat.going = True
    async with couple.seated([site], random=random):
        await couple.moves(3)


def command(site: Site, *words: str) -> None:
    """A command of the program about the data of a site."""
    done = subprocess.run(
        [sys.executable, "-m", "inarow", "serve", *words],
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def small_disk(folder: Path, size: str = "8m") -> Iterator[None]:
    """A file system of a few megabytes at *folder*; only root may do this."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


async def fill_a_small_disk(site: Site, tally: Tally, random: Random) -> int:
    """Play on a small disk that somebody else fills, and go on when there is room again.

    How many moves were refused meanwhile.
    """
    couple = new_pair(site, tally, random)
    rubbish = site.database.parent / "rubbish"
    async with couple.seated([site], random=random):
        await couple.moves(3)
        with rubbish.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        while not tally.refused and not couple.finished:  # the log of the database has room left
            couple.play(time.monotonic())
            await eventually(lambda: tally.refused or not couple.waiting, "an answer")
        assert tally.refused, "the disk was never full"
        rubbish.unlink()
        await eventually(lambda: again(couple), "the move, now that there is room")
        await couple.moves(3)
    assert not tally.wrong, tally.wrong
    assert site.stop() == 0
    check([couple], f"sqlite:///{site.database}")
    return tally.refused.total()


async def cut_connections(site: Site, couple: Couple, count: int, random: Random) -> None:
    """Open sockets to a game and drop them at any moment, while two people play there."""

    head = upgrade(site.port, f"/live/game/{couple.game}")

    async def cut() -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(head[: random.randint(0, 2 * len(head))])
            if random.random() < 0.7:  # not for long: the site waits for the rest of a head
                with suppress(ConnectionError, TimeoutError):
                    async with asyncio.timeout(0.1 * random.random()):
                        await reader.read(random.choice([1, 200, 4000]))
            writer.transport.abort()
            if next(left, None) is None:
                return

    left = iter(range(count))
    over = False

    async def play() -> None:
        while not over and not couple.finished:
            await couple.moves(1)
            await asyncio.sleep(0.05)  # a game is kept in memory, and should not be what grows

    async with couple.seated([site], random=random), asyncio.TaskGroup() as group:
        playing = group.create_task(play())
        async with asyncio.TaskGroup() as cutters:
            for _ in range(min(count, 40)):
                cutters.create_task(cut())
        over = True
        await playing
    assert couple.acked
