import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event, get_ident
from time import monotonic
from typing import Any

import pytest

from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, GOMOKU
from inarow.search.background import Searchers
from inarow.search.engine import Limit
from inarow.web.search.pool import Allowance, Busy, Kind, Pool
from inarow.web.search.process import Here
from support.web import chores


def with_pool(work: Callable[[Pool], Awaitable[None]], **settings: object) -> None:
    """Run *work* with a pool of two threads, one of which is for urgent jobs."""

    async def main() -> None:
        options: Any = {"desks": 2} | settings
        pool = Pool(desk=partial(Here, table_mb=1), **options)
        try:
            await asyncio.wait_for(work(pool), 30)
        finally:
            await pool.close()

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


class Gate:
    """A job that waits until it is let go or stopped."""

    def __init__(self) -> None:
        self.begun, self.open = Event(), Event()

    def __call__(self, searchers: Searchers) -> str:
        self.begun.set()
        while not searchers.stop.is_set():
            if self.open.wait(0.001):
                return "done"
        return "stopped"


def noted(order: list[str], who: str, searchers: Searchers) -> None:
    order.append(who)


def test_a_job_runs_in_another_thread_and_its_result_comes_back() -> None:
    async def work(pool: Pool) -> None:
        assert await pool.run("ann", lambda _: get_ident()) != get_ident()

    with_pool(work)


def test_a_desk_searches_and_solves() -> None:
    async def work(pool: Pool) -> None:
        near_end = Position.parse("4x4x4 4/xoxo/oxox/xoxo x")

        def job(searchers: Searchers) -> tuple[int, int]:
            found = searchers.engine.search(Position(CONNECT_FOUR), Limit(depth=2))
            scores = searchers.oracle.scores(near_end)
            assert scores is not None
            return found.move, len(scores)

        move, count = await pool.run("ann", job)
        assert 0 <= move < 7
        assert count == 4

    with_pool(work)


def test_what_goes_wrong_in_a_job_comes_back() -> None:
    async def work(pool: Pool) -> None:
        with pytest.raises(ZeroDivisionError):
            await pool.run("ann", lambda _: 1 // 0)
        assert await pool.run("ann", lambda _: 1) == 1

    with_pool(work)


def test_what_a_job_used_is_charged_also_to_those_who_have_gone() -> None:
    async def work(pool: Pool) -> None:
        charged: list[float] = []
        await pool.run("ann", chores.work, kind="quick", charge=charged.append)
        assert charged[0] >= 0.01
        with pytest.raises(ValueError, match="no"):
            await pool.run("ann", chores.work_and_fail, kind="quick", charge=charged.append)
        assert charged[1] >= 0.01
        gate = Gate()
        task = asyncio.create_task(pool.run("ann", gate, kind="quick", charge=charged.append))
        await until(gate.begun.is_set)
        task.cancel()
        await until(lambda: len(charged) == 3)

    with_pool(work)


def test_cancelling_stops_a_search_and_frees_the_thread() -> None:
    async def work(pool: Pool) -> None:
        forever = Limit(seconds=1000.0)
        task = asyncio.create_task(
            pool.run("ann", lambda s: s.engine.search(Position(GOMOKU), forever, stop=s.stop))
        )
        await until(lambda: pool.running == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: pool.running == 0)
        assert await pool.run("ann", lambda searchers: searchers.stop.is_set()) is False

    with_pool(work)


def test_cancelling_takes_a_job_out_of_the_queue() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        calls: list[Searchers] = []
        first = asyncio.create_task(pool.run("ann", gate))
        await until(gate.begun.is_set)
        second = asyncio.create_task(pool.run("ann", calls.append))
        await until(lambda: pool.waiting == 1)
        second.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await second
        assert pool.waiting == 0
        gate.open.set()
        assert await first == "done"
        assert not calls

    with_pool(work)


def test_urgent_jobs_have_a_thread_when_the_others_are_taken() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        first = asyncio.create_task(pool.run("ann", gate))
        await until(gate.begun.is_set)
        assert await pool.run("bob", lambda _: "moved", kind="urgent") == "moved"
        gate.open.set()
        await first

    with_pool(work)


def test_the_one_who_has_searched_least_is_next() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        order: list[str] = []
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(pool.run("ann", gate))]
        await until(gate.begun.is_set)
        for who in ("ann", "bob"):
            tasks.append(asyncio.create_task(pool.run(who, partial(noted, order, who))))
        await until(lambda: pool.waiting == 2)
        pool._accounts["ann"].used = 50.0
        gate.open.set()
        await asyncio.gather(*tasks)
        assert order == ["bob", "ann"]

    with_pool(work)


