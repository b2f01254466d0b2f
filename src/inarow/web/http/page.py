"""Pages from templates, with what every template sees."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

import inarow
from inarow import language
from inarow.web import words
from inarow.web.http.assets import Assets
from inarow.web.settings import Settings
from inarow.web.words.players import player_name

__all__ = ["environment", "render"]

State: TypeAlias = Mapping[str, object]

SHELL = "shell"
"""The parameter of a page as devices store it: for nobody in particular."""

SEARCHED = ("", "about", "analysis", "lab", "ladder", "puzzles")
"""How the paths of pages begin that search engines are told of in all languages."""

FOLDER = Path(__file__).parents[1] / "templates"


def environment(assets: Assets, *, dev: bool = False) -> Environment:
    """What templates are read and filled in with; all values are escaped."""
    templates = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        auto_reload=dev,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals.update(static=assets.url, words=words, version=inarow.__version__)
    templates.filters["player"] = _player
    return templates


def _player(name: str | None) -> str:
    """A player in a list, where a seat may still be open."""
    return words.SOMEBODY if name is None else player_name(name)


def render(
    request: Request,
    template: str,
    *,
    title: str,
    description: str | None = None,
    picture: str | None = None,
    state: State | None = None,
    status: int = 200,
    at: str | None = None,
    **context: object,
) -> HTMLResponse:
    """A page.

    *picture* is the path of a picture for link previews, *state* what the page's scripts begin
    with, *at* which link of the navigation leads here (by default as the path begins).
    """
    settings: Settings = request.app.state.settings
    address = settings.origin or f"{request.url.scheme}://{request.url.netloc}"
    part = request.url.path.split("/")[1]
    page = {
        "title": title,
        "description": description or words.DESCRIPTION,
        "path": request.url.path,
        "url": address + request.url.path,
        "back": _itself(request),
        "also_in": language.names() if part in SEARCHED and status == 200 else (),
        "picture": picture and address + picture,
    }
    templates: Environment = request.app.state.templates
    person = getattr(request.state, "person", None)
    me = person if person and "read" in person.scopes else None
    is_known = hasattr(request.state, "person")  # else nobody has asked who it is
    is_shell = SHELL in request.query_params
    html = templates.get_template(template).render(
        request=request,
        page=page,
        language=language.code(),
        languages=language.names(),
        me=None if is_shell else me,
        whose=None if is_shell or not is_known else person.id if person else "",
        state=state,
        at=at or {"": "play", "game": "play"}.get(part, part),
        **context,
    )
    kept = "no-cache, private" if request.method == "GET" else "no-store"
    return HTMLResponse(html, status, {"cache-control": kept})


def _itself(request: Request) -> str:
    """The address to come back to when another language is chosen."""
    parts = [part for part in request.url.query.split("&") if not part.startswith("language=")]
    query = "&".join(filter(None, parts))
    return f"{request.url.path}?{query}" if query else request.url.path
