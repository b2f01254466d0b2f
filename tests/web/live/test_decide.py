"""What may happen when, and that replaying events gives the same session."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.board.rules import Rules, Side
from inarow.web.live.decide import MOST_EVENTS, Flag, Lead, decide, rematch_terms
from inarow.web.live.events import Event
from inarow.web.live.messages import (
    Abort,
    Answer,
    Claim,
    Command,
    Join,
    Move,
    OfferCommand,
    Resign,
    Swap,
)
from inarow.web.live.state import End, Refused, State, fold, start
from support.web.people import ANN, BOB, EVE, LEVEL, after, new_state, offered, played, seat


def code(state: State, who: Any, command: Command | Flag, now: int = 0) -> str:
    with pytest.raises(Refused) as refused:
        decide(state, command, who, now)
    assert refused.value.text.endswith(".")
    return refused.value.code


def test_a_move_out_of_turn_or_place_is_refused() -> None:
    state = played(new_state("4x4x3"), 0, 0, 0, 0)
    assert code(state, BOB, Move(move=1)) == "turn"
    assert code(state, ANN, Move(move=0)) == "illegal"
    assert code(state, ANN, Move(move=4)) == "illegal"
    assert code(state, ANN, Move(move=1, version=4)) == "stale"
    assert code(new_state(o=None), ANN, Move(move=1)) == "open"
    assert code(after(state, ANN, Resign()), ANN, Move(move=1)) == "over"


def test_a_seat_is_taken_once() -> None:
    state = new_state(o=None)
    assert code(state, ANN, Join()) == "seat"
    assert code(after(state, BOB, Join()), EVE, Join()) == "full"
    assert code(after(state, ANN, Abort()), BOB, Join()) == "over"


def test_a_swap_needs_its_rule_and_its_moment() -> None:
    assert code(played(new_state(), 3), BOB, Swap()) == "swap"
    assert code(new_state(swap=True), ANN, Swap()) == "swap"
    assert code(played(new_state(swap=True), 3), ANN, Swap()) == "turn"
    assert code(played(new_state(swap=True), 3, 3), ANN, Swap()) == "swap"
    assert code(played(new_state(swap=True, o=ANN), 3), ANN, Swap()) == "swap"


@pytest.mark.parametrize("what", ["takeback", "draw", "rematch"])
def test_a_game_that_is_long_enough_has_no_more_offers(what: Any) -> None:
    state = played(new_state(), 3, 3)._replace(version=MOST_EVENTS)
    if what == "rematch":
        state = after(state, ANN, Resign())
    assert code(state, ANN, OfferCommand(what=what)) == "long"
    before = state._replace(version=MOST_EVENTS - 1)
    state = offered(before, ANN, what)
    assert state.version == MOST_EVENTS
    if what == "takeback":
        assert code(state, BOB, Answer(what=what, yes=True)) == "long"
    assert after(state, BOB, Answer(what=what, yes=False)).offer(what) is None


def test_a_long_game_can_always_be_played_to_its_end() -> None:
    state = played(new_state(), 3, 3)
    state = offered(state._replace(version=MOST_EVENTS - 1), ANN, "draw")
    assert after(state, BOB, Answer(what="draw", yes=True)).status == "over"
    assert after(state, BOB, Resign()).status == "over"
    assert played(state, 4, 3, 5, 3, 6).status == "over"
    shared = played(new_state(o=ANN), 3)._replace(version=MOST_EVENTS)
    assert code(shared, ANN, OfferCommand(what="takeback")) == "long"
    assert after(after(shared, ANN, Resign()), ANN, OfferCommand(what="rematch")).next == "next"


def test_offers_need_a_reason_and_an_answer_an_offer() -> None:
    state = played(new_state(), 3)
    assert code(state, BOB, OfferCommand(what="takeback")) == "early"
    assert code(offered(state, ANN, "draw"), ANN, OfferCommand(what="draw")) == "offered"
    assert code(offered(state, ANN, "draw"), ANN, Answer(what="draw", yes=True)) == "offer"
    assert code(state, BOB, Answer(what="takeback", yes=True)) == "offer"
    assert code(state, BOB, OfferCommand(what="rematch")) == "going"
    over = after(offered(state, ANN, "draw"), ANN, Resign())
    assert code(over, BOB, Answer(what="draw", yes=True)) == "over"
    assert code(new_state(o=LEVEL), ANN, OfferCommand(what="draw")) == "program"
    called_off = after(new_state(o=None), ANN, Abort())
    assert code(called_off, ANN, OfferCommand(what="rematch")) == "nobody"


def test_no_time_no_move() -> None:
    state = played(new_state(base=10_000), 3, now=1_000)
    assert code(state, None, Flag(), 10_999) == "going"
    assert code(state, BOB, Move(move=3), 11_000) == "time"
    ended = after(state, None, Flag(), 11_000)
    assert ended.end is not None
    assert (ended.end.winner, ended.end.reason) == (Side.FIRST, "time")
    assert ended.clock is not None
    assert ended.clock.at(99_000) == (10_000, 0)
    assert code(ended, None, Flag(), 99_000) == "going"


def test_a_rematch_changes_sides() -> None:
    swapped = after(played(new_state(swap=True), 3), BOB, Swap())
    assert rematch_terms(swapped).seats == (seat(ANN), seat(BOB))
    assert rematch_terms(new_state()).seats == (seat(BOB), seat(ANN))


people = st.sampled_from([ANN, BOB, EVE, None])
commands = st.one_of(
    st.builds(Move, move=st.integers(0, 15)),
    st.builds(Move, move=st.integers(0, 15), version=st.integers(1, 9)),
    st.sampled_from([Join(), Swap(), Resign(), Abort(), Flag()]),
    st.builds(OfferCommand, what=st.sampled_from(["draw", "takeback", "rematch"])),
    st.builds(Answer, what=st.sampled_from(["draw", "takeback", "rematch"]), yes=st.booleans()),
    st.builds(Claim, what=st.sampled_from(["win", "draw"])),
)
gone = st.frozensets(st.sampled_from(list(Side)))


@given(
    rules=st.sampled_from(["4x4x3", "4x4x4/free", "3x3x3/free", "5x4x3"]),
    second=st.sampled_from([BOB, None, ANN, LEVEL]),
    swap=st.booleans(),
    base=st.sampled_from([None, 30_000]),
    steps=st.lists(st.tuples(people, commands, st.integers(0, 4_000), gone), max_size=40),
)
def test_replaying_events_gives_the_same_session(
    rules: str, second: Any, swap: bool, base: int | None, steps: list[Any]
) -> None:
    first = new_state(rules, o=second, swap=swap, base=base, increment=1_000)
    create = Event(1, "create", 0, terms=first.terms)
    state, events, now = first, [create], 0
    for who, command, pause, away in steps:
        now += pause
        try:
            event = decide(state, command, who, now, gone=away, next_game=lambda: "next")
        except Refused:
            continue
        events.append(event)
        state = fold(state, event)
        check(state, Rules.parse(rules))
    stored = [Event.from_row(event.row("game")) for event in events]
    assert stored == events
    again = start(stored[0])
    for event in stored[1:]:
        again = fold(again, event)
    assert again == state


def check(state: State, rules: Rules) -> None:
    """What is always true of a session."""
    assert len(state.moves) == state.position.ply
    assert state.position.turn is (Side.SECOND if state.position.ply % 2 else Side.FIRST)
    assert state.actions.count(None) <= 1
    if state.clock is not None:
        assert min(state.clock.left) >= 0
        assert (state.clock.running is None) or state.end is None
    if state.position.outcome() is not None:
        assert state.end is not None
    if state.end is not None:
        assert state.turn is None
        assert state.takeback is None


def test_a_seek_leads_to_another_game_while_somebody_waits() -> None:
    waiting = new_state(o=None, base=60_000)
    waiting = waiting._replace(terms=replace(waiting.terms, seek=True))
    event = decide(waiting, Lead("older", seated=True), None, 5)
    assert (event.kind, event.reason, event.next, event.by) == ("end", "aborted", "older", None)
    led = fold(waiting, event)
    assert (led.status, led.next, led.end) == ("over", "older", End(None, "aborted"))
    for state, code in (
        (led, "over"),
        (after(waiting, BOB, Join()), "full"),
        (new_state(), "full"),
    ):
        with pytest.raises(Refused) as caught:
            decide(state, Lead("older", seated=True), None, 6)
        assert caught.value.code == code
    no_seek = new_state(o=None)
    with pytest.raises(Refused):
        decide(no_seek, Lead("older", seated=False), None, 6)


def test_a_rematch_is_no_seek() -> None:
    state = new_state()
    state = state._replace(terms=replace(state.terms, seek=True))
    assert not rematch_terms(state).seek
