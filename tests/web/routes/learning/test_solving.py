"""One's own puzzles: what counts, and how often, whatever is sent."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from inarow.puzzles import Puzzle, Theme, daily, shipped
from inarow.web.routes.learning import solving
from support.web.threaded import Site

TODAY = date(2026, 11, 19)
EASY = [p for p in shipped() if p.theme is Theme.WIN_NOW and str(p.rules) == "7x6x4"][:4]


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """The day it is at the site, to be changed."""
    days = [TODAY]
    monkeypatch.setattr(solving, "today", lambda: days[-1])
    return days


def standing(who: httpx.Client) -> dict[str, Any]:
    return dict(who.get("/api/me/puzzles").json())


def tried(who: httpx.Client, puzzle: Puzzle, *moves: int) -> dict[str, Any]:
    answer = who.post(f"/api/me/puzzles/{puzzle.name}", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def wrong(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.board.position.legal_moves() if move != puzzle.move)


def solved(who: httpx.Client, puzzle: Puzzle) -> dict[str, Any]:
    """What is answered to the last of the moves that solve it."""
    moves, position = [puzzle.move], puzzle.board.position
    while not (answer := tried(who, puzzle, *moves))["solved"]:
        after = position
        for move in (*moves, answer["answer"]):
            after = after.play(move)
        path = f"/api/puzzles/{puzzle.name}/try"
        for move in after.legal_moves():
            sent = {"moves": [*moves, answer["answer"], move]}
            if who.post(path, json=sent).json()["right"]:
                moves += [answer["answer"], move]
                break
    return answer


def test_whoever_has_done_nothing_is_a_newcomer(here: Site) -> None:
    found = standing(here.client())
    assert (found["rating"], found["provisional"], found["tried"]) == (1500, True, 0)


def test_a_solved_puzzle_counts_once(here: Site) -> None:
    ann = here.client()
    first = tried(ann, EASY[0], EASY[0].move)
    assert first["solved"]
    assert first["change"] > 0
    assert first["record"]["rating"] == 1500 + first["change"]
    again = tried(ann, EASY[0], EASY[0].move)
    assert again["change"] is None
    assert again["record"] == first["record"] == standing(ann)
    assert (again["record"]["tried"], again["record"]["won"]) == (1, 1)


def test_a_wrong_first_try_is_a_loss_whatever_follows(here: Site) -> None:
    ann = here.client()
    lost = tried(ann, EASY[0], wrong(EASY[0]))
    assert lost["change"] < 0
    assert tried(ann, EASY[0], EASY[0].move)["change"] is None
    assert standing(ann)["won"] == 0


def test_help_is_a_loss_but_not_after_the_puzzle_was_solved(here: Site) -> None:
    ann = here.client()
    helped = ann.post(f"/api/me/puzzles/{EASY[0].name}/help").json()
    assert helped["change"] < 0
    assert len(helped["hints"]) == 3
    assert helped["line"][0] == EASY[0].move
    tried(ann, EASY[1], EASY[1].move)
    assert ann.post(f"/api/me/puzzles/{EASY[1].name}/help").json()["change"] is None


def test_nothing_counts_before_the_puzzle_is_solved(here: Site) -> None:
    ann = here.client()
    puzzle = next(p for p in shipped() if p.wins_in == 2 and str(p.rules) == "7x6x4")
    first = tried(ann, puzzle, puzzle.move)
    assert (first["right"], first["solved"], first["change"]) == (True, False, None)
    assert standing(ann)["tried"] == 0
    assert solved(ann, puzzle)["change"] is not None


def test_two_tabs_and_double_clicks_count_once(here: Site) -> None:
    ann = here.client()
    tried(ann, EASY[3], EASY[3].move)
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda p: tried(ann, p, p.move), [*(EASY[0],) * 4, *(EASY[1],) * 4])
        )
    assert sum(answer["change"] is not None for answer in answers) == 2
    found = standing(ann)
    assert (found["tried"], found["won"]) == (3, 3)
    assert found["rating"] == max(answer["record"]["rating"] for answer in answers)


def test_days_in_a_row(here: Site, day: list[date]) -> None:
    ann = here.client()
    assert solved(ann, daily(TODAY))["record"]["streak"] == 1
    assert standing(ann)["daily_done"]
    day.append(TODAY + timedelta(days=1))
    assert (standing(ann)["streak"], standing(ann)["daily_done"]) == (1, False)
    tried(ann, daily(day[-1]), wrong(daily(day[-1])))  # solved all the same
    assert solved(ann, daily(day[-1]))["record"]["streak"] == 2
    day.append(TODAY + timedelta(days=3))
    assert (standing(ann)["streak"], standing(ann)["best_streak"]) == (0, 2)
    assert solved(ann, daily(day[-1]))["record"]["streak"] == 1


def test_the_next_puzzle_fits_and_is_not_one_that_was_seen(here: Site) -> None:
    ann = here.client()
    tried(ann, EASY[0], EASY[0].move)
    seen = {EASY[0].name}
    for _ in range(5):
        asked = {"rules": "7x6x4", "theme": "win-now", "not": EASY[1].name}
        found = ann.get("/api/me/puzzles/next", params=asked).json()
        assert found["name"] not in seen | {EASY[1].name}
        assert (found["theme"], found["rules"]) == ("win-now", "7x6x4")
    free = ann.get("/api/me/puzzles/next", params={"rules": "7x6x4"}).json()
    assert abs(free["rating"] - standing(ann)["rating"]) < 60
    nothing = ann.get("/api/me/puzzles/next", params={"rules": "3x3x3-free", "theme": "sacrifice"})
    assert nothing.status_code == 404


def test_the_best_rush_stays(here: Site) -> None:
    ann = here.client()
    for count, best in ((7, 7), (3, 7), (12, 12)):
        answer = ann.post("/api/me/puzzles/rush", json={"solved": count})
        assert answer.json()["rush"] == best
    assert standing(ann)["rating"] == 1500


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("rush", {"solved": -1}),
        ("rush", {"solved": 61}),
        ("rush", {"solved": "many"}),
        ("rush", {"solved": 3, "rating": 3000}),
        ("rush", None),
        ("double-threat-1", {"moves": [0] * 101}),
        ("double-threat-1", {"moves": None}),
        ("double-threat-1", []),
    ],
)
def test_what_cannot_be_is_refused(here: Site, path: str, body: object) -> None:
    ann = here.client()
    answer = ann.post(f"/api/me/puzzles/{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["text"]
    assert standing(ann)["tried"] == 0


def test_names_that_there_are_not(here: Site) -> None:
    ann = here.client()
    for name in ("nothing", "7x6x4-001", "double-threat-999999"):
        assert ann.post(f"/api/me/puzzles/{name}", json={"moves": [3]}).status_code == 404
        assert ann.post(f"/api/me/puzzles/{name}/help").status_code == 404
    for name in ("a" * 41, "x%00y", "<b>", "%F0%9F%98%80"):
        assert ann.post(f"/api/me/puzzles/{name}", json={"moves": [3]}).status_code in (404, 422)
    for query in ({"theme": "X" * 30}, {"rules": "x" * 30}, {"not": "a b"}):
        assert ann.get("/api/me/puzzles/next", params=query).status_code == 422


def test_other_sites_cannot_try_for_somebody(here: Site) -> None:
    stranger = here.client(origin="https://elsewhere.example")
    answer = stranger.post(f"/api/me/puzzles/{EASY[0].name}", json={"moves": [EASY[0].move]})
    assert answer.status_code == 403


def test_puzzles_are_among_ones_data(here: Site) -> None:
    ann = here.client()
    tried(ann, EASY[0], EASY[0].move)
    data = ann.get("/api/me/data").json()["puzzles"]
    assert data["rating"] > 1500
    ((name, won, _when),) = data["attempts"]
    assert (name, won) == (EASY[0].name, True)
