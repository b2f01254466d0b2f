"""What may happen in a tournament, and what may not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.web import words
from inarow.web.http.identity import Person
from inarow.web.live.state import Refused
from inarow.web.tournaments.decide import BREAK, LAST_CALL, Begin, Finish, Tally
from inarow.web.tournaments.events import Score, Winner
from inarow.web.tournaments.messages import (
    MOST_PLAYERS,
    Away,
    Back,
    Command,
    Door,
    End,
    Enter,
    Extend,
    Pause,
    Remove,
    Resume,
    Start,
)
from support.web.contests import TEACHER, Contest, pupil

MINUTE = 60_000


def refuses(contest: Contest, who: Person | None, command: Command, code: str) -> None:
    before = contest.state
    with pytest.raises(Refused) as refused:
        contest.does(who, command)
    assert refused.value.code == code
    assert refused.value.text
    assert contest.state is before


def test_every_refusal_has_a_sentence() -> None:
    assert all(text.endswith((".", "players.")) for text in words.TOURNAMENT_REFUSED.values())


def test_people_join_under_names_of_their_own() -> None:
    contest = Contest()
    contest.does(pupil(1), Enter(name="Zoë"))
    for same in ("Zoë", "zoe", " Z o e ", "ZOE!"):
        refuses(contest, pupil(2), Enter(name=same), "name")
    contest.does(pupil(2), Enter(name="Joe"))
    assert [player.name for player in contest.state.players.values()] == ["Zoë", "Joe"]


def test_joining_twice_is_joining_once() -> None:
    contest = Contest()
    contest.does(pupil(1), Enter())
    assert contest.does(pupil(1), Enter()) is None
    refuses(contest, None, Enter(), "identity")


def test_a_code_must_be_typed_where_the_link_is_not_enough() -> None:
    contest = Contest(entry="code")
    refuses(contest, pupil(1), Enter(), "code")
    refuses(contest, pupil(1), Enter(code="BCDFGG"), "code")
    contest.does(pupil(1), Enter(code=" bcd-fgh "))
    contest.does(TEACHER, Enter())
    assert len(contest.state.players) == 2


def test_nobody_joins_when_the_door_is_closed_or_the_house_full() -> None:
    contest = Contest(2)
    contest.does(TEACHER, Door(open=False))
    assert contest.does(TEACHER, Door(open=False)) is None
    refuses(contest, pupil(3), Enter(), "closed")
    contest.does(pupil(1), Away())
    contest.does(pupil(1), Enter())  # who is in may come back
    contest.does(TEACHER, Door(open=True))
    for number in range(3, MOST_PLAYERS + 1):
        contest.does(pupil(number), Enter())
    refuses(contest, pupil(1000), Enter(), "full")


def test_an_arena_may_be_joined_late_and_a_round_robin_not() -> None:
    arena, robin = Contest(2), Contest(2, system="robin")
    arena.does(pupil(3), Enter())
    refuses(robin, pupil(3), Enter(), "started")


def test_who_left_before_a_round_robin_began_is_not_in_it() -> None:
    contest = Contest(3, system="robin", begun=False)
    contest.does(pupil(2), Away())
    contest.does(TEACHER, Start())
    assert contest.state.entrants == (1, 3)
    refuses(contest, pupil(2), Back(), "started")


def test_a_tournament_starts_with_two_and_once() -> None:
    contest = Contest(1, begun=False)
    refuses(contest, TEACHER, Start(), "few")
    contest.does(pupil(2), Enter())
    refuses(contest, pupil(2), Start(), "director")
    contest.does(TEACHER, Start())
    refuses(contest, TEACHER, Start(), "begun")


def test_it_starts_by_itself_at_its_time_when_two_are_there() -> None:
    contest = Contest(1, begun=False, starts=1_000)
    contest.now = 1_000
    assert contest.does(None, Begin()) is None
    contest.does(pupil(2), Enter())
    contest.now = 999
    assert contest.does(None, Begin()) is None
    contest.now = 2_000
    contest.does(None, Begin())
    assert contest.state.started == 2_000
    assert contest.does(None, Begin()) is None
    assert Contest(2, begun=False).does(None, Begin()) is None


@pytest.mark.parametrize(
    "command",
    [Pause(), Resume(), Extend(minutes=1), Remove(player=1), Door(open=False), End()],
    ids=lambda command: type(command).__name__,
)
def test_only_the_director_directs(command: Command) -> None:
    refuses(Contest(2), pupil(1), command, "director")
    refuses(Contest(2), None, command, "identity")


def test_only_those_who_are_free_and_here_and_want_to_are_paired() -> None:
    contest = Contest(6)
    contest.does(pupil(1), Away())
    assert {*contest.pairs([1, 2, 3])[0]} == {2, 3}
    contest.does(TEACHER, Remove(player=4))
    assert contest.pairs([2, 4, 5]) == []
    contest.does(pupil(1), Back())
    assert {*contest.pairs()[0]} <= {1, 5, 6}


def test_nobody_is_paired_while_it_is_paused_and_the_time_stands_still() -> None:
    contest = Contest(2)
    contest.does(TEACHER, Pause())
    assert contest.does(TEACHER, Pause()) is None
    assert contest.pairs() == []
    contest.now = 20 * MINUTE
    assert contest.does(None, Finish()) is None
    contest.does(TEACHER, Resume())
    assert contest.does(TEACHER, Resume()) is None
    assert contest.state.ends == 30 * MINUTE
    assert contest.pairs()


def test_a_game_counts_once() -> None:
    contest = Contest(2)
    contest.pairs()
    contest.ends("g1", "x")
    contest.ends("g1", "o")
    contest.ends("g9", "o")
    twice = (Score("g2", "x", "line"), Score("g2", "x", "line"))
    contest.now = MINUTE
    contest.pairs()
    contest.does(None, Tally(twice))
    assert sum(player.points for player in contest.state.players.values()) == 4
    assert not contest.state.running


def test_an_arena_ends_when_its_time_is_up_and_games_in_progress_do_not_count() -> None:
    contest = Contest(2)
    contest.pairs()
    contest.now = 10 * MINUTE - 1
    assert contest.does(None, Finish()) is None
    contest.now += 1
    assert contest.does(None, Finish(pause=1)) is None
    contest.does(None, Finish())
    assert contest.state.status == "over"
    contest.ends("g1")
    assert [player.points for player in contest.state.players.values()] == [0, 0]
    refuses(contest, pupil(3), Enter(), "over")
    refuses(contest, TEACHER, End(), "over")


def test_the_last_moments_of_an_arena_begin_no_games() -> None:
    contest = Contest(2)
    contest.now = 10 * MINUTE - LAST_CALL + 1
    assert contest.pairs() == []
    contest.does(TEACHER, Extend(minutes=1))
    assert contest.pairs()


def test_minutes_can_be_added_to_an_arena_but_not_for_ever() -> None:
    contest = Contest(2, minutes=180)
    for _ in range(7):
        contest.does(TEACHER, Extend(minutes=60))
    refuses(contest, TEACHER, Extend(minutes=1), "long")
    refuses(Contest(2, system="robin"), TEACHER, Extend(minutes=1), "arena")
    refuses(Contest(2, begun=False), TEACHER, Extend(minutes=1), "waiting")


def test_a_round_begins_when_the_one_before_is_over() -> None:
    contest = Contest(4, system="robin")
    assert len(contest.pairs()) == 2
    contest.ends("g1")
    contest.now = MINUTE
    assert contest.pairs() == []
    contest.ends("g2")
    assert contest.pairs() == []
    contest.now += BREAK
    assert len(contest.pairs()) == 2
    assert contest.state.round == 2


def test_a_round_robin_is_over_after_its_last_round() -> None:
    contest = Contest(3, system="robin", double=True)
    for _ in range(6):
        assert contest.does(None, Finish()) is None
        contest.pairs()
        contest.all_end()
        contest.now += MINUTE
    assert contest.pairs() == []
    contest.does(None, Finish())
    assert contest.state.status == "over"
    assert {len(player.games) for player in contest.state.players.values()} == {4}


def test_who_is_away_when_a_round_begins_loses_that_game_only() -> None:
    contest = Contest(4, system="robin")
    contest.does(pupil(4), Away())
    contest.pairs()
    assert contest.state.players[4].games[0].points == 0
    assert len(contest.state.running) == 1
    contest.all_end(None)
    contest.does(pupil(4), Back())
    contest.now = MINUTE
    assert len(contest.pairs()) == 2
    assert len(contest.state.running) == 2


def test_of_two_who_are_away_neither_wins() -> None:
    contest = Contest(2, system="robin")
    contest.does(pupil(1), Away())
    contest.does(pupil(2), Away())
    contest.pairs()
    assert [player.points for player in contest.state.players.values()] == [0, 0]
    assert contest.does(None, Finish())


def test_who_does_not_come_to_a_game_gets_no_more_until_they_come_back() -> None:
    contest = Contest(2)
    ((x, o),) = contest.pairs()
    contest.ends("g1", "o", "absent")
    assert contest.state.players[x].status == "away"
    assert contest.state.players[o].status == "in"
    assert contest.pairs() == []
    contest.does(pupil(x), Enter())
    contest.now = MINUTE
    assert contest.pairs()


def test_a_cancelled_game_counts_nothing() -> None:
    contest = Contest(2)
    contest.pairs()
    contest.ends("g1", None, "aborted")
    assert all(not player.games for player in contest.state.players.values())
    assert not contest.state.playing


def test_who_was_removed_stays_away() -> None:
    contest = Contest(2)
    contest.does(TEACHER, Remove(player=1))
    assert contest.does(TEACHER, Remove(player=1)) is None
    refuses(contest, pupil(1), Enter(), "removed")
    refuses(contest, pupil(1), Back(), "removed")
    refuses(contest, pupil(9), Away(), "stranger")
    refuses(contest, TEACHER, Remove(player=7), "nobody")


def test_who_comes_and_goes_all_the_time_is_stopped() -> None:
    contest = Contest(2)
    for _ in range(30):
        contest.does(pupil(1), Away())
        assert contest.does(pupil(1), Away()) is None
        contest.does(pupil(1), Back())
    contest.does(pupil(1), Away())
    refuses(contest, pupil(1), Back(), "restless")


@given(st.data())
def test_whatever_happens_the_table_is_what_the_games_say(data: st.DataObject) -> None:
    system = data.draw(st.sampled_from(("arena", "robin")))
    contest = Contest(data.draw(st.integers(2, 6)), system=system)
    winners: tuple[Winner, ...] = ("x", "o", None)
    results: dict[str, dict[int, int]] = {}
    for _ in range(data.draw(st.integers(0, 40))):
        contest.now += data.draw(st.integers(0, 20_000))
        state = contest.state
        number = data.draw(st.integers(1, len(state.players)))
        step = data.draw(st.sampled_from(("pair", "end", "end", "away", "back", "pause", "resume")))
        if step == "pair":
            contest.pairs()
        elif step == "end" and state.running:
            game = data.draw(st.sampled_from(sorted(state.running)))
            winner = data.draw(st.sampled_from(winners))
            running = state.running[game]
            contest.ends(game, winner)
            results[game] = {
                running.x: {"x": 2, None: 1}.get(winner, 0),
                running.o: {"o": 2, None: 1}.get(winner, 0),
            }
        elif step in ("away", "back"):
            contest.does(pupil(number), Away() if step == "away" else Back())
        elif step in ("pause", "resume"):
            contest.does(TEACHER, Pause() if step == "pause" else Resume())
        _check(contest, results)


def _check(contest: Contest, results: dict[str, dict[int, int]]) -> None:
    state = contest.state
    seats = [number for game in state.running.values() for number in (game.x, game.o)]
    assert len(seats) == len({*seats})
    assert {*seats} == {*state.playing}
    for player in state.players.values():
        played = [game for game in player.games if game.game]
        assert player.points == sum(game.points for game in player.games)
        assert [game.game for game in played] == [
            game for game in results if player.number in results[game]
        ]
        assert all(game.points == results[game.game][player.number] for game in played)
    if state.plan.system == "robin":
        met = [frozenset((p.number, g.opponent)) for p in state.players.values() for g in p.games]
        assert all(met.count(pair) == 2 for pair in met)
