"""Clocks as values."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.board.rules import Side
from inarow.web.live.clock import Clock, overlap


def test_only_the_running_side_spends_time() -> None:
    clock = Clock.new(60_000, 3_000)
    assert clock.at(10**6) == (60_000, 60_000)
    assert clock.ends is None
    assert clock.after_move(10**6) == (60_000, 60_000)
    running = clock.set((60_000, 50_000), Side.SECOND, 1_000)
    assert running.at(6_000) == (60_000, 45_000)
    assert running.after_move(6_000) == (60_000, 48_000)
    assert running.ends == 51_000
    assert running.at(10**6) == (60_000, 0)
    assert running.at(0) == (60_000, 50_000)  # a clock never gains time


def test_a_pause_is_charged_to_nobody() -> None:
    clock = Clock.new(60_000, 0).set((60_000, 60_000), Side.FIRST, 0)
    assert clock.later(30_000).at(40_000) == (50_000, 60_000)


def test_outages_count_once_even_if_two_instances_noted_them() -> None:
    outages = [(10, 20), (12, 25), (40, 50)]
    assert overlap(outages, 0, 100) == 25
    assert overlap(outages, 15, 45) == 15
    assert overlap(outages, 26, 39) == 0
    assert overlap([], 0, 100) == 0


spans = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda two: (min(two), max(two)))


@given(st.lists(spans, max_size=6), spans)
def test_overlap_is_what_counting_gives(
    outages: list[tuple[int, int]], span: tuple[int, int]
) -> None:
    down = {tick for since, until in outages for tick in range(since, until)}
    assert overlap(outages, *span) == len(down & set(range(*span)))
