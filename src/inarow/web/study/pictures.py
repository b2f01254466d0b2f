"""Boards as pictures: SVG for pages and embedding, PNG for where only pixels will do."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from importlib import resources
from typing import Final

from inarow.board import render
from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.web.study import positions

__all__ = ["PREVIEW", "THEMES", "board_svg", "png", "preview_svg", "size"]

PREVIEW: Final = (1200, 630)
"""The size of a picture that a link is shown with."""

EDGE: Final = 40
BOARD_ROOM: Final = (680, 630 - 2 * EDGE)

LETTER: Final = 0.56
"""How wide a letter is on average, for its height."""

WIDEST: Final = 1600
"""PNG pictures are at most so many pixels wide: a worker takes 20 MB more for one of 18x18."""

THEMES: Final = tuple(render.THEMES)
FONT: Final = "DejaVu Sans"
BACK: Final = {"dark": "#0f1623", "light": "#f6f8fc"}
INK: Final = {"dark": "#e8eefb", "light": "#1b2436"}
FAINT: Final = {"dark": "#9fb0cd", "light": "#52607a"}


def board_svg(
    board: Board | Position,
    *,
    theme: str = "light",
    threats: bool = False,
    title: str = "",
    cell_names: bool | None = None,
) -> str:
    """The board with its last disc and winning lines; the same picture as `<ir-board>` draws."""
    position = board.position if isinstance(board, Board) else board
    outcome = position.outcome()
    return render.svg(
        position,
        lines=outcome.lines if outcome else (),
        last=board.last if isinstance(board, Board) else None,
        threats={side: position.threats(side) for side in Side} if threats else None,
        theme=theme,
        title=title or positions.title(position),
        cell_names=cell_names,
    )


def preview_svg(board: Board, *, theme: str = "dark") -> str:
    """The board beside a few words, in the size of link previews."""
    width, height = PREVIEW
    position = board.position
    inner_width, inner_height = size(board.rules)
    scale = min(BOARD_ROOM[0] / inner_width, BOARD_ROOM[1] / inner_height)
    across, down = inner_width * scale, inner_height * scale
    top = (height - down) / 2
    picture = (
        f'<svg x="{EDGE}" y="{top:g}" width="{across:g}" height="{down:g}" '
        f'viewBox="0 0 {inner_width} {inner_height}">{board_svg(board, theme=theme)}</svg>'
    )
    left = round(EDGE + across + EDGE)
    rules = positions.rules_title(board.rules)
    texts = [
        ("inarow", 64, "bold", INK[theme], 130),
        (
            rules,
            min(28, round((width - EDGE - left) / (LETTER * len(rules)))),
            "normal",
            FAINT[theme],
            180,
        ),
        (positions.status(position), 44, "bold", INK[theme], 330),
        (positions.discs_played(position), 28, "normal", FAINT[theme], 380),
    ]
    lettering = "".join(
        f'<text x="{left}" y="{y}" font-family="system-ui, sans-serif" font-size="{points}" '
        f'font-weight="{weight}" fill="{color}">{escape(text)}</text>'
        for text, points, weight, color, y in texts
    )
    discs = "".join(
        f'<circle cx="{left + 36 + 88 * i}" cy="520" r="34" fill="{render.COLORS[side]}"/>'
        + _sign(left + 36 + 88 * i, 520, side)
        for i, side in enumerate(Side)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img"><title>{escape(positions.title(position))}</title>'
        f'<rect width="{width}" height="{height}" fill="{BACK[theme]}"/>'
        f"{picture}{lettering}{discs}</svg>"
    )


def _sign(x: int, y: int, side: Side) -> str:
    style = f'fill="none" stroke="{render.EMBOSS[side]}" stroke-width="7"'
    if side is Side.SECOND:
        return f'<circle cx="{x}" cy="{y}" r="14" {style}/>'
    arms = f"M{x - 12} {y - 12}l24 24M{x - 12} {y + 12}l24 -24"
    return f'<path d="{arms}" stroke-linecap="round" {style}/>'


def png(svg: str, *, width: int | None = None) -> bytes:
    """*svg* in pixels; letters come from the fonts that are shipped, wherever it runs."""
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=None if width is None else max(1, min(WIDEST, width)),
            skip_system_fonts=True,
            font_files=list(_fonts()),
            font_family=FONT,
            sans_serif_family=FONT,
        )
    )


@lru_cache(maxsize=1)
def _fonts() -> tuple[str, ...]:
    folder = resources.files("inarow.web") / "fonts"
    return tuple(str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))


def size(rules: Rules) -> tuple[int, int]:
    """The size of a board's picture in its own units, so that a page can leave the room for it."""
    names = 0 if rules.gravity else render.LABEL
    return (
        2 * render.EDGE + names + rules.width * render.CELL,
        2 * render.EDGE + render.LABEL + rules.height * render.CELL,
    )
