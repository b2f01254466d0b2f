"""What is said when something goes wrong: JSON under /api, else a page, never a stack trace."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from typing import Final

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from inarow.web import words
from inarow.web.http.page import render
from inarow.web.words import english

__all__ = ["Fault", "Trouble", "answer", "troubles", "unexpected"]

PLAIN_PAGE: Final = "<!doctype html><html lang=en><title>inarow</title><p>{text}</p></html>"
"""For when templates fail."""

FOR_PROGRAMS: Final = ("/api/", "/picture/")

log = logging.getLogger("inarow.web")


class Trouble(BaseModel):
    """Why a request failed."""

    error: str = Field(description="A code for programs, which never changes.", examples=["turn"])
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
        status: {"model": Trouble, "description": english.STATUS_TEXTS[status]}
        for status in statuses
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
