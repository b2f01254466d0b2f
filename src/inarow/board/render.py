"""Positions as pictures: plain text, ANSI colours, SVG. Only what draws has the top row first."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol, TextIO

from inarow.board.lines import Line
from inarow.board.notation import column_label
from inarow.board.rules import Cell, Rules, Side
from inarow.errors import RenderError, quoted

__all__ = ["Drawable", "Mark", "ansi", "color_wanted", "side_by_side", "svg", "text"]


class Drawable(Protocol):
    """What can be drawn: anything that knows its rules and what lies in a cell."""

    @property
    def rules(self) -> Rules:
        """The size of the board."""

    def at(self, column: int, row: int) -> Side | None:
        """Whose disc lies in a cell."""


class Mark(NamedTuple):
    """A sign to draw in a cell, in the colour of a side if it is about one."""

    sign: str
    side: Side | None = None


def text(
    board: Drawable,
    *,
    lines: Iterable[Line] = (),
    marks: Mapping[Cell, str | Mark] | None = None,
    cell_names: bool | None = None,
) -> str:
    """A picture in plain characters; the discs of *lines* are capitals.

    *marks* replaces what is drawn in some cells. The edge has the columns' numbers, letters without
    gravity; with *cell_names* (the default without gravity) also the rows' numbers.
    """
    won = _cells_of(lines)
    drawn = {}
    for cell in _cells(_rules_of(board)):
        side = board.at(*cell)
        symbol = "." if side is None else side.symbol
        drawn[cell] = symbol.upper() if cell in won else symbol
    drawn |= {cell: _mark(mark).sign for cell, mark in (marks or {}).items()}
    return _framed(board.rules, drawn, cell_names)


FIRST_COLOR: Final = "\x1b[38;5;166m"
SECOND_COLOR: Final = "\x1b[38;5;74m"
DIM: Final = "\x1b[2m"
BOLD_INVERSE: Final = "\x1b[1;7m"
UNDERLINE: Final = "\x1b[4m"
RESET: Final = "\x1b[0m"


def ansi(
    board: Drawable,
    *,
    lines: Iterable[Line] = (),
    last: tuple[int, int] | None = None,
    marks: Mapping[Cell, str | Mark] | None = None,
    cell_names: bool | None = None,
) -> str:
    """A picture for a colour terminal: × and ○, winning discs inverse, the *last* one underlined.

    *marks* replaces what is drawn in some cells. It always has escape sequences; `color_wanted`
    says whether a stream should get them.
    """
    won = _cells_of(lines)
    signs = {
        None: f"{DIM}·{RESET}",
        Side.FIRST: f"{FIRST_COLOR}×{RESET}",
        Side.SECOND: f"{SECOND_COLOR}○{RESET}",
    }
    drawn = {}
    for cell in _cells(_rules_of(board)):
        sign = signs[board.at(*cell)]
        style = (BOLD_INVERSE if cell in won else "") + (UNDERLINE if cell == last else "")
        drawn[cell] = style + sign
    colors = {None: "", Side.FIRST: FIRST_COLOR, Side.SECOND: SECOND_COLOR}
    for cell, mark in (marks or {}).items():
        sign, side = _mark(mark)
        drawn[cell] = f"{colors[side]}{sign}{RESET}"
    return _framed(board.rules, drawn, cell_names)


def color_wanted(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether *stream* is a terminal that takes colours, and nobody set `NO_COLOR`."""
    dumb = environment.get("TERM", "") in ("", "dumb")
    return stream.isatty() and not dumb and not environment.get("NO_COLOR")


def side_by_side(blocks: Iterable[str], gap: str = "   ") -> str:
    """Several pictures next to each other, aligned at the top."""
    split = [block.splitlines() for block in blocks]
    height = max(map(len, split), default=0)
    padded = []
    for lines in split:
        width = max(map(len, lines), default=0)
        padded.append([line.ljust(width) for line in lines] + [" " * width] * (height - len(lines)))
    return "\n".join(gap.join(row).rstrip() for row in zip(*padded, strict=True))


def _rules_of(board: Drawable) -> Rules:
    rules = getattr(board, "rules", None)
    if isinstance(rules, Rules):
        return rules
    raise RenderError(
        "expected a Position or a Board, such as Board('4453') or Position.of('4453'), "
        f"got {quoted(board)}"
    )


def _cells(rules: Rules) -> list[Cell]:
    return [Cell(column, row) for row in range(rules.height) for column in range(rules.width)]


def _cells_of(lines: Iterable[Line]) -> set[Cell]:
    return {cell for line in lines for cell in line.cells}


