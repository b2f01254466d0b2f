"""Which answer each exception gets, wherever in the site it was raised."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from inarow.board.notation import error_text
from inarow.errors import InarowError, as_sentence
from inarow.web import words
from inarow.web.http.faults import Fault, answer
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.search.pool import Busy
from inarow.web.store.databases import DatabaseError
from inarow.web.tournaments.host import NoSuchTournament

__all__ = ["install"]

STATUSES: Final = {
    "identity": 401,
    **dict.fromkeys(("seat", "director", "stranger", "removed", "code"), 403),
    "opponent": 422,
    **dict.fromkeys(("busy", "storage"), 503),
}
"""The status for what a game or tournament refuses; everything else is 409: not now."""

log = logging.getLogger("inarow.web")


def install(app: FastAPI) -> None:
    """Have *app* answer exceptions with a status, a word and a sentence."""
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(NoSuchGame, _no_game)
    app.add_exception_handler(NotAllowed, _private)
    app.add_exception_handler(NoSuchTournament, _no_tournament)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(DatabaseError, _database)
    app.add_exception_handler(InarowError, _inarow)


def _fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, Fault)
    return answer(request, error.status, error.error, error.text, error.headers)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    word = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    text = words.STATUS_TEXTS.get(error.status_code, words.STATUS_TEXTS[400])
    return answer(request, error.status_code, word, text, error.headers)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    text = words.INVALID.format(place=place, problem=first["msg"].removeprefix("Value error, "))
    return answer(request, 422, "invalid", text)


def _no_game(request: Request, error: Exception) -> Response:
    return answer(request, 404, "game", str(error))


def _no_tournament(request: Request, error: Exception) -> Response:
    return answer(request, 404, "tournament", str(error))


def _private(request: Request, error: Exception) -> Response:
    return answer(request, 403, "private", str(error))


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    status = STATUSES.get(error.code, 409)
    later = {"retry-after": "1"} if status == 503 else None
    return answer(request, status, error.code, error.text, later)


def _busy(request: Request, error: Exception) -> Response:
    return answer(request, 503, "busy", str(error), {"retry-after": "5"})


def _database(request: Request, error: Exception) -> Response:
    log.error("the database failed: %s", error)
    return answer(request, 503, "storage", words.NO_STORAGE, {"retry-after": "2"})


def _inarow(request: Request, error: Exception) -> Response:
    assert isinstance(error, InarowError)
    return answer(request, 400, "unreadable", as_sentence(error_text(error)))
