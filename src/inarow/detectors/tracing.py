"""What every detector gives besides its answer: the steps it took, as data that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from inarow.board.lines import Line, ordered
from inarow.board.notation import cell_text
from inarow.board.position import Position
from inarow.board.rules import Cell, Side

__all__ = ["Detector", "Panel", "Step", "Trace"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A small table of numbers with a title: a filter, a view, a kernel's response.

    `rows[0]` is the bottom row, as everywhere; a drawing starts with the last.
    """

    title: str
    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, title: str, rows: Iterable[Iterable[int]]) -> Panel:
        """A panel from any rows of numbers, a NumPy matrix for example."""
        return cls(title, tuple(tuple(map(int, row)) for row in rows))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a detector looked at, and what came of it.

    `cells` are lit on the board and `counts`, if there are any, written into them; `area` is the
    part of the board they were taken from, where there is one. `value` is the number that was
    compared with what a line needs. Steps that belong together share a `group`.
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
            "steps": [_step_as_dict(step) for step in self.steps],
        }


def line_as_dict(line: Line) -> dict[str, Any]:
    """A line in lists and strings only."""
    return {
        "cells": [cell_text(cell) for cell in line.cells],
        "direction": line.direction.name.lower(),
        "configuration": line.direction.configuration,
    }


def _step_as_dict(step: Step) -> dict[str, Any]:
    return {
        "group": step.group,
        "label": step.label,
        "text": step.text,
        "cells": [cell_text(cell) for cell in step.cells],
        "value": step.value,
        "counts": list(step.counts),
        "panels": [{"title": p.title, "rows": [list(row) for row in p.rows]} for p in step.panels],
        "lines": [line_as_dict(line) for line in step.lines],
        "area": [cell_text(cell) for cell in step.area],
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
