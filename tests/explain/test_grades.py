import pytest

import inarow as ir
from inarow.explain.grades import Grade, grade, points_lost

START = ir.Position(ir.CONNECT_FOUR)
SIDE = ir.Side.FIRST


def score(value: int) -> ir.Score:
    return ir.Score.of(value, START)


def weak(value: int) -> ir.Score:
    return ir.Score(value, SIDE, None)


def guess(value: int) -> ir.Estimate:
    return ir.Estimate(value, SIDE)


@pytest.mark.parametrize(
    ("best", "got", "expected"),
    [
        (5, 5, Grade.BEST),
        (5, 3, Grade.GOOD),  # two moves later
        (5, 2, Grade.INACCURACY),  # three
        (-2, -4, Grade.GOOD),
        (-2, -5, Grade.INACCURACY),
        (0, 0, Grade.BEST),
        (1, 0, Grade.MISTAKE),
        (0, -1, Grade.MISTAKE),
        (1, -1, Grade.BLUNDER),
        (21, 0, Grade.BLUNDER),  # a win at once was missed
        (0, -21, Grade.BLUNDER),  # and here one was allowed
        (-1, -21, Grade.INACCURACY),  # lost is lost
        (21, 20, Grade.INACCURACY),  # a win at once was missed, and comes one move later
        (-20, -21, Grade.INACCURACY),  # the loss could have been put off by a move
    ],
)
def test_exact_grades(best: int, got: int, expected: Grade) -> None:
    # On an empty board a score of 21 is a win with the first disc but one: no game, but a number.
    assert grade(score(best), score(got), is_best=best == got) == (expected, True)


def test_weak_scores_tell_results_only() -> None:
    assert grade(weak(1), weak(1), is_best=False) == (Grade.GOOD, True)
    assert grade(weak(1), weak(1), is_best=True) == (Grade.BEST, True)
    assert grade(weak(1), score(5), is_best=False) == (Grade.GOOD, True)
    assert grade(weak(1), weak(0), is_best=False) == (Grade.MISTAKE, True)
    assert grade(weak(1), weak(-1), is_best=False) == (Grade.BLUNDER, True)


@pytest.mark.parametrize(
    ("best", "got", "expected"),
    [
        (0, 0, Grade.GOOD),
        (0, 50, Grade.GOOD),  # a deeper look found more
        (0, -40, Grade.GOOD),  # 50% to 40.1%
        (0, -42, Grade.INACCURACY),  # 39.7%
        (0, -85, Grade.MISTAKE),  # 29.9%
        (0, -174, Grade.BLUNDER),  # 14.9%
    ],
)
def test_estimated_grades(best: int, got: int, expected: Grade) -> None:
    assert grade(guess(best), guess(got), is_best=False) == (expected, False)


def test_scores_and_estimates_are_not_compared_by_number() -> None:
    assert grade(guess(0), score(1), is_best=False) == (Grade.GOOD, True)  # it wins
    assert grade(score(-1), guess(300), is_best=False) == (Grade.GOOD, True)  # it was lost
    assert grade(guess(0), score(-1), is_best=False) == (Grade.BLUNDER, False)
    assert grade(guess(-200), score(-1), is_best=False) == (None, False)  # 12%
    assert grade(guess(100), score(0), is_best=False) == (None, False)
    assert grade(score(1), guess(300), is_best=False) == (Grade.INACCURACY, False)
    assert grade(score(0), guess(-300), is_best=False) == (None, False)
    assert grade(guess(0), guess(-300), is_best=True) == (Grade.BEST, False)


def test_only_bad_grades_have_a_sign() -> None:
    assert [g.sign for g in Grade] == ["", "", "?!", "?", "??"]
    assert [g for g in Grade if g.is_bad] == [Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER]


@pytest.mark.parametrize(
    ("best", "got", "lost"), [(5, 1, 0), (1, 0, 0.5), (0, -3, 0.5), (2, -2, 1), (-1, -9, 0)]
)
def test_points_are_lost_with_the_result(best: int, got: int, lost: float) -> None:
    assert points_lost(score(best), score(got)) == lost
