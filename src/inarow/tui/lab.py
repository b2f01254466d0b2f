"""The win lab: how algorithms look for lines, step by step on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import BindingType

from inarow import detectors
from inarow.board.position import Position
from inarow.board.rules import Cell, Side
from inarow.detectors import Panel, Step, Trace, as_text
from inarow.detectors.timing import seconds
from inarow.search.background import Tell
from inarow.search.stop import Stop
from inarow.tui import words
from inarow.tui.cells import SIGNS
from inarow.tui.keys import key
from inarow.tui.layout import Scene
from inarow.tui.match_screen import room_for_board
from inarow.tui.study_screen import StudyScreen
from inarow.tui.widgets import Piece, Row, Rows

__all__ = ["LabScreen"]

IDEA_LINES = 3
"""How many lines the sentences of the idea take at 80 columns; few take more."""

DIGITS = ",".join(str(number) for number, _ in enumerate(detectors.NAMES, start=1))


class LabScreen(StudyScreen[None]):
    """The traces of all detectors on one position."""

    TICK = 0.25
    BINDINGS: ClassVar[list[BindingType]] = [
        key("right,space", "step(1)", *words.KEY_STEP, show=True),
        key("left", "step(-1)", *words.KEY_STEP_BACK),
        key("i", "idea", *words.KEY_IDEA, show=True),
        key("c", "code", *words.KEY_CODE, show=True),
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
        self.ideas = True
        """Whether the idea is shown, and not every step."""
        self.coded = False
        """Whether the code is shown, and not the numbers."""
        self.traces: dict[tuple[str, Side], Trace] = {}
        self.seconds: dict[tuple[str, Side], float] = {}

    # -- traces -------------------------------------------------------------------------------

    @property
    def trace(self) -> Trace | None:
        """The trace that is shown, once it is there."""
        return self.traces.get((self.detector, self.searched))

    @property
    def shows_idea(self) -> bool:
        """Whether what is shown is a picture of the idea."""
        return self.ideas and self.trace is not None and bool(self.trace.idea)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What one goes through: the pictures of the idea, or every step."""
        trace = self.trace
        if trace is None:
            return ()
        if not self.shows_idea:
            return trace.steps
        return (*trace.idea, replace(trace.idea[-1], text=self._cost(trace), code=(), values=()))

    @property
    def step(self) -> Step | None:
        """The one that is shown."""
        return self.steps[self.number] if self.number < len(self.steps) else None

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
                tell(self._traced, name, side, found, seconds(position, side, name, last))

        self._work.ask(work)
        self.draw()

    def _traced(self, name: str, side: Side, trace: Trace, took: float) -> None:
        self.traces[name, side], self.seconds[name, side] = trace, took
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
        if self.shows_idea:
            return step.text
        found = f" {words.LAB_FOUND}" if step.lines else ""
        return f"{step.text}.{found}"

    def _cost(self, trace: Trace) -> str:
        """What this way costs and when to use it: the last words of the idea."""
        cost = words.LAB_COST.format(
            steps=len(trace.steps),
            cells=trace.cells_read,
            time=round(self.seconds[self.detector, self.searched] * 1e6),
        )
        return f"{trace.use} {cost}".strip()

    def _head_rows(self) -> list[Row]:
        side, trace = self.searched, self.trace
        sign = side.symbol if self.app.no_color else SIGNS[side]
        color = "first" if side is Side.FIRST else "second"
        of = words.LAB_LINES_OF.format(sign=sign, name=self.players[side])
        rows: list[Row] = [
            (Piece(f"{words.LAB_TITLE}  ", "accent bold"), Piece(of, color)),
        ]
        if trace is not None and self.steps:
            count = len(self.steps)
            named = words.LAB_PICTURE if self.shows_idea else words.LAB_STEP
            rows.append((Piece(named.format(number=self.number + 1, count=count)),))
            width = max(10, self.head.size.width - 2)
            done = round(width * self.number / max(1, count - 1))
            rows.append((Piece("━" * done, "accent"), Piece("━" * (width - done), "grid")))
        return rows

    def _panel_rows(self, step: Step | None, width: int) -> list[Row]:
        trace = self.trace
        if step is None or trace is None:
            return []
        if self.coded and trace.code:
            return _code_rows(trace, step, width, self.panel.size.height)
        rows = [] if self.shows_idea else self._named(step, trace.needed, width)
        used = width + 1
        for block in _blocks(step.panels, width):
            if used + 3 + block.width > width:
                rows.append(())
                used, top = 0, len(rows)
            else:
                used += 3
            for number, row in enumerate(block.rows):
                if top + number == len(rows):
                    rows.append(())
                before = sum(len(piece.text) for piece in rows[top + number])
                rows[top + number] += (Piece(" " * (used - before)), *row)
            used += block.width
        return rows[1:] if self.shows_idea else rows

    def _named(self, step: Step, needed: int, width: int) -> list[Row]:
        """The name of a step, and how near to a line it is."""
        value = words.LAB_NEEDED.format(value=step.value, needed=needed)
        rows: list[Row] = [(Piece(f"{step.group}  ", "bold"), Piece(step.label, "label"))]
        if len(f"{step.group}  {step.label}") > width:
            group = wrap(step.group, max(10, width))
            rows = [*((Piece(line, "bold"),) for line in group), (Piece(step.label, "label"),)]
        return [*rows, (Piece(value, "good bold" if step.lines else ""),)]

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

    def _fit(self) -> None:
        """Leave room for the longer sentences of the idea, so that the board stays as it is."""
        said = max(len(self.line.lines), IDEA_LINES if self.shows_idea else 1)
        self.view.fit(room_for_board(self.size, bar=0, said=said))

    # -- keys and clicks ----------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go forwards or backwards."""
        if self.trace is not None:
            self._go(self.number + by)

    def _go(self, number: int) -> None:
        self.number = max(0, min(len(self.steps) - 1, number))
        self.draw()

    def action_jump(self, number: int) -> None:
        """Go to the first or the last step."""
        self._go(number if number >= 0 else 10**9)

    def action_find(self) -> None:
        """Go to the next step that finds a line; after the last one, to the first."""
        if self.shows_idea:
            self.ideas, self.number = False, -1
        steps = self.trace.steps if self.trace else ()
        hits = [number for number, step in enumerate(steps) if step.lines]
        later = [number for number in hits if number > self.number]
        self._go((later or hits or [0])[0])

    def action_idea(self) -> None:
        """The idea instead of every step, or the other way round."""
        self.ideas, self.number = not self.ideas, 0
        self.draw()

    def action_code(self) -> None:
        """The code instead of the numbers, or the other way round."""
        self.coded = not self.coded
        self.draw()

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


