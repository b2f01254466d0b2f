"""Alive, ready, and the numbers for those who may have them."""

import asyncio

import pytest

from inarow.web.app import create_app
from inarow.web.routes import health
from inarow.web.settings import Settings
from inarow.web.store.databases import DatabaseError
from support.web.threaded import Site, ask


def test_it_is_alive_and_ready(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 60.0)
    for path in ("/healthz", "/readyz"):
        answer = here.program().get(path)
        assert (answer.status_code, answer.text) == (200, "ok\n")


class Store:
    """One that fails, or never answers."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    async def last_beat(self) -> int:
        if self.error:
            raise self.error
        await asyncio.Event().wait()
        return 0


class Bus:
    """One that nobody hears."""

    is_up = False


def test_without_its_database_it_is_alive_but_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    for error in (DatabaseError("gone"), None):
        app = create_app(Settings(rates=1000))
        app.state.store = Store(error)
        assert ask(app, "/healthz").status_code == 200
        answer = ask(app, "/readyz")
        assert (answer.status_code, answer.text) == (503, "no: the database does not answer\n")


def test_without_its_bus_it_is_not_ready(here: Site) -> None:
    state = here.app.state
    bus, state.bus = state.bus, Bus()
    try:
        answer = here.program().get("/readyz")
    finally:
        state.bus = bus
    assert (answer.status_code, answer.text) == (503, "no: the bus does not answer\n")


def test_the_numbers_are_for_this_machine(here: Site) -> None:
    here.client().post("/api/games", json={"opponent": "self"})
    text = here.program().get("/metrics").text
    assert "inarow_live_games" in text
    assert "inarow_searches_waiting 0.0" in text
    assert 'route="/api/games"' in text


@pytest.mark.parametrize("public", ["", "https://play.example.org"])
def test_the_numbers_are_not_for_pages_that_are_open_on_this_machine(public: str) -> None:
    """A page may point its own name at us and read, but its Host is that name."""
    app = create_app(Settings(public_url=public, rates=1000))
    for base in ("http://evil.example:8000", "http://localhost.evil.example:8000"):
        assert ask(app, "/metrics", base=base).status_code == 404
    for base in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        assert ask(app, "/metrics", base=base).status_code == 200


def test_elsewhere_the_numbers_need_their_token() -> None:
    settings = Settings(
        public_url="https://play.example.org", proxy=True, metrics_token="secret", rates=1000
    )
    app = create_app(settings)
    assert ask(app, "/metrics").status_code == 404
    for given, status in (("secret", 200), ("wrong", 404), ("", 404)):
        headers = {"authorization": f"Bearer {given}"}
        assert ask(app, "/metrics", headers=headers).status_code == status
    without = create_app(Settings(public_url="https://play.example.org", proxy=True))
    assert ask(without, "/metrics", headers={"authorization": "Bearer "}).status_code == 404
