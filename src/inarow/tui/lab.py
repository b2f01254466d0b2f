"""The win lab: how algorithms look for lines, step by step on the board."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from inarow import detectors
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.detectors import Panel, Step, Trace, as_text
from inarow.search.background import Tell
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.cells import SIGNS
from inarow.tui.keys import key
from inarow.tui.layout import Scene
from inarow.tui.study_screen import StudyScreen
from inarow.tui.widgets import Piece, Row, Rows

__all__ = ["LabScreen"]

DIGITS = ",".join(str(number) for number, _ in enumerate(detectors.NAMES, start=1))


class LabScreen(StudyScreen[None]):
    """The traces of all detectors on one position."""

    TICK = 0.25
    BINDINGS: ClassVar[list[BindingType]] = [
        key("right,space", "step(1)", *words.KEY_STEP, show=True),
        key("left", "step(-1)", *words.KEY_STEP_BACK, show=True),
        key("n", "find", *words.KEY_FIND, show=True),
        key("p", "run", *words.KEY_RUN, show=True),
        key("down,tab", "detector(1)", *words.KEY_NEXT_DETECTOR),
        key("up,shift+tab", "detector(-1)", *words.KEY_PREVIOUS_DETECTOR),
        key(DIGITS, "pass", *words.KEY_DETECTORS),
        key("x", "side", *words.KEY_SIDE, show=True),
        key("home", "jump(0)", *words.KEY_STEP_FIRST),
        key("end", "jump(-1)", *words.KEY_STEP_LAST),
        key("escape,k", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(self, position: Position, last: Cell | None, names: Mapping[Side, str]) -> None:
        self.head = Rows(id="lab-head")
        self.panel = Rows(id="lab-panel")
        self.table = Rows(id="lab-table")
        super().__init__(Scene(position, last), self.head, self.panel, self.table)
        self.position, self.last, self.players = position, last, names
        outcome = position.outcome()
        self.searched = (outcome and outcome.winner) or position.turn.other
        self.detector = detectors.NAMES[0]
        self.number = 0
        self.traces: dict[tuple[str, Side], Trace] = {}

    # -- traces -------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace | None:
        """The trace that is shown, once it is there."""
        return self.traces.get((self.detector, self.searched))

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        trace = self.trace
        return trace.steps[self.number] if trace and self.number < len(trace.steps) else None

    def begin(self) -> None:
        """Run the detectors that have not run yet, the selected one first."""
        side, position = self.searched, self.position
        last = self.last if self.last and position.at(*self.last) is side else None
        wanted = sorted(detectors.NAMES, key=lambda name: name != self.detector)
        missing = [name for name in wanted if (name, side) not in self.traces]

        def work(stop: Stop, tell: Tell) -> None:
            for name in missing:
                if stop.is_set():
                    return
                found = detectors.trace(position, side, detector=name, last=last)
                tell(self._traced, name, side, found)

        self._work.ask(work)
        self.draw()

    def _traced(self, name: str, side: Side, trace: Trace) -> None:
        self.traces[name, side] = trace
        self.draw()

    # -- what is shown ------------------------------------------------------------------------

    def draw(self) -> None:
        """The step on the board and in words, and all detectors side by side."""
        step, trace = self.step, self.trace
        lit = frozenset(step.cells) if step else frozenset()
        area = frozenset(step.area) if step else frozenset()
        marks = {}
        if step is not None and step.counts:
            marks = {c: str(n) for c, n in zip(step.cells, step.counts, strict=True)}
        self.view.show(Scene(self.position, self.last, lit=lit, area=area, marks=marks, still=True))
        self.head.put(self._head_rows())
        self.panel.put(self._panel_rows(step, self.panel.size.width))
        self.table.put(self._table_rows())
        text = words.LAB_WAIT if trace is None else self._sentence(step, trace)
        self.line.put([(Piece(f" {text}", "good bold" if step and step.lines else ""),)])

    def _sentence(self, step: Step | None, trace: Trace) -> str:
        if step is None:
            return as_text.nothing_to_check(trace, self.position)
        found = f" {words.LAB_FOUND}" if step.lines else ""
        return f"{step.text}.{found}"

    def _head_rows(self) -> list[Row]:
        side, trace = self.searched, self.trace
        sign = side.symbol if self.app.no_color else SIGNS[side]
        color = "first" if side is Side.FIRST else "second"
        of = words.LAB_LINES_OF.format(sign=sign, name=self.players[side])
        rows: list[Row] = [
            (Piece(f"{words.LAB_TITLE}  ", "accent bold"), Piece(of, color)),
        ]
        if trace is not None and trace.steps:
            count = len(trace.steps)
            rows.append((Piece(words.LAB_STEP.format(number=self.number + 1, count=count)),))
            width = max(10, self.head.size.width - 2)
            done = round(width * self.number / max(1, count - 1))
            rows.append((Piece("━" * done, "accent"), Piece("━" * (width - done), "grid")))
        return rows

    def _panel_rows(self, step: Step | None, width: int) -> list[Row]:
        if step is None:
            return []
        trace = self.trace
        needed = trace.needed if trace else 0
        value = words.LAB_NEEDED.format(value=step.value, needed=needed)
        rows: list[Row] = [(Piece(f"{step.group}  ", "bold"), Piece(step.label, "label"))]
        if len(f"{step.group}  {step.label}") > width:
            group = wrap(step.group, max(10, width))
            rows = [*((Piece(line, "bold"),) for line in group), (Piece(step.label, "label"),)]
        rows.append((Piece(value, "good bold" if step.lines else ""),))
        blocks = [_block(panel) for panel in step.panels]
        while blocks:
            row_of_blocks = [blocks.pop(0)]
            used = _width(row_of_blocks[0])
            while blocks and used + 3 + _width(blocks[0]) <= width:
                used += 3 + _width(blocks[0])
                row_of_blocks.append(blocks.pop(0))
            rows += [(), *_beside(row_of_blocks)]
        return rows

    def _table_rows(self) -> list[Row]:
        name, *columns = words.LAB_HEAD
        head = f"  {name:<12}" + "".join(f"{column:>6}" for column in columns)
        rows: list[Row] = [(Piece(head, "label"),)]
        for number, detector in enumerate(detectors.NAMES, start=1):
            trace = self.traces.get((detector, self.searched))
            values: tuple[str, ...] = ("", "", "")
            if trace is not None:
                numbers = (len(trace.lines), len(trace.steps), trace.cells_read)
                values = tuple(str(value) for value in numbers)
            text = f"{number} {detector:<12}" + "".join(f"{value:>6}" for value in values)
            style = "reverse bold" if detector == self.detector else ""
            rows.append((Piece(text, style, detector),))
        return rows

    # -- keys and clicks ----------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go forwards or backwards."""
        if self.trace is not None:
            self._go(self.number + by)

    def _go(self, number: int) -> None:
        count = len(self.trace.steps) if self.trace else 0
        self.number = max(0, min(count - 1, number))
        self.draw()

    def action_jump(self, number: int) -> None:
        """Go to the first or the last step."""
        self._go(number if number >= 0 else 10**9)

    def action_find(self) -> None:
        """Go to the next step that finds a line; after the last one, to the first."""
        steps = self.trace.steps if self.trace else ()
        hits = [number for number, step in enumerate(steps) if step.lines]
        later = [number for number in hits if number > self.number]
        if hits:
            self._go((later or hits)[0])

    def go_on(self) -> bool:
        """The next step."""
        before = self.number
        self.action_step(1)
        return self.number != before

    def _choose(self, name: str) -> None:
        self.detector, self.number = name, 0
        self.draw()

    def action_detector(self, by: int) -> None:
        """Another detector."""
        names = detectors.NAMES
        self._choose(names[(names.index(self.detector) + by) % len(names)])

    def action_side(self) -> None:
        """Look for the other side's lines."""
        self.searched, self.number = self.searched.other, 0
        self.begin()

    def action_pass(self) -> None:
        """The digits are handled by `on_key`, which knows which one it was."""

    def on_key(self, event: events.Key) -> None:
        """A digit chooses a detector."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(detectors.NAMES):
            self._choose(detectors.NAMES[int(event.key) - 1])

    def action_back(self) -> None:
        """Back to the game."""
        self.dismiss()

    def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click on the table chooses a detector."""
        if isinstance(event.key, str):
            self._choose(event.key)


def _block(panel: Panel) -> list[str]:
    """A panel as lines of equal length, the top row first."""
    width = max((len(str(number)) for row in panel.rows for number in row), default=1)
    rows = [" ".join(f"{number:>{width}}" for number in row) for row in reversed(panel.rows)]
    rows = rows or [words.LAB_EMPTY]
    title = panel.title if len(panel.title) <= len(rows[0]) else panel.title.split()[0]
    widest = max(len(title), len(rows[0]))
    return [line.ljust(widest) for line in (title, *rows)]


def _width(block: list[str]) -> int:
    return len(block[0])


def _beside(blocks: list[list[str]]) -> list[Row]:
    """Blocks next to each other."""
    height = max(map(len, blocks))
    rows: list[Row] = []
    for y in range(height):
        row: list[Piece] = []
        for block in blocks:
            text = block[y] if y < len(block) else " " * _width(block)
            row.append(Piece(f"{text}   ", "label" if y == 0 else ""))
        rows.append(tuple(row))
    return rows
