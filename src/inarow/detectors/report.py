"""What detectors found, and how, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from inarow import render
from inarow.detectors import get
from inarow.detectors.tracing import Panel, Step, Trace
from inarow.lines import Line
from inarow.notation import cell_text
from inarow.position import Position

__all__ = ["comparison", "line_text", "steps_text"]


def line_text(line: Line) -> str:
    """`horizontal d1 e1 f1 g1`."""
    return f"{line.direction} {' '.join(map(cell_text, line.cells))}"


def comparison(traces: Sequence[Trace]) -> str:
    """A table of several detectors on one position: what each found and what it took."""
    rows = [("detector", "steps", "cells read", "lines found")]
    for trace in traces:
        found = "; ".join(map(line_text, trace.lines)) or "none"
        rows.append((trace.detector, str(len(trace.steps)), str(trace.cells_read), found))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {steps:>{widths[1]}}  {read:>{widths[2]}}  {found}"
        for name, steps, read, found in rows
    )


def steps_text(trace: Trace, position: Position) -> str:
    """Every step of a trace, with boards and panels where something was found."""
    title = (get(trace.detector).__doc__ or trace.detector).split("\n")[0]
    parts = [title, _body(trace, position)]
    if not trace.steps:
        parts[1] = f"{trace.side} has too few discs, or no line fits: nothing to check."
    return "\n\n".join(part for part in parts if part)


def _body(trace: Trace, position: Position) -> str:
    hits = [step for step in trace.steps if step.lines]
    if trace.detector == "views":
        return "\n\n".join([_sums_table(trace.steps), *(_drawn(hit, position) for hit in hits)])
    if trace.detector in ("convolution", "bitboard"):
        return "\n\n".join(_drawn(step, position) for step in trace.steps)
    needed = f"needed: {trace.needed}"
    return "\n\n".join([_listed(trace.steps), needed, *(_drawn(hit, position) for hit in hits)])


def _listed(steps: Iterable[Step]) -> str:
    return "\n".join(("* " if step.lines else "  ") + step.text for step in steps)


def _sums_table(steps: Sequence[Step]) -> str:
    """One row per view, one column per filter; `v1` is the filter vertical 1, and so on."""
    grouped = [(name, list(group)) for name, group in groupby(steps, key=lambda step: step.group)]
    labels = [_short(step.label) for step in grouped[0][1]]
    edge = max(len(name) for name, _ in grouped)
    width = max(map(len, labels))
    rows = [" " * edge + "  " + " ".join(label.rjust(width) for label in labels)]
    for name, group in grouped:
        sums = (f"{step.value}{'*' if step.lines else ''}" for step in group)
        rows.append(f"{name:<{edge}}  " + " ".join(total.rjust(width) for total in sums))
    return "\n".join(row.rstrip() for row in rows)


def _short(label: str) -> str:
    kind, which = label.split(" ")
    return kind[0] + which if which.isdigit() else which


def _drawn(step: Step, position: Position) -> str:
    board = _board(step, position)
    if not step.panels:
        return f"{step.text}\n{board}"
    blocks = [f"board\n{board}", *(_panel(panel) for panel in step.panels)]
    return f"{step.text}\n{render.side_by_side(blocks)}"


def _board(step: Step, position: Position) -> str:
    if step.counts:
        marks = {cell: str(n) for cell, n in zip(step.cells, step.counts, strict=True)}
    else:
        marks = {cell: f"[{position.at(*cell) or '.'}]" for cell in step.cells}
    return render.text(position, marks=marks, cell_names=True)


def _panel(panel: Panel) -> str:
    width = max((len(str(number)) for row in panel.rows for number in row), default=1)
    rows = [" ".join(f"{number:>{width}}" for number in row) for row in reversed(panel.rows)]
    return "\n".join([panel.title, *(rows or ["(empty)"])])
