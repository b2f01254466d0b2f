"""The opening explorer: how people's public games went on from a position."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from inarow.web.http.faults import troubles
from inarow.web.routes.addresses import Slug, Start
from inarow.web.routes.computed import compute
from inarow.web.study import openings, positions

__all__ = ["router"]

router = APIRouter(prefix="/api/openings", tags=["study"])


class MoveView(BaseModel):
    """A move, and the games in which a person played it."""

    move: int
    mirror: int | None = Field(description="The move that does the same on the other side.")
    games: int
    x: int = Field(description="How many of them x won.")
    o: int
    draws: int


class OpeningView(BaseModel):
    """How games went on from a position."""

    games: int = Field(description="In how many games it was reached.")
    orders: int = Field(description="By how many orders of moves.")
    name: str | None = Field(description="What players call it.", examples=["Kagetsu"])
    said: str
    moves: list[MoveView] = Field(description="Every legal move; mirror images once.")


@router.get("/{rules}", summary="Explore an opening", responses=troubles(400, 422, 429, 503))
@router.get(
    "/{rules}/{moves}", summary="Explore an opening", responses=troubles(400, 422, 429, 503)
)
async def explore(request: Request, rules: Slug, moves: str = "", start: Start = "") -> OpeningView:
    """The newest 5,000 finished public games on this board count.

    So do mirror images, and other orders of moves that lead to the same position.
    """
    games = await request.app.state.openings.on(str(positions.parse_rules(rules)))
    job = partial(openings.explored, rules=rules, moves=moves, start=start, games=games)
    return OpeningView.model_validate(await compute(request, job, kind="quick"))
