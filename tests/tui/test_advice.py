from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, Estimate, Limit, Position, Record, Score, Side
from inarow.tui import advice
from inarow.tui.advice import Adviser, Reviewer


def test_worths_in_a_few_characters_and_in_words() -> None:
    position = Board(CONNECT_FOUR, "445566").position
    win = Score.of(18, position)
    assert (advice.label(win), advice.words(win)) == ("+18", "+18, x wins in 1 move")
    assert advice.label(Score.of(0, position)) == "0"
    assert advice.label(Score(-1, Side.FIRST, None)) == "-"
    assert advice.label(Estimate(100, Side.FIRST)) == "≈+46"
    assert advice.label(Estimate(0, Side.FIRST)) == "≈0"


def test_shares_are_for_the_side_to_move_or_for_the_first_side() -> None:
    position = Board(CONNECT_FOUR, "4").position
    assert advice.share(Score.of(3, position)) == (1.0, 3)
    assert advice.first_share(Score.of(3, position)) == 0.0
    assert advice.first_share(Score.of(0, position)) == 0.5


def test_the_best_moves_are_those_that_are_worth_most() -> None:
    position = Position(CONNECT_FOUR)
    worths = {0: Score.of(-2, position), 3: Score.of(1, position), 4: Score.of(1, position)}
    assert advice.best_moves(worths) == [3, 4]
    assert advice.is_exact(worths)
    assert not advice.is_exact({0: Estimate(1, Side.FIRST)})


def test_an_opinion_comes_first_and_then_what_is_exact() -> None:
    adviser = Adviser(Limit(nodes=50), patience=5.0)
    told: list[object] = []
    adviser.judge(Board(TIC_TAC_TOE, "b2 b1").position, told.append)
    assert 1 <= len(told) <= 2
    last = told[-1]
    assert isinstance(last, dict)
    assert advice.is_exact(last)
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
