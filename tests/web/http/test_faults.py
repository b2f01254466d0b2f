"""Refusals: JSON for programs, a page for people."""

import pytest

from inarow.web import words
from inarow.web.app import create_app
from inarow.web.http.faults import troubles
from inarow.web.settings import Settings
from support.web.threaded import ask


def test_what_is_unknown_is_not_found() -> None:
    app = create_app(Settings(rates=1000))
    assert ask(app, "/api/nothing").json()["error"] == "not-found"
    page = ask(app, "/nothing/<script>")
    assert page.status_code == 404
    assert words.STATUS_TEXTS[404] in page.text
    assert "<script>" not in page.text.replace("<script src", "").replace("<script type", "")


def test_an_error_page_that_fails_itself_is_plain(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Settings(rates=1000))
    app.state.templates.loader.searchpath.clear()
    answer = ask(app, "/nothing")
    assert answer.status_code == 404
    assert words.STATUS_TEXTS[404] in answer.text
    assert "the error page failed" in caplog.text


def test_troubles_are_declared_with_a_sentence() -> None:
    assert troubles(404)[404]["description"] == words.STATUS_TEXTS[404]
