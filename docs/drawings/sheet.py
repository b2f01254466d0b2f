"""Boards side by side with captions, in one file that is right on a light and on a dark page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from inarow import Cell, Line, Mark, Rules, Side, render
from inarow.board.render import Drawable

GAP = 26
CAPTION = 32  # units of height for each line of a caption
LETTER = 13  # about the width of one
NAMES = ("plate", "hole", "paper", "grid", "label", "line")  # the colours of a theme of `render`


def _style() -> str:
    """The colours by name: light ones, and dark ones where the page is dark."""
    light, dark = (
        ";".join(f"--{name}:{color}" for name, color in zip(NAMES, colors, strict=True))
        for colors in (render.THEMES["light"], render.THEMES["dark"])
    )
    return f"<style>:root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}</style>"


def _named(drawn: str) -> str:
    """A dark drawing with names for its colours."""
    for name, color in zip(NAMES, render.THEMES["dark"], strict=True):
        drawn = drawn.replace(color, f"var(--{name})")
    return drawn


@dataclass(frozen=True)
class Panel:
    """A board, what is to be seen on it, and the words below it."""

    board: Drawable
    caption: str = ""
    marks: Mapping[Cell, str | Mark] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    last: Cell | None = None
    threats: Mapping[Side, tuple[Cell, ...]] = field(default_factory=dict)
    table: bool = False

    def svg(self) -> str:
        """The board alone, in the dark colours; tables have no names at the edge."""
        drawn = render.svg(
            Without(self.board, self.marks),
            marks=self.marks,
            lines=self.lines,
            last=self.last,
            threats=self.threats,
            theme="dark",
            cell_names=not self.table,
        )
        return re.sub(r'<text [^>]*font-size="15".*?</text>', "", drawn) if self.table else drawn


@dataclass(frozen=True)
class Without:
    """A board without the discs of some cells: their marks take the place."""

    board: Drawable
    cells: Mapping[Cell, object]

    @property
    def rules(self) -> Rules:
        """The size of the board."""
        return self.board.rules

    def at(self, column: int, row: int) -> Side | None:
        """Whose disc is to be drawn."""
        return None if Cell(column, row) in self.cells else self.board.at(column, row)


def sheet(title: str, rows: Sequence[Sequence[Panel]]) -> str:
    """A document with rows of panels, right on light and on dark pages."""
    body, top, right = [], 0.0, 0.0
    for row in rows:
        left, lowest = 0.0, top
        for panel in row:
            width, height, elements = _placed(panel, left, top)
            body.append(elements)
            left += width + GAP
            lowest = max(lowest, top + height)
        top, right = lowest + GAP, max(right, left - GAP)
    return document(title, right, top - GAP, "".join(body))


def document(title: str, width: float, height: float, body: str) -> str:
    """An SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img"><title>{escape(title)}</title>'
        f"{_style()}{body}</svg>\n"
    )


def _placed(panel: Panel, left: float, top: float) -> tuple[float, float, str]:
    found = re.fullmatch(
        r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"[^>]*><title>.*?</title>(.*)</svg>', panel.svg()
    )
    assert found
    width, height, inside = float(found[1]), float(found[2]), _named(found[3])
    lines = panel.caption.split("\n") if panel.caption else []
    whole = max([width, *(LETTER * len(line) for line in lines)])
    words = "".join(
        f'<text x="{left + whole / 2:g}" y="{top + height + CAPTION * (i + 0.8):g}" '
        f'fill="var(--label)" font-family="system-ui, sans-serif" font-size="24" '
        f'text-anchor="middle">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    board = f'<g transform="translate({left + (whole - width) / 2:g} {top:g})">{inside}</g>'
    return whole, height + CAPTION * len(lines), board + words
