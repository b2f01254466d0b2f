"""Who is here, and when somebody who is not may be claimed against."""

import pytest

from inarow.board.rules import Side
from inarow.web.live.presence import REMEMBERED, STRANGER, Presence
from support.web.people import ANN, LEVEL, new_state, played


def test_one_is_here_while_one_has_a_socket() -> None:
    presence = Presence(0)
    assert presence.come("ann")
    assert not presence.come("ann")
    assert not presence.leave("ann", 5)
    assert presence.is_here("ann", 5)
    assert presence.leave("ann", 10)
    assert not presence.is_here("ann", 10)
    assert presence.away("ann", 15) == 5
    assert presence.away("bob", 15) == 15  # since we look


@pytest.mark.parametrize(("base", "patience"), [(60_000, 60_000), (None, 300_000)])
def test_a_claim_becomes_possible_after_a_while(base: int | None, patience: int) -> None:
    state = played(new_state(base=base, increment=0), 3)
    presence = Presence(0)
    presence.come("ann")
    presence.come("bob")
    assert presence.claim_in(state, 10) is None
    presence.leave("bob", 100)
    assert presence.claim_in(state, 100) == patience
    assert presence.gone(state, 99 + patience) == frozenset()
    assert presence.gone(state, 100 + patience) == {Side.SECOND}
    assert presence.claim_in(state, 10**6) == 0
    presence.come("bob")
    assert presence.gone(state, 10**6) == frozenset()


def test_nobody_claims_against_programs_or_oneself_or_in_an_open_game() -> None:
    presence = Presence(0)
    presence.come("ann")
    for state in (new_state(o=LEVEL), new_state(o=ANN), new_state(o=None)):
        assert presence.gone(state, 10**6) == frozenset()
        assert presence.claim_in(state, 10**6) is None


def test_a_program_without_a_socket_is_seen_by_what_it_does() -> None:
    presence = Presence(0)
    presence.seen("bob", 50_000)
    assert presence.away("bob", 60_000) == 10_000


def test_the_word_of_another_instance_holds_for_a_while() -> None:
    presence = Presence(0)
    assert presence.hear("other", ["bob"], 0)
    assert not presence.hear("other", ["bob"], 10)
    assert presence.is_here("bob", 10 + REMEMBERED)
    assert not presence.is_here("bob", 11 + REMEMBERED)
    assert presence.away("bob", 15 + REMEMBERED) == 5
    presence.hear("other", ["bob"], 90_000)
    assert presence.hear("other", [], 95_000)
    assert presence.away("bob", 96_000) == 1_000
    assert presence.sides(new_state(), 96_000) == (False, False)


def test_who_only_watches_is_counted_and_strangers_are_forgotten() -> None:
    state, presence = played(new_state(), 3), Presence(0)
    presence.come("ann")
    presence.come("cleo")
    presence.come(f"{STRANGER}1")
    presence.hear("two", ["bob", f"{STRANGER}2"], 10)
    assert presence.watching(state, 10) == 3
    presence.leave(f"{STRANGER}1", 20)
    presence.hear("two", ["bob"], 20)
    assert presence.watching(state, 20) == 1
    assert presence.away("cleo", 30) is None
    for stranger in (1, 2):
        assert presence.away(f"{STRANGER}{stranger}", 30) == 30  # nothing is remembered
