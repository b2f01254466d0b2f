"""Pages as browsers without scripts see them."""

import re

import pytest

from support.web.threaded import Site, state_of


def test_home_shows_the_lobby_and_a_board(here: Site) -> None:
    ann = here.client()
    ann.patch("/api/me", json={"name": "Ann <b>"})
    game = ann.post("/api/games", json={"visibility": "public"}).json()["id"]
    with ann.stream("GET", f"/api/games/{game}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        answer = here.client().get("/")
    assert answer.status_code == 200
    assert game in [row["id"] for row in state_of(answer)["lobby"]["open"]]
    assert "<svg" in answer.text
    assert "Ann <b>" not in answer.text


def test_a_game_by_forms_alone(here: Site) -> None:
    ann, bob = here.client(), here.client()
    made = ann.post("/new", data={"with": "friend", "side": "x", "visibility": "private"})
    assert made.status_code == 303
    address = made.headers["location"]
    shown = state_of(ann.get(address))
    assert shown["view"]["you"] == "x"
    assert shown["link"] == here.url + address
    game, _, query = address.partition("?invite=")
    assert bob.get(game).status_code == 403
    assert bob.get(address).status_code == 200
    refused = bob.post(f"{game}/join", data={"invite": "wrong"})
    assert refused.status_code == 403
    for _ in range(2):  # pressed twice
        joined = bob.post(f"{game}/join", data={"invite": query})
        assert (joined.status_code, joined.headers["location"]) == (303, game)
    assert state_of(bob.get(game))["view"]["you"] == "o"


@pytest.mark.parametrize(
    ("rules", "moves", "rows"),
    [
        ("7x6x4", [3, 3, 4], [("1", "4", "4"), ("2", "5", "")]),
        ("3x3x3/free", [4, 0], [("1", "b2", "a1")]),
        ("7x6x4", [], []),
    ],
)
def test_moves_stand_in_pairs(
    here: Site, rules: str, moves: list[int], rows: list[tuple[str, str, str]]
) -> None:
    ann = here.client()
    game = ann.post("/api/games", json={"opponent": "self", "rules": rules}).json()["id"]
    for move in moves:
        ann.post(f"/api/games/{game}/move", json={"move": move})
    cells = re.compile(r'<th scope="row">(\d+)</th><td>(.*?)</td><td>(.*?)</td>')
    assert cells.findall(ann.get(f"/game/{game}").text) == rows


def test_a_late_comer_is_told_that_the_seat_is_taken(here: Site) -> None:
    ann, cat = here.client(), here.client()
    game = ann.post("/api/games", json={"opponent": "self"}).json()["id"]
    late = cat.post(f"/game/{game}/join", data={"invite": ""})
    assert late.status_code == 409
    assert "Someone else has already joined this game." in late.text


def test_a_game_page_has_all_for_a_link_preview(here: Site) -> None:
    ann = here.client()
    game = ann.post("/api/games", json={"opponent": "self"}).json()["id"]
    for move in (3, 3, 4):
        ann.post(f"/api/games/{game}/move", json={"move": move})
    page = here.client().get(f"/game/{game}").text
    (picture,) = re.findall(r'<meta property="og:image" content="(.*?)">', page)
    assert picture.startswith(f"{here.url}/picture/7x6x4/445.png")
    assert here.client().get(picture.replace("&amp;", "&")).status_code == 200
    assert re.search(r'<meta property="og:title" content="Guest \d+ vs Guest \d+">', page)
    assert "<svg" in page


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/new", {"rules": "99x99x9"}, 422),
        ("/new", {"clock": "soon"}, 422),
        ("/new", dict.fromkeys(map(str, range(100)), ""), 422),
        ("/game/no-such-game/join", {}, 404),
        ("/game/" + "a" * 50 + "/join", {}, 422),
    ],
)
def test_bad_forms_get_a_page_that_says_why(
    here: Site, path: str, data: dict[str, str], status: int
) -> None:
    answer = here.client().post(path, data=data or {"a": "b"})
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")


def test_a_form_has_to_be_one(here: Site) -> None:
    assert here.client().post("/new", json={}).status_code == 415


def test_history_tells_how_games_went_for_me(here: Site) -> None:
    ann, bob = here.client(), here.client()
    empty = ann.get("/history").text
    assert "You have no games yet." in empty

    def play(*moves: int, join: bool = True) -> str:
        game: str = ann.post("/api/games", json={"side": "x", "rules": "4x4x3"}).json()["id"]
        if join:
            bob.post(f"/api/games/{game}/join")
        for number, move in enumerate(moves):
            (ann, bob)[number % 2].post(f"/api/games/{game}/move", json={"move": move})
        return game

    play(join=False)
    play(0, 1, 0, 1, 0)
    ann.post(f"/api/games/{play()}/abort")
    drawn = play(0)
    ann.post(f"/api/games/{drawn}/offer", json={"what": "draw"})
    bob.post(f"/api/games/{drawn}/answer", json={"what": "draw", "yes": True})
    play(0)
    alone = ann.post("/api/games", json={"opponent": "self"}).json()["id"]
    ann.post(f"/api/games/{alone}/resign")
    results = re.findall(r"<td>([^<]*)</td>\s*<td class=\"numbers\">", ann.get("/history").text)
    assert results == [
        "○ won",
        "in progress",
        "draw",
        "cancelled",
        "won",
        "waiting for an opponent",
    ]
    of_bob = re.findall(r"<td>([^<]*)</td>\s*<td class=\"numbers\">", bob.get("/history").text)
    assert of_bob == ["in progress", "draw", "cancelled", "lost"]


def test_history_goes_on_on_the_next_page(here: Site) -> None:
    ann = here.client()
    games = [ann.post("/api/games", json={}).json()["id"] for _ in range(35)]
    first = ann.get("/history").text
    (older,) = re.findall(r'href="(/history\?[^"]*)"', first)
    rest = ann.get(older.replace("&amp;", "&")).text
    shown = re.findall(r'<a href="/game/([^"]*)">', first + rest)
    assert shown == games[::-1]


def test_about_and_the_api_can_be_read(here: Site) -> None:
    about = here.client().get("/about").text
    assert "Privacy" in about
    api = here.client().get("/api").text
    assert "Play a disc" in api
    assert 'href="#model-GameView"' in api
    assert f"curl -X POST {here.url}/api/games" in api
    for anchor in set(re.findall(r'href="#([^"]*)"', api)):
        assert f'id="{anchor}"' in api


def test_small_things_that_browsers_and_robots_ask_for(here: Site) -> None:
    client = here.client()
    assert "Disallow: /game/" in client.get("/robots.txt").text
    icon = client.get("/favicon.ico", follow_redirects=True)
    assert icon.headers["content-type"] == "image/svg+xml"
