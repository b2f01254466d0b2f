"""Signing out, and being forgotten."""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from support.web.threaded import Site


def test_a_new_cookie_ends_the_old_one_and_all_tokens(here: Site) -> None:
    ann = here.client()
    made = ann.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    me, thief = ann.get("/api/me").json(), here.client()
    thief.cookies["inarow"] = ann.cookies["inarow"]
    assert thief.get("/api/me").json() == me
    with connect(
        here.url.replace("http", "ws") + "/live/lobby",
        origin=Origin(here.url),
        additional_headers={"Cookie": f"inarow={thief.cookies['inarow']}"},
    ) as lobby:
        assert ann.post("/api/me/renew").status_code == 204
        with suppress(ConnectionClosed):
            while True:
                lobby.recv(20)
        assert lobby.close_code == 4401
    assert ann.get("/api/me").json() == me
    assert thief.get("/api/me").json()["id"] is None
    assert here.program(made["token"]).get("/api/me").status_code == 401
    assert ann.get("/api/tokens").json() == []


def test_signed_out_is_signed_out_everywhere(here: Site) -> None:
    ann = here.client()
    ann.post("/api/games", json={})
    cookie = ann.cookies["inarow"]
    answer = ann.post("/api/me/sign-out")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not ann.cookies
    ann.cookies["inarow"] = cookie
    assert ann.get("/api/me").json()["id"] is None


def test_deleted_data_is_gone(here: Site) -> None:
    ann, bob = here.client(), here.client()
    ann.patch("/api/me", json={"name": "Ann the Forgotten"})
    game = ann.post("/api/games", json={"side": "x"}).json()["id"]
    bob.post(f"/api/games/{game}/join")
    assert ann.delete("/api/me").status_code == 204
    assert not ann.cookies
    while (shown := bob.get(f"/api/games/{game}").json())["seats"]["x"]["name"] != "Deleted player":
        assert shown["seats"]["x"]["name"] == "Ann the Forgotten"
    assert shown["outcome"]["winner"] == "o"
    assert "Ann the Forgotten" not in bob.get("/history").text


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/me/renew"), ("POST", "/api/me/sign-out"), ("DELETE", "/api/me")],
)
def test_only_a_browser_ends_what_it_began(here: Site, method: str, path: str) -> None:
    ann, nobody = here.client(), here.client()
    assert nobody.request(method, path).status_code == 401
    assert not nobody.cookies, "which makes nobody"
    scopes = {"label": "bot", "scopes": ["read", "play", "account"]}
    program = here.program(ann.post("/api/tokens", json=scopes).json()["token"])
    refused = program.request(method, path)
    assert (refused.status_code, refused.json()["error"]) == (403, "scope")
    foreign = ann.request(method, path, headers={"origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert ann.get("/api/me").json()["id"]


def test_by_forms_alone(here: Site) -> None:
    ann = here.client()
    assert "<form" not in ann.get("/me").text.partition("<main")[2].partition("</main")[0]
    ann.post("/api/games", json={})
    assert "Delete my data" in ann.get("/me").text
    before = ann.cookies["inarow"]
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert ann.post("/me/renew", headers=form).headers["location"] == "/me"
    assert ann.cookies["inarow"] != before
    assert ann.post("/me/delete", headers=form).status_code == 422
    assert ann.get("/api/me").json()["id"]
    assert ann.post("/me/delete", data={"sure": "on"}).headers["location"] == "/"
    assert ann.get("/api/me").json()["id"] is None
    ann.post("/api/games", json={})
    assert ann.post("/me/sign-out", headers=form).headers["location"] == "/"
    assert not ann.cookies
