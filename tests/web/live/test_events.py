"""Events are stored and read back as they were."""

import json

from inarow.board.rules import Rules, Side
from inarow.web.live.events import Event, Seat, Terms


def test_an_event_comes_back_as_it_was() -> None:
    terms = Terms(
        Rules.parse("15x15x5/free"),
        True,
        "private",
        1000,
        5,
        (Seat("a", "Ánn"), None),
        "hash",
        True,
        True,
    )
    for event in (
        Event(1, "create", 5, by="a", terms=terms),
        Event(2, "join", 6, "b", "command1", Side.SECOND, seat=Seat("b", "Bob")),
        Event(3, "move", 7, "a", "command2", Side.FIRST, 0, (1000, 990)),
        Event(4, "end", 8, side=Side.SECOND, winner=Side.FIRST, reason="resign"),
        Event(4, "end", 8, reason="aborted", next="game2"),
        Event(5, "rematch", 9, "b", "command3", Side.SECOND, next="game2"),
    ):
        assert Event.from_row(event.row("game")) == event


def test_a_row_holds_only_what_an_event_has() -> None:
    row = Event(3, "move", 7, "a", "command2", Side.FIRST, 0).row("game")
    assert row[:3] == ("game", 3, "move")
    assert json.loads(row.payload) == {"by": "a", "command": "command2", "side": 1, "move": 0}


def test_games_of_before_ratings_and_pairing_are_not_rated_and_no_seeks() -> None:
    value = Terms(Rules.parse("7x6x4"), rated=True, seek=True).to_json()
    for name in ("rated", "seek"):
        assert getattr(Terms.from_json(value), name)
        del value[name]
        assert not getattr(Terms.from_json(value), name)


def test_programs_are_told_from_people() -> None:
    assert Seat("program:perfect", "perfect").is_program
    assert not Seat("perfect", "perfect").is_program
