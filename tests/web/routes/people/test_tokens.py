"""Me, and the tokens of my programs."""

import re
from datetime import datetime, timedelta

import pytest
from sqlalchemy import create_engine, update

from inarow.web.http import identity
from inarow.web.store import tables
from support.web.threaded import Site


def token(here: Site, *scopes: str) -> str:
    made = here.client().post("/api/tokens", json={"label": "bot", "scopes": scopes})
    assert made.status_code == 201, made.text
    text: str = made.json()["token"]
    return text


def test_a_token_is_shown_once_listed_without_its_secret_and_withdrawn(here: Site) -> None:
    ann = here.client()
    made = ann.post("/api/tokens", json={"label": "my bot", "scopes": ["play", "read"]}).json()
    assert made["token"].startswith("inarow_")
    program = here.program(made["token"])
    assert program.get("/api/me").json()["id"] == ann.get("/api/me").json()["id"]
    (listed,) = ann.get("/api/tokens").json()
    assert listed["used"] is not None
    assert listed == {k: v for k, v in made.items() if k != "token"} | {"used": listed["used"]}
    stranger = here.client()
    assert stranger.delete(f"/api/tokens/{made['id']}").status_code == 404
    assert ann.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert ann.delete(f"/api/tokens/{made['id']}").status_code == 404
    assert ann.get("/api/tokens").json() == []
    assert program.get("/api/me").status_code == 401
    assert program.get("/api/lobby").status_code == 200, "which needs nobody"


ACTS = {
    "read": ("GET", "/api/games", None),
    "play": ("POST", "/api/games", {}),
    "account": ("PATCH", "/api/me", {"name": "Ann"}),
}


@pytest.mark.parametrize("scope", ["read", "play", "account"])
@pytest.mark.parametrize("act", ["read", "play", "account"])
def test_a_token_does_what_its_scopes_say(here: Site, scope: str, act: str) -> None:
    method, path, body = ACTS[act]
    answer = here.program(token(here, scope)).request(method, path, json=body)
    if scope == act:
        assert answer.status_code in (200, 201)
    else:
        assert answer.status_code == 403
        assert answer.json() == {
            "error": "scope",
            "text": f"This API token lacks the {act} permission.",
        }


def test_pages_show_a_token_no_more_than_its_scopes_allow(here: Site) -> None:
    ann = here.client()
    ann.patch("/api/me", json={"name": "Ann of the scopes"})
    wanted = {"visibility": "private", "opponent": "self"}
    game = ann.post("/api/games", json=wanted).json()["id"]
    for scopes, status in ((["play", "account"], 403), (["read"], 200)):
        new = {"label": "bot", "scopes": scopes}
        program = here.program(ann.post("/api/tokens", json=new).json()["token"])
        for path in ("/history", f"/game/{game}", f"/analysis?game={game}"):
            assert program.get(path).status_code == status, path
        for path in ("/", "/about", "/api"):
            page = program.get(path)
            assert page.status_code == 200
            assert ("Ann of the scopes" in page.text) == (status == 200), path


