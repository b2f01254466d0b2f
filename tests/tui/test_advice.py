from inarow import TIC_TAC_TOE, Board, Limit, Record
from inarow.search.scores import is_exact
from inarow.tui.advice import Adviser, Reviewer


def test_an_opinion_comes_first_and_then_what_is_exact() -> None:
    adviser = Adviser(Limit(nodes=50), patience=5.0)
    told: list[object] = []
    adviser.judge(Board(TIC_TAC_TOE, "b2 b1").position, told.append)
    assert 1 <= len(told) <= 2
    last = told[-1]
    assert isinstance(last, dict)
    assert is_exact(last)
    assert max(map(int, last.values())) > 0


def test_a_move_and_the_position_after_it_are_explained_once() -> None:
    adviser = Adviser(Limit(nodes=50), patience=5.0)
    board = Board(TIC_TAC_TOE, "b2 b1")
    said = adviser.explain(board.history[0], board.moves[-1], board.position)
    assert any("draw into a loss" in text for text in said)
    assert len(said) == len(set(said))


def test_a_stopped_review_finds_nothing() -> None:
    reviewer = Reviewer(Limit(nodes=50))
    reviewer.stop()
    assert reviewer.review(Record.of(Board(TIC_TAC_TOE, "b2 b1")), lambda *_: None) is None
