"""What makes the site an app on people's devices: manifest, service worker, the offline page."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from inarow import language
from inarow.board.board import Board
from inarow.board.rules import CONNECT_FOUR
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.assets import Assets
from inarow.web.http.page import render
from inarow.web.routes.pictures import inline_svg

__all__ = ["router"]

ICONS: Final = (
    ("site/icon.svg", "any", "any", "image/svg+xml"),
    ("site/icon-192.png", "192x192", "any", "image/png"),
    ("site/icon-512.png", "512x512", "any", "image/png"),
    ("site/icon-maskable.svg", "any", "maskable", "image/svg+xml"),
    ("site/icon-maskable-512.png", "512x512", "maskable", "image/png"),
)
"""File, size, purpose and type of each."""

DAY: Final = "public, max-age=86400"

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> JSONResponse:
    """What browsers need to know to install the site."""
    assets: Assets = request.app.state.assets
    icons = [
        {"src": assets.url(file), "sizes": sizes, "purpose": purpose, "type": kind}
        for file, sizes, purpose, kind in ICONS
    ]
    content: dict[str, Any] = {
        "id": "/",
        "name": words.APP["name"],
        "short_name": words.APP["name"],
        "description": words.DESCRIPTION,
        "lang": language.code(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#22304a",
        "background_color": "#f7f8fb",
        "categories": ["games", "education"],
        "icons": icons,
        "shortcuts": [
            {"name": name, "url": url, "icons": icons[1:2]} for url, name in words.APP["shortcuts"]
        ],
    }
    headers = {"cache-control": DAY}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """The service worker: another one whenever a static file or the language has changed."""
    assets: Assets = request.app.state.assets
    script = assets.text("offline/worker.js").replace("THE VERSION", assets.version)
    script = script.replace("THE LANGUAGE", language.code())
    return Response(
        script,
        media_type="text/javascript; charset=utf-8",
        headers={"cache-control": "no-cache", "service-worker-allowed": "/"},
    )


@router.get("/offline", response_class=HTMLResponse)
async def offline(request: Request) -> HTMLResponse:
    """What one can do without a network; the worker shows it in place of most pages."""
    await identity.person_of(request)
    return render(
        request,
        "offline.html",
        title=words.OFFLINE_TITLE,
        at="",
        svg=inline_svg(Board(CONNECT_FOUR)),
        boards=[
            (value.replace("-", "/"), text)
            for value, text in words.RULES_CHOICES
            if value != "custom"
        ],
    )
