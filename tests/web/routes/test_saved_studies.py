"""Studies saved under a link: by REST, as pages, and with one's data."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from inarow import Record
from inarow.web.routes import saved_studies
from inarow.web.store import studies as store_studies
from inarow.web.study import saved
from support.web.threaded import Site, site

RECORD = '[Rules "7x6x4"]\n\n1. 4 4 {a tower [%marks d3 a1-c3]} (1... 1 {the edge}) 2. 4 *\n'


def save(who: httpx.Client, **more: object) -> dict[str, Any]:
    answer = who.post("/api/studies", json={"name": "Towers", "record": RECORD} | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_study_is_saved_seen_by_others_and_changed_by_its_owner(here: Site) -> None:
    ann, bob = here.client(), here.client()
    made = save(ann)
    link = f"/api/studies/{made['id']}"
    assert (made["version"], made["mine"], made["name"]) == (1, True, "Towers")
    assert Record.parse(made["record"]).main == Record.parse(RECORD).main
    seen = bob.get(link).json()
    assert (seen["mine"], seen["record"]) == (False, made["record"])
    assert seen["by"] == ann.get("/api/me").json()["name"]
    refused = bob.put(link, json={"name": "Mine", "record": RECORD, "version": 1})
    assert refused.status_code == 403
    assert refused.json()["text"] == "This study is someone else's. You can save a copy."
    copy = save(bob, record=seen["record"])
    assert copy["id"] != made["id"]
    changed = ann.put(
        link, json={"name": " Two  towers ", "record": '[Rules "7x6x4"]\n\n1. 1 *', "version": 1}
    ).json()
    assert (changed["version"], changed["name"]) == (2, "Two towers")
    assert [row["name"] for row in ann.get("/api/studies").json()] == ["Two towers"]
    assert bob.delete(link).status_code == 404
    assert ann.delete(link).status_code == 204
    assert ann.get(link).status_code == 404
    assert bob.get(f"/api/studies/{copy['id']}").status_code == 200
    assert here.client().get("/api/studies").json() == []


def test_of_two_tabs_the_later_save_counts_only_if_it_builds_on_the_newest(here: Site) -> None:
    ann = here.client()
    link = f"/api/studies/{save(ann)['id']}"

    def put(name: str) -> httpx.Response:
        return ann.put(link, json={"name": name, "record": RECORD, "version": 1})

    with ThreadPoolExecutor(4) as tabs:
        answers = list(tabs.map(put, "abcd"))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    (won,) = (answer.json()["name"] for answer in answers if answer.status_code == 200)
    late = next(answer.json() for answer in answers if answer.status_code == 409)
    assert late["error"] == "stale"
    assert late["text"] == "This study was changed elsewhere. You can save yours as a copy."
    assert (ann.get(link).json()["name"], ann.get(link).json()["version"]) == (won, 2)


def test_a_save_whose_answer_was_lost_can_be_sent_again(here: Site) -> None:
    ann = here.client()
    link = f"/api/studies/{save(ann)['id']}"
    body = {"name": "New", "record": RECORD, "version": 1}
    answers = [ann.put(link, json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert ann.put(link, json=body | {"name": "Other"}).status_code == 409


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "  "},
        {"name": "x" * 81},
        {"name": "a\u202eb"},
        {"name": "a\x00b"},
        {"record": ""},
        {"record": "rubbish"},
        {"record": '[Rules "35x35x4"]\n\n*'},
        {"record": '[Rules "7x6x4"]\n\n1. 9 *'},
        {"record": RECORD + RECORD},
        {"record": '[Rules "7x6x4"]\n[Start "7x6x4 7/7/7/7/x6/7 o"]\n\n*'},
        {"record": '[Rules "7x6x4"]\n\n1. 4 ' + "(1. 1 " * 150 + ")" * 150 + " *"},
        {"record": '[Rules "7x6x4"]\n\n1. 4 {' + "a" * saved.LONGEST + "} *"},
        {"record": "a" * 100_000},
        {"record": 5},
        {"more": 1},
        {"version": 1},
    ],
)
def test_what_is_no_study_is_refused_in_a_sentence(here: Site, change: dict[str, object]) -> None:
    ann = here.client()
    answer = ann.post("/api/studies", json={"name": "Towers", "record": RECORD} | change)
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["text"]
    assert ann.get("/api/studies").json() == []


@pytest.mark.parametrize("version", [0, -1, 2**31, 2**70, "x", None, 1.5])
def test_a_version_that_cannot_be_is_refused(here: Site, version: object) -> None:
    ann = here.client()
    made = save(ann)
    body = {"name": "a", "record": RECORD, "version": version}
    assert ann.put(f"/api/studies/{made['id']}", json=body).status_code == 422


@pytest.mark.parametrize("name", ["x", "a" * 41, "%00%00%00%00%00%00%00%00", "..%2f..%2f..%2fetc"])
def test_a_link_that_leads_nowhere_says_so(here: Site, name: str) -> None:
    ann = here.client()
    assert ann.get(f"/api/studies/{name}").status_code in (404, 422)
    assert ann.get(f"/study/{name}").status_code in (404, 422)
    missing = ann.get("/study/aaaaaaaaaaaaaaaa")
    assert missing.status_code == 404
    assert "There is no such study." in missing.text


def test_tags_are_not_stored(here: Site) -> None:
    made = save(here.client(), record='[Rules "7x6x4"]\n[Event "secret"]\n\n1. 4 *')
    assert "secret" not in made["record"]


def test_a_person_has_a_hundred_at_most(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (store_studies, saved_studies):
        monkeypatch.setattr(module, "MOST", 1)
    ann = here.client()
    save(ann)
    answer = ann.post("/api/studies", json={"name": "b", "record": RECORD})
    assert answer.status_code == 409
    assert answer.json()["text"] == "You already have 1 studies. Delete some first."


def test_saving_is_limited(tmp_path: Path) -> None:
    with site(tmp_path, rates=1.0) as strict:
        ann = strict.client()
        codes = [
            ann.post("/api/studies", json={"name": str(i), "record": RECORD}).status_code
            for i in range(22)
        ]
        assert codes[:20] == [201] * 20
        assert 429 in codes[20:]


def test_the_page_shows_the_study_to_everybody(here: Site) -> None:
    ann, bob = here.client(), here.client()
    made = save(ann, name="<b>Towers</b>")
    page = bob.get(f"/study/{made['id']}")
    assert page.status_code == 200
    assert "&lt;b&gt;Towers&lt;/b&gt;" in page.text
    assert "<b>Towers" not in page.text
    assert "noindex" in page.text
    me = ann.get("/me").text
    assert f'href="/study/{made["id"]}"' in me
    assert made["id"] not in bob.get("/me").text
    bob.post("/api/tokens", json={"label": "b", "scopes": ["read"]})
    bob.post(f"/me/studies/{made['id']}/remove", data={})
    assert bob.get(f"/study/{made['id']}").status_code == 200
    ann.post(f"/me/studies/{made['id']}/remove", data={})
    assert bob.get(f"/study/{made['id']}").status_code == 404


def test_studies_are_among_ones_data_and_go_with_it(here: Site) -> None:
    ann = here.client()
    made = save(ann)
    (kept,) = ann.get("/api/me/data").json()["studies"]
    assert (kept["name"], kept["record"]) == ("Towers", made["record"])
    assert ann.delete("/api/me").status_code == 204
    assert here.client().get(f"/api/studies/{made['id']}").status_code == 404


def test_a_token_that_may_only_look_saves_nothing(here: Site) -> None:
    ann = here.client()
    token = ann.post("/api/tokens", json={"label": "b", "scopes": ["read"]}).json()["token"]
    program = here.program(token)
    answer = program.post("/api/studies", json={"name": "a", "record": RECORD})
    assert answer.status_code == 403
    assert program.get("/api/studies").json() == []
