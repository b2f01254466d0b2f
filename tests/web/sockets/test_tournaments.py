"""Sockets at tournaments, over real connections."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from inarow.web.tournaments import host
from support.web.clients import socket
from support.web.threaded import Site, site
from support.web.tournaments import done, make, play_out, seen


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


def test_two_who_follow_an_arena_are_led_to_a_game_and_hear_of_its_result(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as bob:
        tournament = make(teacher)["id"]
        path = f"/live/tournament/{tournament}"
        for name, client in (("Ann", ann), ("Bob", bob)):
            done(client, tournament, "join", name=name)
        with (
            socket(here, path, ann) as a,
            socket(here, path, bob) as b,
            socket(here, path) as stranger,
        ):
            table = a.hear()
            assert table["t"] == "table"
            while table["version"] < 3:  # it is told once in a while
                table = a.hear("news")
            assert table["order"] == [1, 2]
            assert stranger.hear("you")["you"]["director"] is False
            done(ann, tournament, "leave")
            while a.hear("you")["you"]["status"] != "away":
                pass
            done(ann, tournament, "return")
            assert a.hear("you")["you"]["status"] == "in"
            done(teacher, tournament, "start")
            games = []
            for player in (a, b):
                while (you := player.hear("you")["you"])["game"] is None:
                    pass
                games.append((you["game"], you["opponent"]))
            assert games[0][0] == games[1][0]
            assert [name for _, name in games] == ["Bob", "Ann"]
            play_out([ann, bob], games[0][0])
            while a.hear("you")["you"]["game"] is not None:
                pass
            news = stranger.hear("news")
            while not any(row["games"] for row in news["players"]):  # it may be about the head only
                news = stranger.hear("news")
            assert news["version"] > news["after"]
            assert news["places"] == [1, 2]
            assert sorted(row["points"] for row in seen(ann, tournament)["players"]) == [0, 2]


def test_a_screen_for_all_does_not_make_its_owner_play(here: Site) -> None:
    with here.client() as teacher, here.client() as ann, here.client() as bob:
        tournament = make(teacher, player="Ms Bell")["id"]
        for name, client in (("Ann", ann), ("Bob", bob)):
            done(client, tournament, "join", name=name)
        path = f"/live/tournament/{tournament}"
        with (
            socket(here, f"{path}?aside", teacher) as screen,
            socket(here, path, ann) as a,
            socket(here, path, bob) as b,
        ):
            done(teacher, tournament, "start")
            for player in (a, b):
                while player.hear("you")["you"]["game"] is None:
                    pass
            screen.hear("news")
            assert seen(teacher, tournament)["you"]["game"] is None


def test_who_has_missed_something_is_told_the_whole_table(here: Site) -> None:
    with here.client() as teacher:
        tournament = make(teacher)["id"]
        with socket(here, f"/live/tournament/{tournament}", teacher) as screen:
            screen.hear("you")
            done(teacher, tournament, "join", name="Ms Bell")
            version = screen.hear("news")["version"]
            screen.say(t="tail", version=version)
            screen.say(t="tail", version=version - 1)
            screen.say(t="ping", n=1)
            assert screen.hear("table", "pong")["t"] == "table"
            assert screen.hear("table", "pong")["t"] == "pong"


@pytest.mark.parametrize(
    "frame",
    ["", "{}", '{"t":"dance"}', '{"t":"move","move":3,"id":"abcdefgh"}', "[" * 8000, b"\x00\xff"],
)
def test_what_cannot_be_understood_closes_the_socket(here: Site, frame: str | bytes) -> None:
    with here.client() as ann, socket(here, f"/live/tournament/{make(ann)['id']}", ann) as a:
        a.hear("you")
        a.connection.send(frame)
        assert a.end() == (4400, "The message could not be understood.")


def test_tournaments_that_are_not_there_and_other_pages(here: Site) -> None:
    for path in ("/live/tournament/nothing", "/live/tournament/", "/live/tournament/a/b"):
        with socket(here, path) as nobody:
            assert nobody.end() == (4404, "There is no such tournament.")
    with here.client() as ann:
        path = f"/live/tournament/{make(ann)['id']}"
        with pytest.raises(InvalidStatus), socket(here, path, ann, origin="https://evil.example"):
            pass
        with socket(here, path, Authorization="Bearer inarow_wrong") as robot:
            assert robot.end()[0] == 4403


def test_a_flood_of_messages_closes_the_socket(tmp_path: Path) -> None:
    with (
        site(tmp_path, rates=1.0) as here,
        here.client() as ann,
        socket(here, f"/live/tournament/{make(ann)['id']}", ann) as a,
    ):
        a.hear("you")
        with suppress(ConnectionClosed):
            for number in range(200):
                a.say(t="tail", version=number)
        assert a.end()[0] == 4429


def test_no_more_than_so_many_follow_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "MOST_SUBSCRIBERS", 2)
    with site(tmp_path) as here, here.client() as ann:
        path = f"/live/tournament/{make(ann)['id']}"
        with socket(here, path) as one, socket(here, path) as two, socket(here, path) as three:
            one.hear("you")
            two.hear("you")
            assert three.end()[0] == 1012


def test_a_revoked_token_follows_no_more(here: Site) -> None:
    with here.client() as ann:
        token = ann.post("/api/tokens", json={"label": "robot", "scopes": ["read"]}).json()
        path = f"/live/tournament/{make(ann)['id']}"
        with socket(here, path, Authorization=f"Bearer {token['token']}") as robot:
            assert robot.hear("you")["you"]["director"] is True
            ann.delete(f"/api/tokens/{token['id']}")
            assert robot.end()[0] == 4401


def test_a_stop_says_when_to_come_back(tmp_path: Path) -> None:
    with ExitStack() as later:
        with site(tmp_path) as here, here.client() as ann:
            client = later.enter_context(socket(here, f"/live/tournament/{make(ann)['id']}"))
            client.hear("you")
        assert client.hear("going")["back_in"] == 500
        assert client.end()[0] == 1012
