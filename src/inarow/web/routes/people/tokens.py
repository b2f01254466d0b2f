"""The tokens of my programs: the API, and the page with forms."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Person
from inarow.web.http.page import render
from inarow.web.live.archive import when
from inarow.web.live.messages import new_id
from inarow.web.routes import forms
from inarow.web.routes.people.me import Scope

__all__ = ["router"]

DAY: Final = 24 * 3_600_000

MOST = 20
"""How many tokens a person has at most."""

api = APIRouter(prefix="/api", tags=["you"], responses=troubles(400, 401, 403, 422, 429, 503))
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


class NewToken(BaseModel):
    """The name, scopes and lifetime of a new token."""

    model_config = ConfigDict(extra="forbid")

    label: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")
    scopes: list[Scope] = Field(min_length=1, max_length=3, examples=[["read", "play"]])
    days: Literal[30, 90, 365] = Field(default=90, description="After how many days it expires.")


class TokenView(BaseModel):
    """A token as it is listed: without its secret."""

    id: str
    label: str
    scopes: list[Scope]
    created: datetime
    used: datetime | None = Field(description="When it was last used, to the minute.")
    expires: datetime | None = Field(description="`null` if it does not expire: it is an old one.")


class MadeToken(TokenView):
    """A new token, with its secret."""

    token: str = Field(description="The secret. It is shown only now and cannot be recovered.")


async def owner(request: Request) -> Person:
    """The person, if they may manage tokens: a token may not."""
    person = await identity.ensure(request)
    if person.via == "token":
        raise Fault(403, "scope", words.NO_TOKENS_BY_TOKEN)
    request.app.state.limits.check("act", person.id)
    identity.count_stored(request, person)
    return person


Owner = Annotated[Person, Depends(owner)]


@api.get("/tokens", summary="List my tokens")
async def list_tokens(request: Request) -> list[TokenView]:
    """All tokens that have not been revoked, newest first. Needs the cookie, not a token.

    One that has expired stays in the list for 30 days.
    """
    person = await identity.person_of(request)
    if person is None:
        return []
    rows = await request.app.state.store.tokens_of((await owner(request)).id)
    return [TokenView(**_view(*row)) for row in rows]


@api.post("/tokens", summary="Create a token", status_code=201, responses=troubles(409))
async def create(request: Request, new: NewToken, owner: Owner) -> MadeToken:
    """A token lets a program do what its scopes allow, in your name.

    `read`: see your games; `play`: create, join and play games; `account`: change your name.
    Send it as `Authorization: Bearer TOKEN`.
    """
    state = request.app.state
    state.limits.check("token", owner.id)
    if len(await state.store.tokens_of(owner.id)) >= MOST:
        raise Fault(409, "full", words.TOO_MANY_TOKENS.format(most=MOST))
    secret, token, at = identity.new_token(), new_id(), identity.now()
    scopes, expires = " ".join(sorted(set(new.scopes))), at + new.days * DAY
    hashed = identity.hashed(secret)
    await state.store.add_token(token, owner.id, new.label, scopes, hashed, at, expires)
    return MadeToken(token=secret, **_view(token, new.label, scopes, at, None, expires))


TokenId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@api.delete("/tokens/{token}", summary="Revoke a token", status_code=204, responses=troubles(404))
async def revoke(request: Request, token: TokenId, owner: Owner) -> None:
    """It stops working immediately, and its sockets and streams are closed."""
    secret = await request.app.state.store.drop_token(owner.id, token)
    if secret is None:
        raise Fault(404, "token", words.NO_SUCH_TOKEN)
    request.app.state.hub.withdraw([secret])


def _view(
    id: str, label: str, scopes: str, created: int, used: int | None, expires: int | None
) -> dict[str, Any]:
    return {
        "id": id,
        "label": label,
        "scopes": scopes.split(),
        "created": when(created),
        "used": used and when(used),
        "expires": expires and when(expires),
    }


# -- the page --------------------------------------------------------------------------------------


@pages.get("/tokens")
async def show(request: Request) -> HTMLResponse:
    """My tokens, and a form for another one."""
    return _page(request, await list_tokens(request))


@pages.post("/tokens")
async def create_by_form(request: Request, owner: Owner) -> HTMLResponse:
    """Create a token from a form, and show its secret this once."""
    form = await forms.read(request)
    scopes = [scope for scope in identity.SCOPES if form.get(scope) == "on"]
    try:
        days = int(form.get("days") or words.TOKEN_DAYS[1][0])
        fields = {"label": form.get("label", ""), "scopes": scopes, "days": days}
        new = NewToken.model_validate(fields)
    except ValueError:  # also of a wrong number
        raise Fault(422, "invalid", words.BAD_TOKEN_FORM) from None
    made = await create(request, new, owner)
    return _page(request, await list_tokens(request), secret=made.token)


@pages.post("/tokens/{token}/revoke")
async def revoke_by_form(request: Request, token: TokenId, owner: Owner) -> RedirectResponse:
    """Revoke a token from a form."""
    await revoke(request, token, owner)
    return RedirectResponse("/tokens", 303)


def _page(request: Request, found: list[Any], secret: str = "") -> HTMLResponse:
    return render(
        request,
        "tokens.html",
        title=words.TOKENS_TITLE,
        at="api",
        tokens=found,
        scopes=identity.SCOPES,
        now=when(identity.now()),
        secret=secret,
    )


router = APIRouter()
router.include_router(api)
router.include_router(pages)
