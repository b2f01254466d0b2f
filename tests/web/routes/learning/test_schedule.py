"""Lessons that come again: by REST, as a page, and with one's data."""

import json
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from inarow import Board, Record
from inarow.lessons import dump, find, load
from inarow.lessons.repetition import INTERVALS
from inarow.web.routes.learning import schedule
from inarow.web.store import lessons as store_lessons
from support.learning import SMALL, reviewed
from support.web.threaded import Site

TODAY = date(2026, 11, 19)
LESSONS = [lesson.to_dict() for lesson in find(reviewed(Board("4x4x3", SMALL)))]


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """The day it is at the site, to be changed."""
    days = [TODAY]
    monkeypatch.setattr(schedule, "today", lambda: days[-1])
    return days


def answer(who: httpx.Client, lesson: dict[str, Any], *, right: bool) -> dict[str, Any]:
    answer = who.post("/api/me/lessons", json={"lesson": lesson, "right": right})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_what_was_missed_comes_again_and_ever_less_often(here: Site, day: list[date]) -> None:
    ann = here.client()
    assert answer(ann, LESSONS[0], right=False)["due"] == "2026-11-20"
    assert ann.get("/api/me/lessons", params={"due": True}).json() == []
    for box, wait in enumerate(INTERVALS[1:], start=1):
        day.append(date.fromisoformat(ann.get("/api/me/lessons").json()[0]["due"]))
        assert len(ann.get("/api/me/lessons", params={"due": True}).json()) == 1
        then = answer(ann, LESSONS[0], right=True)
        assert (then["box"], then["due"]) == (box, (day[-1] + timedelta(days=wait)).isoformat())
    day.append(date.fromisoformat(then["due"]))
    assert answer(ann, LESSONS[0], right=True)["due"] is None
    assert ann.get("/api/me/lessons").json() == []


def test_what_was_right_at_once_is_not_stored(here: Site) -> None:
    ann = here.client()
    assert answer(ann, LESSONS[0], right=True)["due"] is None
    assert ann.get("/api/me/lessons").json() == []


def test_missed_again_it_begins_anew(here: Site, day: list[date]) -> None:
    ann = here.client()
    answer(ann, LESSONS[0], right=False)
    day.append(TODAY + timedelta(days=1))
    assert answer(ann, LESSONS[0], right=True)["box"] == 1
    assert answer(ann, LESSONS[0], right=False) | {"name": ""} == {
        "name": "",
        "box": 0,
        "due": "2026-11-21",
    }


def test_everybody_has_their_own(here: Site) -> None:
    ann, bob = here.client(), here.client()
    answer(ann, LESSONS[0], right=False)
    answer(bob, LESSONS[1], right=False)
    (mine,) = ann.get("/api/me/lessons").json()
    assert mine["lesson"] == LESSONS[0]
    assert bob.delete(f"/api/me/lessons/{mine['name']}").status_code == 204
    assert len(ann.get("/api/me/lessons").json()) == 1
    assert ann.delete(f"/api/me/lessons/{mine['name']}").status_code == 204
    assert ann.get("/api/me/lessons").json() == []
    assert here.client().get("/api/me/lessons").json() == []
    assert here.program().post("/api/me/lessons", json={}).status_code == 403


def test_they_can_be_downloaded(here: Site, day: list[date]) -> None:
    del day
    ann = here.client()
    for lesson in LESSONS[:3]:
        answer(ann, lesson, right=False)
    file = ann.get("/api/me/lessons/export")
    assert file.headers["content-disposition"] == 'attachment; filename="inarow-lessons.json"'
    scheduled = load(file.text)
    assert dump(scheduled) == file.text
    assert {json.dumps(lesson.to_dict()) for lesson, _ in scheduled} == {
        json.dumps(each) for each in LESSONS[:3]
    }
    records = ann.get("/api/me/lessons/export", params={"as": "records"})
    assert records.headers["content-type"].startswith("text/plain")
    assert len(Record.parse_all(records.text)) == 3
    assert here.client().get("/api/me/lessons/export").status_code == 401


def test_there_is_room_for_so_many(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (schedule, store_lessons):
        monkeypatch.setattr(module, "MOST", 1)
    ann = here.client()
    answer(ann, LESSONS[0], right=False)
    refused = ann.post("/api/me/lessons", json={"lesson": LESSONS[1], "right": False})
    assert (refused.status_code, refused.json()["error"]) == (409, "lessons")
    answer(ann, LESSONS[0], right=False)


def test_they_are_in_ones_data(here: Site, day: list[date]) -> None:
    del day
    ann = here.client()
    answer(ann, LESSONS[0], right=False)
    data = ann.get("/api/me/data").json()
    assert data["lessons"] == [{"box": 0, "due": "2026-11-20", "lesson": LESSONS[0]}]


def test_they_are_deleted_with_ones_data(here: Site) -> None:
    ann = here.client()
    answer(ann, LESSONS[0], right=False)
    assert ann.delete("/api/me").status_code == 204
    assert ann.get("/api/me/lessons").json() == []


def test_the_page_of_today_has_what_is_due(here: Site, day: list[date]) -> None:
    ann = here.client()
    assert "You have no lessons yet." in ann.get("/learn").text
    answer(ann, LESSONS[0], right=False)
    page = ann.get("/learn").text
    assert "Nothing is due today." in page
    assert '<time datetime="2026-11-20">' in page
    day.append(TODAY + timedelta(days=1))
    page = ann.get("/learn").text
    assert "x to move: " in page or "o to move: " in page
    assert '"happened"' in page


def test_a_game_that_is_over_leads_to_the_mistakes_of_whoever_asks(here: Site) -> None:
    ann, bob = here.client(), here.client()
    game = ann.post("/api/games", json={"side": "o"}).json()["id"]
    path = f"/api/games/{game}"
    assert ann.get(f"/learn/{game}").headers["location"] == f"/game/{game}"
    bob.post(f"{path}/join")
    for who in (bob, ann):
        assert who.post(f"{path}/move", json={"move": 3}).status_code == 200
    assert ann.get(f"/learn/{game}").status_code == 409
    assert ann.post(f"{path}/resign").status_code == 200
    for who, side in ((ann, "&side=o"), (bob, "&side=x")):
        answer = who.get(f"/learn/{game}")
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/learn/7x6x4/44?game={game}{side}"
    assert ann.get("/learn/nothing").status_code == 404
