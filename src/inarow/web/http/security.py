"""What stands between the network and the routes: Origin check, body limit, headers.

All of it is plain ASGI, so that a socket costs nothing more once it is open.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.web import words
from inarow.web.http.faults import answer, unexpected
from inarow.web.settings import Settings, is_loopback

__all__ = [
    "MAX_BODY",
    "BodyLimit",
    "ErrorGuard",
    "OriginCheck",
    "SafeHeaders",
    "is_numeric",
    "may_come_from",
]

MAX_BODY: Final = 64 * 1024
"""The longest request body, in bytes."""

PATIENCE: Final = 15.0
"""In how many seconds a whole body must be there."""

SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "worker-src 'self'; "
    "form-action 'self'; connect-src 'self'{sockets}; frame-ancestors {ancestors}"
)
"""No inline script or style anywhere, nothing from elsewhere."""

SOCKETS: Final = "/live/"
"""Where sockets are, and nowhere else."""

COOKIES: Final = ("set_cookie", "set_challenge", "set_language")
"""Where routes leave them: who it is, what a passkey is to sign, and the language."""

EVERYWHERE: Final = ("/embed/", "/picture/")
"""What other sites may show: it has no cookies and does nothing."""


def may_come_from(origin: str, host: str, settings: Settings) -> bool:
    """Whether a request with these headers was made by our own page.

    Without a public address the page may be at the request's own host, if that is no foreign name.
    """
    if settings.origin:
        return origin == settings.origin
    return origin == f"http://{host}" and is_numeric(host)


def is_numeric(host: str) -> bool:
    """Whether a Host is an address, or this machine's loopback name.

    Any other name could be one that somebody points at us, to read us from a browser here.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return is_loopback(name) or bool(ip_address(name))
    except ValueError:
        return False


class OriginCheck:
    """Lets unsafe requests and sockets in only from our own pages, or with an API token.

    Browsers add cookies but never a token by themselves, so a token needs no Origin. Nor does a
    socket get any further than to where sockets are.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        unsafe = scope["type"] == "websocket" or (
            scope["type"] == "http" and scope["method"] not in SAFE_METHODS
        )
        if unsafe and not self._allows(Headers(scope=scope)):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403, "reason": "origin"})
            else:
                refusal = answer(Request(scope), 403, "origin", words.FOREIGN_ORIGIN)
                await refusal(scope, receive, send)
            return
        if scope["type"] == "websocket" and not scope["path"].startswith(SOCKETS):
            await send({"type": "websocket.close", "code": 4404, "reason": "not found"})
            return
        await self.app(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        if headers.get("authorization"):
            return True
        origin, host = headers.get("origin", ""), headers.get("host", "")
        return may_come_from(origin, host, self.settings)


class BodyLimit:
    """Refuses bodies above `MAX_BODY`, announced or not, and those that do not come."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what says that it is too long; count the rest as it comes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdecimal() or int(announced[:20]) > MAX_BODY:
            refusal = answer(Request(scope), 413, "too-large", words.TOO_LARGE)
            await refusal(scope, receive, send)
            return
        got, more = 0, True
        end = asyncio.get_running_loop().time() + PATIENCE

        async def counted() -> Message:
            nonlocal got, more
            try:
                async with asyncio.timeout_at(end if more else None):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            more = message.get("more_body", False)
            got += len(message.get("body", b""))
            if got > MAX_BODY:
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)


class SafeHeaders:
    """Adds the headers that tell browsers to be careful, and the cookies that a route has made."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        sockets = f" {settings.origin.replace('http', 'ws', 1)}" if settings.origin else ""
        self.policy = POLICY.format(sockets=sockets, ancestors="'none'")
        self.embedded = POLICY.format(sockets="", ancestors="*")
        self.secure = settings.secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(scope=message), scope)
            await send(message)

        await self.app(scope, receive, send_safely)

    def _add(self, headers: MutableHeaders, scope: Scope) -> None:
        shared = scope["path"].startswith(EVERYWHERE)
        headers["content-security-policy"] = self.embedded if shared else self.policy
        headers["cross-origin-resource-policy"] = "cross-origin" if shared else "same-origin"
        headers["cross-origin-opener-policy"] = "same-origin"
        headers["x-content-type-options"] = "nosniff"
        headers["referrer-policy"] = "same-origin"  # none at all would take forms their Origin
        headers["permissions-policy"] = "camera=(), geolocation=(), microphone=()"
        if self.secure:
            headers["strict-transport-security"] = "max-age=31536000"
        headers.setdefault("cache-control", "no-store")
        for name in () if shared else COOKIES:
            if cookie := scope.get("state", {}).get(name):
                headers.append("set-cookie", cookie)


class ErrorGuard:
    """Turns what nobody expected into an error page, and a line in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; answer in place of what failed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            response = unexpected(Request(scope), error)
            if started:
                raise  # half an answer is out: the connection has to break
            await response(scope, receive, send)
