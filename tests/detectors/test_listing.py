from inspect import getsource

import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from

import inarow as ir
from inarow import detectors
from inarow.detectors import last_move
from inarow.detectors.listing import listing
from support.strategies import positions


def test_functions_are_shown_as_they_are_but_for_their_docstrings() -> None:
    lines = listing(last_move.arm).lines
    assert lines[0].startswith("def arm(discs")
    assert lines[1] == "    counted = []"
    assert {*lines} <= {*getsource(last_move.arm).splitlines()}


def test_remarks_to_tools_are_left_out() -> None:
    assert "noqa" in getsource(last_move.find).replace("find", "find  # noqa")
    assert not any("noqa" in line for line in listing(last_move.find).lines)


def test_a_line_is_found_by_its_beginning() -> None:
    code = listing(last_move.arms, last_move.arm)
    (number,) = code.at("while cell in discs")
    assert code.lines[number].strip() == "while cell in discs:"
    (below,) = code.at("def arm(")
    assert code.lines[below - 1] == ""


@pytest.mark.parametrize("beginning", ["while cell in disks", "cell"])
def test_a_line_that_is_not_there_once_is_refused(beginning: str) -> None:
    with pytest.raises(ir.DetectorError, match="expected one line of code that begins"):
        listing(last_move.arm).at(beginning)


@given(positions(), sampled_from(list(ir.Side)), sampled_from(detectors.NAMES))
def test_every_step_names_lines_that_run(position: ir.Position, side: ir.Side, name: str) -> None:
    trace = detectors.trace(position, side, detector=name)
    module = detectors.get(name)
    source = getsource(module).splitlines()  # type: ignore[arg-type]
    assert all(
        line.rstrip() in [each.split("  # noqa")[0] for each in source] for line in trace.code
    )
    assert trace.use
    if position.rules.k > 1:
        assert all(step.code for step in trace.steps)
    assert all(step.values for step in trace.steps)
    assert bool(trace.idea) == bool(trace.steps) or name == "bitboard"
    for step in (*trace.steps, *trace.idea):
        assert all(trace.code[number].strip() for number in step.code)
        assert all(position.rules.has(*cell) for cell in (*step.cells, *step.area))
        assert len(step.counts) in (0, len(step.cells))
        for panel in step.panels:
            height, width = len(panel.rows), len(panel.rows[0])
            assert all(x < width and y < height for x, y in panel.lit_places)


def test_one_view_is_said_to_be_one() -> None:
    texts = [step.text for step in detectors.trace("tic-tac-toe", "x", detector="views").idea]
    assert "On this board there is only one." in texts[1]


@pytest.mark.parametrize("name", ["last_move", "line_count"])
def test_the_idea_says_whether_the_last_disc_is_known(name: str) -> None:
    won = ir.Board(ir.CONNECT_FOUR, "4455667")
    begun = detectors.trace(won, "x", detector=name, last=won.last).idea[0].text
    assert "column 7, row 1" in begun
    begun = detectors.trace(won, "x", detector=name).idea[0].text
    assert begun.startswith("Nobody says which disc of x came last")


def test_without_the_spare_row_a_line_would_be_found_that_is_none() -> None:
    *_, why = detectors.trace(ir.Board("7x6x4"), "x", detector="bitboard").idea
    numbers, found, mended = why.panels
    marked = sorted(numbers.rows[row][column] for column, row in numbers.lit_places)
    assert marked == [3, 4, 5, 6]
    assert sum(map(sum, found.rows)) == 1
    assert (numbers.spare, mended.spare) == (0, 1)
    kept = sorted(mended.rows[row][column] for column, row in mended.lit_places)
    assert kept == [3, 4, 5, 7]
