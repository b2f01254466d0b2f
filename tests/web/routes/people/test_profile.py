"""What everybody may know of a person."""

from typing import Any

import httpx

from support.web.threaded import Site


def played(here: Site, ann: httpx.Client, bob: httpx.Client, **wanted: Any) -> str:
    """A game that Ann has won."""
    game: str = ann.post("/api/games", json={"side": "x", **wanted}).json()["id"]
    invite = ann.get(f"/api/games/{game}").json().get("invite")
    bob.post(f"/api/games/{game}/join", params={"invite": invite} if invite else None)
    for number, move in enumerate([3, 0, 3, 0, 3, 0, 3]):
        (ann, bob)[number % 2].post(f"/api/games/{game}/move", json={"move": move})
    return game


def test_public_games_and_ratings_are_for_everybody(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        shown = played(here, ann, bob, visibility="public", rated=True)
        hidden = played(here, ann, bob)
        here.run(here.app.state.hub.ratings.settle(shown))
        me = ann.get("/api/me").json()
        found = here.program().get(f"/api/people/{me['id']}").json()
        assert found["name"] == me["name"]
        assert [game["id"] for game in found["games"]] == [shown]
        assert found["totals"] == {"played": 1, "won": 1, "lost": 0, "drawn": 0}
        rating = found["ratings"]["four-slow"]
        assert (rating["games"], rating["provisional"]) == (1, True)
        assert [points for _, points in rating["curve"]] == [rating["rating"]]
        page = here.client().get(f"/person/{me['id']}").text
        assert shown in page
        assert hidden not in page
        assert f"{rating['rating']}?" in page
        assert 'class="rating-curve"' in page
        assert "what others see" not in page
        assert "what others see" in ann.get(f"/person/{me['id']}").text


def test_nobody_is_not_found(here: Site) -> None:
    for path in ("/api/people/nobody", "/person/nobody"):
        answer = here.client().get(path)
        assert answer.status_code == 404
        assert "no such person" in answer.text
    assert here.client().get("/person/%00").status_code == 422


def test_who_has_deleted_their_data_has_no_page(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        played(here, ann, bob, visibility="public")
        person = ann.get("/api/me").json()["id"]
        assert ann.delete("/api/me").status_code == 204
        assert here.client().get(f"/person/{person}").status_code == 404
