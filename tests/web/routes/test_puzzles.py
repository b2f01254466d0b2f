"""Puzzles over HTTP."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from inarow.puzzles import Goal, daily, shipped
from support.web.threaded import site

FIRST = shipped()[0].name


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running.client()


def test_puzzles_come_in_portions(ann: httpx.Client) -> None:
    first = ann.get("/api/puzzles").json()
    assert [each["name"] for each in first] == [each.name for each in shipped()[:100]]
    more = ann.get("/api/puzzles", params={"offset": 100, "limit": 500}).json()
    assert [each["name"] for each in more] == [each.name for each in shipped()[100:600]]
    assert ann.get("/api/puzzles", params={"limit": 501}).status_code == 422
    some = ann.get("/api/puzzles", params={"rules": "5x5x4-free", "theme": "defence"}).json()
    assert some
    assert {(each["rules"], each["theme"]) for each in some} == {("5x5x4/free", "defence")}
    assert {each["grade"] for each in ann.get("/api/puzzles", params={"grade": 1}).json()} == {1}


def test_a_puzzle_does_not_tell_its_solution(ann: httpx.Client) -> None:
    puzzle = ann.get(f"/api/puzzles/{FIRST}").json()
    assert puzzle["view"]["legal"]
    assert puzzle["title"] == shipped()[0].title
    assert not {"move", "score", "line"} & set(puzzle)
    assert ann.get("/api/puzzles/nothing").status_code == 404


def test_everybody_has_the_same_puzzle_of_the_day(ann: httpx.Client) -> None:
    today = datetime.now(UTC).date()
    names = [daily(today).name, daily(today + timedelta(days=1)).name]  # it may be midnight
    assert ann.get("/api/puzzles/daily").json()["name"] in names


def test_a_rush_gets_harder(ann: httpx.Client) -> None:
    found = ann.get("/api/puzzles/rush", params={"rules": "6x5x4"}).json()
    ratings = [each["rating"] for each in found]
    assert ratings == sorted(ratings)
    assert {each["rules"] for each in found} == {"6x5x4"}
    assert all(each["move"] in each["view"]["legal"] for each in found)
    assert ann.get("/api/puzzles/rush", params={"rules": "4x4x9"}).json() == []


def test_puzzles_to_take_along_are_about_as_hard_as_one_is_strong(ann: httpx.Client) -> None:
    found = ann.get("/api/puzzles/stock", params={"rating": 1700, "name": FIRST}).json()
    assert found[0]["name"] == FIRST
    assert len(found) == 24
    assert all(abs(each["rating"] - 1700) < 100 for each in found[1:])
    assert ann.get("/api/puzzles/stock", params={"name": "nothing"}).status_code == 404


def test_a_puzzle_is_played_to_the_win(ann: httpx.Client) -> None:
    puzzle = next(p for p in shipped() if p.goal is Goal.WIN and p.wins_in == 3)
    line = ann.get(f"/api/puzzles/{puzzle.name}/solution").json()["line"]
    assert line[0] == puzzle.move
    moves: list[int] = []
    path = f"/api/puzzles/{puzzle.name}/try"
    while True:
        address = puzzle.board.position
        for move in moves:
            address = address.play(move)
        for move in address.legal_moves():
            answer = ann.post(path, json={"moves": [*moves, move]}).json()
            if answer["right"]:
                break
        moves.append(move)
        if answer["solved"]:
            assert answer["view"]["outcome"]["winner"] == puzzle.board.turn.symbol
            return
        moves.append(answer["answer"])


def test_a_wrong_move_is_refuted_in_words_without_giving_the_right_one_away(
    ann: httpx.Client,
) -> None:
    puzzle = shipped()[0]
    wrong = next(move for move in puzzle.board.position.legal_moves() if move != puzzle.move)
    answer = ann.post(f"/api/puzzles/{puzzle.name}/try", json={"moves": [wrong]}).json()
    assert not answer["right"]
    assert answer["said"]
    assert answer["refutation"]
    assert not any("Better" in text for text in answer["said"])


@pytest.mark.parametrize("moves", [[], [99], ["x"], [-1], [0] * 200])
def test_moves_that_cannot_be(ann: httpx.Client, moves: list[object]) -> None:
    for path in (f"/api/puzzles/{FIRST}/try", f"/api/me/puzzles/{FIRST}"):
        answer = ann.post(path, json={"moves": moves})
        assert answer.status_code in (400, 422)
        assert answer.json()["text"]


def test_the_page(ann: httpx.Client) -> None:
    free = next(p.name for p in shipped() if not p.rules.gravity)
    for path in ("/puzzles", f"/puzzles/{free}"):
        assert ann.get(path).status_code == 200
    assert ann.get("/puzzles/nothing").status_code == 404
