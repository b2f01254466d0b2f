import pytest

import inarow as ir
from inarow import detectors
from inarow.detectors import as_text

BOARD = ir.Board(ir.CONNECT_FOUR, "4455667")


def traced(name: str) -> detectors.Trace:
    return detectors.trace(BOARD.position, ir.Side.FIRST, detector=name, last=BOARD.last)


def test_lines_in_words() -> None:
    (line,) = traced("bitboard").lines
    assert as_text.line(line) == "horizontal d1 e1 f1 g1"


def test_the_comparison_has_a_row_for_each() -> None:
    rows = as_text.comparison([traced(name) for name in detectors.NAMES]).splitlines()
    assert rows[0].split() == ["detector", "steps", "cells", "read", "lines", "found"]
    assert [row.split()[0] for row in rows[1:]] == list(detectors.NAMES)


@pytest.mark.parametrize("name", detectors.NAMES)
def test_every_step_is_told(name: str) -> None:
    trace = traced(name)
    text = as_text.steps(trace, BOARD.position)
    shown = [step for step in trace.steps if step.lines or not trace.tabular]
    assert all(step.text in text for step in shown)


def test_a_table_marks_what_was_found() -> None:
    text = as_text.steps(traced("views"), BOARD.position)
    (row,) = (line for line in text.splitlines() if line.startswith("view d1 "))
    assert row.split() == ["view", "d1", "1", "1", "1", "1", "4*", "0", "0", "0", "1", "1"]


def test_nothing_to_check_is_said() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    trace = detectors.trace(position, ir.Side.FIRST, detector="last_move")
    assert as_text.steps(trace, position).endswith("nothing to check.")


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
