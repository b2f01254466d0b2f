"""What makes a guest an account: passkeys, and a recovery code."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity, languages, passkeys, recovery
from inarow.web.http.faults import Fault
from inarow.web.http.identity import Person
from inarow.web.live.messages import new_id
from inarow.web.routes.people.me import Browser, page
from inarow.web.store.accounts import Accounts, Key
from inarow.web.store.writer import Conflict

__all__ = ["router"]

MOST: Final = 10
"""How many passkeys a person has at most."""

api = APIRouter(prefix="/api/me/passkeys", include_in_schema=False)
pages = APIRouter(prefix="/me", include_in_schema=False)


@api.post("/options")
async def begin(request: Request, person: Browser) -> dict[str, Any]:
    """How the browser shall make a passkey."""
    site, state = passkeys.relying_party(request), request.app.state
    accounts: Accounts = state.accounts
    state.limits.check("challenge", request.state.address)
    keys = await accounts.passkeys_of(person.id)
    if len(keys) >= MOST:
        raise Fault(409, "full", words.TOO_MANY_PASSKEYS.format(most=MOST))
    challenge = await passkeys.begin(request, person.id)
    known = [bytes(key.credential) for key in keys]
    return await passkeys.creation_options(site, challenge, person.id, person.name, known)


class NewPasskey(BaseModel):
    """A passkey that the browser has made."""

    model_config = ConfigDict(extra="forbid")

    credential: dict[str, Any]
    label: str = Field(default="", max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")


@api.post("", status_code=204)
async def add(request: Request, new: Annotated[NewPasskey, Body()], person: Browser) -> None:
    """Add the passkey that the browser has made."""
    site, accounts = passkeys.relying_party(request), request.app.state.accounts
    identity.count_stored(request, person)
    cookie, challenge = await passkeys.begun(request, person.id)
    added = await passkeys.add(site, challenge, new.credential)
    label = new.label.strip() or identity.label_of(request) or words.PASSKEY
    key = Key(new_id(), person.id, added.public_key, added.sign_count)
    try:
        await accounts.add_passkey(key, added.credential, label, identity.now(), challenge=cookie)
    except Conflict:
        raise Fault(409, "challenge", words.NO_CHALLENGE) from None
    await _note_language(request, person)
    passkeys.forget(request)


PasskeyId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@pages.post("/passkeys/{passkey}/remove")
async def remove(request: Request, passkey: PasskeyId, person: Browser) -> RedirectResponse:
    """Remove a passkey, from a form."""
    if not await request.app.state.accounts.drop_passkey(person.id, passkey):
        raise Fault(404, "passkey", words.NO_SUCH_PASSKEY)
    return RedirectResponse("/me", 303)


@pages.post("/code")
async def new_code(request: Request, person: Browser) -> HTMLResponse:
    """Make a recovery code in place of the one that there was, and show it this once."""
    request.app.state.limits.check("token", person.id)
    identity.count_stored(request, person)
    code = recovery.new_code()
    try:
        hashed = identity.hashed(code)
        await request.app.state.accounts.set_recovery(person.id, hashed, identity.now())
    except Conflict:
        raise Fault(409, "code", words.SIGN_IN_AGAIN) from None
    await _note_language(request, person)
    return await page(request, code=code)


@pages.post("/code/remove")
async def remove_code(request: Request, person: Browser) -> RedirectResponse:
    """Remove the recovery code, from a form."""
    await request.app.state.accounts.drop_recovery(person.id)
    return RedirectResponse("/me", 303)


async def _note_language(request: Request, person: Person) -> None:
    """It may have been chosen before there was anybody to whom it belongs."""
    if here := languages.chosen(request.headers):
        await request.app.state.accounts.speak(person.id, here)


router = APIRouter()
router.include_router(api)
router.include_router(pages)
