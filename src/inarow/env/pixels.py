"""Positions as pixels, drawn with NumPy alone; the same signs and colours as `render.svg`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from inarow.board.lines import Line
from inarow.board.render import COLORS, EMBOSS, THEMES, Drawable
from inarow.board.rules import Cell, Rules, Side
from inarow.errors import RenderError, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.float32]

__all__ = ["pixels"]

FADED = 0.4
"""How strong the discs outside a winning line stay."""


def pixels(
    board: Drawable,
    *,
    lines: Iterable[Line] = (),
    last: tuple[int, int] | None = None,
    cell: int = 48,
    theme: str = "light",
) -> NDArray[np.uint8]:
    """Shape (height * cell + edges, width * cell + edges, 3): the board, its top row first.

    *lines* are outlined and the other discs fade, *last* gets a dot; *cell* is the side of a cell.
    """
    if theme not in THEMES:
        raise RenderError(f"expected the theme dark or light, got {quoted(theme)}")
    if type(cell) is not int or not 4 <= cell <= 512:
        raise RenderError(f"expected a cell of 4 to 512 pixels, got {quoted(cell)}")
    rules, lines = board.rules, tuple(lines)
    picture = _background(rules, cell, theme).copy()
    for line in lines:
        _outline(picture, line, rules, cell, theme)
    won = {each for line in lines for each in line.cells}
    for row in range(rules.height):
        for column in range(rules.width):
            side = board.at(column, row)
            if side is None:
                continue
            strength = FADED if won and (column, row) not in won else 1.0
            _stamp(picture, Cell(column, row), rules, cell, *_disc(side, cell), strength)
    if last is not None:
        _stamp(picture, Cell(*last), rules, cell, _rgb("#ffffff"), _dot(cell), 1.0)
    return (picture * 255 + 0.5).astype(np.uint8)


def _rgb(color: str) -> Pixels:
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)], dtype=np.float32)


def _edge(cell: int) -> int:
    return cell // 6


def _middle(at: Cell, rules: Rules, cell: int) -> tuple[float, float]:
    """The middle of a cell, down and across, in pixels."""
    edge = _edge(cell)
    return edge + (rules.height - at.row - 0.5) * cell, edge + (at.column + 0.5) * cell


def _paint(picture: Pixels, color: Pixels, cover: Pixels) -> None:
    """Lay *color* over the picture where *cover* (shape (h, w), 0 to 1) says."""
    picture += (color - picture) * cover[:, :, None]


def _cover(distance: NDArray[Any]) -> Pixels:
    """How much of a pixel is covered whose middle is so far inside (negative) an edge."""
    cover: Pixels = np.clip(0.5 - distance, 0, 1).astype(np.float32)
    return cover


def _from_middle(cell: int) -> tuple[Pixels, Pixels]:
    """How far down and across the pixels of a cell lie from its middle."""
    along = np.arange(cell, dtype=np.float32) + 0.5 - cell / 2
    down, across = np.meshgrid(along, along, indexing="ij")
    return down, across


@lru_cache(maxsize=16)
def _background(rules: Rules, cell: int, theme: str) -> Pixels:
    """The empty board: a plate with holes, or a paper grid without gravity."""
    plate, hole, paper, grid, _, _ = (_rgb(color) for color in THEMES[theme])
    edge = _edge(cell)
    shape = (rules.height * cell + 2 * edge, rules.width * cell + 2 * edge, 3)
    picture = np.empty(shape, dtype=np.float32)
    picture[:] = plate if rules.gravity else paper
    if rules.gravity:
        for at in rules.cells(rules.board):
            _stamp(picture, at, rules, cell, hole, _round(cell, 0.4 * cell), 1.0)
        return picture
    for column in range(1, rules.width):
        picture[edge:-edge, edge + column * cell] = grid
    for row in range(1, rules.height):
        picture[edge + row * cell, edge:-edge] = grid
    return picture


@lru_cache(maxsize=64)
def _round(cell: int, radius: float) -> Pixels:
    return _cover(np.hypot(*_from_middle(cell)) - radius)


def _dot(cell: int) -> Pixels:
    return _round(cell, cell / 15)


@lru_cache(maxsize=16)
def _disc(side: Side, cell: int) -> tuple[Pixels, Pixels]:
    """A disc with its embossed sign: its pixels, and how much of each it covers."""
    down, across = _from_middle(cell)
    pen = cell / 24  # half the width of a stroke
    if side is Side.SECOND:
        sign = np.abs(np.hypot(down, across) - cell / 6) - pen
    else:
        sign = np.minimum(_arm(down, across, cell), _arm(down, -across, cell)) - pen
    body = np.empty((cell, cell, 3), dtype=np.float32)
    body[:] = _rgb(COLORS[side])
    _paint(body, _rgb(EMBOSS[side]), _cover(sign))
    return body, _round(cell, 0.4 * cell)


def _arm(down: Pixels, across: Pixels, cell: int) -> NDArray[Any]:
    """The distance to one of the two strokes of a cross."""
    reach = 0.15 * cell * np.sqrt(np.float32(2))
    along, off = (down + across) / np.sqrt(2), (down - across) / np.sqrt(2)
    distance: NDArray[Any] = np.hypot(np.maximum(np.abs(along) - reach, 0), off)
    return distance


def _stamp(
    picture: Pixels,
    at: Cell,
    rules: Rules,
    cell: int,
    color: Pixels,
    cover: Pixels,
    strength: float,
) -> None:
    top = _edge(cell) + (rules.height - 1 - at.row) * cell
    left = _edge(cell) + at.column * cell
    _paint(picture[top : top + cell, left : left + cell], color, cover * np.float32(strength))


def _outline(picture: Pixels, line: Line, rules: Rules, cell: int, theme: str) -> None:
    """A bright band around the cells of a line."""
    plate, _, paper, _, _, bright = (_rgb(color) for color in THEMES[theme])
    down, across = np.indices(picture.shape[:2], dtype=np.float32) + np.float32(0.5)
    (y1, x1), (y2, x2) = (_middle(at, rules, cell) for at in (line.cells[0], line.cells[-1]))
    length = max((y2 - y1) ** 2 + (x2 - x1) ** 2, 1e-9)
    share = np.clip(((down - y1) * (y2 - y1) + (across - x1) * (x2 - x1)) / length, 0, 1)
    distance = np.hypot(down - y1 - share * (y2 - y1), across - x1 - share * (x2 - x1))
    _paint(picture, bright, _cover(distance - 0.48 * cell))
    _paint(picture, plate if rules.gravity else paper, _cover(distance - 0.43 * cell))
