"""Which language somebody is answered in: the chosen one, or the one their browser asks for."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow import language

__all__ = ["COOKIE", "Languages", "chosen", "cookie", "wanted"]

COOKIE: Final = "language"
"""The cookie that keeps the choice; nothing else is in it, so it needs no protection."""

SAME_FOR_ALL: Final = ("/static/", "/picture/")
"""What is cached for everybody, so that only the address can say in which language it is."""

YEAR: Final = 365 * 24 * 3600


class Languages:
    """Has everything inside it answer in the language that is wanted."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; say in which language the answer is, and what that depends on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = scope.get("state", {}).get("language")  # by the process that passes it on
        code = asked or wanted(scope)

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-language"] = code
                if not scope["path"].startswith(SAME_FOR_ALL):
                    headers.add_vary_header("Accept-Language, Cookie")
            await send(message)

        with language.use(code):
            static = scope["type"] == "websocket" or scope["path"].startswith("/static/")
            await self.app(scope, receive, send if static or asked else send_with_language)


def wanted(scope: Scope) -> str:
    """The language that a request asks for: `?language=`, else the cookie, else the browser's."""
    names = language.names()
    query = scope["query_string"]
    if b"language=" in query:
        for part in query.decode("latin-1").split("&"):
            name, _, value = part.partition("=")
            if name == "language" and value in names:
                return str(value)
    if scope["path"].startswith(SAME_FOR_ALL):
        return language.ENGLISH
    headers = Headers(scope=scope)
    return chosen(headers) or _best(headers.get("accept-language", ""), names)


def chosen(headers: Headers) -> str | None:
    """The language that was chosen in this browser."""
    if COOKIE in (cookies := headers.get("cookie", "")):
        code = str(cookie_parser(cookies).get(COOKIE))
        return code if code in language.names() else None
    return None


def _best(accepted: str, names: dict[str, str]) -> str:
    """The language that is accepted most; `pt-BR` is served by `pt`."""
    best, most = language.ENGLISH, 0.0
    for part in accepted[:500].split(","):
        tag, _, quality = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code in names and most < weight <= 1:
            best, most = code, weight
    return best


def cookie(code: str, *, secure: bool) -> str:
    """The header that has a browser keep the choice."""
    guard = "; Secure" if secure else ""
    return f"{COOKIE}={code}; Path=/; Max-Age={YEAR}{guard}; HttpOnly; SameSite=Lax"
