"""Games over days on pages and by REST: whose turn it is, and for how long."""

import re
from pathlib import Path

import pytest

from inarow.web.live.clock import DAY
from inarow.web.routes.history import time_left
from support.web.threaded import site


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (3 * DAY, "3 days left"),
        (2 * DAY - 1, "1 day left"),
        (DAY - 1, "23 hours left"),
        (DAY // 24, "1 hour left"),
        (DAY // 24 - 1, "59 minutes left"),
        (59_000, "1 minute left"),
        (-5, "1 minute left"),
    ],
)
def test_what_is_left_in_words(left: int, text: str) -> None:
    assert time_left(left) == text


def test_games_that_wait_for_me_come_first(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as bob:
        games = []
        for days in (7, 2, 3):
            wanted = {"side": "x", "days": days}
            games.append(ann.post("/api/games", json=wanted).json()["id"])
            bob.post(f"/api/games/{games[-1]}/join", json={})
        ann.post("/api/games", json={"opponent": "self"})
        waiting = ann.get("/api/games/waiting").json()
        assert [game["id"] for game in waiting["games"]] == [games[1], games[2], games[0]]
        assert [game["days"] for game in waiting["games"]] == [2, 3, 7]
        assert all(game["waiting"] and game["due"] for game in waiting["games"])
        assert waiting["going"] == 3
        assert bob.get("/api/games/waiting").json() == {"games": [], "going": 3}
        home = ann.get("/").text
        assert re.findall(r"Your turn against (Guest \d+)</span><small[^>]*>([^<]*)<", home) == [
            (home_name(home), "1 day left"),
            (home_name(home), "2 days left"),
        ]
        assert "All 3 games that wait for you" in home
        page = ann.get("/history").text
        assert re.findall(r">(\d days? left)<", page) == [
            "1 day left",
            "2 days left",
            "6 days left",
        ]
        assert "days left" not in bob.get("/history").text
        assert "Your turn against" not in bob.get("/").text

        ann.post(f"/api/games/{games[1]}/move", json={"move": 3})
        assert len(ann.get("/api/games/waiting").json()["games"]) == 2
        assert [g["id"] for g in bob.get("/api/games/waiting").json()["games"]] == [games[1]]
        for clock, count in (("2d", 1), ("any", 3), ("none", 1), ("1d", 0), ("300+3", 0)):
            assert len(ann.get("/api/games", params={"clock": clock}).json()) == count, clock
        record = ann.get(f"/api/games/{games[1]}/record").text
        assert '[TimeControl "1/172800"]' in record
        ann.post(f"/api/games/{games[1]}/resign", json={})
        assert '[TimeControl "1/172800"]' in ann.get("/api/games/records").text
        assert bob.get("/api/games/waiting").json()["games"] == []


def home_name(page: str) -> str:
    found = re.search(r"against (Guest \d+)<", page)
    assert found
    return found[1]


def test_nobody_in_particular_has_no_games(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as eve:
        assert eve.get("/api/games/waiting").json() == {"games": [], "going": 0}
        assert "my-turn.js" not in eve.get("/").text, "nor a script that asks for them"


def test_terms_of_a_game_over_days(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann:
        view = ann.post("/api/games", json={"days": 3, "visibility": "public"}).json()
        assert view["clock"] | {"x": 0, "o": 0} == {
            "base": 3 * DAY, "increment": 0, "days": 3, "x": 0, "o": 0, "running": None,
        }  # fmt: skip
        (listed,) = ann.get("/api/lobby").json()["open"]
        assert (listed["days"], listed["clock"], listed["here"]) == (3, None, False)
        for wrong in ({"days": 3, "base": 60_000}, {"days": 5}, {"days": "3"}):
            for path in ("/api/games", "/api/pair"):
                answer = ann.post(path, json=wrong)
                assert answer.status_code == 422, wrong
        assert (
            "either a clock or days"
            in ann.post("/api/games", json={"days": 3, "base": 60_000}).json()["text"]
        )
        for _ in range(2):
            ann.post("/api/games", json={"days": 3, "visibility": "public"})
        refused = ann.post("/api/games", json={"days": 3, "visibility": "public"})
        assert (refused.status_code, refused.json()["error"]) == (409, "many")
        program = ann.post("/api/games", json={"days": 1, "opponent": "level 1", "side": "x"})
        answer = ann.post(f"/api/games/{program.json()['id']}/move", json={"move": 3})
        assert answer.json()["game"]["clock"]["days"] == 1
