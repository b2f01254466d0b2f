"""What detectors found, and how, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from inarow.board import render
from inarow.board.lines import Line
from inarow.board.notation import line_name
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.detectors import get
from inarow.detectors.tracing import Panel, Step, Trace

__all__ = ["comparison", "line", "nothing_to_check", "steps"]


def line(line: Line, rules: Rules) -> str:
    """`horizontal, columns 4 to 7 of row 1`."""
    return f"{line.direction}, {line_name(line.cells, rules)}"


def comparison(traces: Sequence[Trace], rules: Rules) -> str:
    """A table of several detectors on one position: what each found and what it took."""
    rows = [("detector", "steps", "cells read", "lines found")]
    for trace in traces:
        found = "; ".join(line(each, rules) for each in trace.lines) or "none"
        rows.append((trace.detector, str(len(trace.steps)), str(trace.cells_read), found))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {steps:>{widths[1]}}  {read:>{widths[2]}}  {found}"
        for name, steps, read, found in rows
    )


def steps(trace: Trace, position: Position) -> str:
    """Every step of a trace, with boards and panels where something was found."""
    title = (get(trace.detector).__doc__ or trace.detector).split("\n")[0]
    parts = [title, _body(trace, position)]
    if not trace.steps:
        parts[1] = nothing_to_check(trace, position)
    return "\n\n".join(part for part in parts if part)


def nothing_to_check(trace: Trace, position: Position) -> str:
    """Why a trace has no steps."""
    rules, discs = position.rules, position.discs(trace.side).bit_count()
    if discs < rules.k <= max(rules.width, rules.height):
        why = (
            f"{trace.side} has {discs} disc{'' if discs == 1 else 's'}, and a line needs {rules.k}"
        )
    else:
        why = f"no line of {rules.k} fits here"
    return f"{why}: nothing to check."


def _body(trace: Trace, position: Position) -> str:
    hits = [_drawn(step, position) for step in trace.steps if step.lines]
    if trace.tabular:
        return "\n\n".join([_table(trace.steps), *hits])
    if any(panel.here for step in trace.steps for panel in step.panels):
        return "\n\n".join([*_slid(trace.steps), *hits])
    if any(step.panels for step in trace.steps):
        return "\n\n".join(_drawn(step, position) for step in trace.steps)
    return "\n\n".join([_listed(trace.steps), f"needed: {trace.needed}", *hits])


def _slid(steps: Iterable[Step]) -> Iterator[str]:
    """What slides, once, beside the numbers that it gave at all its places."""
    for name, group in groupby(steps, key=lambda step: step.group):
        *_, last = group
        yield f"{name}\n{render.side_by_side([_panel(last.panels[0]), _panel(last.panels[-1])])}"


def _listed(steps: Iterable[Step]) -> str:
    return "\n".join(("* " if step.lines else "  ") + step.text for step in steps)


def _table(steps: Iterable[Step]) -> str:
    """One row per group, one column per step; `v1` is short for `vertical 1`, and so on."""
    groups = [(name, list(group)) for name, group in groupby(steps, key=lambda step: step.group)]
    labels = [_short(step.label) for step in groups[0][1]]
    edge = max(len(name) for name, _ in groups)
    width = max(map(len, labels))
    rows = [" " * edge + "  " + " ".join(label.rjust(width) for label in labels)]
    for name, group in groups:
        values = (f"{step.value}{'*' if step.lines else ''}" for step in group)
        rows.append(f"{name:<{edge}}  " + " ".join(value.rjust(width) for value in values))
    return "\n".join(row.rstrip() for row in rows)


def _short(label: str) -> str:
    first, _, rest = label.partition(" ")
    return first[0] + rest if rest.isdigit() else rest or first


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
    on_board = panel.rows[: len(panel.rows) - panel.spare]
    rows = [" ".join(f"{number:>{width}}" for number in row) for row in reversed(on_board)]
    return "\n".join([panel.title, *(rows or ["(empty)"])])
