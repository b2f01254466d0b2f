"""The browsers in which I am signed in: the list, and how each is ended."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.routes.people.me import Browser, session_view

__all__ = ["router"]

api = APIRouter(prefix="/api/me", tags=["you"], responses=troubles(400, 401, 403, 422, 429, 503))
pages = APIRouter(prefix="/me", include_in_schema=False)


class SessionView(BaseModel):
    """A browser in which you are signed in."""

    id: str
    label: str | None = Field(description="Browser and system, as far as they are known.")
    created: datetime
    seen: date = Field(description="The day on which you were last there.")
    here: bool = Field(description="Whether it is the one that sent the request.")


SessionId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@api.get("/sessions", summary="List my browsers")
async def list_sessions(request: Request, person: Browser) -> list[SessionView]:
    """Where you are signed in, last seen first. Needs the cookie, not a token."""
    rows = await request.app.state.accounts.sessions_of(person.id, identity.now())
    return [SessionView.model_validate(session_view(row, person)) for row in rows]


@api.delete(
    "/sessions/{session}", summary="Sign out of a browser", status_code=204, responses=troubles(404)
)
async def end(request: Request, session: SessionId, person: Browser) -> None:
    """Its cookie stops working immediately, and its sockets are closed."""
    if session == person.session:
        await sign_out(request, person)
        return
    secret = await request.app.state.accounts.end_session(person.id, session)
    if secret is None:
        raise Fault(404, "session", words.NO_SUCH_SESSION)
    request.app.state.hub.withdraw([secret])


@api.post("/renew", summary="Sign out everywhere else", status_code=204)
async def renew(request: Request, person: Browser) -> None:
    """You get a new cookie. The old one, other browsers and all your tokens are signed out."""
    accounts, cookie = request.app.state.accounts, identity.new_cookie()
    label, at = identity.label_of(request), identity.now()
    # One after the other: whatever fails, the browser has a cookie that is stored.
    session = await accounts.begin_session(person.id, identity.hashed(cookie), label, at)
    identity.give_cookie(request, cookie)
    request.app.state.hub.withdraw(await accounts.end_others(person.id, session))


@api.post("/sign-out", summary="Sign out", status_code=204)
async def sign_out(request: Request, person: Browser) -> None:
    """Your cookie stops working immediately.

    A guest who is signed in nowhere else loses all tokens, too: there is no way back.
    """
    state = request.app.state
    state.hub.withdraw(await state.accounts.sign_out(person.id, person.session))
    identity.take_cookie(request)


@pages.post("/renew")
async def renew_by_form(request: Request, person: Browser) -> RedirectResponse:
    """Sign out everywhere else, from a form."""
    await renew(request, person)
    return RedirectResponse("/me", 303)


@pages.post("/sign-out")
async def sign_out_by_form(request: Request, person: Browser) -> RedirectResponse:
    """Sign out, from a form."""
    await sign_out(request, person)
    return RedirectResponse("/", 303)


@pages.post("/sessions/{session}/end")
async def end_by_form(request: Request, session: SessionId, person: Browser) -> RedirectResponse:
    """Sign out of a browser, from a form."""
    await end(request, session, person)
    return RedirectResponse("/" if session == person.session else "/me", 303)


router = APIRouter()
router.include_router(api)
router.include_router(pages)
