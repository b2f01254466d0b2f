"""`create_app`: the site as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.middleware import Middleware

import inarow
from inarow.web import error_pages
from inarow.web.assets import Assets
from inarow.web.page import environment
from inarow.web.pool import Pool
from inarow.web.security import BodyLimit, ErrorGuard, OriginCheck, SafeHeaders
from inarow.web.settings import Settings

__all__ = ["create_app"]

ROUTES: Final = ("health", "games", "tokens", "study", "puzzles", "pages")
STATIC: Final = Path(__file__).parent / "static"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The site; what it needs is opened when it starts and closed when it stops."""
    settings = settings or Settings.read()
    app = FastAPI(
        title="inarow",
        version=inarow.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=[
            Middleware(SafeHeaders, settings=settings),
            Middleware(ErrorGuard),
            Middleware(OriginCheck, settings=settings),
            Middleware(BodyLimit),
        ],
    )
    assets = Assets(STATIC, dev=settings.dev)
    app.state.settings = settings
    app.state.templates = environment(assets, dev=settings.dev)
    app.mount("/static", assets)
    error_pages.install(app)
    for name in ROUTES:
        module = f"inarow.web.routes.{name}"
        if find_spec(module):
            app.include_router(import_module(module).router)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    app.state.pool = Pool(threads=settings.workers)
    try:
        yield
    finally:
        await app.state.pool.close()
