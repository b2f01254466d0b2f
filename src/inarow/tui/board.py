"""The board as a widget: it draws what it is given and says where it was pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import monotonic
from typing import ClassVar, Final, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

from inarow.board.notation import column_label
from inarow.board.rules import Cell, Side
from inarow.tui.cells import SIGNS, Look, fitted, paint
from inarow.tui.layout import Frame, Scene
from inarow.tui.widgets import Themed

__all__ = ["BoardView", "Fall"]

_EdgePart: TypeAlias = Callable[[int, object], list[Segment]]
"""Draws a column's part of a row above or below the cells, from what is there."""

FRAME: Final = 1 / 20
"""Seconds from one picture to the next."""
FIRST_CELL: Final = 0.11
"""Seconds for the first cell; the whole fall grows with the square root of the height."""
BOUNCE: Final = 0.35
"""How high the bounce is, in cells."""


@dataclass(frozen=True, slots=True)
class Fall:
    """How a disc falls over a number of cells: faster and faster, with one small bounce."""

    cells: float

    @property
    def seconds(self) -> float:
        """Until the disc arrives for the first time."""
        return FIRST_CELL * math.sqrt(self.cells)

    def above(self, seconds: float) -> float | None:
        """How many cells the disc is above its place; `None` when it has come to rest."""
        if seconds < self.seconds:
            return self.cells * (1 - (seconds / self.seconds) ** 2)
        bounce = 2 * FIRST_CELL * math.sqrt(BOUNCE)
        share = (seconds - self.seconds) / bounce
        if share >= 1 or self.cells < 2:
            return None
        return 4 * BOUNCE * share * (1 - share)


