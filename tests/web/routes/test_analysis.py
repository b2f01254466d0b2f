"""Analysis: the page, positions, pasted text, scores, reviews and explanations, over HTTP."""

import json
import socket
from typing import Any

import httpx
import pytest

from inarow.explain import analysis
from support.web import chores
from support.web.sites import until
from support.web.threaded import Site, state_of


@pytest.mark.parametrize("rules", ["1x1x1", "3x3x1", "3x3x2", "4x4x6", "18x18x6", "18x18x5-free"])
def test_every_board_of_the_site_is_analysed(ann: httpx.Client, rules: str) -> None:
    (found,) = lines_of(ann, f"/api/analysis/{rules}", most=1)
    assert found["scores"]


def lines_of(client: httpx.Client, path: str, most: int = 100) -> list[dict[str, Any]]:
    """The first lines of a stream."""
    found: list[dict[str, Any]] = []
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        for line in answer.iter_lines():
            if line:
                found.append(json.loads(line))
            if len(found) >= most:
                break
    return found


# -- the page --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/analysis", ""),
        ("/analysis/7x6x4/4453", "4453"),
        ("/analysis/15x15x5-free/h8i9", "h8 i9"),
    ],
)
def test_a_page_shows_the_position_of_its_address(here: Site, path: str, text: str) -> None:
    answer = here.client().get(path)
    assert answer.status_code == 200
    assert state_of(answer)["view"]["text"] == text
    assert "<svg" in answer.text
    assert 'property="og:image"' in answer.text
    assert "set-cookie" not in answer.headers


def test_a_position_that_was_set_up(here: Site) -> None:
    text = "7x6x4 7/7/7/7/7/xxx4 o"
    answer = here.client().get("/analysis/7x6x4/4", params={"position": text})
    assert state_of(answer)["view"]["start"] == text


def test_a_wrong_address_gets_a_page_with_one_sentence(here: Site) -> None:
    answer = here.client().get("/analysis/7x6x4/99")
    assert answer.status_code == 400
    assert "Expected a column from 1 to 7" in answer.text


def test_a_live_game_can_be_analysed_by_who_may_see_it(here: Site) -> None:
    ann, bob = here.client(), here.client()
    game = ann.post("/api/games", json={"opponent": "self", "visibility": "private"}).json()["id"]
    answer = ann.get("/analysis", params={"game": game})
    assert answer.status_code == 200
    assert f'href="/game/{game}"' in answer.text
    assert bob.get("/analysis", params={"game": game}).status_code == 403
    assert bob.get("/analysis", params={"game": "nothing"}).status_code == 404


def test_a_game_against_somebody_else_is_analysed_when_it_is_over(here: Site) -> None:
    ann = here.client()
    game = ann.post("/api/games", json={"opponent": "level 1", "side": "x"}).json()["id"]
    answer = ann.get("/analysis", params={"game": game})
    assert answer.status_code == 409
    assert "when it is over" in answer.text
    ann.post(f"/api/games/{game}/resign", json={})
    assert ann.get("/analysis", params={"game": game}).status_code == 200


# -- positions ------------------------------------------------------------------------------------


def test_a_position(ann: httpx.Client) -> None:
    answer = ann.get("/api/position/7x6x4/4453")
    assert answer.headers["cache-control"].startswith("public")
    assert answer.json()["discs"] == {"d1": "x", "d2": "o", "e1": "x", "c1": "o"}
    empty = ann.get("/api/position/15x15x5-free").json()
    assert (empty["rules"], len(empty["legal"])) == ("15x15x5/free", 225)


def test_a_position_after_more_moves_and_all_on_the_way(ann: httpx.Client) -> None:
    path = "/api/position/7x6x4/44"
    after = ann.get(path, params={"play": "4,2"}).json()
    assert (after["text"], after["played"], after["by"]) == ("4453", "3", "o")
    assert after["address"] == "7x6x4/4453"
    views = ann.get(path, params={"history": True}).json()["history"]
    assert [view["ply"] for view in views] == [0, 1, 2]


def test_a_position_in_the_query(ann: httpx.Client) -> None:
    text = "7x6x4 7/7/7/7/7/xxx4 o"
    view = ann.get("/api/position/7x6x4/4", params={"position": text}).json()
    assert view["discs"]["d1"] == "o"
    again = ann.get(f"/api/position/{view['address']}").json()
    assert again == view