def test_a_full_queue_refuses_with_a_sentence_but_takes_urgent_jobs() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        tasks = [asyncio.create_task(pool.run("ann", gate))]
        await until(gate.begun.is_set)
        tasks.append(asyncio.create_task(pool.run("bob", gate)))
        await until(lambda: pool.waiting == 1)
        with pytest.raises(Busy, match="busy with other searches"):
            await pool.run("cyd", gate)
        assert await pool.run("cyd", lambda _: 1, kind="urgent") == 1
        gate.open.set()
        await asyncio.gather(*tasks)

    with_pool(work, queue=1)


def test_one_person_cannot_have_many_searches_at_a_time() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        task = asyncio.create_task(pool.run("ann", gate))
        await until(gate.begun.is_set)
        with pytest.raises(Busy, match="several searches"):
            await pool.run("ann", gate)
        gate.open.set()
        await task
        assert await pool.run("ann", lambda _: 1) == 1

    with_pool(work, allowance=Allowance(jobs=1))


def test_who_has_used_all_seconds_waits_if_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    now = monotonic()
    monkeypatch.setattr("inarow.web.search.pool.monotonic", lambda: now)  # no time passes

    async def work(pool: Pool) -> None:
        await pool.run("ann", lambda _: None)
        pool._accounts["ann"].used = 30.0
        assert await pool.run("ann", lambda _: 1) == 1
        gate = Gate()
        tasks = [asyncio.create_task(pool.run(who, gate)) for who in ("bob", "cyd")]
        await until(lambda: pool.waiting == 1)
        with pytest.raises(Busy, match=r"Try again in 20 s\."):
            await pool.run("ann", lambda _: 1)
        assert await pool.run("ann", lambda _: 1, kind="urgent") == 1
        gate.open.set()
        await asyncio.gather(*tasks)

    with_pool(work, allowance=Allowance(seconds=20.0, rate=0.5))


def test_strangers_at_one_address_may_be_many() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        tasks = [asyncio.create_task(pool.run("at 192.0.2.1", gate)) for _ in range(3)]
        await until(lambda: pool.waiting == 2)
        with pytest.raises(Busy, match="several searches"):
            await pool.run("at 192.0.2.1", gate)
        gate.open.set()
        await asyncio.gather(*tasks)

    with_pool(work, allowance=Allowance(jobs=1, many=3))


def test_a_person_has_two_programs_think_at_a_time_and_the_quick_ones_go_first() -> None:
    async def work(pool: Pool) -> None:
        gate, order = Gate(), list[str]()
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(pool.run("ann", gate, kind="urgent", cost=1000.0))
            for _ in range(20)
        ]
        await until(lambda: pool.running == 2)
        assert await pool.run("bob", lambda _: "moved", kind="urgent", cost=1.0) == "moved"
        waiting = [("bob", 1000.0), ("cyd", 1.0)]
        for who, cost in waiting:
            job = partial(noted, order, who)
            tasks.append(asyncio.create_task(pool.run(who, job, kind="urgent", cost=cost)))
        await asyncio.gather(*tasks[-2:])
        assert order == ["bob", "cyd"]  # there was a desk for each at once
        gate.open.set()
        await asyncio.gather(*tasks)

    with_pool(work, desks=3)


def test_of_programs_that_wait_the_quick_ones_go_first() -> None:
    async def work(pool: Pool) -> None:
        gates, order = [Gate(), Gate()], list[str]()
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(pool.run(who, gate, kind="urgent"))
            for who, gate in zip(("ann", "bob"), gates, strict=True)
        ]
        await until(lambda: pool.running == 2)
        for who, cost in (("cyd", 1000.0), ("dan", 3.0)):
            job = partial(noted, order, who)
            tasks.append(asyncio.create_task(pool.run(who, job, kind="urgent", cost=cost)))
        await until(lambda: pool.waiting == 2)
        gates[0].open.set()
        await asyncio.gather(tasks[0], *tasks[2:])
        assert order == ["dan", "cyd"]
        gates[1].open.set()
        await tasks[1]

    with_pool(work)


