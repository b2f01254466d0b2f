"""How a rating has changed, as a line and in words."""

import re

import pytest

from inarow.arena.glicko2 import Glicko
from inarow.web.ladder.curve import HEIGHT, POINTS, WIDTH, Curve
from inarow.web.live.view import SeatRating


def curve(*ratings: float, games: int | None = None) -> Curve:
    after = [(number, Glicko(rating)) for number, rating in enumerate(ratings)]
    now = SeatRating(round(ratings[-1]))
    return Curve("four-rapid", now, len(ratings) if games is None else games, after)


def points(drawn: Curve) -> list[tuple[float, float]]:
    pairs = re.findall(r"[ML]([\d.]+) ([\d.]+)", drawn.path)
    return [(float(x), float(y)) for x, y in pairs]


def test_it_begins_where_newcomers_begin() -> None:
    drawn = points(curve(1600, 1550))
    assert [x for x, _ in drawn] == [0, WIDTH / 2, WIDTH]
    assert drawn[0][1] > drawn[2][1] > drawn[1][1]  # 1500 is below 1550, which is below 1600
    assert curve(1600, 1550).text == "From 1500 to 1550 in 2 games; lowest 1500, highest 1600."
    assert curve(1480.4).text == "From 1500 to 1480 in 1 game; lowest 1480, highest 1500."


def test_of_many_games_the_beginning_may_be_missing() -> None:
    assert curve(1700, 1720, games=12_000).text.startswith("From 1700 to 1720 in 12000 games")


@pytest.mark.parametrize("count", [2, 3, 199, 200, 201, 5000])
def test_however_many_games_there_are_it_stays_in_the_picture_and_short(count: int) -> None:
    drawn = points(curve(*(1500 + 300 * (-1) ** n * n / count for n in range(count))))
    assert 2 <= len(drawn) <= POINTS + 1
    assert (drawn[0][0], drawn[-1][0]) == (0, WIDTH)
    assert all(0 <= y <= HEIGHT for _, y in drawn)
    assert sorted(drawn) == drawn


def test_small_changes_look_small() -> None:
    (_, first), (_, last) = points(curve(1510))
    assert first - last < HEIGHT / 8


def test_a_single_point_is_no_line() -> None:
    assert curve(1510, games=300).path == ""
