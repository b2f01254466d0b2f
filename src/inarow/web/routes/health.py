"""`/healthz`: is the process alive? `/readyz`: can it do its work? `/metrics`: how much?"""

from __future__ import annotations

from hmac import compare_digest

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import PlainTextResponse, Response

from inarow.web import words
from inarow.web.http.faults import Fault
from inarow.web.http.security import is_numeric
from inarow.web.live.hub import Hub
from inarow.web.settings import Settings, is_loopback

__all__ = ["router"]

FRESH = 5_000
"""For how many milliseconds a heartbeat shows that the database can be written."""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Say that the process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> PlainTextResponse:
    """Say whether something has been stored lately and the bus can be used.

    Each instance stores a heartbeat every second: so asking costs nothing, however often.
    """
    hub: Hub = request.app.state.hub
    if hub.outages.silence(hub.now()) > FRESH:
        return PlainTextResponse("no: nothing can be stored\n", 503)
    if not hub.bus.is_up:
        return PlainTextResponse("no: the bus does not answer\n", 503)
    return PlainTextResponse("ok\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The numbers, for programs on this machine or for clients that send the token."""
    settings: Settings = request.app.state.settings
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    known = settings.metrics_token and compare_digest(given, settings.metrics_token.encode())
    client = request.client.host if request.client else ""
    here = is_loopback(client) and is_numeric(request.headers.get("host", ""))
    if not known and (settings.proxy_hops or not here):
        raise Fault(404, "not-found", words.STATUS_TEXTS[404])
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
