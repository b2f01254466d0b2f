import math
from random import Random

import pytest

import inarow as ir
from inarow.arena.performance import LADDERS, ladder_of, performance
from inarow.arena.ratings import expected
from inarow.players.levels import LEVELS


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
