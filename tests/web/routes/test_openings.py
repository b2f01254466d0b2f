"""The opening explorer over HTTP."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from inarow.web.store.openings import Openings
from support.web.threaded import Site, site

TOWER = (3, 0, 3, 0, 3, 0, 3)


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site without games, which reads them anew for every question."""
    with site(tmp_path_factory.mktemp("site")) as running:
        running.app.state.openings = Openings(running.app.state.store, now=_hours().__next__)
        yield running


def _hours() -> Iterator[float]:
    hour = 0.0
    while True:
        hour += 3600
        yield hour


def play(who: httpx.Client, moves: tuple[int, ...], **terms: object) -> None:
    """A game of both sides, from beginning to end."""
    wanted = {"opponent": "self", "visibility": "public"} | terms
    made = who.post("/api/games", json=wanted)
    assert made.status_code == 201, made.text
    for move in moves:
        answer = who.post(f"/api/games/{made.json()['id']}/move", json={"move": move})
        assert answer.status_code == 200, answer.text


def opening(who: httpx.Client, address: str, **query: str) -> dict[str, Any]:
    answer = who.get(f"/api/openings/{address}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_public_games_of_people_are_counted_up_to_mirror_images(fresh: Site) -> None:
    ann = fresh.client()
    play(ann, TOWER)
    play(ann, (3, 6, 3, 6, 3, 6, 3))
    play(ann, TOWER, visibility="link")
    play(ann, TOWER[:4])  # not over
    play(ann, (0, 3, 0, 3, 0, 3, 1, 3))
    found = opening(fresh.client(), "7x6x4")
    assert (found["games"], found["orders"], found["name"]) == (3, 1, None)
    assert found["said"] == "3 games came here."
    assert [row["move"] for row in found["moves"]] == [0, 1, 2, 3]
    assert found["moves"][0] == {"move": 0, "mirror": 6, "games": 1, "x": 0, "o": 1, "draws": 0}
    assert found["moves"][3] == {"move": 3, "mirror": None, "games": 2, "x": 2, "o": 0, "draws": 0}
    both = opening(ann, "7x6x4/41")
    assert both == opening(ann, "7x6x4/47") | {"moves": both["moves"]}
    assert (both["games"], len(both["moves"])) == (2, 7)
    late = opening(ann, "7x6x4", position="7x6x4 7/7/7/o6/o2x3/o2x3 x")
    assert late["games"] == 0
    assert late["said"] == "No public game on this site came here."


def test_moves_of_programs_and_cancelled_games_are_not_counted(fresh: Site) -> None:
    ann = fresh.client()
    made = ann.post(
        "/api/games", json={"opponent": "level 1", "side": "x", "visibility": "public"}
    ).json()
    ann.post(f"/api/games/{made['id']}/abort")
    assert opening(ann, "7x6x4")["games"] == 0


def test_another_order_of_moves_leads_to_the_same_position(fresh: Site) -> None:
    ann = fresh.client()
    play(ann, (0, 1, 2, 1, 3, 1, 2, 1))
    play(ann, (2, 1, 0, 1, 3, 1, 2, 1))
    found = opening(ann, "7x6x4/1232")
    assert (found["games"], found["orders"]) == (2, 2)
    assert found["said"] == "2 games came here. By 2 orders of moves."
    assert found["moves"][3]["games"] == 2


def test_the_openings_of_gomoku_are_named(fresh: Site) -> None:
    found = opening(fresh.client(), "15x15x5-free/h8h9i9")
    assert found["name"] == "Kagetsu"
    assert found["said"] == "Kagetsu opening."


@pytest.mark.parametrize(
    ("address", "query"),
    [
        ("35x35x4", {}),
        ("rubbish", {}),
        ("7x6x4/9", {}),
        ("7x6x4/" + "1" * 1000, {}),
        ("7x6x4", {"position": "rubbish"}),
        ("7x6x4", {"position": "6x6x4 6/6/6/6/6/6 x"}),
        ("7x6x4", {"position": "x" * 900}),
    ],
)
def test_what_is_no_position_is_refused(here: Site, address: str, query: dict[str, str]) -> None:
    answer = here.client().get(f"/api/openings/{address}", params=query)
    assert answer.status_code in (400, 422)
    assert answer.json()["text"]


def test_a_finished_game_has_no_moves(here: Site) -> None:
    assert opening(here.client(), "7x6x4/1213141")["moves"] == []
