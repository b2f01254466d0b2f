"""What is said when something goes wrong: JSON under /api, else a page, never a stack trace."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from inarow.errors import InarowError, as_sentence
from inarow.web import words
from inarow.web.http.page import render
from inarow.web.live.hub import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.search.pool import Busy
from inarow.web.store.databases import DatabaseError

__all__ = ["Fault", "Trouble", "answer", "install", "troubles", "unexpected"]

PLAIN_PAGE: Final = "<!doctype html><html lang=en><title>inarow</title><p>{text}</p></html>"
"""For when templates fail."""

FOR_PROGRAMS: Final = ("/api/", "/picture/")
REFUSALS: Final = {"identity": 401, "seat": 403, "busy": 503, "storage": 503}
"""The status for what a session refuses; for all else it is 409: not now."""

log = logging.getLogger("inarow.web")


class Trouble(BaseModel):
    """Why a request could not be answered."""

    error: str = Field(description="A word for programs, which stays the same.", examples=["turn"])
    text: str = Field(description="One sentence for people.", examples=["It is not your turn."])


class Fault(Exception):  # noqa: N818  it is an answer
    """Raised by a route to answer with *status*, a word and a sentence."""

    def __init__(
        self, status: int, error: str, text: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.error = error
        self.text = text
        self.headers = headers


def troubles(*statuses: int) -> dict[int | str, dict[str, object]]:
    """What a route may answer besides success, for the API description."""
    return {
        status: {"model": Trouble, "description": words.STATUS_TEXTS[status]} for status in statuses
    }


def answer(
    request: Request,
    status: int,
    error: str,
    text: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The refusal in the form that suits who asked."""
    if request.url.path.startswith(FOR_PROGRAMS):
        return JSONResponse({"error": error, "text": text}, status, headers)
    try:
        response = render(request, "error.html", title=text, status=status, text=text)
    except Exception:  # an error page must not fail
        log.exception("the error page failed")
        return HTMLResponse(PLAIN_PAGE.format(text=escape(text)), status, headers)
    response.headers.update(headers or {})
    return response


def unexpected(request: Request, error: Exception) -> Response:
    """The answer for an *error* that nobody expected; what it was goes into the log."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, 500, "server", words.SERVER_ERROR)


def install(app: FastAPI) -> None:
    """Have *app* answer in this way."""
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(NoSuchGame, _no_game)
    app.add_exception_handler(NotAllowed, _private)
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


def _private(request: Request, error: Exception) -> Response:
    return answer(request, 403, "private", str(error))


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    status = REFUSALS.get(error.code, 409)
    later = {"retry-after": "1"} if status == 503 else None
    return answer(request, status, error.code, error.text, later)


def _busy(request: Request, error: Exception) -> Response:
    return answer(request, 503, "busy", str(error), {"retry-after": "5"})


def _database(request: Request, error: Exception) -> Response:
    log.error("the database failed: %s", error)
    return answer(request, 503, "storage", words.NO_STORAGE, {"retry-after": "2"})


def _inarow(request: Request, error: Exception) -> Response:
    return answer(request, 400, "unreadable", as_sentence(error))
