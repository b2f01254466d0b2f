"""What every detector gives besides its answer: the steps it took, as data that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from inarow.board.lines import Line, ordered
from inarow.board.notation import cell_text
from inarow.board.position import Position
from inarow.board.rules import Cell, Side

__all__ = ["Detector", "Panel", "Step", "Trace", "Value"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A small table of numbers with a title: a filter, a view, a kernel's response.

    `rows[0]` is the bottom row, as everywhere; a drawing starts with the last. The topmost *spare*
    rows lie above the board: bits that are in the number, and in no cell. *here* is the number that
    is being worked out, as (column, row); those that come after it in reading order are not yet
    known. *lit* are the numbers that stand out, as (column, row); if None, all but zero.
    """

    title: str
    rows: tuple[tuple[int, ...], ...]
    spare: int = 0
    here: tuple[int, int] | None = None
    lit: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def of(cls, title: str, rows: Iterable[Iterable[int]], *, needed: int | None = None) -> Panel:
        """A panel from any rows of numbers, a NumPy matrix for example.

        With *needed*, the numbers that reach it stand out.
        """
        made = cls(title, tuple(tuple(map(int, row)) for row in rows))
        if needed is None:
            return made
        reached = (
            (column, row)
            for row, values in enumerate(made.rows)
            for column, value in enumerate(values)
            if value >= needed
        )
        return replace(made, lit=tuple(reached))

    @property
    def lit_places(self) -> frozenset[tuple[int, int]]:
        """Where the numbers that stand out are."""
        if self.lit is not None:
            return frozenset(self.lit)
        return frozenset(
            (column, row)
            for row, values in enumerate(self.rows)
            for column, value in enumerate(values)
            if value
        )

    def known(self, column: int, row: int) -> bool:
        """Whether this number has been worked out."""
        return self.here is None or (-row, column) <= (-self.here[1], self.here[0])


@dataclass(frozen=True, slots=True)
class Value:
    """A variable of the code: what it holds at a step, and what that means in plain words."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a detector looked at, and what came of it.

    `cells` are lit on the board and `counts`, if there are any, written into them; `area` is the
    part of the board they were taken from, where there is one. `value` is the number that was
    compared with what a line needs. Steps that belong together share a `group`. `code` are the
    lines of the trace's code that run, and `values` what its variables hold then.
    """

    group: str
    label: str
    text: str
    cells: tuple[Cell, ...]
    value: int
    counts: tuple[int, ...] = ()
    panels: tuple[Panel, ...] = ()
    lines: tuple[Line, ...] = ()
    area: tuple[Cell, ...] = ()
    code: tuple[int, ...] = ()
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """How a detector went about it: its steps, the lines it found and how much it read."""

    detector: str
    side: Side
    needed: int
    """The value at which a step has found a line."""
    steps: tuple[Step, ...]
    cells_read: int
    """How often a cell's content was looked at; a bitboard reads each cell once, all at a time."""
    tabular: bool = False
    """Whether every group has the same labels, so that the values make a table."""
    code: tuple[str, ...] = ()
    """The code that the steps run, line by line; it is that of the detector itself."""
    idea: tuple[Step, ...] = ()
    """The same way in a few pictures, for those who see it for the first time."""
    use: str = ""
    """What this way costs and when to use it, in a sentence."""
    lines: tuple[Line, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = ordered(line for step in self.steps for line in step.lines)
        object.__setattr__(self, "lines", found)

    def as_dict(self) -> dict[str, Any]:
        """The trace in lists, strings and numbers only, ready for JSON."""
        return {
            "detector": self.detector,
            "side": self.side.symbol,
            "needed": self.needed,
            "tabular": self.tabular,
            "cells_read": self.cells_read,
            "lines": [line_as_dict(line) for line in self.lines],
            "steps": [step_as_dict(step) for step in self.steps],
            "code": list(self.code),
            "idea": [step_as_dict(step) for step in self.idea],
            "use": self.use,
        }


def line_as_dict(line: Line) -> dict[str, Any]:
    """A line in lists and strings only."""
    return {
        "cells": [cell_text(cell) for cell in line.cells],
        "direction": line.direction.name.lower(),
        "configuration": line.direction.configuration,
    }


def step_as_dict(step: Step) -> dict[str, Any]:
    """A step in lists, strings and numbers only."""
    return {
        "group": step.group,
        "label": step.label,
        "text": step.text,
        "cells": [cell_text(cell) for cell in step.cells],
        "value": step.value,
        "counts": list(step.counts),
        "panels": [_panel_as_dict(panel) for panel in step.panels],
        "lines": [line_as_dict(line) for line in step.lines],
        "area": [cell_text(cell) for cell in step.area],
        "code": list(step.code),
        "values": [
            {"name": each.name, "value": each.value, "meaning": each.meaning}
            for each in step.values
        ],
    }


def _panel_as_dict(panel: Panel) -> dict[str, Any]:
    return {
        "title": panel.title,
        "rows": [list(row) for row in panel.rows],
        "spare": panel.spare,
        "here": panel.here and list(panel.here),
        "lit": None if panel.lit is None else [list(place) for place in panel.lit],
    }


class Detector(Protocol):
    """One way to find a win. A module with these two functions is one, too.

    *last* is the disc played last, if it is known. Detectors that start from the last disc take
    each disc of the side in turn when it is not.
    """

    def find(self, position: Position, side: Side, last: Cell | None) -> tuple[Line, ...]:
        """The lines of *side*, in the order of `lines.find_lines`."""

    def trace(self, position: Position, side: Side, last: Cell | None) -> Trace:
        """The same search with every step told; `trace(...).lines == find(...)`."""
