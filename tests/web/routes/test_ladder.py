"""The ladder, as a page and by REST."""

import pytest

from inarow.web.ladder.kinds import KINDS
from support.web.threaded import Site


def test_levels_are_on_the_ladder_before_anybody_is(here: Site) -> None:
    found = here.program().get("/api/ladder/four-rapid").json()
    assert (found["kind"], found["title"], found["you"]) == ("four-rapid", found["title"], None)
    assert [rung["kind"] for rung in found["rungs"]] == ["program"] * 11
    assert {rung["place"] for rung in found["rungs"]} == {None}
    page = here.client().get("/ladder?kind=four-rapid")
    assert "Nobody is on this ladder yet" in page.text
    assert page.text.count("<tr") == 12


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_page(here: Site, kind: str) -> None:
    assert here.client().get("/ladder", params={"kind": kind}).status_code == 200


@pytest.mark.parametrize("path", ["/api/ladder/five", "/ladder?kind=five", "/ladder?kind="])
def test_there_are_no_other_kinds(here: Site, path: str) -> None:
    answer = here.client().get(path)
    assert answer.status_code == 404
    assert "There is no such kind of game." in answer.text


def test_whoever_has_played_sees_how_they_stand(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        game = ann.post("/api/games", json={"side": "x", "rated": True}).json()["id"]
        bob.post(f"/api/games/{game}/join")
        for number, move in enumerate([3, 0, 3, 0, 3, 0, 3]):
            (ann, bob)[number % 2].post(f"/api/games/{game}/move", json={"move": move})
        here.run(here.app.state.hub.ratings.settle(game))
        you = ann.get("/api/ladder/four-slow").json()["you"]
        assert (you["games"], you["provisional"], you["place"]) == (1, True, None)
        assert you["rating"] > 1500
        assert f"{you['rating']}?" in ann.get("/ladder").text
        me = ann.get("/me").text
        assert "in 1 game; lowest 1500" in me
        assert '<path d="M0.0 ' in me
        (row,) = ann.get("/api/games").json()
        change = row["rating"]["change"]
        assert row["rating"] == {"rating": 1500, "provisional": True, "change": change}
        assert f"+{change}" in ann.get("/history").text
