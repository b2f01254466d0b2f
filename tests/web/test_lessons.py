import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, Record, Stopped
from inarow.web import lessons
from inarow.web.pool import Desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(table_mb=8)


def test_the_last_move_and_the_position_are_explained(desk: Desk) -> None:
    said = lessons.explain(desk, Board(CONNECT_FOUR, "4455"))
    assert any(text.startswith("It throws away a win") for text in said["sentences"])
    assert said["marks"]
    assert said["exact"]


def test_a_position_without_a_move_and_one_that_is_over(desk: Desk) -> None:
    assert lessons.explain(desk, Board(CONNECT_FOUR))["sentences"]
    over = lessons.explain(desk, Board(CONNECT_FOUR, "4455667"))
    assert over["sentences"] == ["x wins: d1 e1 f1 g1."]


def test_a_review_has_what_the_page_draws(desk: Desk) -> None:
    told: list[tuple[int, int]] = []
    patience = desk.oracle.patience
    record = Record.of(Board(TIC_TAC_TOE, "b2 b1 a1"))
    found = lessons.review_game(desk, record, lambda *done: told.append(done))
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
        lessons.review_game(desk, Record.of(Board(TIC_TAC_TOE, "b2 b1 a1")), leave)
    desk.stopped = False
