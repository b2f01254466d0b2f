import math
from random import Random

import pytest

import inarow as ir
from inarow.arena.ratings import (
    ANCHOR,
    LADDERS,
    Sprt,
    Tally,
    elo,
    expected,
    ladder_of,
    level_ratings,
    performance,
    rate,
)
from inarow.players.levels import LEVELS


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
        (lambda: Sprt(20, 20), "expected a low Elo below the high one, 20, got 20"),
        (lambda: Sprt(error=0.7), "expected an error between 0 and 0.5, got 0.7"),
    ],
)
def test_bad_input_gets_one_sentence(make: object, says: str) -> None:
    with pytest.raises(ir.ArenaError, match=says):
        make()  # type: ignore[operator]


def test_the_rating_is_the_one_that_the_results_are_likeliest_with() -> None:
    random = Random(1)
    results = []
    for rating in LADDERS["7x6x4"] * 40:
        share = float(random.random() < expected(700 - rating))
        results.append((float(rating), share))
    found = performance(results)
    assert found.low < 700 < found.high
    assert found.high - found.low < 160


def test_even_results_are_the_opponents_rating() -> None:
    assert performance([(500.0, 0.5)] * 10).value == pytest.approx(500, abs=0.1)
    assert performance([(500.0, 0.75)] * 100).value == pytest.approx(690, abs=3)


def test_clean_sweeps_are_finite_and_grow() -> None:
    won = [performance([(500.0, 1.0)] * games).value for games in (1, 4, 16)]
    lost = [performance([(500.0, 0.0)] * games).value for games in (1, 4, 16)]
    assert 500 < won[0] < won[1] < won[2] < 1500
    assert 500 > lost[0] > lost[1] > lost[2] > -500


def test_without_games_nothing_is_known() -> None:
    found = performance([])
    assert (found.value, found.low, found.high) == (0.0, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("rules", "ladder"),
    [
        ("7x6x4", "7x6x4"),
        ("6x6x4", "7x6x4"),
        ("12x10x5", "9x6x4"),
        ("4x4x3/free", "3x3x3/free"),
        ("9x9x5/free", "15x15x5/free"),
    ],
)
def test_other_boards_are_rated_as_the_one_most_like_them(rules: str, ladder: str) -> None:
    assert ladder_of(ir.Rules.parse(rules)) == ladder


def test_every_ladder_has_all_levels_in_order() -> None:
    for ladder in LADDERS.values():
        assert len(ladder) == len(LEVELS)
        assert list(ladder) == sorted(ladder)


def test_levels_have_ratings_on_the_scale_of_people() -> None:
    for rules in (ir.Rules(7, 6, 4), ir.Rules(3, 3, 3, gravity=False)):
        found = level_ratings(rules)
        assert found[ANCHOR - 1] == 1500
        assert list(found) == sorted(found)
