"""Every exception has its answer: JSON for programs, a page for people."""

import pytest
from starlette.exceptions import HTTPException

from inarow import NotationError
from inarow.web import words
from inarow.web.app import create_app
from inarow.web.http.faults import Fault
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.search.pool import Busy
from inarow.web.settings import Settings
from inarow.web.store.databases import DatabaseError
from support.web.threaded import ask


@pytest.mark.parametrize(
    ("error", "status", "word", "text"),
    [
        (Fault(418, "tea", "Short and stout."), 418, "tea", "Short and stout."),
        (HTTPException(405), 405, "method-not-allowed", words.STATUS_TEXTS[405]),
        (HTTPException(410), 410, "gone", words.STATUS_TEXTS[400]),
        (NotationError("expected a move", 3), 400, "unreadable", "Expected a move at character 4."),
        (NoSuchGame(), 404, "game", "There is no such game."),
        (NotAllowed(), 403, "private", words.PRIVATE_GAME),
        (Refused("turn"), 409, "turn", "It is not your turn."),
        (Refused("seat"), 403, "seat", "You are a spectator in this game."),
        (Refused("storage"), 503, "storage", words.REFUSED["storage"]),
        (Busy("Wait."), 503, "busy", "Wait."),
        (DatabaseError("disk gone"), 503, "storage", words.NO_STORAGE),
    ],
)
def test_every_error_has_its_answer(error: Exception, status: int, word: str, text: str) -> None:
    app = create_app(Settings(rates=1000))

    async def fail() -> None:
        raise error

    app.add_api_route("/api/fail", fail)
    app.add_api_route("/fail", fail)
    answer = ask(app, "/api/fail")
    assert (answer.status_code, answer.json()) == (status, {"error": word, "text": text})
    assert ("retry-after" in answer.headers) == (status == 503)
    page = ask(app, "/fail")
    assert page.status_code == status
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<h1>{text}</h1>" in page.text


def test_input_of_the_wrong_kind_says_which_part() -> None:
    app = create_app(Settings(rates=1000))

    async def route(number: int) -> int:
        return number

    app.add_api_route("/api/number", route)
    answer = ask(app, "/api/number?number=four")
    assert answer.status_code == 422
    assert answer.json()["error"] == "invalid"
    assert answer.json()["text"].startswith("number: Input should be a valid integer")
