"""The part of the site that computes, as a worker process answers for it."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.types import Message, Scope

from inarow.search.background import Searchers
from inarow.search.stop import Stop
from inarow.web.http.assets import STATIC, Assets
from inarow.web.http.languages import Languages
from inarow.web.http.page import environment
from inarow.web.http.security import ErrorGuard
from inarow.web.routes import analysis, errors, lab, pictures, puzzles
from inarow.web.routes.learning import chapters, lessons
from inarow.web.settings import Settings
from inarow.web.words.scripts import scripts

__all__ = ["RESOURCES", "answer"]

RESOURCES = (puzzles, analysis, chapters, lessons, lab, pictures)
"""The routes; those of the class `Computed` are answered in workers."""


def answer(settings: Settings, scope: Scope, body: bytes, searchers: Searchers, tell: Any) -> None:
    """Answer a request that the live process has let in, message by message."""
    app = _app(settings)
    app.state.searchers = searchers
    asyncio.run(_talk(app, scope, body, searchers.stop, tell))


@cache
def _app(settings: Settings) -> FastAPI:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    middleware = [Middleware(Languages), Middleware(ErrorGuard)]
    app = FastAPI(openapi_url=None, redirect_slashes=False, middleware=middleware)
    app.state.answer = None
    app.state.settings = settings
    assets = Assets(STATIC, dev=settings.dev, made=scripts())
    app.state.templates = environment(assets, dev=settings.dev)
    errors.install(app)
    for resource in RESOURCES:
        app.include_router(resource.router)
    return app


async def _talk(app: FastAPI, scope: Scope, body: bytes, stop: Stop, tell: Any) -> None:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    left, loop = asyncio.Event(), asyncio.get_running_loop()

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        tell(dict(message))

    def leave() -> None:
        loop.call_soon_threadsafe(left.set)

    with stop.calling(leave):
        await app(scope, receive, send)
