"""Lessons from games over HTTP."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from inarow import Solver
from inarow.lessons import Lesson
from support.learning import SMALL
from support.web.threaded import site


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running.client()


def found(ann: httpx.Client, address: str, **query: str) -> dict[str, Any]:
    """The last line of what is streamed."""
    answer = ann.get(f"/api/lessons/{address}", params=query)
    assert answer.status_code == 200, answer.text
    *progress, last = map(json.loads, answer.text.split("\n")[:-1])
    assert all(line["done"] <= line["of"] for line in progress)
    return dict(last)


def test_every_mistake_of_a_game_is_a_lesson_by_exact_score(ann: httpx.Client) -> None:
    lessons = found(ann, f"4x4x3/{SMALL}")["lessons"]
    assert lessons
    solver = Solver(threads=1, table_mb=4)
    for each in lessons:
        lesson = Lesson.from_dict(each["lesson"])
        assert (each["name"], each["side"]) == (lesson.name, lesson.side.symbol)
        assert each["view"]["turn"] == each["side"]
        if lesson.least is None:
            continue
        scores = solver.analyze(lesson.position, line=False).scores
        assert [m for m, s in scores.items() if int(s) >= lesson.least] == each["accepted"]
        assert int(scores[lesson.played]) < lesson.least


def test_lessons_of_one_side_are_told_apart(ann: httpx.Client) -> None:
    both = found(ann, f"4x4x3/{SMALL}")
    one = found(ann, f"4x4x3/{SMALL}", side="o")
    assert one["lessons"] == [each for each in both["lessons"] if each["side"] == "o"]
    assert (len(both["said"]), len(one["said"])) == (2, 1)
    assert one["said"][0].startswith("o made ")


def test_a_game_without_mistakes_says_so(ann: httpx.Client) -> None:
    assert found(ann, "7x6x4/4444", side="x") == {
        "lessons": [],
        "said": ["x made no mistakes: every move kept the result."],
    }


def test_moves_are_judged_with_reasons(ann: httpx.Client) -> None:
    last = found(ann, f"4x4x3/{SMALL}", side="o")["lessons"][0]
    answers = {
        move: ann.post("/api/lessons/try", json={"lesson": last["lesson"], "move": move}).json()
        for move in last["view"]["legal"]
    }
    assert {move for move, answer in answers.items() if answer["right"]} == {*last["accepted"]}
    assert answers[0]["said"][0].startswith("o lets x win by force: x plays column 2, ")
    assert answers[0]["said"][-1] == "x is to move and wins in 4 moves."
    assert answers[0]["refutation"] == [1, 2, 1, 1, 2, 1, 2]
    assert answers[0]["view"]["ply"] == last["view"]["ply"] + 1


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "35x35x4"},
        {"rules": "rubbish"},
        {"moves": "99"},
        {"accepted": []},
        {"start": "rubbish"},
        {"more": 1},
        {"kind": "rubbish"},
        {"least": "much"},
    ],
)
def test_what_is_no_lesson_is_refused(ann: httpx.Client, change: dict[str, object]) -> None:
    last = found(ann, f"4x4x3/{SMALL}", side="x")["lessons"][-1]
    body = {"lesson": last["lesson"] | change, "move": 1}
    answer = ann.post("/api/lessons/try", json=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["text"]
    noted = ann.post("/api/me/lessons", json={"lesson": body["lesson"], "right": False})
    assert noted.status_code in (400, 422)


def test_an_illegal_move_is_refused(ann: httpx.Client) -> None:
    last = found(ann, f"4x4x3/{SMALL}", side="x")["lessons"][-1]
    answer = ann.post("/api/lessons/try", json={"lesson": last["lesson"], "move": 300})
    assert answer.status_code in (400, 422)


def test_the_page_begins_with_the_game(ann: httpx.Client) -> None:
    page = ann.get(f"/learn/4x4x3/{SMALL}?side=x")
    assert page.status_code == 200
    assert "Learn from your mistakes" in page.text
    assert 'href="/learn/4x4x3/4413442223?side=x" aria-current="true"' in page.text
    assert ann.get("/learn/7x6x4/999").status_code == 400
    floating = ann.get("/learn/7x6x4/1", params={"position": "7x6x4 7/7/7/7/x6/7 o"})
    assert floating.status_code == 422
