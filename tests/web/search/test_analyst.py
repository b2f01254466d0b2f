import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from inarow import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, Board, Position, Rules, Score, Solver
from inarow.explain.analysis import Finding, as_json
from inarow.web.search.analyst import Analyst
from inarow.web.search.pool import Busy, Pool
from inarow.web.search.process import Here


def with_analyst(work: Callable[[Analyst, Pool], Awaitable[None]], **settings: int) -> None:
    async def main() -> None:
        pool = Pool(desks=2, desk=partial(Here, table_mb=1))
        try:
            await asyncio.wait_for(work(Analyst(pool, **settings), pool), 60)
        finally:
            await pool.close()

    asyncio.run(main())


async def last_of(analyst: Analyst, position: Position, who: str = "ann") -> Finding:
    *_, last = [finding async for finding in analyst.watch(who, position)]
    return last


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


LATE = Board(Rules(6, 5, 4), "33442165").position


def test_the_last_finding_is_exact_where_that_can_be_told() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        for position in (LATE, Board(TIC_TAC_TOE, "b2").position, Position(CONNECT_FOUR)):
            found = await last_of(analyst, position)
            assert found.done
            assert all(isinstance(score, Score) for score in found.scores.values())
            if position.rules != CONNECT_FOUR:
                assert found.scores == Solver(threads=1).analyze(position).scores

    with_analyst(work)


def test_best_play_can_be_played() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        found = await last_of(analyst, LATE)
        end = Board(LATE, found.line)
        assert end.outcome() is not None
        assert found.line[0] in as_json(found, LATE)["best"]

    with_analyst(work)


def test_a_mirror_image_is_the_same_search_turned_round() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        found = await last_of(analyst, LATE)
        turned = await last_of(analyst, LATE.mirror())
        assert pool.running == 0
        width = LATE.rules.width
        assert turned.scores == {width - 1 - m: s for m, s in sorted(found.scores.items())[::-1]}
        assert Board(LATE.mirror(), turned.line).outcome() is not None
        free = Board(TIC_TAC_TOE, "a1 b2").position
        assert (await last_of(analyst, free)).mirrored(free.rules).scores == (
            await last_of(analyst, free.mirror())
        ).scores

    with_analyst(work)


def test_several_askers_share_one_search_that_ends_with_the_last_of_them() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        watchers = [analyst.watch(who, Position(GOMOKU)) for who in ("ann", "bob")]
        for watcher in watchers:
            assert (await anext(watcher)).scores
        assert analyst.running == pool.running == 1
        await watchers[0].aclose()
        assert analyst.running == 1
        await watchers[1].aclose()
        await until(lambda: analyst.running == pool.running == 0)

    with_analyst(work)


def test_what_was_found_before_somebody_left_is_shown_at_once() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        watcher = analyst.watch("ann", Position(GOMOKU))
        before = await anext(watcher)
        await watcher.aclose()
        await until(lambda: analyst.running == 0)
        known = analyst.known(Position(GOMOKU))
        assert known is not None
        again = analyst.watch("ann", Position(GOMOKU))
        assert (await anext(again)).scores.keys() == known.scores.keys()
        await again.aclose()
        assert not before.done

    with_analyst(work)


def test_a_slow_reader_hears_the_last_finding() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        watcher = analyst.watch("ann", LATE)
        assert not (await anext(watcher)).done
        await until(lambda: not analyst.running)
        *_, last = [finding async for finding in watcher]
        assert last.done

    with_analyst(work)


def test_a_game_that_is_over_has_nothing_to_find() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        over = Board(CONNECT_FOUR, "1212121").position
        found = await last_of(analyst, over)
        assert found.done
        assert not found.scores
        assert as_json(found, over)["bar"] is None

    with_analyst(work)


def test_only_some_positions_are_remembered() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        for moves in ("a1", "b1", "b2"):
            await last_of(analyst, Board(TIC_TAC_TOE, moves).position)
        assert analyst.known(Board(TIC_TAC_TOE, "a1").position) is None
        assert analyst.known(Board(TIC_TAC_TOE, "b2").position) is not None

    with_analyst(work, kept=2)


def test_no_room_is_told_to_the_asker() -> None:
    async def work(analyst: Analyst, pool: Pool) -> None:
        await pool.close()
        with pytest.raises(Busy):
            await last_of(analyst, LATE)
        assert analyst.running == 0

    with_analyst(work)
