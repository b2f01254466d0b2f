"""Who I am here, and how I leave: the API, and the page with forms."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.arena.glicko2 import Glicko
from inarow.web import words
from inarow.web.http import identity, names, passkeys
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Person
from inarow.web.http.page import render
from inarow.web.ladder import standing
from inarow.web.live.archive import when
from inarow.web.live.retention import GONE
from inarow.web.routes import forms
from inarow.web.store.accounts import Accounts
from inarow.web.store.studies import Studies

__all__ = ["Browser", "Scope", "browser", "page", "router", "session_view"]

api = APIRouter(prefix="/api/me", tags=["you"], responses=troubles(400, 401, 403, 422, 429, 503))
pages = APIRouter(prefix="/me", include_in_schema=False, default_response_class=HTMLResponse)

Scope = Literal["read", "play", "account"]
assert Scope.__args__ == identity.SCOPES  # type: ignore[attr-defined]


class OwnRating(BaseModel):
    """How strong you are in a kind of game."""

    rating: int
    provisional: bool = Field(description="Whether it is still uncertain, shown as `1512?`.")
    deviation: int = Field(description="In 95 of 100 cases you are within two of these of it.")
    games: int


class Me(BaseModel):
    """The person who sent the request."""

    id: str | None = Field(description="`null` until you first do something here.")
    name: str | None
    scopes: list[Scope] = Field(description="What this cookie or token allows.")
    ratings: dict[str, OwnRating] = Field(
        default_factory=dict, description="Your ratings, by kind of game."
    )


class NewName(BaseModel):
    """A new name."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=200, examples=["Ann"])


async def browser(request: Request) -> Person:
    """The person with a cookie, who alone may end what it began; a token may not."""
    person = await identity.person_of(request)
    if person is None:
        raise Fault(401, "identity", words.NOBODY_YET)
    if person.via == "token":
        raise Fault(403, "scope", words.NOT_BY_TOKEN)
    request.app.state.limits.check("act", person.id)
    return person


Namer = Annotated[Person, Depends(identity.needs("account"))]
Browser = Annotated[Person, Depends(browser)]


@api.get("", summary="Get my name")
async def me(request: Request, reader: identity.Reader) -> Me:
    """Your name, scopes and ratings; all empty if you have not done anything here yet."""
    if reader is None:
        return Me(id=None, name=None, scopes=[])
    return _me(reader, await _ratings(request, reader))


@api.patch("", summary="Change my name")
async def rename(request: Request, new: NewName, person: Namer) -> Me:
    """Others see the new name in games that start from now on."""
    name = names.proper_name(new.name)
    identity.count_stored(request, person)
    await request.app.state.store.rename(person.id, name)
    renamed = Person(person.id, name, person.scopes, person.via)
    return _me(renamed, await _ratings(request, person))


async def _ratings(request: Request, person: Person) -> dict[str, OwnRating]:
    found = await request.app.state.rater.ratings_of(person.id)
    return {kind: _rating(strength, games) for kind, (strength, games) in found.items()}


def _rating(strength: Glicko, games: int) -> OwnRating:
    shown = standing.shown(strength)
    return OwnRating(
        rating=shown.rating,
        provisional=shown.provisional,
        deviation=round(strength.deviation),
        games=games,
    )


def _me(person: Person, ratings: dict[str, OwnRating]) -> Me:
    return Me(
        ratings=ratings,
        id=person.id,
        name=person.name,
        scopes=[scope for scope in Scope.__args__ if scope in person.scopes],  # type: ignore[attr-defined]
    )


@api.delete("", summary="Delete my data", status_code=204)
async def leave(request: Request, person: Browser) -> None:
    """You are signed out everywhere; your name, passkeys, recovery code and tokens are deleted.

    Games that go on are resigned. Those that nobody else has played are deleted within moments; in
    the others you become "Deleted player".
    """
    state = request.app.state
    state.hub.withdraw(await state.accounts.leave(person.id, GONE[1], identity.now()))
    identity.take_cookie(request)
    state.hub.spawn(state.retention.erase(person.id))


# -- the page --------------------------------------------------------------------------------------


@pages.get("")
async def show(request: Request) -> HTMLResponse:
    """What is known about me, and the forms to change that."""
    return await page(request)


async def page(request: Request, **more: Any) -> HTMLResponse:
    """The page about me as it is now, with what happened just now."""
    person = await identity.reader(request)
    known = {} if person is None else await _known(request, person)
    return render(
        request,
        "me.html",
        title=words.ME_TITLE,
        known=person is not None,
        why_no_passkeys=passkeys.why_not(request),
        **{"code": None, **known, **more},
    )


async def _known(request: Request, person: Person) -> dict[str, Any]:
    """What the page says about a person's account."""
    accounts: Accounts = request.app.state.accounts
    sessions = await accounts.sessions_of(person.id, identity.now())
    keys = [
        {"id": row.id, "label": row.label, "used": row.used and when(row.used).date()}
        for row in await accounts.passkeys_of(person.id)
    ]
    made = await accounts.recovery_of(person.id)
    return {
        "ratings": await request.app.state.rater.curves_of(person.id),
        "sessions": [session_view(row, person) for row in sessions],
        "passkeys": keys,
        "studies": await Studies(request.app.state.store).of(person.id),
        "code_made": when(made).date() if made is not None else None,
        "ways_back": len(keys) + (made is not None),
    }


def session_view(row: Any, person: Person) -> dict[str, object]:
    """A browser as its person sees it."""
    return {
        "id": row.id,
        "label": row.label or None,
        "created": when(row.created),
        "seen": when(row.seen).date(),
        "here": row.id == person.session,
    }


@pages.post("/delete")
async def leave_by_form(request: Request, person: Browser) -> RedirectResponse:
    """Delete my data, from a form that asks twice."""
    if (await forms.read(request)).get("sure") != "on":
        raise Fault(422, "invalid", words.NOT_SURE)
    await leave(request, person)
    return RedirectResponse("/", 303)


router = APIRouter()
router.include_router(api)
router.include_router(pages)