def _labels(rules: Rules) -> list[str]:
    return [column_label(column, rules) for column in range(rules.width)]


def _framed(rules: Rules, drawn: Mapping[Cell, str], cell_names: bool | None) -> str:
    if cell_names is None:
        cell_names = not rules.gravity
    labels = _labels(rules)
    width = max(_visible(sign) for sign in [*labels, *drawn.values()])
    edge = len(str(rules.height)) + 1 if cell_names else 0
    rows = []
    for row in reversed(range(rules.height)):
        name = f"{row + 1:>{edge - 1}} " if cell_names else ""
        signs = (drawn[Cell(column, row)] for column in range(rules.width))
        rows.append(name + " ".join(_right(sign, width) for sign in signs))
    rows.append(" " * edge + " ".join(label.rjust(width) for label in labels))
    return "\n".join(rows)


def _right(sign: str, width: int) -> str:
    return " " * (width - _visible(sign)) + sign


def _visible(sign: str) -> int:
    """How many characters of it are seen: not the escape sequences."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", sign))


def _mark(mark: str | Mark) -> Mark:
    return mark if isinstance(mark, Mark) else Mark(mark)


CELL: Final = 60  # SVG units
RADIUS: Final = 24
EDGE: Final = 10
LABEL: Final = 26
COLORS: Final = {Side.FIRST: "#D55E00", Side.SECOND: "#56B4E9"}
EMBOSS: Final = {Side.FIRST: "#7d3600", Side.SECOND: "#1b5c86"}
THEMES: Final = {
    #         plate      hole       paper      grid       label      winning line
    "dark": ("#22304a", "#141d2e", "#1b2436", "#5a6b8c", "#b8c4da", "#F0E442"),
    "light": ("#dfe6f2", "#ffffff", "#fbf9f4", "#9aa7bd", "#44506a", "#B8860B"),
}


def svg(
    board: Drawable,
    *,
    lines: Iterable[Line] = (),
    last: tuple[int, int] | None = None,
    threats: Mapping[Side, Iterable[tuple[int, int]]] | None = None,
    marks: Mapping[Cell, str | Mark] | None = None,
    arrows: Iterable[tuple[Cell, Cell]] = (),
    theme: str = "light",
    title: str = "",
    cell_names: bool | None = None,
) -> str:
    """A picture as an SVG document: a plate with holes, or a paper grid without gravity.

    *lines* are outlined and the other discs fade, *last* gets a dot, *threats* thin rings, *marks*
    a sign on a pale disc, *arrows* lead from cell to cell. *cell_names* puts the rows' numbers at
    the edge, as in `text`.
    """
    if theme not in THEMES:
        raise RenderError(f"expected the theme dark or light, got {theme!r}")
    rules = _rules_of(board)
    plate, hole, paper, grid, label, outline = THEMES[theme]
    picture = _Canvas(rules, not rules.gravity if cell_names is None else cell_names)
    if rules.gravity:
        picture.add("rect", **picture.frame, rx=14, fill=plate)
    else:
        picture.add("rect", **picture.frame, rx=4, fill=paper)
        picture.add_grid(grid)
    lines = tuple(lines)
    for line in lines:
        picture.add_outline(line, outline, plate if rules.gravity else paper)
    won = _cells_of(lines)
    for cell in _cells(rules):
        side = board.at(*cell)
        if rules.gravity and (side is None or lines):
            picture.add_circle(cell, RADIUS, fill=hole)
        if side is not None:
            faded = {"opacity": 0.4} if lines and cell not in won else {}
            picture.add_disc(cell, side, faded)
        if cell == last:
            picture.add_circle(cell, 4, fill="#ffffff")
    for side, cells in (threats or {}).items():
        for threat in cells:
            radius = RADIUS - 3 if side is Side.FIRST else RADIUS - 8
            picture.add_circle(threat, radius, fill="none", stroke=COLORS[side], stroke_width=2)
    for cell, mark in (marks or {}).items():
        picture.add_mark(cell, _mark(mark), label)
    for start, end in arrows:
        picture.add_arrow(start, end, label)
    picture.add_labels(label)
    return picture.document(title or f"inarow {rules}")


class _Canvas:
    """Collects SVG elements; knows where a cell's middle is."""

    def __init__(self, rules: Rules, cell_names: bool) -> None:
        self.rules = rules
        self.cell_names = cell_names
        self.labels = _labels(rules)
        self.elements: list[str] = []
        self.left = EDGE + LABEL if cell_names else EDGE
        self.frame: dict[str, object] = {
            "x": self.left - EDGE / 2,
            "y": EDGE / 2,
            "width": rules.width * CELL + EDGE,
            "height": rules.height * CELL + EDGE,
        }

    def add(self, tag: str, content: str | None = None, /, **attributes: object) -> None:
        written = "".join(
            f' {name.replace("_", "-")}="{value:g}"'
            if isinstance(value, float)
            else f' {name.replace("_", "-")}="{value}"'
            for name, value in attributes.items()
        )
        end = "/>" if content is None else f">{_escaped(content)}</{tag}>"
        self.elements.append(f"<{tag}{written}{end}")

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        column, row = cell
        x = self.left + (column + 0.5) * CELL
        return x, EDGE + (self.rules.height - row - 0.5) * CELL

    def add_circle(self, cell: tuple[int, int], radius: float, **style: object) -> None:
        x, y = self.middle(cell)
        self.add("circle", cx=x, cy=y, r=radius, **style)

    def add_disc(self, cell: tuple[int, int], side: Side, style: Mapping[str, object]) -> None:
        self.add_circle(cell, RADIUS, fill=COLORS[side], **style)
        stroke = {"fill": "none", "stroke": EMBOSS[side], "stroke_width": 5, **style}
        if side is Side.SECOND:
            self.add_circle(cell, 10, **stroke)
            return
        x, y = self.middle(cell)
        arms = f"M{x - 9:g} {y - 9:g}l18 18M{x - 9:g} {y + 9:g}l18 -18"
        self.add("path", d=arms, stroke_linecap="round", **stroke)

    def add_outline(self, line: Line, color: str, inside: str) -> None:
        (x1, y1), (x2, y2) = self.middle(line.cells[0]), self.middle(line.cells[-1])
        ends: dict[str, object] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        for width, stroke in ((2 * RADIUS + 10, color), (2 * RADIUS + 3, inside)):
            self.add("line", **ends, stroke=stroke, stroke_width=width, stroke_linecap="round")

    def add_mark(self, cell: tuple[int, int], mark: Mark, color: str) -> None:
        if mark.side is not None:
            self.add_circle(cell, RADIUS - 6, fill=COLORS[mark.side], opacity=0.35)
        x, y = self.middle(cell)
        self.add("text", mark.sign, x=x, y=y + 7, **self.lettering(color, 20), font_weight="bold")

    def add_arrow(self, start: Cell, end: Cell, color: str) -> None:
        (x1, y1), (x2, y2) = self.middle(start), self.middle(end)
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        x1, y1 = x1 + 14 * dx, y1 + 14 * dy  # what stands in the cells stays readable
        x2, y2 = x2 - 14 * dx, y2 - 14 * dy
        head = "".join(
            f"M{x2:g} {y2:g}l{11 * (-dx + turn * dy):g} {11 * (-dy - turn * dx):g}"
            for turn in (-0.6, 0.6)
        )
        stroke = {"stroke": color, "stroke_width": 3, "stroke_linecap": "round", "fill": "none"}
        self.add("path", d=f"M{x1:g} {y1:g}L{x2:g} {y2:g}{head}", opacity=0.75, **stroke)

    def add_grid(self, color: str) -> None:
        left, right = self.left, self.left + self.rules.width * CELL
        top, bottom = EDGE, EDGE + self.rules.height * CELL
        lines = [f"M{left + i * CELL} {top}V{bottom}" for i in range(1, self.rules.width)]
        lines += [f"M{left} {top + i * CELL}H{right}" for i in range(1, self.rules.height)]
        if lines:
            self.add("path", d="".join(lines), stroke=color, stroke_width=1.5)

    def lettering(self, color: str, size: int) -> dict[str, object]:
        """How text is set: around its middle."""
        return {
            "fill": color,
            "font_family": "system-ui, sans-serif",
            "font_size": size,
            "text_anchor": "middle",
        }

    def add_labels(self, color: str) -> None:
        style = self.lettering(color, 15)
        below = EDGE + self.rules.height * CELL + LABEL
        for column, label in enumerate(self.labels):
            self.add("text", label, x=self.middle((column, 0))[0], y=below, **style)
        if self.cell_names:
            for row in range(self.rules.height):
                y = self.middle((0, row))[1] + 5
                self.add("text", str(row + 1), x=LABEL / 2 + 2, y=y, **style)

    def document(self, title: str) -> str:
        width = self.left + self.rules.width * CELL + EDGE
        height = EDGE + self.rules.height * CELL + LABEL + EDGE
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img"><title>{_escaped(title)}</title>'
            + "".join(self.elements)
            + "</svg>"
        )


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
