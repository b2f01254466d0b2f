"""Alive, ready, and the numbers for those who may have them."""

from types import SimpleNamespace

import pytest
from fastapi import FastAPI

from inarow.web.app import create_app
from inarow.web.live.outages import Outages
from inarow.web.routes.health import FRESH
from inarow.web.settings import Settings
from support.web.threaded import Site, ask


def test_it_is_alive_and_ready(here: Site) -> None:
    for path in ("/healthz", "/readyz"):
        answer = here.program().get(path)
        assert (answer.status_code, answer.text) == (200, "ok\n")


def app_at(now: int, *, bus: bool = True) -> FastAPI:
    """An application whose last heartbeat was stored at 0."""
    app = create_app(Settings(rates=1000))
    outages, line = Outages(0), SimpleNamespace(is_up=bus)
    app.state.hub = SimpleNamespace(outages=outages, now=lambda: now, bus=line)
    return app


def test_when_nothing_can_be_stored_it_is_alive_but_not_ready() -> None:
    """Asking stores and reads nothing itself: there is no store here."""
    app = app_at(FRESH)
    assert [ask(app, "/readyz").text for _ in range(3)] == ["ok\n"] * 3
    app = app_at(FRESH + 1)
    assert ask(app, "/healthz").status_code == 200
    answer = ask(app, "/readyz")
    assert (answer.status_code, answer.text) == (503, "no: nothing can be stored\n")


def test_without_its_bus_it_is_not_ready() -> None:
    answer = ask(app_at(0, bus=False), "/readyz")
    assert (answer.status_code, answer.text) == (503, "no: the bus does not answer\n")


def test_the_numbers_are_for_this_machine(here: Site) -> None:
    here.client().post("/api/games", json={"opponent": "self"})
    text = here.program().get("/metrics").text
    assert "inarow_live_games" in text
    assert "inarow_searches_waiting 0.0" in text
    assert 'route="/api/games"' in text
    assert "inarow_loop_lag_seconds_count" in text


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
