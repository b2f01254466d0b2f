"""The win lab: the page, and how detectors find lines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from inarow import detectors
from inarow.language import decimal
from inarow.web import words
from inarow.web.http.faults import troubles
from inarow.web.http.page import render
from inarow.web.routes.addresses import Slug, Start
from inarow.web.routes.computed import Computed
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.study import positions, traces
from inarow.web.study.models import Comparison, TraceView

__all__ = ["router"]

router = APIRouter(tags=["study"], route_class=Computed)

DetectorName = Annotated[str, Query(description=f"all, or one of {', '.join(detectors.NAMES)}")]
SEARCH = troubles(400, 422, 429, 503)


@router.get("/lab", include_in_schema=False, response_class=HTMLResponse)
@router.get("/lab/{rules}", include_in_schema=False, response_class=HTMLResponse)
@router.get("/lab/{rules}/{moves}", include_in_schema=False, response_class=HTMLResponse)
async def page(
    request: Request, rules: str = "", moves: str = "", start: Start = ""
) -> HTMLResponse:
    """The win lab."""
    board = positions.board_at(rules, moves, start)
    if not rules and not start:
        board = positions.board_at("7x6x4", words.LAB_EXAMPLES[0]["moves"])
    side = traces.searched_side(board, None)
    rows = traces.comparison(board, side)
    return render(
        request,
        "lab.html",
        title=words.LAB_TITLE,
        description=words.LAB_DESCRIPTION,
        picture=preview_path(board),
        at="lab",
        state={
            "view": positions.view(board),
            "side": side.symbol,
            "rows": rows,
            "detectors": [
                {"name": name, "title": words.DETECTORS[name]} for name in detectors.NAMES
            ],
        },
        view=positions.view(board),
        svg=inline_svg(board, cell_names=True),
        rows=[row | {"time": _time(row["microseconds"])} for row in rows],
    )


def _time(microseconds: float) -> str:
    if microseconds < 1000:
        return f"{decimal(microseconds, 0)} µs"
    return f"{decimal(microseconds / 1000, 1)} ms"


@router.get("/api/detect/{rules}", response_model=Comparison | TraceView, responses=SEARCH)
@router.get("/api/detect/{rules}/{moves}", response_model=Comparison | TraceView, responses=SEARCH)
async def detect(
    rules: Slug,
    moves: str = "",
    start: Start = "",
    detector: DetectorName = "all",
    side: Annotated[
        Literal["x", "o"] | None, Query(description="The side whose lines to look for.")
    ] = None,
    first: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=traces.PAGE)] = traces.PAGE,
) -> dict[str, Any]:
    """How detectors find lines: the steps of one, or the results and costs of all."""
    board = positions.board_at(rules, moves, start)
    chosen = traces.searched_side(board, side)
    if detector == "all":
        return {"side": chosen.symbol, "detectors": traces.comparison(board, chosen)}
    detectors.get(detector)
    return traces.trace_page(board, chosen, detector, first, count)
