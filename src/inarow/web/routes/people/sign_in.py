"""Signing in to one's account in another browser: with a recovery code, or with a passkey."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity, languages, passkeys, recovery
from inarow.web.http.faults import Fault
from inarow.web.http.identity import Person
from inarow.web.http.page import render
from inarow.web.routes import forms
from inarow.web.store.accounts import Accounts, Challenge, Key, SignIn
from inarow.web.store.writer import Conflict

__all__ = ["router"]

SOON: Final = 2.0
"""For how many seconds one waits for the games that one has brought; the others follow."""

api = APIRouter(prefix="/api/sign-in", include_in_schema=False)
pages = APIRouter(prefix="/sign-in", include_in_schema=False)


# -- the page, and codes -----------------------------------------------------------------------


@pages.get("", response_class=HTMLResponse)
async def show(request: Request) -> HTMLResponse:
    """The ways to sign in, and what becomes of who is here now."""
    person = await identity.reader(request)
    accounts: Accounts = request.app.state.accounts
    is_account = person is not None and await accounts.has_way_back(person.id)
    games = 0
    if person is not None and not is_account:
        games = await accounts.count_games(person.id)
    return render(
        request,
        "sign-in.html",
        title=words.SIGN_IN_TITLE,
        is_account=is_account,
        games=games,
        why_no_passkeys=passkeys.why_not(request),
    )


@pages.post("")
async def sign_in_with_code(request: Request) -> RedirectResponse:
    """Sign in with a recovery code, from a form."""
    form = await forms.read(request)
    before = await _before(request)
    code = recovery.read_code(form.get("code", "")[:200])
    if code is None:
        raise Fault(422, "code", words.NOT_A_CODE)
    request.app.state.limits.check("sign-in", request.state.address)
    person = await request.app.state.accounts.person_with(identity.hashed(code))
    if person is None:
        raise Fault(403, "code", words.WRONG_CODE)
    await _finish(request, before, person, brings=form.get("bring") == "on")
    return RedirectResponse("/history", 303)


# -- passkeys ------------------------------------------------------------------------------------


@api.post("/options")
async def begin(request: Request) -> dict[str, Any]:
    """What the browser shall ask a passkey to sign."""
    await _before(request)
    site = passkeys.relying_party(request)
    request.app.state.limits.check("challenge", request.state.address)
    challenge = await passkeys.begin(request, None)
    return await passkeys.request_options(site, challenge)


class Signed(BaseModel):
    """What a passkey has signed."""

    model_config = ConfigDict(extra="forbid")

    credential: dict[str, Any]
    bring: bool = False


@api.post("", status_code=204)
async def sign_in_with_passkey(request: Request, signed: Annotated[Signed, Body()]) -> None:
    """Sign in with a passkey."""
    before = await _before(request)
    site = passkeys.relying_party(request)
    request.app.state.limits.check("sign-in", request.state.address)
    cookie, challenge = await passkeys.begun(request, None)
    key, count = await _verified(request, site, challenge, signed.credential)
    await _finish(
        request,
        before,
        key.person,
        brings=signed.bring,
        challenge=cookie,
        key=key,
        sign_count=count,
    )
    passkeys.forget(request)


async def _verified(
    request: Request, site: passkeys.Site, challenge: Challenge, credential: dict[str, Any]
) -> tuple[Key, int]:
    """Which passkey has signed, and how often it has; a `Fault` unless all of that is right."""
    key = await request.app.state.accounts.passkey_of(passkeys.id_of(credential))
    if key is None:
        raise Fault(403, "passkey", words.UNKNOWN_PASSKEY)
    return key, await passkeys.verify(site, challenge, credential, key)


# -- both ------------------------------------------------------------------------------------------


async def _before(request: Request) -> Person | None:
    """Who is in this browser; tokens sign nobody in."""
    person = await identity.person_of(request)
    if person is not None and person.via == "token":
        raise Fault(403, "scope", words.NOT_BY_TOKEN)
    return person


async def _finish(
    request: Request, before: Person | None, person: str, *, brings: bool, **proof: Any
) -> None:
    """Sign in as *person*. Who was here as a guest ends, and may bring their games."""
    state = request.app.state
    accounts: Accounts = state.accounts
    cookie = identity.new_cookie()
    new: dict[str, Any] = dict(proof)
    if before is not None:
        new["ended"] = before.session
        if before.id != person and not await accounts.has_way_back(before.id):
            new["guest" if brings else "left"] = before.id
    secret, label = identity.hashed(cookie), identity.label_of(request)
    try:
        gone = await accounts.sign_in(SignIn(person, secret, label, identity.now(), **new))
    except Conflict:
        raise Fault(409, "sign-in", words.SIGN_IN_AGAIN) from None
    identity.give_cookie(request, cookie)
    await _share_language(request, person)
    state.hub.withdraw(gone)
    if "guest" in new:
        moving = state.hub.spawn(state.retention.hand_over(new["guest"], person))
        await asyncio.wait({moving}, timeout=SOON)


async def _share_language(request: Request, person: str) -> None:
    """A browser in which no language was chosen takes over that of the account, and else gives."""
    accounts, here = request.app.state.accounts, languages.chosen(request.headers)
    if here is not None:
        await accounts.speak(person, here)
    elif code := await accounts.language_of(person):
        secure = request.app.state.settings.secure
        request.state.set_language = languages.cookie(code, secure=secure)


router = APIRouter()
router.include_router(api)
router.include_router(pages)
