"""A tournament in memory: what is told, and to whom."""

import json

from inarow.web.tournaments.messages import Away, Enter
from inarow.web.tournaments.session import Session, name_of
from support.web.contests import TEACHER, Contest, pupil
from support.web.people import ANN, Listener


def replayed(contest: Contest) -> Session:
    session = Session("t", contest.events, 0)
    session.refresh()
    return session


def test_a_session_is_what_its_events_make_it() -> None:
    contest = Contest(3)
    contest.pairs()
    session = replayed(contest)
    assert session.state == contest.state
    assert len(session.acks) == 4


def test_news_have_the_lines_that_have_changed_only() -> None:
    contest = Contest(3, begun=False)
    session = replayed(contest)
    assert session.news(0, 0) is None
    event = contest.does(pupil(2), Away())
    assert event is not None
    session.apply(event)
    told = json.loads(session.news(0, 0) or "")
    assert (told["after"], told["version"]) == (4, 5)
    assert [(row["number"], row["status"]) for row in told["players"]] == [(2, "away")]
    assert told["order"] == [1, 2, 3]
    assert session.news(0, 0) is None


def test_the_whole_table_is_as_it_was_told_last() -> None:
    contest = Contest(2, begun=False)
    session = replayed(contest)
    event = contest.does(pupil(3), Enter())
    assert event is not None
    session.apply(event)
    assert json.loads(session.whole(0, 0))["version"] == 3
    session.news(0, 0)
    whole = json.loads(session.whole(0, 0))
    assert (whole["version"], len(whole["players"])) == (4, 3)
    assert whole["head"]["status"] == "open"


def test_each_is_told_what_they_are_and_strangers_that_they_are_nothing() -> None:
    contest = Contest(2)
    contest.pairs()
    session = replayed(contest)
    mine = json.loads(session.you("pupil1"))["you"]
    assert (mine["game"], mine["opponent"]) == ("g1", "Pupil 2")
    assert json.loads(session.you(TEACHER.id))["you"]["director"] is True
    nobody = json.loads(session.you(None))["you"]
    assert nobody == dict.fromkeys(nobody) | {"director": False, "code": nobody["code"]}
    one, other = Listener(), Listener()
    assert name_of(one) != name_of(other)
    assert name_of(Listener(ANN)) == "ann"


def test_a_session_is_needed_while_somebody_follows_it() -> None:
    session = replayed(Contest(2))
    assert not session.is_needed
    listener = Listener(pupil(1))
    session.subscribers[listener] = False
    assert session.is_needed
    session.tell_each(["pupil1", "pupil2"])
    session.broadcast("{}")
    assert len(listener.texts) == 2
