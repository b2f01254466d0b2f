"""Tournaments by REST: the whole way, and what strangers try."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from inarow.web.http.limits import Rate
from support.web.threaded import Site, site
from support.web.tournaments import do, done, make, play_out, points, seen, wait_for


def test_three_people_play_a_round_robin_to_its_end(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as bob:
        made = make(teacher, name="Class 5b", kind="robin", base=60_000, player="Ms Bell")
        tournament = made["id"]
        assert (made["title"], made["director"]) == ("Connect Four: 7 × 6, 4 in a row", "Ms Bell")
        assert made["you"]["director"] is True
        pupils = {"Ann": ann, "Bob": bob}
        for name, client in pupils.items():
            assert done(client, tournament, "join", name=name)["you"]["status"] == "in"
        done(teacher, tournament, "start")
        people = [teacher, ann, bob]
        for number in range(1, 4):
            wait_for(lambda: playing(people, tournament), f"round {number} begins")
            game = playing(people, tournament)
            assert ann.get(f"/api/games/{game}").json()["tournament"] == tournament
            play_out(people, game)
            wait_for(lambda: not playing(people, tournament), f"round {number} is counted")
        wait_for(lambda: seen(ann, tournament)["status"] == "over", "the end")
        view = seen(here.program(), tournament)
        assert sum(points(view).values()) == 6
        assert view["players"][0]["place"] == 1
        assert view["you"] == dict.fromkeys(view["you"]) | {"director": False}
        for client, director in ((teacher, True), (ann, False)):
            (row,) = client.get("/api/tournaments").json()
            assert (row["id"], row["name"], row["director"]) == (tournament, "Class 5b", director)
            assert row["status"] == "over"
        assert here.program().get("/api/tournaments").json() == []


def playing(people: list[httpx.Client], tournament: str) -> str:
    games = {seen(client, tournament)["you"]["game"] for client in people} - {None}
    return games.pop() if games else ""


def test_only_who_made_it_directs_a_tournament(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        tournament = make(teacher)["id"]
        number = done(ann, tournament, "join", name="Ann")["you"]["number"]
        commands: dict[str, dict[str, Any]] = {
            "start": {},
            "pause": {},
            "resume": {},
            "extend": {"minutes": 5},
            "door": {"open": False},
            "remove": {"player": number},
            "end": {},
        }
        for verb, command in commands.items():
            for client in (ann, here.client()):
                answer = do(client, tournament, verb, **command)
                assert (answer.status_code, answer.json()["error"]) == (403, "director"), verb
        assert seen(teacher, tournament)["version"] == 2
        for verb, command in commands.items():
            answer = do(teacher, tournament, verb, **command)
            assert answer.status_code in (200, 409), answer.text
        assert seen(ann, tournament)["status"] == "over"
        assert do(teacher, tournament, "door", open=True).json()["error"] == "over"


def test_who_joins_twice_is_in_the_table_once(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        tournament = make(teacher)["id"]
        for name in ("Ann", "Ann", "Anna", "Ann"):
            assert done(ann, tournament, "join", name=name)["you"]["number"] == 1
        assert [player["name"] for player in seen(ann, tournament)["players"]] == ["Ann"]


def test_nobody_takes_the_name_of_another_player_or_of_a_program(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as eve:
        tournament = make(teacher)["id"]
        done(ann, tournament, "join", name="Zoë")
        for name in ("Zoë", "zoe", " Z o e ", "ZOE!"):
            answer = do(eve, tournament, "join", name=name)
            assert (answer.status_code, answer.json()["error"]) == (409, "name")
        for name in ("level 3", "Perfect", "\u202e", " "):
            answer = do(eve, tournament, "join", name=name)
            assert (answer.status_code, answer.json()["error"]) == (422, "name")
        assert len(seen(ann, tournament)["players"]) == 1


def test_nobody_joins_after_the_entrance_is_closed_but_players_come_back(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as eve:
        tournament = make(teacher)["id"]
        done(ann, tournament, "join", name="Ann")
        done(teacher, tournament, "door", open=False)
        assert do(eve, tournament, "join", name="Eve").json()["error"] == "closed"
        assert done(ann, tournament, "leave")["you"]["status"] == "away"
        assert done(ann, tournament, "return")["you"]["status"] == "in"
        done(teacher, tournament, "door", open=True)
        done(eve, tournament, "join", name="Eve")
        done(teacher, tournament, "remove", player=2)
        for verb in ("join", "return", "leave"):
            answer = do(eve, tournament, verb)
            assert (answer.status_code, answer.json()["error"]) == (403, "removed")


def test_a_repeated_command_is_carried_out_once(here: Site) -> None:
    with here.client() as teacher, here.client() as ann:
        tournament = make(teacher)["id"]
        done(ann, tournament, "join", name="Ann", id="the-same-id")
        done(ann, tournament, "leave", id="another-id")
        before = seen(ann, tournament)["version"]
        for _ in range(3):
            ack = done(ann, tournament, "join", name="Ann", id="the-same-id")
            assert (ack["version"], ack["you"]["status"]) == (before, "away")
        assert do(ann, tournament, "return", id="short").status_code == 422
        assert do(ann, tournament, "join", name="Ann", number=7).status_code == 422


def test_the_code_leads_to_a_tournament_and_lets_people_in(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as eve:
        made = make(teacher, entry="code")
        tournament, code = made["id"], made["you"]["code"]
        assert len(code) == 6
        assert seen(eve, tournament)["you"]["code"] is None, "it is on the director's screen"
        typed = f" {code[:3].lower()}-{code[3:]}"
        for text in (code, typed):
            assert ann.get(f"/api/tournaments/by-code/{text}").json() == {"id": tournament}
        assert ann.get("/api/tournaments/by-code/AAAAAA").status_code == 404
        assert do(eve, tournament, "join", name="Eve").json()["error"] == "code"
        assert do(eve, tournament, "join", name="Eve", code="AAAAAA").status_code == 403
        assert done(ann, tournament, "join", name="Ann", code=typed)["you"]["number"] == 1
        assert seen(ann, tournament)["you"]["code"] is None
        done(teacher, tournament, "end")
        assert ann.get(f"/api/tournaments/by-code/{code}").status_code == 404
        by_link = make(teacher)["id"]
        assert seen(eve, by_link)["you"]["code"], "where the link is enough, it is no secret"


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as teacher, here.client() as eve:
        made = make(teacher, entry="code")
        here.app.state.limits.kinds["code"] = Rate(1e-9, 4)
        for code in ("AAAAAA", "BBBBBB"):
            assert eve.get(f"/api/tournaments/by-code/{code}").status_code == 404
            assert do(eve, made["id"], "join", name="Eve", code=code).status_code == 403
        for code in ("CCCCCC", made["you"]["code"]):
            assert eve.get(f"/api/tournaments/by-code/{code}").status_code == 429
            assert do(eve, made["id"], "join", name="Eve", code=code).status_code == 429


def test_making_tournaments_counts_like_making_games_and_more(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as bob:
        here.app.state.limits.kinds["game"] = Rate(1e-9, 1)
        make(ann)
        assert ann.post("/api/tournaments", json={}).status_code == 429
        assert ann.post("/api/games", json={}).status_code == 429
        here.app.state.limits.kinds["tournament"] = Rate(1e-9, 1)
        here.app.state.limits.forget("tournament", "127.0.0.1")
        make(bob)
        assert here.client().post("/api/tournaments", json={}).status_code == 429


@pytest.mark.parametrize(
    "wanted",
    [
        {"rules": "40x40x4"},
        {"kind": "swiss"},
        {"base": 1},
        {"minutes": 1000},
        {"minutes": 1},
        {"starts": "2026-11-19T12:00:00"},
        {"starts": "2099-01-01T00:00:00Z"},
        {"name": "\x00"},
        {"name": "x" * 41},
        {"player": "level 4"},
        {"colour": "red"},
    ],
)
def test_a_tournament_that_cannot_be_is_refused(here: Site, wanted: dict[str, object]) -> None:
    with here.client() as ann:
        answer = ann.post("/api/tournaments", json=wanted)
        assert answer.status_code == 422
        assert answer.json()["text"].endswith(".")


def test_tokens_do_what_their_scopes_allow(here: Site) -> None:
    with here.client() as ann:
        tournament = make(ann, player="Ann")["id"]
        token = ann.post("/api/tokens", json={"label": "look", "scopes": ["read"]}).json()
        robot = here.program(token["token"])
        assert seen(robot, tournament)["you"]["number"] == 1
        for verb in ("leave", "end", "join"):
            answer = do(robot, tournament, verb)
            assert (answer.status_code, answer.json()["error"]) == (403, "scope")
        assert robot.post("/api/tournaments", json={}).status_code == 403
        token = ann.post("/api/tokens", json={"label": "play", "scopes": ["play"]}).json()
        robot = here.program(token["token"])
        assert robot.get(f"/api/tournaments/{tournament}").status_code == 403
        assert done(robot, tournament, "leave")["you"]["status"] == "away"


def test_there_is_no_such_tournament(here: Site) -> None:
    with here.client() as ann:
        for answer in (
            ann.get("/api/tournaments/nothing-of-this-kind"),
            do(ann, "nothing-of-this-kind", "join", name="Ann"),
        ):
            assert (answer.status_code, answer.json()["error"]) == (404, "tournament")
        german = ann.get("/api/tournaments/nothing-here", headers={"accept-language": "de"})
        assert german.json()["text"] == "Dieses Turnier gibt es nicht."


def test_who_signs_in_elsewhere_deletes_and_comes_back_later(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as bob:
        tournament = make(teacher, player="Ms Bell")["id"]
        done(ann, tournament, "join", name="Ann")
        done(bob, tournament, "join", name="Bob")
        done(teacher, tournament, "start")
        assert ann.delete("/api/me").status_code == 204
        wait_for(lambda: gone(here, tournament), "Ann's data is deleted")
        view = seen(bob, tournament)
        assert {player["name"]: player["status"] for player in view["players"]} == {
            "Ms Bell": "in",
            "Deleted player": "away",
            "Bob": "in",
        }


def gone(here: Site, tournament: str) -> bool:
    names = [player["name"] for player in seen(here.program(), tournament)["players"]]
    return "Ann" not in names
