"""Pictures of positions: as files, within pages, and to embed elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from inarow import language
from inarow.board.board import Board
from inarow.web.http.faults import troubles
from inarow.web.http.page import render
from inarow.web.routes.addresses import FOR_LONG, Slug, Start
from inarow.web.routes.computed import Computed
from inarow.web.study import pictures, positions

__all__ = ["inline_svg", "preview_path", "router"]

router = APIRouter(tags=["study"], route_class=Computed)


def preview_path(board: Board) -> str:
    """The path of the picture for previews of links to *board*."""
    path, _, query = positions.address(board).partition("?")
    here = language.code()
    others = [query] if query else []
    others += [f"language={here}"] if here != language.ENGLISH else []
    return "&".join([f"/picture/{path}.png?preview=true&theme=dark", *others])


def inline_svg(board: Board, *, cell_names: bool | None = None) -> Markup:
    """The board as a picture within the page, for people without scripts."""
    svg = pictures.board_svg(board, cell_names=cell_names)
    return Markup(svg)  # made by us, every text in it escaped


@router.get("/picture/{rules}.{kind}", responses=troubles(400, 422), response_class=Response)
@router.get(
    "/picture/{rules}/{moves}.{kind}", responses=troubles(400, 422), response_class=Response
)
async def picture(
    rules: Slug,
    kind: Literal["svg", "png"],
    moves: str = "",
    start: Start = "",
    theme: Literal["light", "dark"] = "light",
    threats: bool = False,
    preview: Annotated[
        bool, Query(description="1200 × 630, with a short text, for link previews.")
    ] = False,
    width: Annotated[int | None, Query(ge=16, le=pictures.WIDEST)] = None,
) -> Response:
    """The board as SVG, or as PNG of a given width."""
    board = positions.board_at(rules, moves, start)
    if preview:
        svg = pictures.preview_svg(board, theme=theme)
    else:
        svg = pictures.board_svg(board, theme=theme, threats=threats)
    headers = {"cache-control": FOR_LONG}
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml", headers=headers)
    return Response(pictures.png(svg, width=width), media_type="image/png", headers=headers)


@router.get("/embed/{rules}", include_in_schema=False, response_class=HTMLResponse)
@router.get("/embed/{rules}/{moves}", include_in_schema=False, response_class=HTMLResponse)
async def embed(
    request: Request,
    rules: Slug,
    moves: str = "",
    start: Start = "",
    theme: Literal["light", "dark", "auto"] = "auto",
) -> HTMLResponse:
    """A board for other people's pages: a picture and a link, no cookies and no scripts."""
    board = positions.board_at(rules, moves, start)
    return render(
        request,
        "embed.html",
        title=positions.title(board.position),
        at="analysis",
        theme=theme,
        light=Markup(pictures.board_svg(board, theme="light")),
        dark=Markup(pictures.board_svg(board, theme="dark")),
        address=positions.address(board),
        said=positions.status(board.position),
    )
