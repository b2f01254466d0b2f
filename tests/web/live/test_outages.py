"""When nobody's clock ran."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.web.live.outages import ALIVE, Outages, overlap


def test_a_long_silence_is_an_outage() -> None:
    outages = Outages(1_000)
    assert not outages.is_late(1_000 + ALIVE)
    assert outages.end(1_000 + ALIVE) is None
    assert outages.is_late(1_001 + ALIVE)
    assert outages.end(9_000) == (1_000, 9_000)
    assert outages.known == outages.unsaved == [(1_000, 9_000)]
    outages.note_alive(5_000)  # a heartbeat that began before the end
    assert not outages.is_late(9_000 + ALIVE)


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
