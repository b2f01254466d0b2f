"""The win lab: its page, and how detectors find lines, over HTTP."""

import httpx

from inarow import detectors
from inarow.web import words
from support.web.threaded import Site, state_of


def test_the_page_shows_the_position_of_its_address(ann: httpx.Client) -> None:
    answer = ann.get("/lab/7x6x4/4453")
    assert answer.status_code == 200
    assert state_of(answer)["view"]["text"] == "4453"
    assert "<svg" in answer.text
    assert 'property="og:image"' in answer.text
    assert "set-cookie" not in answer.headers


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


def test_all_detectors_on_one_position(ann: httpx.Client) -> None:
    answer = ann.get("/api/detect/7x6x4/4455667").json()
    assert answer["side"] == "x"
    assert [row["detector"] for row in answer["detectors"]] == list(detectors.NAMES)
    assert all(len(row["lines"]) == 1 for row in answer["detectors"])
    other = ann.get("/api/detect/7x6x4/4455667", params={"side": "o"}).json()
    assert all(row["lines"] == [] for row in other["detectors"])


def test_a_trace_in_pages(ann: httpx.Client) -> None:
    path = "/api/detect/7x6x4/4455667?detector=views"
    whole = ann.get(path).json()
    part = ann.get(f"{path}&from=100&count=5").json()
    assert whole["count"] == len(whole["steps"]) == 120
    assert part["steps"] == whole["steps"][100:105]
    assert whole["steps"][whole["found_at"][0]]["lines"]


def test_what_cannot_be_answered_gets_one_sentence(ann: httpx.Client) -> None:
    unknown = ann.get("/api/detect/7x6x4/4?detector=luck")
    assert unknown.status_code == 400
    assert "Expected one of views" in unknown.json()["text"]
    before = ann.get("/api/detect/7x6x4/4?from=-1")
    assert before.status_code == 422
    assert "from" in before.json()["text"]
