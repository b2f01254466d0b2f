"""What freezes or breaks is started again; what should end, or cannot begin, is not."""

import asyncio
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from inarow.web import supervisor
from support.web.couples import Tally, eventually
from support.web.kills import Fire, check_all
from support.web.sites import Site, running, until

PROGRAM = """
import logging, os, signal, socket, sys, time
from inarow.web import supervisor

supervisor.TICK, supervisor.START, supervisor.LONGEST = 0.2, 300, 0.0
supervisor.STOP = 1.0
logging.basicConfig(format="%(message)s")

def live(pulse):
    with open(sys.argv[1], "ab") as file:
        file.write(b".")
        start = file.tell()
    def freeze():
        time.sleep(1000)
    BODY

with socket.create_server(("127.0.0.1", 0)) as listener:
    sys.exit(supervisor.supervise(live, listener, 10))
"""


def supervised(folder: Path, body: str, **environment: str) -> tuple[int, int, str]:
    """Exit code, number of starts and what is said, if the live process does *body*."""
    program = PROGRAM.replace("BODY", body.strip().replace("\n", "\n    "))
    starts = folder / "starts"
    done = subprocess.run(
        [sys.executable, "-c", program, starts],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, starts.stat().st_size, done.stderr


def test_what_cannot_begin_is_not_started_again(tmp_path: Path) -> None:
    assert supervised(tmp_path, "return 2") == (2, 1, "")


def test_what_breaks_before_it_begins_is_not_started_again(tmp_path: Path) -> None:
    code, starts, said = supervised(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
    assert (code, starts) == (137, 1)
    assert "SIGKILL" in said


def test_what_ends_well_is_not_started_again(tmp_path: Path) -> None:
    assert supervised(tmp_path, "pulse.beat(); return 0") == (0, 1, "")


@pytest.mark.parametrize("end", ["os._exit(7)", "os.kill(os.getpid(), signal.SIGSEGV)", "1 / 0"])
def test_what_breaks_is_started_again(tmp_path: Path, end: str) -> None:
    body = f"""
pulse.beat()
if start < 4:
    {end}
return 0 if not pulse.is_first else 3
"""
    code, starts, said = supervised(tmp_path, body)
    assert (code, starts) == (0, 4)
    assert said.count("it is started again") == 3


def test_a_restart_that_fails_is_tried_again(tmp_path: Path) -> None:
    """Its database may be away for a moment; the first time nobody would know what was wrong."""
    body = """
if 1 < start < 5:
    return 2
pulse.beat()
return 1 if start == 1 else 0
"""
    code, starts, said = supervised(tmp_path, body)
    assert (code, starts) == (0, 5)
    assert "the site is back" in said


def test_what_freezes_is_ended_and_says_where_it_hangs(tmp_path: Path) -> None:
    body = """
pulse.beat()
if start == 1:
    freeze()
return 0
"""
    code, starts, said = supervised(tmp_path, body)
    assert (code, starts) == (0, 2)
    assert "the site does not react" in said
    assert "in freeze" in said


def test_what_does_not_end_when_told_to_is_ended(tmp_path: Path) -> None:
    body = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pulse.beat()
os.kill(os.getppid(), signal.SIGTERM)
while True:
    pulse.beat()
    time.sleep(0.01)
"""
    code, starts, _ = supervised(tmp_path, body)
    assert code in (134, 137)
    assert starts == 1


def test_who_is_told_to_stop_while_starting_ends_as_told(tmp_path: Path) -> None:
    code, starts, _ = supervised(tmp_path, "os.kill(os.getppid(), signal.SIGTERM); freeze()")
    assert (code, starts) == (-signal.SIGTERM, 1)


def test_while_the_supervisor_sleeps_nothing_is_held_against_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As when the lid of a laptop is closed: its ticks are counted, whatever the clock says."""
    ours, theirs = socket.socketpair()
    line, end = socket.socketpair()
    ticks = hours = 0

    def tick(heard: list[socket.socket], *_: object) -> tuple[list[socket.socket], list[int], int]:
        nonlocal ticks
        ticks += 1
        return ([line] if ticks == 5 else [], [], 0)

    def clock() -> float:
        nonlocal hours
        hours += 1
        return 3600.0 * hours

    with ours, theirs, line, end:
        watch = supervisor._Supervisor(lambda pulse: 0, ours, patience=10)
        watch._woken, watch._has_served = ours, True
        end.send(b".")
        monkeypatch.setattr(select, "select", tick)
        monkeypatch.setattr(supervisor, "monotonic", clock)
        monkeypatch.setattr(watch, "_ended", lambda options: None)
        monkeypatch.setattr(watch, "_kill", lambda: -6)
        assert watch._watch(line) == (-6, True)
    assert ticks == 5 + 10


@pytest.mark.parametrize("watchdog", ["10", "0"])
def test_systemd_is_told_how_the_site_is(tmp_path: Path, watchdog: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        site = Site(
            tmp_path,
            *("--watchdog", watchdog),
            environment={"NOTIFY_SOCKET": str(tmp_path / "notify")},
        )
        with running(site):
            assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", *[b"WATCHDOG=1"] * 2]
            assert site.stop() == 0
        rest = []
        while b"STOPPING=1" not in rest:
            rest.append(systemd.recv(100))
        assert {*rest} <= {b"WATCHDOG=1", b"STOPPING=1"}


SLEEPER = "import signal, time; signal.signal(signal.SIGUSR2, lambda *_: time.sleep(1000))"


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGUSR2, signal.SIGKILL])
def test_a_site_that_freezes_or_breaks_goes_on_with_nothing_lost(
    tmp_path: Path, how: signal.Signals
) -> None:
    site = Site(
        tmp_path, "--watchdog", "3", environment={"INAROW_RATES": "100000"}, prelude=SLEEPER
    )
    fire = Fire([site], Tally(), Random(7))

    async def play() -> None:
        async with asyncio.timeout(300), fire.playing(4):
            await fire.moves(20)
            frozen, since = site.pid, time.monotonic()
            os.kill(frozen, how)  # SIGUSR2: the loop is stuck, all else goes on
            await eventually(lambda: site.pid != frozen, "another live process")
            await asyncio.to_thread(site.wait)
            fire.outages.append((since, time.monotonic()))
            await fire.moves(20)

    with running(site):
        asyncio.run(play())
        assert site.stop() == 0
    stored, charged = check_all(fire, f"sqlite:///{site.database}")
    assert stored > 40
    assert charged > 4
    assert site.log.count("inarow is at") == site.log.count("the site is back") == 1
    assert ("the site does not react" in site.log) == (how != signal.SIGKILL)


def test_without_its_supervisor_the_site_ends_by_itself(tmp_path: Path) -> None:
    with running(Site(tmp_path)) as site:
        live = site.pid
        assert site.process
        assert live != site.process.pid
        site.process.kill()
        until(lambda: not Path(f"/proc/{live}/exe").exists(), "the live process has ended")
        assert "stopped; everything is saved" in site.log
