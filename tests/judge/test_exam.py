import pytest

import inarow as ir
from inarow.jobs import here
from inarow.judge.exam import Question, matters, set_exam, truth_of


@pytest.mark.parametrize("text", ["4x4x3", "3x3x3/free", "5x4x4"])
def test_every_question_matters_and_has_the_exact_scores(text: str) -> None:
    exam = set_exam(ir.Rules.parse(text), 20)
    assert len(exam) == 20
    solver = ir.Solver()
    for question in exam:
        scores = solver.analyze(question.position).scores
        assert question.scores == scores
        assert question.best == max(scores.values(), key=int)
        assert len({(int(s) > 0) - (int(s) < 0) for s in scores.values()}) > 1
    assert len({question.position for question in exam}) == 20


def test_questions_come_from_the_whole_game() -> None:
    plies = [question.position.ply for question in set_exam(ir.CONNECT_FOUR, 12)]
    assert plies == sorted(plies)
    assert plies[0] < 5
    assert plies[-1] > 24
    assert len(set(plies)) > 9


def test_the_same_seed_asks_the_same_wherever_it_is_done() -> None:
    rules = ir.Rules(4, 4, 3)
    assert set_exam(rules, 9, seed=1) == set_exam(rules, 9, seed=1, run=here(2))
    assert set_exam(rules, 9, seed=1) != set_exam(rules, 9, seed=2)


def test_there_may_be_fewer_questions_or_none() -> None:
    assert set_exam(ir.GOMOKU, 5) == ()  # too large to be solved
    assert set_exam(ir.Rules(1, 1, 1), 5) == ()  # nothing to choose
    assert set_exam(ir.Rules(1, 5, 3), 5) == ()
    assert set_exam(ir.CONNECT_FOUR, 0) == ()
    few = set_exam(ir.Rules(2, 2, 2), 50)
    assert 0 <= len(few) < 50


def test_the_truth_is_told_where_it_can_be() -> None:
    assert truth_of(ir.Position(ir.GOMOKU)) is None
    assert truth_of(ir.Position(ir.Rules(9, 6, 4))) is None  # would take too long
    first = truth_of(ir.Position(ir.CONNECT_FOUR))  # from the book
    assert first
    assert matters(first)
    assert Question(ir.Position(ir.CONNECT_FOUR), first).best.value == 1
