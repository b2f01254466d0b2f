"""Pages of tournaments: all of it by forms, as without scripts."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from inarow.web.routes.tournaments.pages import now_of
from support.web.threaded import Site, state_of
from support.web.tournaments import done, make, seen


def created(client: httpx.Client, **form: Any) -> str:
    answer = client.post("/tournaments", data={"name": "", **form})
    assert answer.status_code == 303, answer.text
    where: str = answer.headers["location"]
    return where.removeprefix("/tournament/")


def test_a_tournament_from_beginning_to_end_by_forms(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as bob:
        tournament = created(teacher, name="Class 5b", kind="robin", clock="60+1", double="on")
        page = f"/tournament/{tournament}"
        assert "Class 5b" in teacher.get(page).text
        for client, name in ((ann, "Ann"), (bob, "Bob")):
            assert 'action="/tournament/' in client.get(page).text
            assert client.post(f"{page}/join", data={"name": name}).headers["location"] == page
        assert "You are in" in ann.get(page).text
        for wish in ("close", "reopen", "start", "pause", "resume"):
            assert teacher.post(f"{page}/do", data={"do": wish}).status_code == 303, wish
        ann.post(f"{page}/do", data={"do": "leave"})
        assert state_of(ann.get(page))["you"]["status"] == "away"
        ann.post(f"{page}/do", data={"do": "return"})
        teacher.post(f"{page}/do", data={"do": "remove", "player": "2"})
        assert "removed you" in bob.get(page).text
        teacher.post(f"{page}/do", data={"do": "end"})
        view = seen(ann, tournament)
        assert (view["status"], view["kind"], view["double"]) == ("over", "robin", True)
        assert "The tournament is over" in ann.get(page).text
        assert page in ann.get("/history").text
        assert page in ann.get("/tournaments").text
        refused = bob.post(f"{page}/do", data={"do": "end"})
        assert (refused.status_code, "over" in refused.text) == (409, True)


def test_forms_that_ask_for_nothing_that_there_is(here: Site) -> None:
    with here.client() as ann:
        page = f"/tournament/{created(ann)}"
        for form in (
            {"do": ""},
            {"do": "dance"},
            {"do": "remove", "player": "x"},
            {"do": "remove"},
        ):
            assert ann.post(f"{page}/do", data=form).status_code == 422, form
        for form in (
            {"start": "at"},
            {"start": "at", "time": "soon"},
            {"start": "never"},
            {"minutes": "x"},
            {"clock": "none"},
            {"clock": "1+1"},
            {"rules": "custom", "width": "99", "height": "7", "k": "4"},
            {"start": "at", "time": "2026-01-01T10:00", "offset": "99999999"},
        ):
            answer = ann.post("/tournaments", data=form)
            assert answer.status_code == 422, form
        assert ann.get("/tournament/nothing").status_code == 404
        assert ann.get("/tournament/nothing/screen").status_code == 404


def test_a_start_is_meant_as_it_is_where_the_person_is(here: Site) -> None:
    with here.client() as ann:
        soon = datetime.now(UTC) + timedelta(hours=3)
        there = (soon + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")
        tournament = created(ann, start="at", time=there, offset="120")
        assert 175 * 60_000 < seen(ann, tournament)["starts_in"] <= 180 * 60_000
        tournament = created(ann, start="10")
        assert 9 * 60_000 < seen(ann, tournament)["starts_in"] <= 10 * 60_000
        assert seen(ann, created(ann))["starts_in"] is None


def test_a_code_leads_to_its_tournament_and_fills_the_form(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        made = make(teacher, entry="code")
        page, code = f"/tournament/{made['id']}", made["you"]["code"]
        assert ann.get("/t").status_code == 200
        typed = ann.get("/t", params={"code": f" {code.lower()} "})
        assert typed.headers["location"] == f"{page}?code={code.lower()}"
        scanned = ann.get(f"/t/{code}")
        assert scanned.headers["location"] == f"{page}?code={code}"
        assert f'value="{code}"' in ann.get(scanned.headers["location"]).text
        ann.post(f"{page}/join", data={"name": "Ann", "code": code})
        assert seen(ann, made["id"])["you"]["status"] == "in"
        assert ann.get("/t/AAAAAA").status_code == 404


def test_the_screen_shows_the_code_to_its_director_only_where_it_is_needed(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        for entry, for_all in (("link", True), ("code", False)):
            made = make(teacher, entry=entry)
            screen, code = f"/tournament/{made['id']}/screen", made["you"]["code"]
            assert code in teacher.get(screen).text
            assert (code in ann.get(screen).text) is for_all
            assert 'class="qr"' in ann.get(screen).text


def test_names_are_text_and_never_markup(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        made = make(teacher, name="<b>bold</b>")
        done(ann, made["id"], "join", name='"><script>alert(1)')
        for path in ("", "/screen"):
            text = teacher.get(f"/tournament/{made['id']}{path}").text
            assert "<b>bold" not in text
            assert "<script>alert" not in text


def test_the_game_leads_back_to_the_tournament(here: Site) -> None:
    with here.client() as ann:
        game = ann.post("/api/games", json={"opponent": "self"}).json()
        assert game["tournament"] is None
        assert "/tournament/" not in ann.get(f"/game/{game['id']}").text


def test_each_part_of_the_page_has_its_time() -> None:
    view = {"status": "playing", "door": True, "paused": False, "kind": "arena"}
    you = {"status": "in", "game": None}
    assert now_of(view, you) == "free"
    assert now_of(view | {"kind": "robin"}, you) == "between"
    assert now_of(view | {"paused": True}, you) == "paused"
    assert now_of(view | {"status": "open"}, you) == "open"
    assert now_of(view, you | {"game": "g"}) == "game"
    assert now_of(view, you | {"status": "away"}) == "away"
    assert now_of(view, you | {"status": "removed"}) == "removed"
    assert now_of(view, you | {"status": None}) == "join"
    assert now_of(view | {"door": False}, you | {"status": None}) == "shut"
    assert now_of(view | {"status": "over"}, you) == "over"
