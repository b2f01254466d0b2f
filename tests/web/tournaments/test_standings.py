"""The table and its tie-breaks, checked against what a person would count."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.web.tournaments.events import Winner
from inarow.web.tournaments.messages import Remove
from inarow.web.tournaments.standings import standings
from inarow.web.tournaments.state import State
from support.web.contests import TEACHER, Contest


def robin(results: dict[tuple[int, int], int], people: int) -> State:
    """A round robin in which the one of a pair won whose number is given, or nobody (0)."""
    contest = Contest(people, system="robin")
    while contest.state.round < contest.state.rounds:
        contest.now += 60_000
        contest.pairs()
        for game, running in list(contest.state.running.items()):
            one, other = sorted((running.x, running.o))
            won = results.get((one, other), 0)
            winner: Winner = "x" if won == running.x else "o" if won == running.o else None
            contest.ends(game, winner)
    return contest.state


def order(state: State) -> list[tuple[int, int]]:
    """Place and number of all."""
    return [(line.place, line.player.number) for line in standings(state)]


def test_more_points_come_first() -> None:
    state = robin({(1, 2): 2, (1, 3): 3, (2, 3): 3}, 3)
    assert order(state) == [(1, 3), (2, 2), (3, 1)]
    assert [line.player.points for line in standings(state)] == [4, 2, 0]


def test_of_two_with_as_many_points_the_one_who_beat_the_other_is_before() -> None:
    state = robin({(1, 2): 2, (1, 3): 1, (1, 4): 1, (2, 3): 3, (2, 4): 2, (3, 4): 4}, 4)
    assert [line.player.points for line in standings(state)] == [4, 4, 2, 2]
    assert order(state) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_who_beat_better_players_is_before() -> None:
    # 2 and 3 drew with each other and have four points each: 2 beat the last, 3 the first.
    state = robin({(1, 2): 1, (1, 3): 3, (1, 4): 1, (2, 4): 2, (3, 4): 4}, 4)
    lines = {line.player.number: line for line in standings(state)}
    assert lines[2].player.points == lines[3].player.points == 3
    assert lines[2].direct == lines[3].direct == 1
    assert lines[3].berger > lines[2].berger
    assert lines[3].place < lines[2].place


def test_those_whom_nothing_tells_apart_share_a_place() -> None:
    state = robin({}, 4)
    assert [place for place, _ in order(state)] == [1, 1, 1, 1]
    assert order(Contest(3).state) == [(1, 1), (1, 2), (1, 3)]


def test_who_was_removed_before_playing_is_not_in_the_table() -> None:
    contest = Contest(3)
    contest.does(TEACHER, Remove(player=2))
    assert [number for _, number in order(contest.state)] == [1, 3]


@given(st.lists(st.sampled_from((0, 1, 2)), min_size=15, max_size=15), st.integers(2, 6))
def test_the_table_is_what_the_games_say(chosen: list[int], people: int) -> None:
    pairs = [(a, b) for a in range(1, people + 1) for b in range(a + 1, people + 1)]
    results = {pair: (0, *pair)[side] for pair, side in zip(pairs, chosen, strict=False)}
    lines = standings(robin(results, people))
    points = {
        number: sum(
            2 if won == number else 0 if won else 1
            for pair, won in results.items()
            if number in pair
        )
        for number in range(1, people + 1)
    }
    assert {line.player.number: line.player.points for line in lines} == points
    assert [line.player.points for line in lines] == sorted(points.values(), reverse=True)
    assert sum(points.values()) == 2 * len(pairs)
