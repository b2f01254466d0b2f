"""One cell of the board as a small picture of characters.

A cell of *size* n is n characters wide and n / 2 high. A character holds two square units, one
above the other (`▀` with two colours), so a cell is n units square: a gap of one unit above and to
the right, and a disc in the other n - 1. Size 2 has room for a sign only::

    size 6   ......     size 4   ....     size 2   ×.
             .###..              ###.
             #####.              #x#.
             ##x##.              ###.
             #####.
             .###..
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rich.segment import Segment

from inarow.board.rules import Side
from inarow.tui.themes import Colors

__all__ = ["SIZES", "Look", "fitted", "paint"]

SIZES: Final = (12, 10, 8, 6, 4, 2)
"""The sizes of cells, the largest first."""

PAINTED_SIGNS: Final = 8
"""From this size on the signs are drawn in units; smaller discs have a character."""

SIGNS: Final = {Side.FIRST: "×", Side.SECOND: "○"}
RING: Final = "◌"


class Look(NamedTuple):
    """Everything that decides how a cell is drawn."""

    side: Side | None = None
    """Whose disc lies here, or would, or is falling past."""
    tone: str = ""
    """`ghost` for a disc that is not there yet, `faded` for one that no longer matters."""
    base: str = ""
    """What is behind the disc: `win`, `lit` or `area`."""
    dot: bool = False
    """Whether it was played last."""
    mark: str = ""
    """Letters written into the cell."""
    best: bool = False
    """Whether no other mark is better."""
    ring: Side | None = None
    """Whose line would be completed here."""
    fall: int | None = None
    """How many units the falling disc is above its place in this cell."""
    gravity: bool = True


def fitted(mark: str, room: int) -> str:
    """As much of a score as there is room for: `≈+12`, `≈12`, `≈+`, `+`; or `+18`, `+`."""
    bare = mark.removeprefix("≈")
    forms = (mark, mark.replace("≈+", "≈"), mark[: len(mark) - len(bare) + 1], bare[:1])
    return next((form for form in forms if len(form) <= room), "")


@lru_cache(maxsize=4096)
def paint(look: Look, size: int, colors: Colors) -> tuple[tuple[Segment, ...], ...]:
    """The rows of a cell, from the top."""
    if not look.mark.isdecimal():  # a score; the counts of the lab may touch each other
        look = look._replace(mark=fitted(look.mark, size - 1))
    if colors.mono:
        return _letters(look, size, colors)
    if size == 2:
        return (_sign_only(look, colors),)
    return _units(look, size, colors)


# -- without colour -----------------------------------------------------------------------------


def _letters(look: Look, size: int, colors: Colors) -> tuple[tuple[Segment, ...], ...]:
    """`x` and `o`; capitals and inverse are what colours would say."""
    falling_past = bool(look.fall)
    sign = look.side.symbol if look.side and not falling_past else "."
    words = []
    if look.base == "win":
        sign, words = sign.upper(), ["bold", "reverse"]
    if look.base in ("lit", "area"):
        words.append("reverse" if look.base == "lit" else "bold")
    if look.dot:
        words.append("underline")
    if look.tone == "ghost":
        sign, words = f"({sign})" if size > 2 else f"{sign}?", [*words, "dim"]
    if look.best:
        words.append("bold reverse")
    text = (look.mark or sign)[: max(2, size - 1)]
    middle, width = _middle(size), size - len(text)
    left = max(0, min((size - 1) // 2 - (len(text) - 1) // 2, width))
    style = colors.style(words=" ".join(words))
    row = (Segment(" " * left), Segment(text, style), Segment(" " * (width - left)))
    blank = (Segment(" " * size),)
    return tuple(row if y == middle else blank for y in range(size // 2))


# -- a sign and a space -------------------------------------------------------------------------


def _sign_only(look: Look, colors: Colors) -> tuple[Segment, ...]:
    base = _base(look, colors)
    if look.mark:
        style = colors.style(colors.page if look.base else colors.ink, base, "bold")
        if look.best:
            style = colors.style(colors.good, base, "bold reverse")
        rest = Segment(" " * (2 - len(look.mark[:2])), colors.style(colors.ink, base))
        return Segment(look.mark[:2], style), rest
    if look.side is None or look.fall:
        empty = colors.blend(colors.page, base, 0.5) if look.base else colors.grid
        ring = _disc(look.ring, colors) if look.ring else empty
        return (Segment(f"{RING if look.ring else '·'} ", colors.style(ring, base)),)
    sign = SIGNS[look.side]
    color = _emboss(look.side, colors) if look.base else _toned(look, colors, ghost=0.65)
    first = Segment(sign, colors.style(color, base, "" if look.tone else "bold"))
    dot_color = colors.page if look.base else colors.ink
    return first, Segment("•" if look.dot else " ", colors.style(dot_color, base))


# -- units --------------------------------------------------------------------------------------


def _units(look: Look, size: int, colors: Colors) -> tuple[tuple[Segment, ...], ...]:
    grid = [[_unit(look, x, y, size, colors) for x in range(size)] for y in range(size)]
    rows = []
    for y in range(0, size, 2):
        row: list[Segment] = []
        for x, (upper, lower) in enumerate(zip(grid[y], grid[y + 1], strict=True)):
            segment = _text(look, x, y, size, colors, lower)
            if segment is None and upper == lower:
                segment = Segment(" ", colors.style(None, lower))
            elif segment is None:
                segment = Segment("▀", colors.style(upper, lower))
            _append(row, segment)
        rows.append(tuple(row))
    return tuple(rows)


def _append(row: list[Segment], segment: Segment) -> None:
    """Neighbours in one style become one segment: fewer bytes on the way to the terminal."""
    if row and row[-1].style == segment.style:
        segment = Segment(row.pop().text + segment.text, segment.style)
    row.append(segment)


def _unit(look: Look, x: int, y: int, size: int, colors: Colors) -> str:
    """The colour of one unit."""
    base = _base(look, colors)
    if not _in_disc(x, y, size):
        return base
    empty = colors.hole if look.gravity else base
    if look.base == "lit" and look.side is None:
        empty = colors.blend(base, colors.hole, 0.45)
    if look.ring and look.side is None and size >= PAINTED_SIGNS and _is_ring(x, y, size):
        return colors.blend(_disc(look.ring, colors), empty, 0.7)
    if look.side is None or not _in_disc(x, y + (look.fall or 0), size):
        return empty
    if size >= PAINTED_SIGNS and not look.mark and look.tone != "ghost":
        middle = size // 2 - 1
        if look.dot and (x, y - 1) == (middle, middle):
            return "#ffffff"
        if not look.fall and _in_sign(x - middle, y - 1 - middle, look.side, size):
            color = _emboss(look.side, colors)
            return colors.blend(color, base, 0.4) if look.tone == "faded" else color
    return _toned(look, colors)


def _text(look: Look, x: int, y: int, size: int, colors: Colors, under: str) -> Segment | None:
    """A character of the mark, sign, dot or grid, where there is one."""
    if y // 2 != _middle(size):
        return None
    text = look.mark
    if not text and look.side is None and look.ring and size < PAINTED_SIGNS:
        text = RING
    elif not text and look.side is None and not look.gravity and not look.ring:
        text = "┼"
    if not text and look.side and not look.fall and size < PAINTED_SIGNS:
        text = SIGNS[look.side]
    begin = size // 2 - 1 - (len(text) - 1) // 2
    dot = look.dot and not look.mark and size < PAINTED_SIGNS
    if dot and x == size // 2:
        return Segment("•", colors.style("#ffffff", under, "bold"))
    if not begin <= x < begin + len(text):
        return None
    if look.mark:
        color = _emboss(look.side, colors) if look.side else colors.ink
    elif look.side is None:
        color = _disc(look.ring, colors) if look.ring else colors.grid
    else:
        color = _emboss(look.side, colors)
        if look.tone:
            color = _disc(look.side, colors) if look.tone == "ghost" else color
    words = "bold reverse" if look.best else "bold" if look.side else ""
    return Segment(text[x - begin], colors.style(color, under, words))


def _middle(size: int) -> int:
    """The row of characters that signs are in."""
    return size // 4


@lru_cache(maxsize=4096)
def _in_disc(x: int, y: int, size: int) -> bool:
    """Whether a unit belongs to the disc; the gap is above and to the right."""
    across = size - 1
    middle = (across - 1) / 2
    inside = 0 <= x < across and 1 <= y < size
    return inside and (x - middle) ** 2 + (y - 1 - middle) ** 2 <= (across / 2) ** 2


def _is_ring(x: int, y: int, size: int) -> bool:
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return not all(_in_disc(*unit, size) for unit in around)


def _in_sign(x: int, y: int, side: Side, size: int) -> bool:
    """Whether a unit, counted from the middle of the disc, belongs to the embossed sign."""
    reach = 1 if size < 10 else 2
    if side is Side.FIRST:
        return abs(x) == abs(y) <= reach
    return (x * x + y * y) in ((1, 2) if reach == 1 else (4, 5))


# -- colours ------------------------------------------------------------------------------------


def _base(look: Look, colors: Colors) -> str:
    if look.base == "win":
        return colors.win
    if look.base == "lit":
        return colors.lit
    plain = colors.plate if look.gravity else colors.paper
    if look.base == "area":
        return colors.blend(colors.lit, plain, 0.3)
    return plain


def _disc(side: Side, colors: Colors) -> str:
    return colors.first if side is Side.FIRST else colors.second


def _emboss(side: Side, colors: Colors) -> str:
    return colors.first_sign if side is Side.FIRST else colors.second_sign


def _toned(look: Look, colors: Colors, ghost: float = 0.35) -> str:
    assert look.side is not None
    share = {"ghost": ghost, "faded": 0.4}.get(look.tone, 1.0)
    under = colors.hole if look.gravity else colors.paper
    return colors.blend(_disc(look.side, colors), under, share)
