"""Passkeys: what a browser is asked to sign, and whether it has.

The library `webauthn` knows the formats and the cryptography. It is loaded when somebody needs it,
in a thread, as all that it computes is: games go on meanwhile.

A challenge lies in the database, so that any instance can hear the answer. It is found by a cookie
that only this browser has, and whoever uses it deletes it in the transaction in which it counts.
"""

from __future__ import annotations

import asyncio
import binascii
from base64 import urlsafe_b64decode
from collections.abc import Callable
from importlib.util import find_spec
from secrets import token_bytes, token_urlsafe
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from inarow.web import words
from inarow.web.http.faults import Fault
from inarow.web.http.identity import hashed, now
from inarow.web.settings import Settings, is_loopback
from inarow.web.store.accounts import Accounts, Challenge, Key

__all__ = [
    "Added",
    "Site",
    "add",
    "begin",
    "begun",
    "creation_options",
    "forget",
    "id_of",
    "relying_party",
    "request_options",
    "verify",
    "why_not",
]

T = TypeVar("T")

LIFETIME: Final = 5 * 60
"""In how many seconds a challenge must be answered."""

MOST_ID: Final = 1023
"""The longest id that a passkey may have, in bytes."""


class Site(NamedTuple):
    """For which site a passkey signs."""

    id: str
    origin: str


class Added(NamedTuple):
    """What is to be stored of a new passkey."""

    credential: bytes
    public_key: bytes
    sign_count: int


# -- whether there can be passkeys ------------------------------------------------------------


def why_not(connection: HTTPConnection) -> str | None:
    """Why there are no passkeys here, as a sentence; `None` if there are."""
    if find_spec("webauthn") is None:
        return words.NO_PASSKEYS["library"]
    return None if _site(connection) else words.NO_PASSKEYS["address"]


def relying_party(connection: HTTPConnection) -> Site:
    """The site as passkeys know it; a `Fault` if there can be none."""
    site, problem = _site(connection), why_not(connection)
    if site is None or problem:
        raise Fault(501, "passkeys", problem or words.NO_PASSKEYS["address"])
    return site


def _site(connection: HTTPConnection) -> Site | None:
    """Browsers want a name that they reach safely: by https, or on this machine."""
    settings: Settings = connection.app.state.settings
    origin = settings.origin or f"http://{connection.headers.get('host', '')}"
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        return None
    is_numeric = name.replace(".", "").isdecimal() or ":" in name
    is_local = is_loopback(name)
    if is_numeric or not (is_local or (settings.origin and parts.scheme == "https")):
        return None
    return Site(name, origin)


# -- challenges -----------------------------------------------------------------------------------


def _cookie_name(settings: Settings) -> str:
    return "__Host-inarow-challenge" if settings.secure else "inarow-challenge"


def _give(connection: HTTPConnection, value: str, lifetime: int) -> None:
    settings: Settings = connection.app.state.settings
    secure = "; Secure" if settings.secure else ""
    connection.state.set_challenge = (
        f"{_cookie_name(settings)}={value}; Path=/; Max-Age={lifetime}{secure}; HttpOnly; "
        "SameSite=Strict"
    )


async def begin(connection: HTTPConnection, person: str | None) -> bytes:
    """A new challenge for this browser, to add a passkey to a person or to sign in."""
    accounts: Accounts = connection.app.state.accounts
    challenge, cookie = token_bytes(32), token_urlsafe(32)
    begun = Challenge(challenge, person)
    await accounts.begin_challenge(hashed(cookie), begun, now() + 1000 * LIFETIME)
    _give(connection, cookie, LIFETIME)
    return challenge


async def begun(connection: HTTPConnection, person: str | None) -> tuple[bytes, Challenge]:
    """The challenge of this browser that was begun for the same, with its cookie's hash."""
    accounts: Accounts = connection.app.state.accounts
    cookie = hashed(connection.cookies.get(_cookie_name(connection.app.state.settings), ""))
    found = await accounts.challenge_of(cookie, now())
    if found is None or found.person != person:
        raise Fault(409, "challenge", words.NO_CHALLENGE)
    return cookie, found


def forget(connection: HTTPConnection) -> None:
    """Have the browser forget its challenge."""
    _give(connection, "", 0)


# -- what the library does --------------------------------------------------------------------


async def creation_options(
    site: Site, challenge: bytes, person: str, name: str, known: list[bytes]
) -> dict[str, Any]:
    """How the browser is to make a passkey: one that says by itself whose it is."""

    def options() -> dict[str, Any]:
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        made = generate_registration_options(
            rp_id=site.id,
            rp_name=words.PASSKEY_SITE,
            user_id=person.encode(),
            user_name=name,
            challenge=challenge,
            timeout=1000 * LIFETIME,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
        )
        return options_to_json_dict(made)

    return await _in_thread(options)


async def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """What the browser is to have signed, by any passkey that it has for the site."""

    def options() -> dict[str, Any]:
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import UserVerificationRequirement

        made = generate_authentication_options(
            rp_id=site.id,
            challenge=challenge,
            timeout=1000 * LIFETIME,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return options_to_json_dict(made)

    return await _in_thread(options)


async def add(site: Site, challenge: Challenge, credential: dict[str, Any]) -> Added:
    """What is to be stored of a new passkey; a `Fault` if it did not sign the challenge."""

    def verified() -> Added:
        from webauthn import verify_registration_response

        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
        )
        if len(made.credential_id) > MOST_ID:
            raise ValueError("the id is too long")
        return Added(made.credential_id, made.credential_public_key, made.sign_count)

    return await _checked(verified)


async def verify(site: Site, challenge: Challenge, credential: dict[str, Any], key: Key) -> int:
    """How often a passkey has signed by now; a `Fault` if it did not sign the challenge."""

    def verified() -> int:
        from webauthn import verify_authentication_response
        from webauthn.helpers import parse_authentication_credential_json

        parsed = parse_authentication_credential_json(credential)
        if parsed.response.user_handle != key.person.encode():
            raise ValueError("it is somebody else's")
        made = verify_authentication_response(
            credential=parsed,
            expected_challenge=challenge.challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
        )
        return made.new_sign_count

    return await _checked(verified)


def id_of(credential: dict[str, Any]) -> bytes:
    """The id of the passkey that has signed; empty if that cannot be read."""
    text = str(credential.get("id", ""))[: 2 * MOST_ID]
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        return b""


async def _checked(work: Callable[[], T]) -> T:
    """What *work* returns; whatever it finds wrong with what strangers have sent is a `Fault`."""
    try:
        return await _in_thread(work)
    except ModuleNotFoundError:
        raise Fault(501, "passkeys", words.NO_PASSKEYS["library"]) from None
    except Exception:
        raise Fault(403, "passkey", words.WRONG_PASSKEY) from None


async def _in_thread(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)
