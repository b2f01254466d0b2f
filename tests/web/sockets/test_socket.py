"""Sockets at games and at the lobby, over real connections."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus

from inarow.web.http.limits import MOST_OPEN, Limits, Rate
from inarow.web.sockets.socket import Socket
from support.web.clients import socket
from support.web.threaded import Site, site


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


def new_game(client: httpx.Client, other: httpx.Client | None = None, **wanted: Any) -> Any:
    game = client.post("/api/games", json={"side": "x"} | wanted).json()
    if other is not None:
        answer = other.post(f"/api/games/{game['id']}/join", json={"invite": game.get("invite")})
        assert answer.status_code == 200, answer.text
    return game


def test_two_people_play_by_sockets(here: Site) -> None:
    with here.client() as ann, here.client() as bob:
        path = f"/live/game/{new_game(ann, bob)['id']}"
        with socket(here, path, ann) as x, socket(here, path, bob) as o, socket(here, path) as eve:
            assert x.hear()["game"]["you"] == "x"
            assert o.hear()["game"]["you"] == "o"
            assert eve.hear()["game"]["you"] == "none"
            assert x.hear("presence")["o"] is True
            ack = x.ask(t="move", move=3, version=2, id="move-one")
            assert ack == {
                "t": "ack",
                "id": "move-one",
                "version": 3,
                "event": eve.hear("event")["event"],
            }
            assert o.hear("event")["event"]["cell"] == "d1"
            assert x.ask(t="move", move=3, version=2, id="move-one") == ack
            assert o.ask(t="move", move=3, version=2, id="move-two")["code"] == "stale"
            assert o.ask(t="move", move=3, version=3, id="move-two")["version"] == 4
            assert x.hear("event")["event"]["cell"] == "d2"
            x.say(t="tail", version=3)
            assert x.hear("event")["event"]["version"] == 4
            x.say(t="ping", n=5)
            assert x.hear("pong") == {"t": "pong", "n": 5}
            assert eve.ask(t="resign", id="from-eve")["code"] == "identity"
            ack = x.ask(t="offer", what="draw", id="an-offer")
            assert ack["game"]["offers"]["draw"] == "x"
            assert o.hear("event")["game"]["you"] == "o"
            ack = o.ask(t="answer", what="draw", yes=True, id="an-answer")
            assert ack["game"]["outcome"]["text"] == "draw by agreement"
            assert eve.hear("event")["event"]["kind"] == "offer"
            assert eve.hear("event")["game"]["status"] == "over"
        with socket(here, path, ann) as x:
            assert x.hear()["game"]["seats"]["o"]["here"] is False


def test_one_who_comes_back_gets_the_tail(here: Site) -> None:
    with here.client() as ann:
        game = new_game(ann, opponent="self")["id"]
        for move in (3, 3, 4):
            ann.post(f"/api/games/{game}/move", json={"move": move})
        with socket(here, f"/live/game/{game}?version=2", ann) as back:
            assert [back.hear("event")["event"]["move"] for _ in range(2)] == [3, 4]
        for query in ("", "?version=x", "?version=-1", "?version=1e9", "?version=9999"):
            with socket(here, f"/live/game/{game}{query}", ann) as back:
                assert back.hear()["t"] == "snapshot"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "{}",
        '{"t":"dance"}',
        '{"t":"move","move":99999,"id":"abcdefgh"}',
        b"\x00\xff",
        '{"t":"ping","n":' + "1" * 8000 + "}",
        "[" * 8000,
    ],
)
def test_what_cannot_be_understood_closes_the_socket(here: Site, frame: str | bytes) -> None:
    with here.client() as ann:
        with socket(here, f"/live/game/{new_game(ann)['id']}", ann) as x:
            x.hear()
            x.connection.send(frame)
            assert x.end() == (4400, "The message could not be understood.")
        with socket(here, "/live/lobby") as lobby:
            lobby.hear()
            lobby.connection.send(frame)
            assert lobby.end()[0] == 4400


def test_a_frame_that_is_too_long_closes_the_socket(here: Site) -> None:
    with here.client() as ann, socket(here, f"/live/game/{new_game(ann)['id']}", ann) as x:
        x.hear()
        x.connection.send("x" * 9000)
        assert x.end()[0] == 1009


def test_games_that_are_not_there_or_not_for_you(here: Site) -> None:
    for path in ("/live/game/nothing", "/live/game/", "/live/other", "/live/game/a/b"):
        with socket(here, path) as nobody:
            assert nobody.end() == (4404, "There is no such game.")
    with here.client() as ann, here.client() as bob:
        game = new_game(ann, bob, visibility="private")
        path = f"/live/game/{game['id']}"
        with socket(here, path) as nobody:
            assert nobody.end()[0] == 4403
        with socket(here, f"{path}?invite={game['invite']}x") as nobody:
            assert nobody.end()[0] == 4403
        with socket(here, f"{path}?invite={game['invite']}") as guest:
            assert guest.hear()["game"]["you"] == "none"
        with socket(here, path, bob) as o:
            assert o.hear()["game"]["you"] == "o"


def test_other_pages_and_bad_tokens_are_turned_away(here: Site) -> None:
    with here.client() as ann:
        path = f"/live/game/{new_game(ann)['id']}"
        with pytest.raises(InvalidStatus), socket(here, path, ann, origin="https://evil.example"):
            pass
        with socket(here, path, Authorization="Bearer inarow_wrong") as robot:
            assert robot.end()[0] == 4403


def test_a_token_that_may_only_read_does_not_play(here: Site) -> None:
    with here.client() as ann:
        game = new_game(ann, opponent="self")["id"]
        token = ann.post("/api/tokens", json={"label": "robot", "scopes": ["read"]}).json()
        bearer = f"Bearer {token['token']}"
        with socket(here, f"/live/game/{game}", Authorization=bearer) as robot:
            assert robot.hear()["game"]["you"] == "both"
            assert robot.ask(t="move", move=3, id="may-i-not")["code"] == "scope"


def test_a_token_that_may_not_read_does_not_even_look(here: Site) -> None:
    with here.client() as ann:
        game = new_game(ann, visibility="private")["id"]
        token = ann.post("/api/tokens", json={"label": "robot", "scopes": ["play"]}).json()
        bearer = f"Bearer {token['token']}"
        with socket(here, f"/live/game/{game}", Authorization=bearer) as robot:
            assert robot.end() == (4403, "This API token lacks the read permission.")


def test_a_revoked_token_acts_no_more_on_what_it_had_opened(here: Site) -> None:
    with here.client() as ann:
        game = new_game(ann, opponent="self")["id"]
        scopes = ["read", "play"]
        token = ann.post("/api/tokens", json={"label": "robot", "scopes": scopes}).json()
        bearer, path = f"Bearer {token['token']}", f"/live/game/{game}"
        with (
            socket(here, path, Authorization=bearer) as robot,
            socket(here, "/live/lobby", Authorization=bearer) as lobby,
            socket(here, path, ann) as browser,
            here.program(token["token"]).stream("GET", f"/api/games/{game}/stream") as stream,
        ):
            lines = stream.iter_lines()
            assert robot.ask(t="move", move=3, id="by-a-robot")["t"] == "ack"
            ann.delete(f"/api/tokens/{token['id']}")
            with suppress(ConnectionClosed):
                robot.say(t="move", move=3, id="once-more")
            assert robot.end()[0] == lobby.end()[0] == 4401
            for _ in lines:  # which ends
                pass
            assert browser.ask(t="move", move=3, id="by-a-person")["version"] == 3


def test_the_lobby_tells_of_public_games(here: Site) -> None:
    with here.client() as ann, socket(here, "/live/lobby") as lobby:
        before = lobby.hear()
        assert before["t"] == "lobby"
        lobby.say(t="ping", n=1)
        assert lobby.hear("pong")["n"] == 1
        game = new_game(ann, visibility="public")["id"]
        with socket(here, f"/live/game/{game}", ann):
            while game not in [entry["id"] for entry in lobby.hear("lobby")["open"]]:
                pass
        while game in [entry["id"] for entry in lobby.hear("lobby")["open"]]:
            pass


def test_too_many_messages_close_the_socket(tmp_path: Path) -> None:
    with (
        site(tmp_path, rates=1.0) as here,
        here.client() as ann,
        socket(here, f"/live/game/{new_game(ann)['id']}", ann) as x,
    ):
        x.hear()
        with suppress(ConnectionClosed):
            for number in range(500):
                x.say(t="ping", n=number)
        assert x.end()[0] == 4429


def test_a_class_of_strangers_may_ask_at_the_same_time_whether_the_site_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As their pages do when nothing has been heard for a while: two frames each."""
    told: dict[str, Any] = {"state": {"address": "10.0.0.1"}}
    limits, sent = Limits(now=lambda: 100.0), list[str]()
    pupils = []
    for _ in range(MOST_OPEN["socket"]):
        pupils.append(pupil := Socket(told, ignore, None, limits))
        monkeypatch.setattr(pupil, "send", sent.append)
    for number in range(2):
        for pupil in pupils:
            pupil.hear(f'{{"t":"ping","n":{number}}}')
    assert len(sent) == 2 * len(pupils)
    pupils[0].hear('{"t":"ping","n":2}')
    assert len(sent) == 2 * len(pupils), "but not for ever"