class BoardView(Themed):
    """Draws a `Scene`. Only the cells that change are painted again."""

    DEFAULT_CSS: ClassVar[str] = "BoardView { width: auto; height: 1fr; }"

    class Pointed(Message):
        """The mouse is at a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Picked(Pointed):
        """A cell was clicked."""

    class Landed(Message):
        """A disc has come to rest; *slow* if the terminal did not keep up with its fall."""

        def __init__(self, slow: bool) -> None:
            super().__init__()
            self.slow = slow

    def __init__(self, scene: Scene, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.scene = scene
        self.room = Size(80, 22)
        self._looks: dict[Cell, Look] = {}
        self._edges: dict[int, tuple[object, ...]] = {}
        self._low = 0
        self._falling: tuple[Cell, Side, float] | None = None
        self._timer: Timer | None = None

    # -- what is shown ------------------------------------------------------------------------

    @cached_property
    def frame(self) -> Frame:
        """Where things are."""
        return Frame(self.scene.position.rules, self.room)

    def on_mount(self) -> None:
        """Draw for the first time."""
        super().on_mount()
        self.redraw()

    def fit(self, room: Size) -> None:
        """Draw as large as *room* allows."""
        if room != self.room:
            self.room = room
            self.redraw()

    def redraw(self) -> None:
        """Draw everything again."""
        self.__dict__.pop("frame", None)
        self.__dict__.pop("palette", None)
        self._low = self._lowest()
        self._looks, self._edges = self._all_looks(), self._all_edges()
        self.refresh(layout=True)

    def show(self, scene: Scene, *, fall: bool = False) -> None:
        """Show *scene*; with *fall* its last disc falls into place."""
        self._stop_falling()
        other_rules = scene.position.rules != self.scene.position.rules
        self.scene = scene
        if fall and scene.last and scene.position.rules.gravity:
            self._begin_falling(scene.last)
        if other_rules or self._lowest() != self._low:
            self.redraw()
        else:
            self._repaint_changes()

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """As wide as it is drawn."""
        return self.frame.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As high as it is drawn."""
        return self.frame.height

    def _lowest(self) -> int:
        """The lowest visible row, chosen so that the rows that matter are visible."""
        frame, scene = self.frame, self.scene
        rules = scene.position.rules
        matters = scene.cursor or scene.last or Cell(0, 0)
        if rules.gravity:
            columns = [scene.position.cell_of(move) for move in range(rules.width)]
            matters = Cell(0, max((cell.row for cell in columns if cell), default=0))
        return max(0, min(rules.height - frame.rows, matters.row - frame.rows * 2 // 3))

    def _repaint_changes(self) -> None:
        looks, edges, frame = self._all_looks(), self._all_edges(), self.frame
        regions = []
        for cell, look in looks.items():
            before = self._looks[cell]
            if look != before:
                regions += self._changed_rows(frame.region(cell, self._low), before, look)
        for column, edge in edges.items():
            x = frame.left + column * frame.size
            for (y, _), old, new in zip(self._edge_rows(), self._edges[column], edge, strict=True):
                if old != new:
                    regions.append(Region(x, y, frame.size, 1))
        self._looks, self._edges = looks, edges
        if regions:
            self.refresh(*regions)

    def _changed_rows(self, region: Region, before: Look, after: Look) -> list[Region]:
        """The rows of a cell that look different."""
        size, colors = self.frame.size, self.palette
        pairs = zip(paint(before, size, colors), paint(after, size, colors), strict=True)
        changed = [y for y, (old, new) in enumerate(pairs) if old != new]
        return [Region(region.x, region.y + y, region.width, 1) for y in changed]

    def _edge_rows(self) -> list[tuple[int, _EdgePart]]:
        """The rows above and below the cells, with what draws one column of them."""
        frame = self.frame
        below = frame.top + frame.rows * frame.size // 2
        held: list[tuple[int, _EdgePart]] = [(0, self._held_disc)] if frame.rules.gravity else []
        names = [(below + n, partial(self._column_name, n)) for n in range(frame.name_rows)]
        scores = [(frame.height - 1, self._column_score)] if frame.score_row else []
        return [*held, *names, *scores]

    # -- looks --------------------------------------------------------------------------------

    def _all_looks(self) -> dict[Cell, Look]:
        scene, position = self.scene, self.scene.position
        outcome = None if scene.still else position.outcome()
        won = {cell for line in (outcome.lines if outcome else ()) for cell in line.cells}
        rings = self._threats()
        gravity = position.rules.gravity
        ghost = self._ghost()
        falling = self._falling_looks()
        looks = {}
        for row in range(self._low, self._low + self.frame.rows):
            for column in range(position.rules.width):
                cell = Cell(column, row)
                side = position.at(column, row)
                look = Look(
                    side,
                    tone="faded" if side and won and cell not in won else "",
                    base=_base(cell, won, scene),
                    dot=cell == scene.last and side is not None,
                    mark=scene.marks.get(cell, ""),
                    best=cell in scene.best,
                    ring=rings.get(cell),
                    gravity=gravity,
                )
                if cell == ghost:
                    look = look._replace(side=position.turn, tone="ghost", mark="", ring=None)
                if falling is not None:
                    look = self._with_falling(cell, look, falling)
                looks[cell] = look
        return looks

    def _threats(self) -> dict[Cell, Side]:
        position = self.scene.position
        if not self.scene.threats or position.outcome():
            return {}
        sides = (position.turn.other, position.turn)
        return {cell: side for side in sides for cell in position.threats(side)}

    def _ghost(self) -> Cell | None:
        """The cell where a disc of the side to move would come to rest."""
        position, cursor = self.scene.position, self.scene.cursor
        if cursor is None or self._falling is not None:
            return None
        move = position.rules.move_at(*cursor)
        return position.cell_of(move) if position.is_legal(move) else None

    def _all_edges(self) -> dict[int, tuple[object, ...]]:
        """What is above and below each column."""
        scene, position = self.scene, self.scene.position
        edges: dict[int, tuple[object, ...]] = {}
        for column in range(position.rules.width):
            at = scene.cursor is not None and scene.cursor.column == column
            score = scene.scores.get(column)
            here = (at, None if self.frame.score_row else score)
            edge: list[object] = [here] * self.frame.name_rows
            if position.rules.gravity:
                is_held = at and self._falling is None and position.outcome() is None
                edge.insert(0, position.turn if is_held else None)
            edges[column] = (*edge, score) if self.frame.score_row else tuple(edge)
        return edges

    # -- falling ------------------------------------------------------------------------------

    def _begin_falling(self, cell: Cell) -> None:
        side = self.scene.position.at(*cell)
        assert side is not None
        high = self._low + self.frame.rows - cell.row
        self._falling = (cell, side, float(high))
        fall, start, frames = Fall(high), monotonic(), 0

        def draw() -> None:
            nonlocal frames
            frames += 1
            passed = monotonic() - start
            above = fall.above(passed)
            if above is None:
                self._stop_falling()
                self._repaint_changes()
                self.post_message(self.Landed(slow=frames * FRAME < passed / 3))
            else:
                self._falling = (cell, side, above)
                self._repaint_changes()

        self._timer = self.set_interval(FRAME, draw)

    def _stop_falling(self) -> None:
        self._falling = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def is_falling(self) -> bool:
        """Whether a disc is falling."""
        return self._falling is not None

    def _falling_looks(self) -> tuple[Cell, Side, int] | None:
        """The falling disc and how many units it is above its place."""
        if self._falling is None:
            return None
        cell, side, above = self._falling
        unit = self.frame.size
        return cell, side, round(above) * unit if unit == 2 else round(above * unit)

    def _with_falling(self, cell: Cell, look: Look, falling: tuple[Cell, Side, int]) -> Look:
        target, side, units = falling
        if cell.column != target.column or cell.row < target.row:
            return look
        shift = units - (cell.row - target.row) * self.frame.size
        if cell == target:
            look = look._replace(side=None, dot=False)
        if look.side is None and abs(shift) < self.frame.size:
            return look._replace(side=side, fall=shift)
        return look

    # -- drawing ------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One row of characters."""
        frame = self.frame
        if y >= frame.height:
            return Strip.blank(frame.width, self.rich_style)
        line = y - frame.top
        if 0 <= line < frame.rows * frame.size // 2:
            segments = self._cells_line(line)
        else:
            segments = self._edge_line(y)
        return Strip(segments, frame.width)

    def _cells_line(self, line: int) -> list[Segment]:
        frame = self.frame
        index, inner = divmod(line, frame.size // 2)
        row = self._low + frame.rows - 1 - index
        segments = [Segment(self._row_name(row, inner), self._edge_style())]
        for column in range(frame.rules.width):
            segments.extend(paint(self._looks[Cell(column, row)], frame.size, self.palette)[inner])
        return segments

    def _row_name(self, row: int, inner: int) -> str:
        frame = self.frame
        name = str(row + 1) if inner == frame.size // 4 else ""
        return f"{name:>{frame.left - 1}} "

    def _edge_style(self) -> Style:
        colors = self.palette
        return colors.style(
            colors.label, colors.plate if self.frame.rules.gravity else colors.paper
        )

    def _edge_line(self, y: int) -> list[Segment]:
        frame = self.frame
        parts = dict(self._edge_rows())
        number, part = list(parts).index(y), parts[y]
        page = self.palette.style(None, self.palette.page)
        beside_names = 0 <= y - frame.height + frame.name_rows + frame.score_row < frame.name_rows
        segments = [Segment(" " * frame.left, self._edge_style() if beside_names else page)]
        for column in range(frame.rules.width):
            segments.extend(part(column, self._edges[column][number]))
        return segments

    def _held_disc(self, _: int, side: object) -> list[Segment]:
        """The disc above the column it would fall into."""
        colors, size = self.palette, self.frame.size
        page = colors.style(None, colors.page)
        if not isinstance(side, Side):
            return [Segment(" " * size, page)]
        sign = side.symbol if colors.mono else SIGNS[side]
        disc = colors.first if side is Side.FIRST else colors.second
        if size == 2:
            return [Segment(sign, colors.style(disc, colors.page, "bold")), Segment(" ", page)]
        emboss = colors.first_sign if side is Side.FIRST else colors.second_sign
        inset = " " * (0 if size == 4 else (size - 4) // 4)
        text = f"{sign:^{size - 1 - 2 * len(inset)}}"
        style = colors.style(emboss, disc, "bold")
        return [Segment(inset, page), Segment(text, style), Segment(f"{inset} ", page)]

    def _column_name(self, line: int, column: int, here: object) -> list[Segment]:
        """One *line* of a column's name, or its score if there is no other place for that."""
        assert isinstance(here, tuple)
        at, score = here
        colors, frame = self.palette, self.frame
        under = colors.plate if frame.rules.gravity else colors.paper
        if score is not None:
            is_last = line == frame.name_rows - 1
            return self._written_score(score if is_last else ("", ""), under)
        name = f"{column_label(column, frame.rules):>{frame.name_rows}}"
        text = f"{name:^{frame.size - 1}}" if frame.size > 2 else name[line]
        style = colors.style(colors.label, under, "bold reverse" if at else "")
        return [Segment(text, style), Segment(" ", self._edge_style())]

    def _column_score(self, _: int, score: object) -> list[Segment]:
        return self._written_score(score if isinstance(score, tuple) else ("", ""))

    def _written_score(self, score: tuple[str, str], under: str = "") -> list[Segment]:
        colors, size = self.palette, self.frame.size
        text, kind = score
        under = under or colors.page
        color = {"good": colors.good, "bad": colors.bad}.get(kind.partition(" ")[0], colors.label)
        words = kind.partition(" ")[2]
        text = fitted(text, size - 1)
        blank = colors.style(colors.label, under)
        return [
            Segment(f"{text:^{size - 1}}", colors.style(color, under, words)),
            Segment(" ", blank),
        ]

    # -- the mouse ----------------------------------------------------------------------------

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the cell under the mouse."""
        cell = self.frame.cell_at(event.x, event.y, self._low)
        if cell is not None and cell != self.scene.cursor:
            self.post_message(self.Pointed(cell))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked cell."""
        cell = self.frame.cell_at(event.x, event.y, self._low)
        if cell is not None:
            self.post_message(self.Picked(cell))

    def move_cursor(self, cell: Cell | None) -> None:
        """Move the disc that is held."""
        self.show(replace(self.scene, cursor=cell))


def _base(cell: Cell, won: set[Cell], scene: Scene) -> str:
    """What is behind the disc of a cell."""
    sets = {"win": won, "lit": scene.lit, "area": scene.area}
    return next((name for name, cells in sets.items() if cell in cells), "")
