"""A screen of the terminal game as SVG. Blocks are drawn as areas, so that no font leaves gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import MONOKAI
from textual.strip import Strip

WIDE, HIGH = 9, 18  # a character, in pixels
EDGE, BAR = 14, 30
FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
BLOCKS = {
    "█": (0.0, 0.0, 1.0, 1.0),
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 0.5, 1.0),
    **{"▁▂▃▄▅▆▇"[n - 1]: (0.0, 1 - n / 8, 1.0, n / 8) for n in range(1, 8)},
}
"""Left, top, width and height of what a block fills."""


def svg(strips: Sequence[Strip], ground: str, title: str) -> str:
    """The lines of a screen in a window of their own."""
    columns = max(strip.cell_length for strip in strips)
    width, height = columns * WIDE + 2 * EDGE, len(strips) * HIGH + BAR + EDGE
    behind: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    texts: list[str] = []
    for row, strip in enumerate(strips):
        for column, text, style in _pieces(strip):
            front, back = _colours(style, ground)
            if back != ground:
                behind.setdefault(back, []).append(_area(column, row, len(text), (0, 0, 1, 1)))
            for at, sign in enumerate(text):
                if sign in BLOCKS:
                    before.setdefault(front, []).append(_area(column + at, row, 1, BLOCKS[sign]))
            texts += _words(column, row, text, front, style)
    shapes = [
        f'<path fill="{colour}" d="{"".join(found)}"/>'
        for colour, found in [*behind.items(), *before.items()]
    ]
    dots = [
        f'<circle cx="{EDGE + 6 + 18 * n}" cy="{BAR / 2:g}" r="5.5" fill="#8492ab" opacity=".5"/>'
        for n in range(3)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">',
            f'<rect width="{width}" height="{height}" rx="10" fill="{ground}"/>',
            *dots,
            f'<g transform="translate({EDGE} {BAR})">',
            f'<g shape-rendering="crispEdges">{"".join(shapes)}</g>',
            f'<g font-family="{FONT}" font-size="15" style="white-space:pre">',
            *texts,
            "</g>\n</g>\n</svg>\n",
        ]
    )


def _pieces(strip: Strip) -> Iterator[tuple[int, str, Style]]:
    """Runs of characters of one style, and the column they begin in."""
    column = 0
    for segment in strip:
        yield column, segment.text, segment.style or Style()
        column += segment.cell_length


def _colours(style: Style, ground: str) -> tuple[str, str]:
    front, back = _hex(style.color, "#e4e9f2"), _hex(style.bgcolor, ground)
    return (back, front) if style.reverse else (front, back)


def _hex(colour: Color | None, otherwise: str) -> str:
    if colour is None or colour.is_default:
        return otherwise
    return colour.get_truecolor(MONOKAI).hex


def _area(column: int, row: int, count: int, share: tuple[float, float, float, float]) -> str:
    left, top, width, height = share
    x, y = (column + left) * WIDE, (row + top) * HIGH
    w, h = count * width * WIDE, height * HIGH
    return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z"


def _words(column: int, row: int, text: str, colour: str, style: Style) -> Iterator[str]:
    """The words of a run, each held to its place by its length."""
    at = 0
    for word in "".join(" " if sign in BLOCKS else sign for sign in text).split("  "):
        begin = at + len(word) - len(word.lstrip())
        at += len(word) + 2
        if not (shown := word.strip()):
            continue
        looks = ' font-weight="700"' * bool(style.bold) + ' font-style="italic"' * bool(
            style.italic
        )
        looks += ' text-decoration="underline"' * bool(style.underline)
        looks += ' opacity=".65"' * bool(style.dim)
        yield (
            f'<text x="{(column + begin) * WIDE}" y="{row * HIGH + 13.5:g}" fill="{colour}"'
            f'{looks} textLength="{len(shown) * WIDE}">{escape(shown)}</text>'
        )
