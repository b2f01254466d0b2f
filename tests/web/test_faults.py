"""What must not be lost when things break: real processes, killed, stopped and starved.

bench/web_kills.py and bench/web_faults.py do the same for longer.
"""

import asyncio
from pathlib import Path
from random import Random

from support.web.couples import Tally
from support.web.faults import back_up_and_restore, fill_the_disk, stop_under_load
from support.web.kills import Fire, check_all, under_fire
from support.web.sites import Site, running

RATES = {"INAROW_RATES": "100000"}


def test_a_killed_site_loses_no_acknowledged_move(tmp_path: Path) -> None:
    site = Site(tmp_path, environment=RATES)
    fire = Fire([site], Tally(), Random(1))
    with running(site):
        asyncio.run(under_fire(fire, kills=3, games=4))
        assert site.stop() == 0
    stored, charged = check_all(fire, f"sqlite:///{site.database}")
    assert stored > 4
    assert charged > 4


def test_a_site_that_is_stopped_says_goodbye_and_goes_on_later(tmp_path: Path) -> None:
    tally = Tally()
    site = Site(tmp_path, environment=RATES)
    with running(site):
        asyncio.run(stop_under_load(site, tally, Random(2), games=4))
    assert tally.going >= 8
    assert set(tally.closed) == {1012}


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    tally = Tally()
    site = Site(tmp_path, environment=RATES)
    with running(site):
        asyncio.run(fill_the_disk(site, tally, Random(3)))
    assert tally.refused


def test_a_backup_of_a_live_site_can_be_restored(tmp_path: Path) -> None:
    back_up_and_restore(tmp_path, Tally(), Random(4))
