import json

import inarow as ir
from inarow import detectors
from inarow.detectors.tracing import Panel, Step, Trace, line_as_dict

A, B = ir.Cell(0, 0), ir.Cell(1, 0)
LINE = ir.Line((A, B), ir.Direction.HORIZONTAL)


def test_a_trace_gathers_the_lines_of_its_steps_once() -> None:
    other = ir.Line((A,), ir.Direction.VERTICAL)
    steps = tuple(Step("g", "l", "t", (A,), 2, lines=(other, LINE)) for _ in range(3))
    assert Trace("mine", ir.Side.FIRST, 2, steps, 6).lines == (LINE, other)


def test_a_panel_takes_any_rows_of_numbers() -> None:
    assert Panel.of("p", [[True, 0], (2, 3)]).rows == ((1, 0), (2, 3))


def test_a_trace_is_plain_data() -> None:
    board = ir.Board(ir.Rules(3, 3, 2), "121")
    for name in detectors.NAMES:
        trace = detectors.trace(board.position, ir.Side.FIRST, detector=name, last=board.last)
        data = json.loads(json.dumps(trace.as_dict()))
        assert data["detector"] == name
        assert data["lines"] == [line_as_dict(line) for line in trace.lines]
        assert len(data["steps"]) == len(trace.steps)
