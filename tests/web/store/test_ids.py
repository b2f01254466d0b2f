"""Ids of games."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.web.store.ids import NO_KEY, key, new_game


def test_ids_are_of_their_own_and_fit_into_addresses() -> None:
    ids = {new_game(1_800_000_000_000) for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(game) == 24 and game.replace("-", "").replace("_", "").isalnum() for game in ids)


def test_later_games_have_larger_keys() -> None:
    keys = [key(new_game(1_800_000_000_000 + later)) for later in range(1000)]
    assert keys == sorted(keys)
    assert 0 < keys[0] < keys[-1] < 2**63


def test_most_of_an_id_is_chance() -> None:
    """Two games of the same millisecond have only the time in common."""
    one, two = new_game(1_800_000_000_000), new_game(1_800_000_000_000)
    assert one[:7] == two[:7]
    assert one[10:] != two[10:]


@given(st.text(max_size=40) | st.text("abcXYZ-_=", min_size=24, max_size=24))
def test_anything_has_a_key(text: str) -> None:
    assert -(2**63) <= key(text) < 2**63
    if len(text) != 24:
        assert key(text) == NO_KEY


def test_what_cannot_stand_in_an_id_has_no_key() -> None:
    game = new_game(1_800_000_000_000)
    for odd in ("\0\0\0\0", "!!!!", "++++", "    "):
        assert key(odd + game[4:]) == NO_KEY