@pytest.mark.parametrize("kind", ["urgent", "search", "quick"])
@pytest.mark.parametrize("cost", [1.0, 10.0, 1000.0])
def test_nobody_waits_for_all_of_another_address(kind: Kind, cost: float) -> None:
    """However many people come from there, and against however cheap a program they play."""

    async def work(pool: Pool) -> None:
        gates = [Gate() for _ in range(3)]
        for number in range(30):
            pool.seen(f"guest {number}", "192.0.2.66")
        for person in ("ann", "bob"):
            pool.seen(person, "192.0.2.1")
        order = list[str]()
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(pool.run(f"guest {number}", gate, kind="quick"))
            for number, gate in enumerate(gates)
        ]
        await until(lambda: pool.running == 3)
        waiting = [(f"guest {number}", 1.0) for number in range(3, 30)]
        waiting += [("ann", cost), ("bob", cost), ("ann", cost)]
        for who, price in waiting if kind == "urgent" else [(who, 0.0) for who, _ in waiting]:
            job = partial(noted, order, who)
            tasks.append(asyncio.create_task(pool.run(who, job, kind=kind, cost=price)))
        await until(lambda: pool.waiting == 30)
        gates[0].open.set()
        await until(lambda: len(order) == 30)
        assert order[:3] == ["ann", "bob", "ann"]
        gates[1].open.set()
        gates[2].open.set()
        await asyncio.gather(*tasks)

    with_pool(work, desks=3)


def test_who_has_one_program_think_waits_for_nobody_who_has_many() -> None:
    async def work(pool: Pool) -> None:
        for person in ("ann", "bob"):
            pool.seen(person, "192.0.2.1")
        gates, order = [Gate(), Gate()], list[str]()
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(pool.run("ann", gate, kind="urgent", cost=1.0)) for gate in gates
        ]
        await until(lambda: pool.running == 2)
        for who, cost in [("ann", 1.0)] * 20 + [("bob", 1000.0)]:
            job = partial(noted, order, who)
            tasks.append(asyncio.create_task(pool.run(who, job, kind="urgent", cost=cost)))
        await until(lambda: pool.waiting == 21)
        gates[0].open.set()
        await until(lambda: len(order) == 21)
        assert order[0] == "bob"
        gates[1].open.set()
        await asyncio.gather(*tasks)

    with_pool(work)


def test_an_address_that_fills_the_queue_makes_room_for_others() -> None:
    async def work(pool: Pool) -> None:
        gate = Gate()
        for number in range(20):
            pool.seen(f"guest {number}", "192.0.2.66")
        pool.seen("ann", "192.0.2.1")
        tasks = [asyncio.create_task(pool.run(f"guest {number}", gate)) for number in range(9)]
        await until(lambda: pool.waiting == 8)
        with pytest.raises(Busy, match="busy with other searches"):
            await pool.run("guest 10", gate)
        mine = asyncio.create_task(pool.run("ann", lambda _: "done"))
        with pytest.raises(Busy, match="busy with other searches"):
            await tasks[-1]
        gate.open.set()
        assert await mine == "done"
        await asyncio.gather(*tasks[:-1])

    with_pool(work, queue=8)


def test_the_addresses_of_some_people_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.web.search.pool.REMEMBERED", 3)
    pool = Pool(desks=2, desk=partial(Here, table_mb=1))
    for number in range(5):
        pool.seen(f"guest {number}", "192.0.2.66")
    assert [*pool._addresses] == ["guest 2", "guest 3", "guest 4"]


def test_an_allowance_can_be_larger() -> None:
    assert Allowance(2, 10.0, 0.5, 4).times(3) == Allowance(6, 30.0, 1.5, 12)
    assert Allowance(2, 10.0, 0.5, 4).times(0.01).jobs == 1


def test_people_who_owe_nothing_are_forgotten() -> None:
    async def work(pool: Pool) -> None:
        for number in range(20):
            await pool.run(f"guest {number}", lambda _: None)
        assert len(pool._accounts) <= 4

    with_pool(work, queue=1, allowance=Allowance(rate=1e9))


def test_closing_stops_what_runs_and_refuses_what_waits() -> None:
    async def work() -> None:
        pool = Pool(desks=2, desk=partial(Here, table_mb=1))
        gate = Gate()
        running = asyncio.create_task(pool.run("ann", gate))
        await until(gate.begun.is_set)
        waiting = asyncio.create_task(pool.run("bob", gate))
        await until(lambda: pool.waiting == 1)
        await pool.close()
        assert await running == "stopped"
        with pytest.raises(Busy, match="is restarting"):
            await waiting
        with pytest.raises(Busy, match="is restarting"):
            await pool.run("cyd", gate)

    asyncio.run(asyncio.wait_for(work(), 30))
