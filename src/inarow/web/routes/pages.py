"""Pages of the site."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from inarow.web import words
from inarow.web.page import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/about")
async def about(request: Request) -> HTMLResponse:
    """What this is."""
    return render(request, "about.html", title=words.SITE)