class _Block(NamedTuple):
    """A panel as rows of pieces, the top row first, all equally long."""

    width: int
    rows: list[Row]


def _blocks(panels: Sequence[Panel], width: int) -> Iterator[_Block]:
    """The panels; digits move together if only so all of them fit side by side."""
    for gap, most in ((" ", width), ("", width), ("", 10)):
        blocks = [_block(panel, gap, most) for panel in panels]
        if sum(block.width + 3 for block in blocks) - 3 <= width:
            break
    yield from blocks


def _block(panel: Panel, gap: str, most: int) -> _Block:
    """A panel; of a title of more than *most* characters only the first word is shown."""
    size = max((len(str(number)) for row in panel.rows for number in row), default=1)
    gap, lit = gap if size == 1 else " ", panel.lit_places
    rows: list[Row] = []
    for y, numbers in reversed(list(enumerate(panel.rows))):
        row = [
            Piece(_digits(panel, x, y, number, size), _style(panel, x, y, (x, y) in lit))
            for x, number in enumerate(numbers)
        ]
        rows.append(tuple(part for piece in row for part in (piece, Piece(gap)))[:-1])
    rows = rows or [(Piece(words.LAB_EMPTY),)]
    long = sum(len(piece.text) for piece in rows[0])
    title = panel.title if len(panel.title) <= max(long, most) else panel.title.split()[0]
    return _Block(max(len(title), long), [(Piece(title, "label"),), *rows])


def _digits(panel: Panel, x: int, y: int, number: int, size: int) -> str:
    return (str(number) if panel.known(x, y) else "·").rjust(size)


def _style(panel: Panel, x: int, y: int, lit: bool) -> str:
    """Numbers that stand out are in colour, the one being worked out reversed, spare bits pale."""
    if (x, y) == panel.here:
        return "reverse bold"
    if lit and panel.known(x, y):
        return "accent bold"
    return "label" if y >= len(panel.rows) - panel.spare else ""


def _code_rows(trace: Trace, step: Step, width: int, height: int) -> list[Row]:
    """What the variables hold, and the code around the lines that run, as far as there is room."""
    values: list[Row] = []
    for each in step.values:
        for n, text in enumerate(wrap(f"{each.name} {each.value}: {each.meaning}", max(10, width))):
            name = each.name if n == 0 else ""
            values.append((Piece(name, "accent bold"), Piece(text.removeprefix(name))))
    room = max(3, height - len(values) - 1)
    first, last = (step.code[0], step.code[-1]) if step.code else (0, 0)
    begin = max(0, min(first - 1, (first + last - room + 1) // 2 if last - first < room else first))
    rows: list[Row] = []
    for number, line in list(enumerate(trace.code))[begin : begin + room]:
        text = line.lstrip()
        text = f"{' ' * ((len(line) - len(text)) // 4)}{text}"
        runs = number in step.code
        shown = text if len(text) <= width - 2 else f"{text[: width - 3]}…"
        rows.append((Piece(f"> {shown}" if runs else f"  {shown}", "accent bold" if runs else ""),))
    return [*rows, (), *values]
