"""Who sits where in a new game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inarow.web import words
from inarow.web.live import seating
from inarow.web.live.messages import NewGame
from support.web.people import ANN, new_state


def test_the_creator_sits_where_they_want() -> None:
    assert seating.terms(ANN, NewGame(side="x"), None).seats == (("ann", "Ann"), None)
    assert seating.terms(ANN, NewGame(side="o"), None).seats == (None, ("ann", "Ann"))
    sides = {seating.terms(ANN, NewGame(), None).seats.index(None) for _ in range(100)}
    assert sides == {0, 1}


def test_opponents_sit_at_once() -> None:
    terms = seating.terms(ANN, NewGame(side="x", opponent="level 3"), None)
    assert terms.seats[1] == ("program:level 3", "level 3")
    terms = seating.terms(ANN, NewGame(opponent="self"), None)
    assert terms.seats[0] == terms.seats[1] == ("ann", "Ann")


def test_nobody_plays_against_themselves_for_a_rating() -> None:
    assert seating.terms(ANN, NewGame(rated=True), None).rated
    with pytest.raises(ValidationError, match=words.RATED_ALONE):
        NewGame(rated=True, opponent="self")


def test_only_the_hash_of_an_invitation_is_kept() -> None:
    terms = seating.terms(ANN, NewGame(visibility="private"), "secret")
    assert terms.invite
    assert "secret" not in terms.invite


def test_a_clock_has_an_increment() -> None:
    assert seating.terms(ANN, NewGame(base=60_000), None).increment == 0
    assert seating.terms(ANN, NewGame(increment=5), None).increment is None


@given(st.text(max_size=40) | st.none())
def test_no_text_is_an_invitation_to_a_game_that_has_none(invite: str | None) -> None:
    assert not seating.may_see(new_state(visibility="private"), "eve", invite)
    assert seating.may_see(new_state(visibility="private"), "ann", invite)
    assert seating.may_see(new_state(), None, invite)
