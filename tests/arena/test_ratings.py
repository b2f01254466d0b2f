import math
from random import Random

import pytest

import inarow as ir
from inarow.arena.ratings import Sprt, Tally, elo, expected, rate


def tally(*pairs: tuple[float, float]) -> Tally:
    found = Tally()
    for pair in pairs:
        found.add(pair)
    return found


def test_elo_and_expected_are_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    for difference in (-300, -1, 0, 42, 500):
        assert elo(expected(difference)) == pytest.approx(difference)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_a_tally_counts_games_and_pairs() -> None:
    found = tally((1, 0.5), (1, 0), (0.5, 0.5))
    assert str(found) == "+2 =3 -1"
    assert (found.games, found.pairs) == (6, 3)
    assert found.share == pytest.approx(3.5 / 6)
    assert found.variance == pytest.approx(((0.25 - 1 / 12) ** 2 + 2 * (1 / 12) ** 2) / 2)


def test_openings_that_decide_both_games_say_nothing() -> None:
    decided = tally(*[(1, 0)] * 50)  # the side to move wins every game
    even = tally(*[(1, 1), (0, 0)] * 25)
    assert decided.elo().value == even.elo().value == 0
    assert decided.elo().high < even.elo().high / 3


def test_a_clean_sweep_is_not_certain() -> None:
    sweep = tally(*[(1, 1)] * 5).elo()
    assert sweep.value == math.inf
    assert 0 < sweep.low < 500
    assert str(sweep).startswith("+inf [+")
    assert Tally().elo().low == -math.inf


def test_intervals_hold_the_truth_most_of_the_time() -> None:
    random, held = Random(1), 0
    chance = expected(60)
    for _ in range(300):
        found = Tally()
        for _ in range(100):
            found.add([float(random.random() < chance), float(random.random() < chance)])
        interval = found.elo()
        held += interval.low <= 60 <= interval.high
    assert 275 <= held <= 297  # 95% of 300 is 285


@pytest.mark.parametrize(("difference", "verdict"), [(60, True), (-40, False)])
def test_sequential_tests_come_to_an_end(difference: float, verdict: bool) -> None:
    random, test = Random(2), Sprt(0, 20)
    right = 0
    for _ in range(40):
        found = Tally()
        while test.verdict(found) is None:
            found.add([float(random.random() < expected(difference)) for _ in range(2)])
        right += test.verdict(found) is verdict
    assert right >= 37


def test_a_clean_sweep_ends_a_sequential_test() -> None:
    assert Sprt(0, 20).verdict(tally(*[(1, 1)] * 2)) is None
    assert Sprt(0, 20).verdict(tally(*[(1, 1)] * 20)) is True
    assert Sprt(0, 20).verdict(tally(*[(0, 0)] * 20)) is False


def test_ratings_fit_the_results() -> None:
    results = {
        ("a", "b"): tally(*[(1, 0.5)] * 20),
        ("b", "c"): tally(*[(1, 0.5)] * 20),
        ("a", "c"): tally(*[(1, 1), (1, 0.5)] * 10),
    }
    found = rate(results)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)
    assert found["a"] > found["b"] + 100 > found["c"] + 200
    assert rate({}) == {}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Tally().add([2]), "expected 0, 0.5 or 1 points for a game, got 2"),
        (lambda: Sprt(20, 20), "expected a lower Elo than 20, got 20"),
        (lambda: Sprt(error=0.7), "expected an error between 0 and 0.5, got 0.7"),
    ],
)
def test_bad_input_gets_one_sentence(make: object, says: str) -> None:
    with pytest.raises(ir.ArenaError, match=says):
        make()  # type: ignore[operator]
