"""A game as JSON."""

import json

from inarow import notation
from inarow.web.live.decide import decide
from inarow.web.live.messages import GameView, Join, Move, Resign
from inarow.web.live.state import State, fold
from inarow.web.live.view import encode, event_view, game_view, seen_by
from support.web.people import ANN, BOB, LEVEL, after, new_state, offered, played


def view(state: State, **more: object) -> GameView:
    value = game_view("game", state, "x", 0, here=(True, False))
    assert json.loads(encode(value)) == json.loads(json.dumps(value))
    return GameView.model_validate(value)


def test_a_game_under_way() -> None:
    game = view(played(new_state(), 3, 3, 4))
    assert game.text == "445"
    assert game.moves == [3, 3, 4]
    assert game.discs == {"d1": "x", "e1": "x", "d2": "o"}
    assert (game.last, game.turn, game.status, game.version) == ("e1", "o", "playing", 4)
    assert game.legal == [0, 1, 2, 3, 4, 5, 6]
    ann = {"name": "Ann", "kind": "person", "here": True, "person": "ann", "rating": None}
    assert game.seats["x"].model_dump() == ann
    assert game.seats["o"].here is False
    assert game.created == "1970-01-01T00:00:00+00:00"


def test_a_game_that_is_won() -> None:
    game = view(played(new_state(), *notation.parse_moves("4455667", new_state().rules)))
    assert game.lines == [["d1", "e1", "f1", "g1"]]
    assert game.outcome is not None
    assert game.outcome.text == "Ann wins: four in a row"
    assert (game.turn, game.legal) == (None, [])


def test_an_open_game_against_nobody_yet() -> None:
    game = view(new_state(o=None))
    assert game.seats["o"].kind == "open"
    assert (game.status, game.turn, game.legal, game.last) == ("open", None, [], None)


def test_a_program_is_always_here() -> None:
    assert view(new_state(o=LEVEL)).seats["o"].model_dump() == {
        "name": "level 1",
        "kind": "program",
        "here": True,
        "person": None,
        "rating": None,
    }


def test_offers_and_endings_in_words() -> None:
    assert view(offered(played(new_state(), 3), ANN, "takeback")).offers.takeback == "x"
    resigned = view(after(new_state(), ANN, Resign())).outcome
    assert resigned is not None
    assert resigned.text == "Bob wins: Ann resigned"


def test_who_you_are() -> None:
    state = new_state()
    assert [seen_by(state, name) for name in ("ann", "bob", "eve", None)] == [
        "x",
        "o",
        "none",
        "none",
    ]
    assert seen_by(new_state(o=ANN), "ann") == "both"


def test_a_move_says_all_that_it_changes() -> None:
    before = played(new_state("4x4x3", base=60_000), 0, 0, 0)
    event = decide(before, Move(move=0, id="12345678"), BOB, 5_000)
    said = event_view(before, event, fold(before, event))
    clock = {"base": 60_000, "increment": 0, "days": None}
    assert said == {
        "version": 5,
        "kind": "move",
        "side": "o",
        "move": 0,
        "cell": "a4",
        "closed": [0],
        "turn": "x",
        "can_swap": False,
        "clock": clock | {"x": 60_000, "o": 55_000, "running": "x"},
        "outcome": None,
        "lines": [],
    }


def test_a_free_cell_closes_when_it_is_taken() -> None:
    before = new_state("3x3x3/free", swap=True)
    event = decide(before, Move(move=4), ANN, 0)
    said = event_view(before, event, fold(before, event))
    assert (said["cell"], said["closed"], said["can_swap"]) == ("b2", [4], True)


def test_other_events_only_say_what_they_are() -> None:
    before = new_state(o=None)
    event = decide(before, Join(), BOB, 0)
    assert event_view(before, event, fold(before, event)) == {
        "version": 2,
        "kind": "join",
        "side": "o",
    }
