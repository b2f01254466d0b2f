"""A tournament as the fold of its events."""

from inarow.web.tournaments.messages import Away, Remove
from inarow.web.tournaments.state import Played, fold, start
from support.web.contests import TEACHER, Contest, pupil


def test_the_same_events_make_the_same_tournament() -> None:
    contest = Contest(5)
    for _ in range(4):
        contest.now += 60_000
        contest.pairs()
        contest.all_end("o")
    contest.does(pupil(2), Away())
    contest.does(TEACHER, Remove(player=3))
    state = start(contest.events[0])
    for event in contest.events[1:]:
        state = fold(state, event)
    assert state == contest.state
    assert state.version == len(contest.events)


def test_a_player_remembers_their_games() -> None:
    contest = Contest(2)
    ((x, o),) = contest.pairs()
    contest.ends("g1", "x")
    assert contest.state.players[x].games == (Played("g1", o, "x", 2),)
    assert contest.state.players[o].games == (Played("g1", x, "o", 0),)
    assert contest.state.players[x].wins == 1
    assert [contest.state.players[n].balance for n in (x, o)] == [1, -1]
    assert contest.state.of("pupil1") == contest.state.players[1]
    assert contest.state.of("nobody") is None
    assert contest.state.of(None) is None


def test_the_number_of_rounds() -> None:
    for people, rounds in ((2, 1), (3, 3), (4, 3), (7, 7), (8, 7)):
        assert Contest(people, system="robin").state.rounds == rounds
        assert Contest(people, system="robin", double=True).state.rounds == 2 * rounds
    assert Contest(4).state.rounds == 0
