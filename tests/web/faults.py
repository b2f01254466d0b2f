"""Things that break while people play: the site is stopped, its disk is full, its data are lost."""

import asyncio
import resource
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from web.couples import Couple, Tally, check, eventually, new_pair
from web.sites import Site, running

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
        limit_files(site, NO_LIMIT)
        await eventually(lambda: again(couple), "the move, now that there is room")
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
