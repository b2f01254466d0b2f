"""Pages for analysis, the win lab, embedding and puzzles as they come from the server."""

from collections.abc import Iterator

import pytest

from inarow.web import words
from support.web.threaded import Site, site, state_of


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/analysis", ""),
        ("/analysis/7x6x4/4453", "4453"),
        ("/analysis/15x15x5-free/h8i9", "h8 i9"),
        ("/lab/7x6x4/4453", "4453"),
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


def test_the_win_lab_begins_with_an_example_and_has_its_table_without_scripts(here: Site) -> None:
    answer = here.client().get("/lab")
    state = state_of(answer)
    assert state["view"]["outcome"]["winner"] == state["side"] == "x"
    for title in words.DETECTORS.values():
        assert f'<th scope="row">{title}</th>' in answer.text


def test_every_example_of_the_lab_can_be_opened(here: Site) -> None:
    client = here.client()
    for example in words.LAB_EXAMPLES:
        assert client.get(f"/lab/{example['rules']}/{example['moves']}").status_code == 200


def test_an_embedded_board_may_stand_anywhere_and_needs_nothing(here: Site) -> None:
    answer = here.client().get("/embed/7x6x4/4455667")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    assert "<script" not in answer.text
    assert "x wins" in answer.text
    assert here.client().get("/embed/7x6x4", params={"theme": "pink"}).status_code == 422
