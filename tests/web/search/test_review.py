import pytest

from inarow import TIC_TAC_TOE, Board, Record, Stop, Stopped
from inarow.search.background import Searchers
from inarow.web.search import review


@pytest.fixture(scope="module")
def searchers() -> Searchers:
    return Searchers(table_mb=8)


def test_a_review_has_what_the_page_draws(searchers: Searchers) -> None:
    told: list[tuple[int, int]] = []
    patience = searchers.oracle.patience
    record = Record.of(Board(TIC_TAC_TOE, "b2 b1 a1"))
    found = review.review_game(searchers, record, lambda *done: told.append(done))
    assert told[-1] == (4, 4)
    assert searchers.oracle.patience == patience
    bad = found["moves"][1]
    assert (bad["sign"], bad["grade"], bad["share"]) == ("?", "mistake", 1.0)
    assert bad["better"]
    assert all(isinstance(move, int) for move in bad["line"])


def test_a_review_that_nobody_waits_for_ends(searchers: Searchers) -> None:
    def leave(done: int, count: int) -> None:
        searchers.stop.set()

    with pytest.raises(Stopped):
        review.review_game(searchers, Record.of(Board(TIC_TAC_TOE, "b2 b1 a1")), leave)
    searchers.until(Stop())
