import pytest

from inarow import TIC_TAC_TOE, Board, Record, Stopped
from inarow.search.desk import Desk
from inarow.web.search import review


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(table_mb=8)


def test_a_review_has_what_the_page_draws(desk: Desk) -> None:
    told: list[tuple[int, int]] = []
    patience = desk.oracle.patience
    record = Record.of(Board(TIC_TAC_TOE, "b2 b1 a1"))
    found = review.review_game(desk, record, lambda *done: told.append(done))
    assert told[-1] == (4, 4)
    assert desk.oracle.patience == patience
    bad = found["moves"][1]
    assert (bad["sign"], bad["grade"], bad["share"]) == ("?", "mistake", 1.0)
    assert bad["better"]
    assert all(isinstance(move, int) for move in bad["line"])


def test_a_review_that_nobody_waits_for_ends(desk: Desk) -> None:
    def leave(done: int, count: int) -> None:
        desk.stopped = True

    with pytest.raises(Stopped):
        review.review_game(desk, Record.of(Board(TIC_TAC_TOE, "b2 b1 a1")), leave)
    desk.stopped = False
