import re

import pytest

import inarow as ir
from inarow import detectors
from inarow.detectors import as_text

BOARD = ir.Board(ir.CONNECT_FOUR, "4455667")


def traced(name: str) -> detectors.Trace:
    return detectors.trace(BOARD.position, ir.Side.FIRST, detector=name, last=BOARD.last)


def test_lines_in_words() -> None:
    (line,) = traced("bitboard").lines
    assert as_text.line(line, BOARD.rules) == "horizontal, columns 4 to 7 of row 1"


def test_the_comparison_has_a_row_for_each() -> None:
    traces = [traced(name) for name in detectors.NAMES]
    rows = as_text.comparison(traces, BOARD.rules).splitlines()
    assert rows[0].split() == ["detector", "steps", "cells", "read", "lines", "found"]
    assert [row.split()[0] for row in rows[1:]] == list(detectors.NAMES)


@pytest.mark.parametrize("name", detectors.NAMES)
def test_every_step_is_told(name: str) -> None:
    trace = traced(name)
    text = as_text.steps(trace, BOARD.position)
    in_tables = name in ("views", "convolution")
    shown = [step for step in trace.steps if step.lines or not in_tables]
    assert all(step.text in text for step in shown)
    assert all(step.group in text for step in trace.steps if in_tables)


def test_a_table_marks_what_was_found() -> None:
    text = as_text.steps(traced("views"), BOARD.position)
    name = "view of columns 4 to 7, rows 1 to 4"
    (row,) = (line for line in text.splitlines() if line.startswith(f"{name}  "))
    sums = row.removeprefix(name).split()
    assert sums == ["1", "1", "1", "1", "0", "0", "0", "4*", "1", "1"]


def test_no_letters_are_said_where_discs_fall() -> None:
    """On a wide board, where a column's letter in move text is another one's in a cell."""
    position = ir.Board(ir.Rules(18, 6, 4), "99aabbc").position
    for name in detectors.NAMES:
        trace = detectors.trace(position, ir.Side.FIRST, detector=name)
        steps = (" ".join([step.group, step.label, step.text]) for step in trace.steps)
        told = "\n".join([as_text.comparison([trace], position.rules), *steps])
        assert not re.search(r"\b[a-r][1-6]\b|column [a-r]", told), name
        assert "columns 9 to 12 of row 1" in told


def test_letters_are_said_where_they_are_drawn() -> None:
    position = ir.Board("tic-tac-toe a1 b1 a2 b2 a3").position
    for name, said in {
        "views": "view of a1 to c3 × filter vertical 1: sum 3",
        "last_move": "vertical from a2: 1 to the top + 1 to the bottom = 2",
        "scan": "column a: longest run 3",
        "line_count": "vertical, a1 to a3: counts 1 2 3",
    }.items():
        trace = detectors.trace(position, "x", detector=name)
        assert said in as_text.steps(trace, position)
        assert as_text.comparison([trace], position.rules).endswith("vertical, a1 to a3")


@pytest.mark.parametrize(
    ("text", "detector", "why"),
    [
        ("7x6x4", "last_move", "x has 0 discs, and a line needs 4"),
        ("7x6x4 4", "last_move", "x has 1 disc, and a line needs 4"),
        ("3x2x4 112", "last_move", "no line of 4 fits here"),
    ],
)
def test_why_there_is_nothing_to_check_is_said(text: str, detector: str, why: str) -> None:
    position = ir.Position.of(text)
    trace = detectors.trace(position, ir.Side.FIRST, detector=detector)
    assert as_text.steps(trace, position).endswith(f"\n\n{why}: nothing to check.")


def test_a_diagonal_says_that_it_ended_at_the_edge() -> None:
    position = ir.Position.of("7x6x4 4")
    texts = [step.text for step in detectors.trace(position, "x", detector="scan").steps]
    assert texts[-2] == "from column 4, row 1 down to the right: longest run 1, then the edge"
    position = ir.Position.of("7x6x4 45566")
    texts = [step.text for step in detectors.trace(position, "x", detector="scan").steps]
    assert "from column 5, row 2 down to the right: longest run 1" in texts


def test_a_detector_of_ones_own_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine:
        """Looks at one cell."""

        def find(
            self, position: ir.Position, side: ir.Side, last: ir.Cell | None
        ) -> tuple[ir.Line, ...]:
            return ()

        def trace(
            self, position: ir.Position, side: ir.Side, last: ir.Cell | None
        ) -> detectors.Trace:
            step = detectors.Step("g", "l", "looked at a1", (ir.Cell(0, 0),), 0)
            return detectors.Trace("mine", side, 4, (step,), 1)

    monkeypatch.setattr(detectors, "_registered", {})
    detectors.register("mine", Mine())
    text = as_text.steps(traced("mine"), BOARD.position)
    assert text == "Looks at one cell.\n\n  looked at a1\n\nneeded: 4"
