"""A session as a value: what commands do to it, as examples."""

import pytest

from inarow import notation
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.web.live.messages import Abort, Answer, Claim, Join, Move, Resign, Swap
from inarow.web.live.state import Refused, State
from support.web.people import ANN, BOB, EVE, LEVEL, after, new_state, offered, played


def picture(state: State) -> list[str]:
    return state.position.text().split()[1].split("/")


def test_a_game_to_its_end() -> None:
    state = played(new_state(), *notation.parse_moves("4455667", new_state().rules))
    assert picture(state)[-2:] == ["3ooo1", "3xxxx"]
    assert state.status == "over"
    assert state.end is not None
    assert (state.end.winner, state.end.reason) == (Side.FIRST, "line")
    assert state.turn is None
    assert state.version == 8


def test_a_full_board_is_a_draw() -> None:
    state = new_state("3x3x3/free")
    state = played(state, *notation.parse_moves("b2a1c1a3a2c2b3b1c3", state.rules))
    assert picture(state) == ["oxx", "xxo", "oox"]
    assert state.end is not None
    assert (state.end.winner, state.end.reason) == (None, "full")


def test_a_game_is_open_until_somebody_joins() -> None:
    state = new_state(o=None)
    assert state.status == "open"
    assert state.turn is None
    state = after(state, BOB, Join())
    assert state.status == "playing"
    assert state.seat(Side.SECOND) == ("bob", "Bob")
    assert state.turn is Side.FIRST


def test_the_second_player_may_take_over_the_first_move() -> None:
    """
    . . . .        Bob takes Ann's disc: he is x now, and
    . x . .        Ann is o, to move.
    """
    state = played(new_state("4x4x3", swap=True), 1)
    assert state.can_swap
    state = after(state, BOB, Swap())
    assert [seat and seat.name for seat in state.seats] == ["Bob", "Ann"]
    assert state.turn is Side.SECOND
    assert not state.can_swap
    state = after(state, ANN, Move(move=0))
    assert picture(state)[-1] == "ox2"


@pytest.mark.parametrize(
    ("moves", "who", "left"),
    [
        ([3], ANN, 0),  # one's own last move
        ([3, 4], ANN, 0),  # and the answer to it
        ([3, 4], BOB, 1),
        ([3, 4, 5], ANN, 2),
        ([3, 4, 5], BOB, 1),
    ],
)
def test_a_takeback_goes_to_before_the_askers_last_move(
    moves: list[int], who: object, left: int
) -> None:
    asker, other = (ANN, BOB) if who is ANN else (BOB, ANN)
    state = offered(played(new_state(), *moves), asker, "takeback")
    assert state.takeback is not None
    state = after(state, other, Answer(what="takeback", yes=True))
    assert list(state.moves) == moves[:left]
    assert state.position.ply == left
    assert state.takeback is None


def test_a_swap_can_be_taken_back() -> None:
    state = after(played(new_state(swap=True), 3), BOB, Swap())
    state = offered(state, BOB, "takeback")
    state = after(state, ANN, Answer(what="takeback", yes=True))
    assert [seat and seat.name for seat in state.seats] == ["Ann", "Bob"]
    assert state.moves == (3,)
    assert state.can_swap
    assert state.turn is Side.SECOND


def test_a_takeback_of_the_first_move_takes_the_swap_with_it() -> None:
    state = played(after(played(new_state(swap=True), 3), BOB, Swap()), 4)
    assert state.takeback_to(Side.FIRST) == 1  # Bob's swap
    assert state.takeback_to(Side.SECOND) == 2  # Ann's second move
    state = offered(state, BOB, "takeback")
    state = after(state, ANN, Answer(what="takeback", yes=True))
    assert [seat and seat.name for seat in state.seats] == ["Ann", "Bob"]
    assert state.moves == (3,)


def test_a_program_grants_a_takeback_at_once() -> None:
    state = played(new_state(o=LEVEL), 3, 4)
    assert offered(state, ANN, "takeback").moves == ()


def test_one_who_plays_both_sides_takes_back_one_disc_at_a_time() -> None:
    state = played(new_state(o=ANN), 3, 4, 5)
    state = offered(state, ANN, "takeback")
    assert state.moves == (3, 4)
    assert offered(state, ANN, "draw").end is not None


