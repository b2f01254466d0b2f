"""Pages for analysis, the win lab and embedding."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from inarow import detectors
from inarow.board.board import Board
from inarow.board.rules import Rules
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.page import render
from inarow.web.live.state import Refused
from inarow.web.study import pictures, positions, traces

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Slug = Annotated[str, Path(max_length=16)]
Moves = Annotated[str, Path(max_length=1300)]
Game = Annotated[str, Query(pattern=r"^[\w-]{0,64}$")]
Start = Annotated[str, Query(alias="position", max_length=800)]


def preview(board: Board) -> str:
    """The path of the picture that a link to *board* is shown with."""
    path, _, query = positions.address(board).partition("?")
    return f"/picture/{path}.png?preview=true&theme=dark" + (f"&{query}" if query else "")


def drawn(board: Board, *, cell_names: bool | None = None) -> Markup:
    """The board as a picture for who has no scripts."""
    return Markup(
        pictures.board_svg(board, cell_names=cell_names)
    )  # made by us, every text in it escaped


@router.get("/analysis")
@router.get("/analysis/{rules}")
@router.get("/analysis/{rules}/{moves}")
async def analysis(
    request: Request, rules: str = "", moves: str = "", start: Start = "", game: Game = ""
) -> HTMLResponse:
    """A board to analyse on; *game* is a live game to go back to, or to take the moves from."""
    board = positions.board_at(rules, moves, start)
    if game and not rules:
        person = await identity.of(request)
        seen = await request.app.state.hub.view(game, person)
        if seen.status == "playing" and seen.you != "both":
            raise Refused("going", words.ANALYSIS_LATER)
        board = Board(Rules.parse(seen.rules), seen.moves)
    return render(
        request,
        "analysis.html",
        title=words.ANALYSIS_TITLE.format(rules=positions.rules_title(board.rules)),
        description=words.ANALYSIS_DESCRIPTION,
        picture=preview(board),
        at="analysis",
        state={"view": positions.view(board)},
        view=positions.view(board),
        back=f"/game/{game}" if game else None,
        svg=drawn(board, cell_names=True),
        study=words,
    )


@router.get("/lab")
@router.get("/lab/{rules}")
@router.get("/lab/{rules}/{moves}")
async def lab(
    request: Request, rules: str = "", moves: str = "", start: Start = ""
) -> HTMLResponse:
    """The win lab."""
    board = positions.board_at(rules, moves, start)
    if not rules and not start:
        board = positions.board_at("7x6x4", words.LAB_EXAMPLES[0]["moves"])
    side = traces.searched_side(board, None)
    rows = await asyncio.to_thread(traces.comparison, board, side)
    return render(
        request,
        "lab.html",
        title=words.LAB_TITLE,
        description=words.LAB_DESCRIPTION,
        picture=preview(board),
        at="lab",
        state={
            "view": positions.view(board),
            "side": side.symbol,
            "rows": rows,
            "detectors": [
                {
                    "name": name,
                    "title": words.DETECTORS[name],
                    "about": words.DETECTOR_ABOUT[name],
                }
                for name in detectors.NAMES
            ],
        },
        view=positions.view(board),
        svg=drawn(board, cell_names=True),
        rows=[row | {"time": _time(row["microseconds"])} for row in rows],
        study=words,
    )


def _time(microseconds: float) -> str:
    return f"{microseconds:.0f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"


@router.get("/embed/{rules}")
@router.get("/embed/{rules}/{moves}")
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
        study=words,
    )