def test_discs_put_by_hand(ann: httpx.Client) -> None:
    body: dict[str, Any] = {"rules": "7x6x4", "discs": {"d1": "x", "a1": "o", "b1": "x"}}
    view = ann.post("/api/position", json=body).json()
    assert (view["turn"], view["discs"]) == ("o", body["discs"])
    assert ann.post("/api/position", json=body | {"turn": "x"}).json()["turn"] == "x"
    floating = ann.post("/api/position", json={"rules": "4x4x4", "discs": {"b3": "o"}}).json()
    assert floating["problems"]
    assert floating["legal"] == []


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/api/position/7x6", 400, "Expected rules such as"),
        ("/api/position/7x6x4/9", 400, "Expected a column from 1 to 7, got '9' at character 1."),
        ("/api/position/7x6x4/1111111", 400, "Column 1 is full, in move 7."),
        ("/api/position/7x6x4/4?play=x", 422, "play"),
        ("/api/position/7x6x4/4?play=7", 400, "Expected a move from 0 to 6"),
        ("/api/position/25x6x4", 400, "at most 18 columns"),
        ("/api/analysis/7x6x4/9", 400, "Expected a column"),
        ("/api/analysis/4x4x4?position=4x4x4%204/4/1x2/4%20o", 422, "."),
        ("/api/explain/7x6x4/9", 400, "Expected a column"),
    ],
)
def test_what_cannot_be_answered_gets_one_sentence(
    ann: httpx.Client, path: str, status: int, text: str
) -> None:
    answer = ann.get(path)
    assert answer.status_code == status
    assert text in answer.json()["text"]


def test_pasted_text(ann: httpx.Client) -> None:
    record = '[Rules "7x6x4"]\n\n1. 4 4 (1... 3 4) 2. 5 *'
    answer = ann.post("/api/read", json={"text": record}).json()
    assert (answer["kind"], answer["said"]) == ("record", "Read as a game record.")
    assert answer["view"]["text"] == "445"
    assert [view["ply"] for view in answer["history"]] == [0, 1, 2, 3]
    assert len(answer["tree"]["moves"][1]["variations"]) == 1
    free = ann.post("/api/read", json={"text": "b2 a1", "rules": "3x3x3/free"}).json()
    assert free["view"]["rules"] == "3x3x3/free"
    refused = ann.post("/api/read", json={"text": "hello there"})
    assert refused.status_code == 400
    assert "got something else" in refused.json()["text"]


# -- searching ------------------------------------------------------------------------------------


def test_analysis_ends_with_what_is_exact(ann: httpx.Client) -> None:
    *_, last = lines_of(ann, "/api/analysis/6x5x4/33442165")
    assert last["done"]
    assert last["exact"]
    assert last["best"]
    assert last["line"]
    assert set(last["scores"]) == {str(move) for move in range(6)}


def test_analysis_tells_estimates_first_and_stops_when_nobody_reads(
    here: Site, ann: httpx.Client
) -> None:
    (first,) = lines_of(ann, "/api/analysis/15x15x5-free/h8i9", most=1)
    assert not first["exact"]
    assert first["scores"]
    while here.app.state.analyst.running:
        pass


def test_analysis_of_a_game_that_is_over(ann: httpx.Client) -> None:
    (only,) = lines_of(ann, "/api/analysis/7x6x4/4455667")
    assert only["done"]
    assert only["scores"] == {}


def test_a_review(ann: httpx.Client) -> None:
    *progress, last = lines_of(ann, "/api/review/3x3x3-free/b2b1a1")
    assert progress[-1] == {"done": 4, "of": 4}
    moves = last["review"]["moves"]
    assert [move["sign"] for move in moves] == ["", "?", ""]
    assert [move["share"] for move in moves] == [0.5, 1.0, 1.0]


def test_an_explanation(ann: httpx.Client) -> None:
    said = ann.get("/api/explain/7x6x4/4455").json()
    assert any("x wins by force" in text for text in said["sentences"])
    assert [each["heading"] for each in said["passages"]] == [
        "Last move: o, column 5",
        "Now: x to move",
    ]
    assert said["exact"]
    assert said["marks"]["c1"] == {"sign": "1", "side": "x"}


def test_a_search_ends_when_the_one_who_asks_has_gone(here: Site) -> None:
    pool = here.app.state.pool
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "explain", chores.explain_for_ever)
        host, _, port = here.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as line:
            head = f"GET /api/explain/7x6x4/44 HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
            line.sendall(head.encode())
            until(lambda: pool.running, "a worker searches")
    until(lambda: not pool.running, "it does no longer")
