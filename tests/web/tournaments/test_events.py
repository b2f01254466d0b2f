"""Events and their rows."""

import json

from inarow.board.rules import Rules
from inarow.web.live.events import Seat
from inarow.web.tournaments.events import Event, Pairing, Plan, Score
from support.web.contests import plan


def test_a_plan_comes_back_as_it_was() -> None:
    whole = plan(name="Friday", system="robin", double=True, swap=True, rated=True, entry="code")
    odd = Plan(Rules.parse("3x3x3/free"), "arena", 1, 2, Seat("a", "b"), "c", starts=5)
    for each in (whole, odd):
        assert Plan.from_json(json.loads(json.dumps(each.to_json()))) == each


def test_an_event_comes_back_from_its_row() -> None:
    games = (Pairing("a", 1, 2), Pairing("", 3, 4))
    events = [
        Event(1, "create", 5, by="t", plan=plan()),
        Event(2, "join", 6, by="p", command="12345678", player=1, seat=Seat("p", "Ann")),
        Event(3, "pair", 7, round=0, games=games),
        Event(4, "score", 8, scores=(Score("a", None, "full"), Score("b", "o", "line"))),
        Event(5, "door", 9, open=False),
        Event(6, "extend", 9, minutes=3),
        Event(7, "pair", 9, games=()),
    ]
    for event in events:
        assert Event.from_row(event.row("t")) == event


def test_a_row_has_only_what_the_event_has() -> None:
    row = Event(2, "away", 6, player=1).row("t")
    assert row == ("t", 2, "away", '{"player":1}', 6)
