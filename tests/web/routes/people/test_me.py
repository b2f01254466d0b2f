"""Signing out, and being forgotten."""

import json
import re
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from inarow.web.http import identity
from inarow.web.store.accounts import SignIn
from support.web.threaded import Site

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


def socket_of(here: Site, client: httpx.Client) -> ClientConnection:
    """A socket at the lobby, opened with the cookie of a browser."""
    return connect(
        here.url.replace("http", "ws") + "/live/lobby",
        origin=Origin(here.url),
        additional_headers={"Cookie": f"inarow={client.cookies['inarow']}"},
    )


def closed(socket: ClientConnection) -> int | None:
    """The code with which the site closes it."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(20)
    return socket.close_code


def test_a_new_cookie_ends_the_old_one_and_all_tokens(here: Site) -> None:
    ann = here.client()
    made = ann.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    me, thief = ann.get("/api/me").json(), here.client()
    thief.cookies["inarow"] = ann.cookies["inarow"]
    assert thief.get("/api/me").json() == me
    with socket_of(here, thief) as lobby:
        assert ann.post("/api/me/renew").status_code == 204
        assert closed(lobby) == 4401
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


def signed_in_twice(here: Site) -> tuple[httpx.Client, httpx.Client]:
    """Somebody in two browsers."""
    ann, phone = here.client(**{"user-agent": FIREFOX}), here.client()
    ann.post("/api/games", json={})
    me, secret = ann.get("/api/me").json()["id"], "of-the-phone"
    accounts = here.app.state.accounts
    new = SignIn(me, identity.hashed(secret), "Safari on iPhone", identity.now())
    here.run(accounts.sign_in(new))
    phone.cookies["inarow"] = secret
    assert phone.get("/api/me").json()["id"] == me
    return ann, phone


def test_each_browser_is_listed_and_can_be_ended(here: Site) -> None:
    ann, phone = signed_in_twice(here)
    listed = {row["label"]: row for row in ann.get("/api/me/sessions").json()}
    assert {label: row["here"] for label, row in listed.items()} == {
        "Firefox on Linux": True,
        "Safari on iPhone": False,
    }
    page = ann.get("/me").text
    assert "Safari on iPhone" in page
    assert "this browser" in page
    with socket_of(here, phone) as open_there, socket_of(here, ann) as open_here:
        phones = listed["Safari on iPhone"]["id"]
        assert here.client().delete(f"/api/me/sessions/{phones}").status_code == 401
        stranger = here.client()
        stranger.post("/api/games", json={})
        assert stranger.delete(f"/api/me/sessions/{phones}").status_code == 404
        assert ann.delete(f"/api/me/sessions/{phones}").status_code == 204
        assert ann.delete(f"/api/me/sessions/{phones}").status_code == 404
        assert closed(open_there) == 4401
        open_here.send('{"t":"ping","n":1}')
        while json.loads(open_here.recv(20))["t"] != "pong":
            pass
    assert phone.get("/api/me").json()["id"] is None
    (mine,) = ann.get("/api/me/sessions").json()
    assert ann.delete(f"/api/me/sessions/{mine['id']}").status_code == 204
    assert not ann.cookies


def test_signing_out_here_leaves_the_others(here: Site) -> None:
    ann, phone = signed_in_twice(here)
    cookie = phone.cookies["inarow"]
    made = ann.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    assert phone.post("/api/me/sign-out").status_code == 204
    thief = here.client()
    thief.cookies["inarow"] = cookie
    assert thief.get("/api/me").json()["id"] is None, "a copy of it is worth nothing"
    assert ann.get("/api/me").json()["id"]
    assert here.program(made["token"]).get("/api/me").status_code == 200
    assert ann.post("/api/me/sign-out").status_code == 204
    assert here.program(made["token"]).get("/api/me").status_code == 401


def test_signing_out_everywhere_else(here: Site) -> None:
    ann, phone = signed_in_twice(here)
    assert ann.post("/me/renew", data={}).headers["location"] == "/me"
    assert phone.get("/api/me").json()["id"] is None
    assert len(ann.get("/api/me/sessions").json()) == 1


def test_browsers_are_ended_by_forms(here: Site) -> None:
    ann, phone = signed_in_twice(here)
    forms = re.findall(r'action="(/me/sessions/[\w-]+/end)"', ann.get("/me").text)
    assert [ann.post(form, data={}).headers["location"] for form in forms] == ["/me"]
    assert phone.get("/api/me").json()["id"] is None


def test_who_comes_back_stays_signed_in(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = here.client()
    ann.post("/api/games", json={})
    now = identity.now()
    for days, renewed in (
        (29, False),
        (31, True),
        (60, False),
        (31 + 399, True),
        (429 + 401, None),
    ):
        monkeypatch.setattr(identity, "now", lambda days=days: now + days * 86_400_000)
        answer = ann.get("/api/me")
        assert bool(answer.json()["id"]) is (renewed is not None), days
        assert ("set-cookie" in answer.headers) is bool(renewed), days


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
