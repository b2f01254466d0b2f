"""Games by REST: the whole way, over a real connection."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import inarow as ir
from inarow.web.http.limits import Rate
from support.web.threaded import Site, site


def make(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/games/{found['id']}"
    return found


def act(client: httpx.Client, game: str, verb: str, /, **command: Any) -> httpx.Response:
    return client.post(f"/api/games/{game}/{verb}", json=command or None)


def test_two_people_play_a_game_and_its_record_tells_it(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        game = make(ann, rules="7x6x4", side="x")["id"]
        assert act(bob, game, "join").json()["game"]["you"] == "o"
        for number, move in enumerate([3, 0, 3, 0, 3, 0, 3]):
            answer = act((ann, bob)[number % 2], game, "move", move=move)
            assert answer.status_code == 200, answer.text
        ack = answer.json()
        assert ack["event"]["outcome"]["winner"] == "x"
        assert ack["game"]["status"] == "over"
        text = here.program().get(f"/api/games/{game}/record")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        record = ir.Record.parse(text.text)
        assert (record.result, record.main.moves) == ("1-0", [3, 0, 3, 0, 3, 0, 3])
        assert record.tags["Termination"] == "x wins: four in a row"
        rows = bob.get("/api/games?mine").json()
        assert [(row["id"], row["you"], row["winner"], row["text"]) for row in rows] == [
            (game, "o", "x", "4141414")
        ]
        assert bob.get("/api/games", params={"before": rows[0]["created"]}).json() == []


def test_an_opponent_that_a_board_lacks_is_refused_before_the_game(here: Site) -> None:
    with here.client() as ann:
        board = ann.get("/api/boards/15x15x5-free").json()
        assert (board["rules"], set(board["missing"])) == ("15x15x5/free", {"perfect"})
        for answer in (
            ann.post("/api/games", json={"rules": "15x15x5/free", "opponent": "perfect"}),
            ann.post(
                "/new", data={"rules": "15x15x5-free", "with": "computer", "level": "perfect"}
            ),
        ):
            assert answer.status_code == 422
            assert "This board is too large for perfect play." in answer.text
        assert ann.get("/api/games").json() == []
        assert make(ann, rules="6x6x4", opponent="perfect")["seats"]
        assert ann.get("/api/boards/16x16x16").status_code == 400


def test_a_resent_move_is_played_once(here: Site) -> None:
    with here.client() as ann:
        game = make(ann, opponent="self")["id"]
        first, second = (act(ann, game, "move", move=3, id="the-same-id") for _ in range(2))
        assert first.json()["version"] == second.json()["version"]
        assert second.json()["game"]["moves"] == [3]


def test_what_may_not_be_done_is_refused_with_a_word_and_a_sentence(here: Site) -> None:
    with here.client() as ann, here.client() as bob, here.client() as cat:
        game = make(ann, side="x")["id"]
        refused = [act(ann, game, "move", move=3)]  # nobody to play against yet
        act(bob, game, "join")
        refused += [
            act(cat, game, "join"),
            act(cat, game, "move", move=3),
            act(bob, game, "move", move=3),
            act(ann, game, "move", move=3, version=1),
            act(ann, game, "move", move=7),
            act(ann, game, "swap"),
            act(ann, game, "claim", what="win"),
            act(ann, game, "answer", what="draw", yes=True),
            act(ann, "no-such-game", "move", move=3),
            act(ann, game, "move", move="d"),
            act(ann, game, "dance"),
        ]
        statuses = [answer.status_code for answer in refused]
        assert statuses == [409, 409, 403, 409, 409, 409, 409, 409, 409, 404, 422, 404]
        for answer in refused:
            trouble = answer.json()
            assert set(trouble) == {"error", "text"}
            assert trouble["text"].endswith(".")
        assert refused[3].json() == {"error": "turn", "text": "It is not your turn."}
        assert refused[4].json()["error"] == "stale"


def test_offers_answers_and_the_other_ways_to_end(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        game = make(ann, side="x", swap=True)["id"]
        act(bob, game, "join")
        act(ann, game, "move", move=3)
        assert act(bob, game, "swap").json()["game"]["you"] == "x"
        assert act(ann, game, "offer", what="draw").json()["game"]["offers"]["draw"] == "o"
        answer = act(bob, game, "answer", what="draw", yes=True).json()
        assert answer["game"]["outcome"]["reason"] == "agreed"
        act(bob, game, "offer", what="rematch")
        next_game = act(ann, game, "answer", what="rematch", yes=True).json()["game"]["rematch"]
        assert act(ann, next_game, "abort").json()["game"]["outcome"]["reason"] == "aborted"
        third = make(ann, opponent="self")["id"]
        assert act(ann, third, "resign").json()["game"]["outcome"]["reason"] == "resign"
        called_off = ir.Record.parse(ann.get(f"/api/games/{next_game}/record").text)
        assert called_off.result == "*"


def test_private_games_are_for_those_who_sit_there_or_hold_the_secret(here: Site) -> None:
    with here.client() as ann, here.client() as bob, here.client() as cat:
        made = make(ann, visibility="private")
        game, secret = made["id"], made["invite"]
        for path in ("", "/record", "/stream"):
            for stranger in (cat, here.program()):
                for invite in ({}, {"invite": "wrong"}):
                    refused = stranger.get(f"/api/games/{game}{path}", params=invite)
                    assert (refused.status_code, refused.json()["error"]) == (403, "private")
        assert act(cat, game, "join").status_code == 403
        assert ann.get(f"/api/games/{game}").json()["invite"] is None
        assert bob.get(f"/api/games/{game}", params={"invite": secret}).status_code == 200
        joined = bob.post(f"/api/games/{game}/join", params={"invite": secret})
        assert joined.status_code == 200
        assert bob.get(f"/api/games/{game}").json()["you"] in "xo"
        assert cat.get(f"/api/games/{game}").status_code == 403
        assert game not in json.dumps(cat.get("/api/lobby").json())


def test_a_stream_begins_with_a_snapshot_and_tells_what_happens(here: Site) -> None:
    with here.client() as ann:
        game = make(ann, opponent="self")["id"]
        with here.program().stream("GET", f"/api/games/{game}/stream") as stream:
            assert stream.headers["content-type"] == "application/x-ndjson"
            lines = (json.loads(line) for line in stream.iter_lines() if line)
            assert next(lines)["game"]["you"] == "none"
            act(ann, game, "move", move=3)
            message = next(line for line in lines if line["t"] == "event")
            assert (message["event"]["kind"], message["event"]["cell"]) == ("move", "d1")


def test_a_stream_ends_when_the_site_stops(tmp_path: Path) -> None:
    with httpx.Client() as reader:
        with site(tmp_path) as running, running.client() as ann:
            game = make(ann, opponent="self")["id"]
            address = f"{running.url}/api/games/{game}/stream"
            lines = reader.send(reader.build_request("GET", address), stream=True).iter_lines()
            next(lines)
        assert [json.loads(line)["t"] for line in lines if line][-1] == "going"


def test_nobody_has_no_games_and_stays_nobody(here: Site) -> None:
    with here.client() as nobody:
        assert nobody.get("/api/games").json() == []
        assert nobody.get("/api/me").json() == {
            "id": None,
            "name": None,
            "scopes": [],
            "ratings": {},
        }
        assert not nobody.cookies


def test_the_lobby_shows_public_games(here: Site) -> None:
    with here.client() as ann:
        game = make(ann, visibility="public", base=300_000, increment=3_000)["id"]
        hidden = make(ann)["id"]
        with ann.stream("GET", f"/api/games/{game}/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            shown = here.client().get("/api/lobby").json()
        assert game in [row["id"] for row in shown["open"]]
        assert hidden not in json.dumps(shown)


def test_a_program_answers(here: Site) -> None:
    with here.client() as ann:
        game = make(ann, opponent="level 1", side="o")["id"]
        with ann.stream("GET", f"/api/games/{game}/stream") as stream:
            for line in stream.iter_lines():
                message = json.loads(line) if line else {}
                view = message.get("game")
                if message.get("t") == "event" or (view and view["moves"]):
                    break
        assert len(ann.get(f"/api/games/{game}").json()["moves"]) == 1


def test_games_and_commands_of_an_address_are_limited_whoever_makes_them(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        kinds = running.app.state.limits.kinds
        kinds["new-game"] = Rate(1e-9, 3)
        made = [running.client().post("/api/games", json={}) for _ in range(4)]
        assert [answer.status_code for answer in made] == [201] * 3 + [429]
        assert running.client().post("/new", data={"rules": "7x6x4"}).status_code == 429
        kinds["command"] = Rate(1e-9, 3)
        game = made[0].json()["id"]
        taken = [act(running.client(), game, "join") for _ in range(5)]
        assert [answer.status_code for answer in taken] == [200] + [409] * 2 + [429] * 2


def test_nobody_is_made_at_an_address_that_may_store_nothing(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        running.app.state.limits.kinds["command"] = Rate(1e-9, 3)
        made = [running.client().post("/api/games", json={}) for _ in range(5)]
        assert [answer.status_code for answer in made] == [201] * 3 + [429] * 2
        with closing(sqlite3.connect(tmp_path / "inarow.db")) as database:
            assert database.execute("SELECT count(*) FROM person").fetchone() == (3,)


def test_a_rematch_is_a_new_game_of_those_who_want_it(tmp_path: Path) -> None:
    with site(tmp_path) as running, running.client() as ann, running.client() as bob:
        kinds = running.app.state.limits.kinds
        kinds["game"], kinds["new-game"] = Rate(1e-9, 2), Rate(1e-9, 4)
        game = ann.post("/api/games", json={"side": "x"}).json()["id"]
        act(bob, game, "join")
        act(bob, game, "resign")
        assert act(ann, game, "offer", what="rematch").status_code == 200
        assert act(bob, game, "answer", what="rematch", yes=False).status_code == 200
        refused = act(ann, game, "offer", what="rematch")
        assert (refused.status_code, refused.json()["error"]) == (429, "too-fast")
        assert act(bob, game, "offer", what="rematch").status_code == 200
        refused = act(ann, game, "answer", what="rematch", yes=True)
        assert (refused.status_code, refused.json()["error"]) == (429, "too-fast")
        assert ann.post("/api/games", json={}).status_code == 429
        assert running.client().post("/api/games", json={}).status_code == 201
        assert running.client().post("/api/games", json={}).status_code == 429, "the address"


def test_who_has_stored_much_can_still_move(tmp_path: Path) -> None:
    with site(tmp_path) as running, running.client() as ann:
        running.app.state.limits.kinds["event"] = Rate(1e-9, 8)
        game = ann.post("/api/games", json={"opponent": "self"}).json()["id"]
        for number in range(6):
            assert act(ann, game, "move", move=number).status_code == 200
        for refused in (
            ann.post("/api/games", json={}),
            ann.post("/new", data={"rules": "7x6x4"}),
        ):
            assert refused.status_code == 429
        assert len(ann.get("/api/games").json()) == 1
        assert act(ann, game, "resign").status_code == 200
        assert act(ann, game, "resign").status_code == 429


@pytest.mark.parametrize("id", ["%00", "a%00b", "%00%00%00%00" + "A" * 20, "%00" * 24])
def test_what_cannot_be_an_id_is_no_game_in_any_database(
    tmp_path: Path, database_url: str, id: str
) -> None:
    with site(tmp_path, database_url=database_url) as running:
        client = running.client()
        assert client.get(f"/game/{id}").status_code == 404
        assert client.get(f"/analysis?game={id}").status_code == 422
        assert client.post(f"/game/{id}/join", data={"invite": "a"}).status_code == 404
        assert client.get(f"/api/games/{id}").status_code == 422
