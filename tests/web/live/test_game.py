"""One session in memory."""

import json

from inarow import language
from inarow.board.rules import Side
from inarow.web import words
from inarow.web.live.decide import decide
from inarow.web.live.events import Event
from inarow.web.live.game import REMEMBERED, Accepted, LiveGame, Rejected, Request
from inarow.web.live.messages import Move, OfferCommand, Resign
from inarow.web.live.state import fold
from inarow.web.study.positions import game_title
from support.web.people import ANN, BOB, EVE, Listener, new_state


def new_live(moves: int = 0, *, base: int | None = None) -> LiveGame:
    """A session in which column after column was filled, a second for each disc."""
    state = new_state("18x18x6", base=base)
    events = [Event(1, "create", 0, terms=state.terms)]
    for number in range(moves):
        move = Move(move=number // 18, id=f"command-{number}")
        event = decide(state, move, (ANN, BOB)[number % 2], 1000 * number)
        state = fold(state, event)
        events.append(event)
    return LiveGame("game", events, 0)


def test_the_tail_is_small_or_the_whole() -> None:
    live = new_live(10)
    assert live.tail(11, None, 0) == []
    texts = [json.loads(text) for text in live.tail(9, None, 0)]
    assert [(text["t"], text["event"]["version"]) for text in texts] == [
        ("event", 10),
        ("event", 11),
    ]
    for version in (None, 0, 500):
        (text,) = live.tail(version, "bob", 0)
        assert json.loads(text)["game"]["you"] == "o"
    long = new_live(REMEMBERED + 5)
    (text,) = long.tail(3, None, 0)
    assert json.loads(text)["t"] == "snapshot"


def test_the_last_event_of_a_tail_has_the_clock_of_now() -> None:
    live = new_live(3, base=60_000)
    first, last = (json.loads(text)["event"]["clock"] for text in live.tail(2, None, 12_000))
    assert first["o"] == 59_000
    assert (last["x"], last["o"], last["running"]) == (59_000, 49_000, "o")


def test_a_tail_with_more_than_moves_is_a_snapshot() -> None:
    live = new_live(3)
    event = decide(live.state, OfferCommand(what="draw"), ANN, 0)
    live.apply(event, fold(live.state, event))
    (text,) = live.tail(4, None, 0)
    assert json.loads(text)["game"]["offers"]["draw"] == "x"


def test_answers_are_remembered_for_the_one_who_asked() -> None:
    live = new_live(REMEMBERED + 5)
    answers: list[Accepted | Rejected] = []
    for name, who, known in (
        ("command-4", ANN, True),
        ("command-4", BOB, False),
        ("command-4", None, False),
        ("command-x", ANN, False),
        (f"command-{REMEMBERED + 4}", ANN, True),
    ):
        assert live.acknowledge(Request(Move(move=0, id=name), who, answers.append)) == known
    old, new = answers
    assert isinstance(old, Accepted)
    assert isinstance(new, Accepted)
    assert (old.version, old.whole) == (6, True)  # the event itself is forgotten
    assert (new.version, new.whole) == (REMEMBERED + 6, False)


def test_everybody_sees_a_change_as_themselves() -> None:
    live = new_live(1)
    listeners = [Listener(ANN), Listener(BOB), Listener(EVE), Listener()]
    live.subscribers = dict.fromkeys(listeners)
    event = decide(live.state, OfferCommand(what="draw"), ANN, 0)
    live.tell(event, live.apply(event, fold(live.state, event)), 0, but=listeners[0])
    assert listeners[0].messages == []
    assert [one.messages[0]["game"]["you"] for one in listeners[1:]] == ["o", "none", "none"]
    assert live.state.draw is Side.FIRST


def test_everybody_is_told_in_their_own_language() -> None:
    live = new_live(1)
    live.unrated = lambda: words.NOT_COUNTED["alone"]["after"]
    listeners = [Listener(), Listener(), Listener()]
    for listener, code in zip(listeners, ("en", "de", "de"), strict=True):
        listener.language = code
    live.subscribers = dict.fromkeys(listeners)
    event = decide(live.state, Resign(), ANN, 0)
    told = live.apply(event, fold(live.state, event))
    live.tell(event, told, 0)
    live.tell_ratings()
    (english, _), german, again = ([json.loads(t) for t in one.texts] for one in listeners)
    assert german == again
    assert english["game"]["outcome"]["text"] == "Bob wins: Ann resigned"
    with language.use("de"):
        outcome = words.OUTCOMES["resign"].format(winner="Bob", loser="Ann")
        assert german[0]["game"]["outcome"]["text"] == outcome != "Bob wins: Ann resigned"
        assert german[0]["game"]["title"] == game_title(live.state.rules)
        assert german[1]["unrated"] == live.unrated()
    assert json.loads(listeners[0].texts[1])["unrated"] == live.unrated() != german[1]["unrated"]
