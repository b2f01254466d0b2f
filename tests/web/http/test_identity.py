"""Cookies, names and tokens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from inarow.web.http import identity
from inarow.web.http.identity import cookie_name, hashed
from inarow.web.settings import Settings
from inarow.web.store import tables
from support.web.threaded import Site, site


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


def test_looking_never_makes_a_person(here: Site) -> None:
    client = here.client()
    for path in ("/about", "/history", "/api/me", "/api/games", "/api/tokens", "/api/lobby"):
        assert "set-cookie" not in client.get(path).headers, path
    game = here.client().post("/api/games", json={}).json()["id"]
    assert "set-cookie" not in client.get(f"/game/{game}").headers


def test_the_first_action_makes_one_with_a_guarded_cookie(here: Site) -> None:
    client = here.client()
    first = client.post("/api/games", json={})
    name, _, value = first.headers["set-cookie"].partition("=")
    secret, *flags = value.split("; ")
    assert name == "inarow"
    assert len(secret) == 43  # 256 bits
    assert set(flags) == {"Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"}
    assert "set-cookie" not in client.post("/api/games", json={}).headers
    me = client.get("/api/me").json()
    assert me["name"].startswith("Guest ")
    assert me["scopes"] == ["read", "play", "account"]


def test_with_https_the_cookie_has_the_guarded_name(tmp_path: Path) -> None:
    public = "https://play.example.org"
    with site(tmp_path, public_url=public) as running:
        client = running.client(origin=public)
        answer = client.post("/api/games", json={})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-inarow=")
        assert "; Secure" in cookie
        assert "Domain" not in cookie
        secret = cookie.partition(";")[0]
        assert client.get("/api/me", headers={"cookie": secret}).json()["id"]
        plain = secret.removeprefix("__Host-")
        assert client.get("/api/me", headers={"cookie": plain}).json()["id"] is None
    assert cookie_name(Settings()) == "inarow"


def test_a_refused_action_still_brings_the_cookie(here: Site) -> None:
    answer = here.client().post("/api/games/no-such-game/join")
    assert answer.status_code == 404
    assert "set-cookie" in answer.headers


def test_only_hashes_are_stored(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        client = running.client()
        made = client.post("/api/tokens", json={"label": "a", "scopes": ["read"]})
        cookie, token = client.cookies["inarow"], made.json()["token"]
        engine = create_engine(running.app.state.settings.database_url)
        with engine.connect() as connection:
            people = connection.execute(select(tables.session.c.secret)).scalars().all()
            tokens = connection.execute(select(tables.token.c.secret)).scalars().all()
        engine.dispose()
    assert (people, tokens) == ([hashed(cookie)], [hashed(token)])
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        assert cookie.encode() not in data
        assert token.encode() not in data


def test_the_day_when_somebody_was_here_is_stored(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = here.client()
    me = client.post("/api/games", json={}) and client.get("/api/me").json()["id"]
    engine = create_engine(here.app.state.settings.database_url)
    seen = select(tables.person.c.seen).where(tables.person.c.id == me)
    with engine.begin() as connection:
        first = connection.execute(seen).scalar_one()
        signed_in = select(tables.session.c.id).where(tables.session.c.person == me)
        session = connection.execute(signed_in).scalar_one()
        connection.execute(update(tables.person).values(seen=5))
    days = []
    for last_used in ({}, {session: first}):
        monkeypatch.setattr(identity, "_last_used", last_used)
        client.get("/api/me")
        client.patch("/api/me", json={"name": "Ann"})  # is written after it
        with engine.begin() as connection:
            days.append(connection.execute(seen).scalar_one())
            connection.execute(update(tables.person).values(seen=6))
    engine.dispose()
    assert first > 10**12
    assert days[0] >= first
    assert days[1] == 6, "once a day is enough"


def test_an_unknown_cookie_is_nobody_and_replaced(here: Site) -> None:
    client = here.client()
    client.cookies["inarow"] = "nonsense-\u00e9".encode().decode("latin-1")[:8]
    assert client.get("/api/me").json()["id"] is None
    assert "set-cookie" in client.post("/api/games", json={}).headers


def test_new_people_are_limited_by_address(tmp_path: Path) -> None:
    with site(tmp_path, rates=0.1) as running:
        statuses = [running.client().post("/api/games", json={}).status_code for _ in range(8)]
    assert statuses == [201] * 6 + [429] * 2
