"""A site that is killed again and again while people play, as a power cut would.

Every move that was acknowledged must be there once, whatever happened in between, and time in which
there was no site must not be charged to anybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import pairwise
from random import Random

from sqlalchemy import create_engine, select

from inarow.web.live.outages import GRACE
from inarow.web.store import tables
from inarow.web.store.databases import address
from support.web.couples import Couple, Tally, check, eventually, new_pair
from support.web.sites import Site

LONG = "18x18x6"
BASE, INCREMENT = 3_600_000, 1_000
SLACK = 0.05  # seconds by which two clocks of one machine may differ


@dataclass(slots=True)
class Fire:
    """People who play at one or two sites, and when these were killed and answered again."""

    sites: Sequence[Site]
    tally: Tally
    random: Random
    pace: float = 0.02  # seconds between two moves of a game
    outages: list[tuple[float, float]] = field(default_factory=list)
    couples: list[Couple] = field(default_factory=list)
    over: bool = False

    @asynccontextmanager
    async def playing(self, games: int) -> AsyncIterator[None]:
        """So many games at a time, until the block ends and the moves under way are stored."""
        async with asyncio.TaskGroup() as group:
            for _ in range(games):
                group.create_task(self._table())
            yield
            await self.moves(games)
            self.over = True
        assert not self.tally.wrong, self.tally.wrong[:5]

    async def moves(self, count: int) -> None:
        """Wait for some more acknowledged moves."""
        enough = len(self.tally.latencies) + count
        await eventually(lambda: len(self.tally.latencies) >= enough, f"{count} moves")

    async def kill(self, site: Site) -> None:
        """Kill a site at any moment and start it again."""
        await asyncio.sleep(self.random.uniform(0, 0.05))
        site.kill()
        killed = time.monotonic()
        site.start(wait=False)
        await asyncio.to_thread(site.wait)
        self.outages.append((killed, time.monotonic()))

    async def _table(self) -> None:
        """Two people who play one game after the other."""
        while not self.over:
            try:
                couple = await asyncio.to_thread(self._new_game)
            except (OSError, RuntimeError, HTTPException):  # it was killed just now
                await asyncio.sleep(0.05)
                continue
            self.couples.append(couple)
            async with couple.seated(self.sites, self.sites[::-1], random=self.random):
                while not couple.finished and not (self.over and not couple.waiting):
                    if not couple.waiting:
                        couple.play(time.monotonic())
                    await asyncio.sleep(self.pace)

    def _new_game(self) -> Couple:
        wishes = {"rules": LONG, "base": BASE, "increment": INCREMENT}
        return new_pair(self.random.choice(self.sites), self.tally, self.random, **wishes)


async def under_fire(fire: Fire, kills: int, games: int) -> None:
    """Let people play while their site is killed so many times."""
    async with asyncio.timeout(60 + 60 * kills), fire.playing(games):
        for _ in range(kills):
            await fire.moves(fire.random.randint(games, 4 * games))
            await fire.kill(fire.sites[0])


def check_all(fire: Fire, database_url: str) -> tuple[int, int]:
    """How many acknowledged moves are stored once, and how many were charged rightly."""
    stored = check(fire.couples, database_url)
    noted = stored_outages(database_url)
    for start, end in fire.outages:
        assert without_site(noted, start, end) > (end - start) / 2, (start, end, noted)
    kills = [killed for killed, _ in fire.outages]
    return stored, sum(check_clocks(couple, noted, kills) for couple in fire.couples)


def stored_outages(database_url: str) -> list[tuple[float, float]]:
    """The times without a site that the database knows, in seconds of the monotonic clock."""
    engine = create_engine(address(database_url))
    with engine.connect() as connection:
        rows = connection.execute(select(tables.outage.c.since, tables.outage.c.until)).all()
    engine.dispose()
    shift = time.time() - time.monotonic()
    return [(since / 1000 - shift, until / 1000 - shift) for since, until in rows]


def without_site(outages: list[tuple[float, float]], since: float, until: float) -> float:
    """How much of a time there was no site."""
    total, reached = 0.0, since
    for start, end in sorted(outages):
        if min(end, until) > max(start, reached):
            total += min(end, until) - max(start, reached)
            reached = min(end, until)
    return total


def check_clocks(couple: Couple, noted: list[tuple[float, float]], kills: list[float]) -> int:
    """How many moves were charged with the time that they took, less that without a site.

    An outage begins with the last sign of life before it, so it can cover moves that were made
    before the kill; those had been charged by then.
    """
    checked = 0
    for before, now in pairwise(couple.moments[1:]):  # the clocks run from the second move on
        assert before.left is not None
        assert now.left is not None
        spent = (before.left + INCREMENT - now.left) / 1000
        near = [(a, b) for a, b in noted if a < now.acked and b > before.sent]
        known = [
            (a, b) for a, b in near if any(a - SLACK <= kill <= min(b, now.acked) for kill in kills)
        ]
        sure = [  # who is back sooner plays on; a kill after the move says nothing about it
            (a, b - GRACE / 1000)
            for a, b in known
            if any(a - SLACK <= k <= now.sent for k in kills)
        ]
        most = now.acked - before.sent - without_site(sure, before.acked, now.sent)
        least = now.sent - before.acked - without_site(known, before.sent, now.acked)
        told = (couple.game, spent, least, most, before, now, noted, kills)
        assert max(0, least) - SLACK <= spent <= max(0, most) + SLACK, told
        checked += 1
    return checked