async def ignore(_message: Message) -> None:
    """Say it to nobody."""


def test_commands_of_an_address_are_limited_whoever_sends_them(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann:
        game = new_game(ann, opponent="self")["id"]
        with socket(here, f"/live/game/{game}", ann) as x:
            x.hear()
            assert x.ask(t="move", move=3, version=1, id="the-first")["t"] == "ack"
            here.app.state.limits.kinds["command"] = Rate(1e-9, 1)
            here.app.state.limits.forget("command", "127.0.0.1")
            assert x.ask(t="move", move=3, version=2, id="the-second")["t"] == "ack"
            refused = x.ask(t="move", move=3, version=3, id="the-third")
            assert (refused["t"], refused["code"]) == ("refused", "too-fast")


def test_a_rematch_by_socket_is_a_new_game_of_the_one_who_wants_it(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann:
        here.app.state.limits.kinds["game"] = Rate(1e-9, 2)
        game = new_game(ann, opponent="self")["id"]
        with socket(here, f"/live/game/{game}", ann) as x:
            x.hear()
            assert x.ask(t="resign", id="the-first-ends")["t"] == "ack"
            following = x.ask(t="offer", what="rematch", id="one-more")["game"]["rematch"]
        with socket(here, f"/live/game/{following}", ann) as x:
            x.hear()
            assert x.ask(t="resign", id="the-second-ends")["t"] == "ack"
            refused = x.ask(t="offer", what="rematch", id="too-many")
            assert (refused["t"], refused["code"]) == ("refused", "too-fast")


def test_who_has_stored_much_can_still_move(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann:
        game = new_game(ann, opponent="self")["id"]
        with socket(here, f"/live/game/{game}", ann) as x:
            x.hear()
            here.app.state.limits.kinds["event"] = Rate(1e-9, 8)
            person = ann.get("/api/me").json()["id"]
            here.app.state.limits.forget("event", person)
            for number in range(7):
                assert x.ask(t="move", move=number, id=f"move-number-{number}")["t"] == "ack"
            refused = x.ask(t="offer", what="takeback", id="take-it-back")
            assert (refused["t"], refused["code"]) == ("refused", "too-fast")
            assert x.ask(t="move", move=1, id="the-last-move")["t"] == "ack"
            refused = x.ask(t="move", move=1, id="one-too-many")
            assert (refused["t"], refused["code"]) == ("refused", "too-fast")


def test_a_stop_says_when_to_come_back(tmp_path: Path) -> None:
    with ExitStack() as later:
        with site(tmp_path) as here, here.client() as ann:
            client = later.enter_context(socket(here, f"/live/game/{new_game(ann)['id']}"))
            client.hear()
        assert client.hear("going")["back_in"] == 500
        assert client.end()[0] == 1012


def test_a_player_says_something_and_everyone_at_the_game_hears_it(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as bob:
        game = new_game(ann, bob)["id"]
        path = f"/live/game/{game}"
        with socket(here, path, ann) as x, socket(here, path, bob) as o, socket(here, path) as eve:
            x.say(t="react", what="thanks")
            said = {"t": "react", "side": "x", "what": "thanks"}
            assert x.hear("react") == o.hear("react") == eve.hear("react") == said
            assert bob.post(f"/api/games/{game}/react", json={"what": "good"}).status_code == 204
            assert x.hear("react") == eve.hear("react") == said | {"side": "o", "what": "good"}
            eve.say(t="react", what="hello", id="from-a-stranger")
            assert eve.hear("refused") == {
                "t": "refused",
                "id": "from-a-stranger",
                "code": "identity",
                "text": "Join the game first, or send an API token.",
                "version": 2,
            }
            assert x.ask(t="move", move=3, version=2, id="goes-on-all-the-same")["version"] == 3


@pytest.mark.parametrize(
    "frame",
    [
        '{"t":"react","what":"dance"}',
        '{"t":"react"}',
        '{"t":"react","what":["good"]}',
        '{"t":"react","what":"good","text":"and some chat"}',
        '{"t":"react","what":"' + "x" * 8000 + '"}',
    ],
)
def test_what_is_not_one_of_the_few_closes_the_socket(tmp_path: Path, frame: str) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as bob:
        path = f"/live/game/{new_game(ann, bob)['id']}"
        with socket(here, path, ann) as x, socket(here, path, bob) as o:
            x.hear()
            x.connection.send(frame)
            assert x.end()[0] == 4400
            o.say(t="react", what="oops")
            assert o.hear("react")["side"] == "o"


def test_a_flood_is_refused_and_ends_with_a_closed_socket(tmp_path: Path) -> None:
    with (
        site(tmp_path, rates=1.0) as here,
        here.client() as ann,
        here.client() as bob,
    ):
        game = new_game(ann, bob)["id"]
        path = f"/live/game/{game}"
        with socket(here, path, ann) as x, socket(here, path, bob) as o:
            for number in range(6):
                x.say(t="react", what="good", id=f"number-{number}")
            refused = x.hear("refused")
            assert (refused["id"], refused["code"]) == ("number-5", "too-fast")
            assert refused["text"].startswith("You have sent several reactions in a row.")
            answer = ann.post(f"/api/games/{game}/react", json={"what": "good"})
            assert (answer.status_code, answer.json()["error"]) == (429, "too-fast")
            assert int(answer.headers["retry-after"]) in range(1, 5)
            assert x.ask(t="move", move=3, version=2, id="but-a-move-is-free")["t"] == "ack"
            for _ in range(5):
                assert o.hear("react", "event")["t"] == "react"
            assert o.hear("react", "event")["t"] == "event", "the sixth was shown to nobody"


def test_a_token_needs_the_scope_to_play(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as bob:
        game = new_game(ann, bob)["id"]
        token = ann.post("/api/tokens", json={"label": "robot", "scopes": ["read"]}).json()
        bearer = f"Bearer {token['token']}"
        with socket(here, f"/live/game/{game}", Authorization=bearer) as robot:
            robot.say(t="react", what="hello", id="may-i-not")
            assert robot.hear("refused")["code"] == "scope"
        with here.program(token["token"]) as program:
            answer = program.post(f"/api/games/{game}/react", json={"what": "hello"})
            assert answer.status_code == 403


def test_by_rest_it_is_refused_for_those_who_may_not(tmp_path: Path) -> None:
    with site(tmp_path) as here, here.client() as ann, here.client() as eve:
        game = new_game(ann, opponent="level 1")["id"]
        for client, status, code in ((ann, 409, "alone"), (eve, 403, "seat")):
            answer = client.post(f"/api/games/{game}/react", json={"what": "hello"})
            assert (answer.status_code, answer.json()["error"]) == (status, code)
        answer = ann.post(f"/api/games/{game}/react", json={"what": "dance"})
        assert answer.status_code == 422
