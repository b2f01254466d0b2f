from datetime import date, timedelta
from random import Random

import pytest

from inarow.errors import RecordError
from inarow.puzzles import Goal, daily, near, rush, shipped


def test_everybody_has_the_same_puzzle_of_a_day_and_none_twice_in_a_year() -> None:
    days = [date(2028, 1, 1) + timedelta(days=number) for number in range(366)]
    names = [daily(day).name for day in days]
    assert len(set(names)) == 366
    assert daily(date(2028, 2, 29)) == daily(date(2028, 2, 29))
    assert daily(date(2027, 1, 1)) != daily(date(2028, 1, 1))
    assert {str(daily(day).rules) for day in days} == {"7x6x4"}
    assert all(daily(day).goal is Goal.WIN and daily(day).grade in (2, 3, 4) for day in days)


def test_the_next_puzzle_is_about_as_hard_as_somebody_is_strong() -> None:
    some = shipped()[::20]
    for rating in (1000, 1500, 1900):
        found = near(rating, some, [])
        assert abs(found.rating - rating) == min(abs(each.rating - rating) for each in some)
        others = {near(rating, some, [], Random(seed)).name for seed in range(20)}
        assert len(others) > 3


def test_what_was_seen_comes_again_only_when_all_was() -> None:
    some = shipped()[:3]
    seen = [some[1].name]
    assert near(1500, some, seen).name not in seen
    order = [some[2].name, some[0].name, some[1].name, some[2].name]
    assert near(some[0].rating, some, order) == some[0]
    assert near(0, [some[0]], [some[0].name]) == some[0]
    with pytest.raises(RecordError):
        near(1500, [], [])


def test_a_rush_gets_harder_and_harder() -> None:
    found = rush(shipped(), Random(1))
    ratings = [puzzle.rating for puzzle in found]
    assert len(found) == 60
    assert ratings == sorted(ratings)
    assert found != rush(shipped(), Random(2))
    assert len(rush(shipped()[:5], Random(1))) == 5
    assert rush([], Random(1)) == []
