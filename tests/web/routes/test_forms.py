import pytest

from inarow.web.http.faults import Fault
from inarow.web.live.messages import NewGame, Wish
from inarow.web.routes.forms import new_game, wish


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ({}, NewGame()),
        ({"with": "friend", "visibility": "private"}, NewGame(visibility="private")),
        ({"with": "friend", "visibility": "public"}, NewGame(visibility="public")),
        ({"with": "both", "side": "x"}, NewGame(opponent="self", side="x")),
        ({"with": "computer", "level": "10"}, NewGame(opponent="level 10")),
        ({"with": "computer", "level": "perfect"}, NewGame(opponent="perfect")),
        ({"rules": "15x15x5-free", "swap": "on"}, NewGame(rules="15x15x5/free", swap=True)),
        ({"with": "friend", "rated": "on"}, NewGame(rated=True)),
        ({"with": "both", "rated": "on"}, NewGame(opponent="self")),
        ({"clock": "300+3"}, NewGame(base=300_000, increment=3_000)),
        ({"clock": "3d"}, NewGame(days=3)),
        (
            {"rules": "custom", "width": "9", "height": "7", "k": "5", "gravity": "on"},
            NewGame(rules="9x7x5"),
        ),
        (
            {"rules": "custom", "width": "9", "height": "7", "k": "5"},
            NewGame(rules="9x7x5/free"),
        ),
    ],
)
def test_a_form_asks_for_a_game(form: dict[str, str], wanted: NewGame) -> None:
    assert new_game(form) == wanted


def test_a_form_asks_for_an_opponent() -> None:
    form = {"with": "lobby", "rated": "on", "clock": "60+1", "side": "x", "visibility": "private"}
    assert wish(form) == Wish(rated=True, base=60_000, increment=1_000)
    assert wish({"rules": "15x15x5-free", "swap": "on"}) == Wish(rules="15x15x5/free", swap=True)
    with pytest.raises(Fault, match="rules: expected width"):
        wish({"rules": "99x99x4"})


@pytest.mark.parametrize(
    "form",
    [
        {"with": "computer"},
        {"with": "computer", "level": "11"},
        {"with": "nobody"},
        {"rules": "99x99x4"},
        {"rules": "custom"},
        {"rules": "custom", "width": "x", "height": "7", "k": "5"},
        {"side": "z"},
        {"visibility": "secret"},
        {"clock": "5 minutes"},
        {"clock": "1+1"},
        {"clock": "300"},
        {"clock": "4d"},
        {"clock": "1000d"},
        {"clock": "d"},
        {"clock": "99999999+9"},
    ],
)
def test_what_is_wrong_is_said(form: dict[str, str]) -> None:
    with pytest.raises(Fault) as caught:
        new_game(form)
    assert (caught.value.status, caught.value.error) == (422, "invalid")
    assert caught.value.text.endswith(".")