def test_a_draw_is_agreed_by_answer_or_by_two_offers() -> None:
    state = offered(played(new_state(), 3), ANN, "draw")
    assert state.draw is Side.FIRST
    for agreed in (after(state, BOB, Answer(what="draw", yes=True)), offered(state, BOB, "draw")):
        assert agreed.end is not None
        assert (agreed.end.winner, agreed.end.reason) == (None, "agreed")
    assert after(state, BOB, Answer(what="draw", yes=False)).draw is None


def test_a_move_declines_an_offer_of_the_other() -> None:
    state = offered(played(new_state(), 3), ANN, "draw")
    assert played(state, 3).draw is None
    own = offered(new_state(), ANN, "draw")
    assert played(own, 3).draw is Side.FIRST


def test_resigning_loses_whoever_is_to_move() -> None:
    for who, winner in ((ANN, Side.SECOND), (BOB, Side.FIRST)):
        end = after(played(new_state(), 3), who, Resign()).end
        assert end is not None
        assert (end.winner, end.reason) == (winner, "resign")


def test_a_game_that_has_not_begun_is_called_off() -> None:
    for state in (new_state(o=None), new_state(), played(new_state(), 3)):
        end = after(state, ANN, Abort()).end
        assert end is not None
        assert (end.winner, end.reason) == (None, "aborted")
    with pytest.raises(Refused, match="too late"):
        after(played(new_state(), 3, 3), BOB, Abort())


def test_one_who_has_gone_can_be_claimed_against() -> None:
    state = played(new_state(), 3)
    gone = frozenset({Side.SECOND})
    win = after(state, ANN, Claim(what="win"), gone=gone).end
    draw = after(state, ANN, Claim(what="draw"), gone=gone).end
    assert win is not None
    assert draw is not None
    assert (win.winner, draw.winner, draw.reason) == (Side.FIRST, None, "claim")
    with pytest.raises(Refused, match="still connected"):
        after(state, BOB, Claim(what="win"), gone=gone)


def test_a_rematch_by_agreement_happens_once() -> None:
    state = after(played(new_state(), 3), ANN, Resign())
    state = offered(state, ANN, "rematch")
    assert state.rematch is Side.FIRST
    state = after(state, BOB, Answer(what="rematch", yes=True))
    assert state.next == "next"
    with pytest.raises(Refused, match="rematch has already"):
        offered(state, ANN, "rematch")


def test_strangers_only_watch() -> None:
    for command in (Move(move=0), Swap(), Resign(), Abort(), Claim(what="win")):
        with pytest.raises(Refused) as refused:
            after(new_state(), EVE, command)
        assert refused.value.code == "seat"
        with pytest.raises(Refused) as refused:
            after(new_state(), None, command)
        assert refused.value.code == "identity"


def test_the_clock_runs_from_the_second_move_on() -> None:
    state = played(new_state(base=60_000, increment=2_000), 3, now=50_000)
    assert state.clock is not None
    assert state.clock.at(60_000) == (60_000, 50_000)
    state = played(state, 3, now=65_000)
    assert state.clock is not None
    assert state.clock.at(65_000) == (60_000, 47_000)
    assert state.clock.running is Side.FIRST


def test_the_time_goes_with_the_player_who_swaps() -> None:
    state = played(new_state(base=60_000, swap=True), 3)
    state = after(state, BOB, Swap(), now=10_000)
    assert state.clock is not None
    assert state.clock.at(15_000) == (50_000, 55_000)  # Bob is x now, Ann's clock runs
    state = offered(state, BOB, "takeback")
    state = after(state, ANN, Answer(what="takeback", yes=True), now=15_000)
    assert state.clock is not None
    assert state.clock.at(15_000) == (55_000, 50_000)


@pytest.mark.parametrize("rules", ["18x18x6", "18x18x6/free"])
def test_taking_back_does_not_replay_the_game(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_state(rules, o=ANN)
    moves = [number // 18 if state.rules.gravity else number for number in range(19)]
    states = [state, *(state := played(state, move) for move in moves)]
    monkeypatch.setattr(Position, "play", None)
    for before in reversed(states[:-1]):
        state = offered(state, ANN, "takeback")
        assert (state.position, state.actions) == (before.position, before.actions)
