"""Who plays whom: examples, and laws over all that may come."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.web.tournaments.pairing import PATIENCE, arena_pairs, colours, just_met, robin_round
from inarow.web.tournaments.state import Played, Player
from support.web.contests import Contest


def player(number: int, points: int = 0, games: str = "", since: int = 0) -> Player:
    """Games as `x3 o4`: the side and the opponent."""
    played = tuple(Played("g", int(game[1:]), game[0], 0) for game in games.split())  # type: ignore[arg-type]
    return Player(number, f"p{number}", f"P{number}", "in", points, played, since)


def test_two_play_and_one_has_nobody() -> None:
    assert arena_pairs([], 0, others=False) == []
    assert arena_pairs([player(1)], 0, others=False) == []
    assert {*arena_pairs([player(1), player(2)], 0, others=False)[0]} == {1, 2}


def test_two_who_have_just_met_wait_for_others_but_not_for_ever() -> None:
    two = [player(1, 2, "x2"), player(2, 0, "o1")]
    assert arena_pairs(two, PATIENCE - 1, others=True) == []
    assert arena_pairs(two, PATIENCE, others=True) == [(2, 1)]
    assert arena_pairs(two, 0, others=False) == [(2, 1)]


def test_of_three_those_play_who_have_not_just_met() -> None:
    three = [player(1, 2, "x2"), player(2, 0, "o1"), player(3, since=1)]
    assert {*arena_pairs(three, 0, others=False)[0]} in ({1, 3}, {2, 3})


def test_those_near_in_points_meet() -> None:
    field = [player(1, 0), player(2, 8), player(3, 1), player(4, 9)]
    pairs = {frozenset(pair) for pair in arena_pairs(field, 0, others=False)}
    assert pairs == {frozenset((1, 3)), frozenset((2, 4))}


def test_who_has_waited_least_waits_when_one_is_too_many() -> None:
    field = [player(1, since=5), player(2, since=9), player(3, since=1)]
    assert {*arena_pairs(field, 10, others=False)[0]} == {1, 3}


def test_a_repetition_at_the_end_is_exchanged_away() -> None:
    field = [player(1, 9), player(2, 9), player(3, 2, "x4"), player(4, 0, "o3")]
    pairs = {frozenset(pair) for pair in arena_pairs(field, 0, others=False)}
    assert frozenset((3, 4)) not in pairs
    assert len(pairs) == 2


def test_who_has_begun_less_often_begins() -> None:
    assert colours(player(1, games="x3 x4"), player(2, games="o3")) == (2, 1)
    assert colours(player(1, games="x3 o4"), player(2, games="o3 x5")) == (1, 2)


@st.composite
def fields(draw: st.DrawFn) -> list[Player]:
    """Players after rounds that were drawn by chance."""
    contest = Contest(draw(st.integers(2, 13)))
    for _ in range(draw(st.integers(0, 6))):
        contest.now += 60_000
        here = draw(st.sets(st.sampled_from(sorted(contest.state.players)), min_size=2))
        contest.pairs(here)
        for game in list(contest.state.running):
            contest.ends(game, draw(st.sampled_from(("x", "o", None))))
    return list(contest.state.players.values())


@given(fields())
def test_nobody_plays_twice_at_once_or_the_same_twice_in_a_row(field: list[Player]) -> None:
    pairs = arena_pairs(field, 10**9, others=False)
    seated = [number for pair in pairs for number in pair]
    assert len(seated) == len({*seated}) == len(field) - len(field) % 2
    if len(field) > 2:
        by_number = {player.number: player for player in field}
        assert not any(just_met(by_number[x], by_number[o]) for x, o in pairs)


@given(fields())
def test_colours_stay_balanced(field: list[Player]) -> None:
    assert all(abs(player.balance) <= 3 for player in field)
    by_number = {player.number: player for player in field}
    for x, o in arena_pairs(field, 10**9, others=False):
        assert by_number[x].balance <= by_number[o].balance


@pytest.mark.parametrize("count", range(2, 24))
def test_in_a_round_robin_all_meet_once(count: int) -> None:
    entrants = range(11, 11 + count)
    rounds = count - 1 + count % 2
    drawn = [robin_round(entrants, number) for number in range(2 * rounds)]
    for pairs in drawn:
        assert len({number for pair in pairs for number in pair}) == 2 * (count // 2)
    once = [pair for pairs in drawn[:rounds] for pair in pairs]
    assert Counter(map(frozenset, once)) == Counter(map(frozenset, combinations(entrants, 2)))
    twice = Counter(pair for pairs in drawn for pair in pairs)
    assert twice == Counter((a, b) for a in entrants for b in entrants if a != b)


@pytest.mark.parametrize("count", range(2, 24))
def test_in_a_round_robin_nobody_begins_much_more_often_than_others(count: int) -> None:
    rounds = count - 1 + count % 2
    begins = Counter[int]()
    for number in range(rounds):
        for x, o in robin_round(range(count + 1)[1:], number):
            begins[x] += 1
            begins[o] -= 1
    assert max(map(abs, begins.values())) <= 1, begins
