"""Puzzles over HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from inarow.explain.puzzles import Goal, shipped
from support.web.threaded import site


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running.client()


def test_all_puzzles_or_some(ann: httpx.Client) -> None:
    assert len(ann.get("/api/puzzles").json()) == len(shipped())
    some = ann.get("/api/puzzles", params={"rules": "5x5x4-free", "grade": 1}).json()
    assert some
    assert {(each["rules"], each["grade"]) for each in some} == {("5x5x4/free", 1)}


def test_a_puzzle_does_not_tell_its_solution(ann: httpx.Client) -> None:
    puzzle = ann.get("/api/puzzles/7x6x4-001").json()
    assert puzzle["view"]["legal"]
    assert not {"move", "score", "line"} & set(puzzle)
    assert ann.get("/api/puzzles/nothing").status_code == 404


def test_a_puzzle_is_played_to_the_win(ann: httpx.Client) -> None:
    puzzle = next(p for p in shipped() if p.goal is Goal.WIN)
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
    answer = ann.post("/api/puzzles/7x6x4-001/try", json={"moves": moves})
    assert answer.status_code in (400, 422)
    assert answer.json()["text"]


def test_the_page(ann: httpx.Client) -> None:
    for path in ("/puzzles", "/puzzles/5x5x4-free-001"):
        assert ann.get(path).status_code == 200
    assert ann.get("/puzzles/nothing").status_code == 404
