"""The choice of a language, by a form that needs no scripts."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse

from inarow import language
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.languages import cookie
from inarow.web.routes import forms
from inarow.web.store.databases import DatabaseError

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def choose(request: Request) -> RedirectResponse:
    """Answer in the chosen language from now on, and go back to the page."""
    form = await forms.read(request)
    chosen = form.get("language", "")
    if chosen not in language.names():
        raise Fault(422, "language", words.NO_LANGUAGE)
    with suppress(DatabaseError):  # for this browser the cookie will do
        if person := await identity.person_of(request):
            await request.app.state.accounts.speak(person.id, chosen)
    request.state.set_language = cookie(chosen, secure=request.app.state.settings.secure)
    return RedirectResponse(_within(form.get("back", "")), 303)


def _within(path: str) -> str:
    """The path, if it is one of this site."""
    is_path = path.startswith("/") and path.isprintable() and "\\" not in path
    return path if is_path and not path.startswith("//") else "/"
