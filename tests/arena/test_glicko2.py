"""Glicko-2: the paper's example, and laws."""

from math import inf, nan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inarow.arena.glicko2 import NEWCOMER, UNKNOWN, Glicko, Result, aged, chance, rated
from inarow.errors import ArenaError

players = st.builds(Glicko, st.floats(-500, 4000), st.floats(20, UNKNOWN), st.floats(0.01, 0.2))
points = st.sampled_from([0.0, 0.5, 1.0])
games = st.lists(st.builds(Result, players, points), min_size=1, max_size=8)
times = st.floats(0, 100)


def test_the_example_of_the_paper() -> None:
    results = [
        Result(Glicko(1400, 30), 1),
        Result(Glicko(1550, 100), 0),
        Result(Glicko(1700, 300), 0),
    ]
    after = rated(Glicko(1500, 200, 0.06), results, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    after = rated(Glicko(1500, 200, 0.06), [], periods=1)
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)


@given(players, times, times)
def test_time_may_pass_in_pieces(player: Glicko, one: float, other: float) -> None:
    pieces = aged(aged(player, one), other).deviation
    assert pieces == pytest.approx(aged(player, one + other).deviation)
    assert player.deviation <= pieces <= UNKNOWN


@given(players, games, times)
def test_the_mirror_image_is_rated_as_the_mirror_image(
    player: Glicko, results: list[Result], periods: float
) -> None:
    def turned(one: Glicko) -> Glicko:
        return Glicko(-one.rating, one.deviation, one.volatility)

    mirrored = [Result(turned(game.opponent), 1 - game.points) for game in results]
    after = rated(player, results, periods=periods)
    image = rated(turned(player), mirrored, periods=periods)
    assert image.rating == pytest.approx(-after.rating, abs=1e-3)
    assert image.deviation == pytest.approx(after.deviation, abs=1e-3)
    assert image.volatility == pytest.approx(after.volatility, abs=1e-5)


@given(players, games)
def test_who_plays_at_once_is_known_better(player: Glicko, results: list[Result]) -> None:
    after = rated(player, results, periods=0)
    assert 0 < after.deviation <= player.deviation


@given(players, games, times)
def test_playing_tells_more_than_waiting(
    player: Glicko, results: list[Result], periods: float
) -> None:
    after = rated(player, results, periods=periods)
    assert 0 < after.deviation <= UNKNOWN
    assert 0 < after.volatility < 10


@given(players, players, times)
def test_a_win_never_lowers_a_rating_nor_a_loss_raises_it(
    player: Glicko, opponent: Glicko, periods: float
) -> None:
    lost, drawn, won = (
        rated(player, [Result(opponent, share)], periods=periods).rating for share in (0, 0.5, 1)
    )
    assert lost <= player.rating <= won
    assert lost <= drawn <= won


@given(st.floats(-2e4, 2e4), st.floats(1e-3, UNKNOWN), st.floats(1e-6, 3), players, points)
def test_extreme_values_converge(
    rating: float, deviation: float, volatility: float, opponent: Glicko, share: float
) -> None:
    player = Glicko(rating, deviation, volatility)
    for one, other in ((player, opponent), (opponent, player)):
        after = rated(one, [Result(other, share)] * 50, periods=10)
        assert 0 < after.deviation <= UNKNOWN


@given(players, players)
def test_both_chances_make_one(one: Glicko, other: Glicko) -> None:
    assert chance(one, other) + chance(other, one) == pytest.approx(1)
    assume(one.rating > other.rating)
    assert chance(one, other) >= 0.5


def test_many_games_find_the_strength() -> None:
    player, opponent = NEWCOMER, Glicko(1700, 50)
    for number in range(200):
        player = rated(player, [Result(opponent, float(number % 4 != 3))], periods=0.01)
    assert player.rating == pytest.approx(1700 + 190, abs=60)
    assert player.deviation < 70


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Glicko(nan), "expected a finite rating, got nan"),
        (lambda: Glicko(deviation=0), "expected a deviation above 0, got 0"),
        (lambda: Glicko(volatility=inf), "expected a volatility above 0, got inf"),
        (lambda: aged(NEWCOMER, -1), "expected a time of 0 or more periods, got -1"),
        (lambda: rated(NEWCOMER, [Result(NEWCOMER, 2)]), "expected 0 to 1 points .*, got 2"),
        (
            lambda: rated(NEWCOMER, [Result(NEWCOMER, 1)], periods=nan),
            "expected a time of 0 or more periods, got nan",
        ),
        (lambda: rated(NEWCOMER, [Result(NEWCOMER, 1)], tau=0), "expected a tau above 0, got 0"),
    ],
)
def test_bad_input_gets_one_sentence(make: object, says: str) -> None:
    with pytest.raises(ArenaError, match=says):
        make()  # type: ignore[operator]
