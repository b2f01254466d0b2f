"""How to win at Connect Four: a page of chapters to read and tasks to play."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from inarow.board.board import Board
from inarow.board.rules import CONNECT_FOUR
from inarow.web import words
from inarow.web.http.page import render
from inarow.web.routes.computed import Computed
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.routes.searching import searched
from inarow.web.study import chapters

__all__ = ["router"]

router = APIRouter(route_class=Computed)


@router.get("/learn/connect-four", include_in_schema=False, response_class=HTMLResponse)
async def page(request: Request) -> HTMLResponse:
    """All chapters; the scripts show one at a time."""
    found = await searched(request, chapters.views)
    board = Board(CONNECT_FOUR, found[0]["tasks"][0]["moves"])
    return render(
        request,
        "chapters.html",
        title=words.CHAPTERS_TITLE,
        description=words.CHAPTERS_DESCRIPTION,
        picture=preview_path(board),
        at="learn",
        state={"rules": str(board.rules), "chapters": found},
        chapters=found,
        svg=inline_svg(board, cell_names=True),
    )
