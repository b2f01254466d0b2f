"""The win lab in a notebook, without a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import inarow as ir
from inarow import Board, Side, detectors
from inarow.widget import LabWidget

WON = Board(ir.CONNECT_FOUR, "4353637")


@contextmanager
def lab(*arguments: Any, **more: Any) -> Iterator[LabWidget]:
    widget = LabWidget(*arguments, **more)
    try:
        yield widget
    finally:
        widget.close()


def tell(widget: LabWidget, **content: object) -> dict[str, Any]:
    """Send what a view sends; what is drawn after it."""
    widget._handle_custom_msg(content, [])
    view: dict[str, Any] = widget._view
    return view


@pytest.mark.parametrize("name", detectors.NAMES)
def test_it_shows_the_trace_of_the_library(name: str) -> None:
    with lab(WON, detector=name) as widget:
        trace = detectors.trace(WON.position, Side.FIRST, detector=name, last=WON.last)
        assert widget.trace == trace
        assert widget.step == trace.idea[0]
        assert widget._view["count"] == len(trace.idea)
        assert widget._view["use"].startswith(trace.use)
        view = tell(widget, do="level", idea=False)
        assert (view["number"], view["count"]) == (0, len(trace.steps))
        assert view["code"] == list(trace.code)
        view = tell(widget, do="find")
        assert view["step"]["lines"]
        assert widget.step == trace.steps[view["number"]]


def test_it_goes_no_further_than_there_are_steps() -> None:
    with lab(WON, detector="scan") as widget:
        widget.idea = False
        widget.number = 10**6
        assert widget.step == widget.trace.steps[-1]
        assert tell(widget, do="go", number=-5)["number"] == 0


def test_boards_sides_and_detectors_can_be_assigned() -> None:
    with lab(Board(ir.CONNECT_FOUR, "4")) as widget:
        assert widget.side is Side.FIRST
        widget.detector = "last_move"
        assert widget.step is None
        assert "x has 1 disc, and a line needs 4" in widget._view["nothing"]
        widget.board = WON
        assert widget.step is not None
        assert tell(widget, do="side", side="o")["side"] == "o"
        assert widget.trace.side is Side.SECOND


def test_what_cannot_be_done_is_said() -> None:
    with lab(WON) as widget:
        assert "Expected one of views" in tell(widget, do="choose", name="magic")["error"]
        assert tell(widget, do="dance")["error"] == "This view is out of date. Run the cell again."
        assert tell(widget, do="choose", name="scan")["error"] == ""
        with pytest.raises(ir.DetectorError):
            widget.detector = "magic"


def test_places_without_widgets_show_the_board() -> None:
    with lab(WON) as widget:
        bundle = widget._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert data["image/svg+xml"].startswith("<svg")
