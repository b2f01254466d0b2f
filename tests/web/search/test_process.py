import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from inarow.search.stop import Stop
from inarow.web.search import process as module
from inarow.web.search.pool import Busy, Pool
from inarow.web.search.process import Broken, Process
from support.web import chores
from support.web.sites import until

LONG = 60.0


@pytest.fixture
def process() -> Iterator[Process]:
    made = Process(table_mb=1)
    yield made
    made.close()


def do(process: Process, job: Callable[..., Any], seconds: float = LONG) -> Any:
    return process.do(job, Stop(), None, seconds)


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def test_a_job_is_done_in_another_process_which_does_the_next_one_too(process: Process) -> None:
    pid = do(process, chores.where)
    assert pid == process.pid != os.getpid()
    assert do(process, chores.where) == pid


def test_what_is_found_on_the_way_is_told_in_order(process: Process) -> None:
    told: list[int] = []
    assert process.do(chores.count, Stop(), told.append, LONG) == "that was all"
    assert told == [0, 1, 2]


def test_what_a_job_raises_comes_back(process: Process) -> None:
    with pytest.raises(ValueError, match="no") as raised:
        do(process, chores.fail)
    assert "In a worker" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Odd: no"):
        do(process, chores.fail_oddly)


def test_what_a_job_used_of_the_processor_is_known(process: Process) -> None:
    do(process, chores.work)
    assert 0.05 <= process.used < LONG
    with pytest.raises(ValueError, match="no"):
        do(process, chores.work_and_fail)
    assert 0.05 <= process.used < LONG
    with pytest.raises(Exception, match="pickle"):
        do(process, lambda _: 1)
    assert process.used == 0.0
    with pytest.raises(Broken):
        do(process, chores.die)
    assert 0.0 < process.used <= LONG, "the time that went by"


def test_a_job_that_cannot_travel_is_an_error_and_harms_nothing(process: Process) -> None:
    with pytest.raises(Exception, match="pickle"):
        do(process, lambda _: 1)
    assert do(process, chores.where) == process.pid


def test_memory_has_an_end(process: Process) -> None:
    with pytest.raises(MemoryError):
        do(process, chores.hold_everything)
    assert do(process, chores.where) == process.pid


def test_a_process_that_dies_is_replaced(process: Process) -> None:
    before = do(process, chores.where)
    with pytest.raises(Broken):
        do(process, chores.die)
    assert do(process, chores.where) != before


@pytest.mark.parametrize("job", [chores.compute_for_ever, chores.be_deaf])
def test_a_job_that_takes_too_long_ends_with_its_process(
    process: Process, job: Callable[..., Any]
) -> None:
    before = do(process, chores.where)
    with pytest.raises(Broken):
        process.do(job, Stop(), lambda _: None, 0.2)
    assert gone(before)
    assert do(process, chores.where) != before


def test_a_search_ends_when_it_is_told_to(process: Process) -> None:
    stop = Stop()
    assert process.do(chores.think, stop, lambda _: stop.set(), LONG) == "stopped"
    assert process.pid is not None


def test_a_stop_that_comes_first_is_heard(process: Process) -> None:
    stop = Stop()
    stop.set()
    assert process.do(chores.think, stop, lambda _: None, LONG) == "stopped"


def test_a_late_stop_does_not_end_the_next_job(process: Process) -> None:
    stop = Stop()
    with stop.calling(process._stop):
        do(process, chores.where)
    pid, process._number = process.pid, process._number - 1
    process._stop()  # of the job before
    process._number += 1
    assert do(process, chores.where) == pid


def test_who_has_ended_in_time_is_let_live(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[Callable[[], None]] = []

    def timer(_seconds: float, end: Callable[[], None]) -> Thread:
        ends.append(end)
        return Thread()

    monkeypatch.setattr(module, "Timer", timer)
    stop = Stop()
    assert process.do(chores.think, stop, lambda _: stop.set(), LONG) == "stopped"
    before = process.pid
    ends[0]()
    assert do(process, chores.where) == before


def test_one_that_was_killed_between_two_jobs_is_replaced(process: Process) -> None:
    before = do(process, chores.where)
    os.kill(before, signal.SIGKILL)
    until(lambda: gone(before), "it has ended")
    assert do(process, chores.where) != before


def test_who_does_not_hear_is_ended(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.05)
    stop = Stop()
    with pytest.raises(Broken):
        process.do(chores.be_deaf, stop, lambda _: stop.set(), LONG)


def test_it_can_be_closed_in_the_middle_of_a_job(process: Process) -> None:
    begun, broken = Event(), Event()

    def work() -> None:
        with pytest.raises(Broken):
            process.do(chores.be_deaf, Stop(), lambda _: begun.set(), LONG)
        broken.set()

    thread = Thread(target=work)
    thread.start()
    assert begun.wait(LONG)
    process.close()
    thread.join()
    assert broken.is_set()


def test_the_processes_of_a_pool_end_with_it() -> None:
    async def work() -> set[int]:
        pool = Pool(desks=3, desk=Process)
        pids = {*await asyncio.gather(*(pool.run(who, chores.where) for who in ("ann", "bob")))}
        with pytest.raises(Busy, match="given up"):
            await pool.run("ann", chores.die)
        pids.add(await pool.run("ann", chores.where))
        await pool.close()
        return pids

    assert all(map(gone, asyncio.run(work())))