def test_no_token_manages_tokens(here: Site) -> None:
    program = here.program(token(here, "read", "play", "account"))
    new = {"label": "more", "scopes": ["play"]}
    for answer in (
        program.get("/api/tokens"),
        program.post("/api/tokens", json=new),
        program.delete("/api/tokens/whatever"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (403, "scope")


def test_a_token_does_not_borrow_the_cookie(here: Site) -> None:
    ann = here.client()
    ann.post("/api/games", json={})
    answer = ann.get("/api/me", headers={"authorization": "Bearer inarow_wrong"})
    assert answer.status_code == 401


@pytest.mark.parametrize(("chosen", "days"), [({}, 90), ({"days": 30}, 30), ({"days": 365}, 365)])
def test_a_token_expires(
    here: Site, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, int], days: int
) -> None:
    ann = here.client()
    new = {"label": "bot", "scopes": ["read"], **chosen}
    made = ann.post("/api/tokens", json=new).json()
    lifetime = datetime.fromisoformat(made["expires"]) - datetime.fromisoformat(made["created"])
    assert lifetime == timedelta(days=days)
    program, now = here.program(made["token"]), identity.now()
    monkeypatch.setattr(identity, "now", lambda: now + days * 86_400_000 - 60_000)
    assert program.get("/api/me").status_code == 200
    monkeypatch.setattr(identity, "now", lambda: now + days * 86_400_000 + 60_000)
    refused = program.get("/api/me")
    assert (refused.status_code, refused.json()["error"]) == (401, "token")
    assert "expired" in ann.get("/tokens").text
    assert ann.get("/api/tokens").json()[0]["id"] == made["id"]


def test_a_token_of_old_does_not_expire(here: Site) -> None:
    ann = here.client()
    made = ann.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    engine = create_engine(here.app.state.settings.database_url)
    with engine.begin() as connection:
        connection.execute(update(tables.token).values(expires=None))
    engine.dispose()
    assert here.program(made["token"]).get("/api/me").status_code == 200
    assert ann.get("/api/tokens").json()[0]["expires"] is None
    assert "does not expire" in ann.get("/tokens").text


@pytest.mark.parametrize(
    "new",
    [
        {"label": "", "scopes": ["read"]},
        {"label": "a" * 81, "scopes": ["read"]},
        {"label": "a\x00", "scopes": ["read"]},
        {"label": "a", "scopes": []},
        {"label": "a", "scopes": ["admin"]},
        {"label": "a", "scopes": ["read"], "person": "bob"},
        {"label": "a", "scopes": ["read"], "days": 1000},
        {"label": "a", "scopes": ["read"], "days": None},
        {"label": "a"},
        [],
        None,
    ],
)
def test_what_is_wrong_with_a_new_token_is_said(here: Site, new: object) -> None:
    answer = here.client().post("/api/tokens", json=new)
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")


def test_there_are_not_too_many_tokens(here: Site) -> None:
    ann = here.client()
    new = {"label": "one more", "scopes": ["read"]}
    statuses = [ann.post("/api/tokens", json=new).status_code for _ in range(21)]
    assert statuses == [201] * 20 + [409]


def test_a_name_is_taken(here: Site) -> None:
    ann = here.client()
    assert ann.patch("/api/me", json={"name": "  Ann  "}).json()["name"] == "Ann"
    assert ann.get("/api/me").json()["name"] == "Ann"
    game = ann.post("/api/games", json={"side": "x"}).json()
    assert game["seats"]["x"]["name"] == "Ann"
    refused = ann.patch("/api/me", json={"name": "level 3"})
    assert (refused.status_code, refused.json()["error"]) == (422, "name")


# -- by people, with forms alone


def test_a_token_is_made_shown_once_and_withdrawn(here: Site) -> None:
    ann = here.client()
    assert "Revoke" not in ann.get("/tokens").text
    assert not ann.cookies, "looking makes nobody"
    made = ann.post("/tokens", data={"label": "my <bot>", "read": "on", "play": "on"})
    assert made.status_code == 200
    assert made.headers["cache-control"] == "no-store"
    (secret,) = re.findall(r"inarow_[\w-]{43}", made.text)
    assert "my &lt;bot&gt;" in made.text
    program = here.program(secret)
    assert program.get("/api/me").json()["scopes"] == ["read", "play"]
    again = ann.get("/tokens").text
    assert secret not in again
    (form,) = re.findall(r'action="(/tokens/[\w-]+/revoke)"', again)
    assert here.client().post(form, data={}).status_code == 404
    assert ann.post(form, data={}).headers["location"] == "/tokens"
    assert program.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "form",
    [
        {"label": "bot"},
        {"read": "on"},
        {"label": "a" * 81, "read": "on"},
        {"label": "bot", "read": "on", "days": "soon"},
        {"label": "bot", "read": "on", "days": "31"},
    ],
)
def test_a_form_without_a_name_or_a_scope_is_refused(here: Site, form: dict[str, str]) -> None:
    refused = here.client().post("/tokens", data=form)
    assert refused.status_code == 422
    assert "A token needs a name" in refused.text


def test_no_token_makes_another(here: Site) -> None:
    made = here.client().post("/api/tokens", json={"label": "bot", "scopes": ["play"]}).json()
    form = {"label": "more", "play": "on"}
    assert here.program(made["token"]).post("/tokens", data=form).status_code == 403
