"""What everybody may know of a person: the name, since when, and public games."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.page import render
from inarow.web.ladder.curve import Curve
from inarow.web.live import archive
from inarow.web.live.events import Reason
from inarow.web.routes.history import Tally, row_texts, tallies
from inarow.web.store.history import History, Known, Wanted

__all__ = ["router"]

LATEST: Final = 20
"""How many games are shown."""

PUBLIC: Final = Wanted(public=True)

PersonId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]

router = APIRouter(tags=["people"])


class Count(BaseModel):
    """How public games with a result went."""

    played: int
    won: int
    lost: int
    drawn: int


class PublicRating(BaseModel):
    """How strong somebody is in a kind of game."""

    rating: int
    provisional: bool = Field(description="Whether it is still uncertain, shown as `1512?`.")
    games: int
    curve: list[tuple[datetime, int]] = Field(
        description="When rated games ended, and the rating after each of them."
    )


class PublicGame(BaseModel):
    """A public game of a person."""

    id: str
    rules: str
    status: Literal["playing", "over"]
    side: Literal["x", "o", "both"]
    x: str | None
    o: str | None
    winner: Literal["x", "o"] | None
    reason: Reason | None
    created: datetime


class PersonView(BaseModel):
    """What everybody may know of a person."""

    id: str
    name: str
    since: str = Field(description="The month of their first visit.", examples=["2026-11"])
    ratings: dict[str, PublicRating] = Field(description="By kind of game.")
    totals: Count
    games: list[PublicGame] = Field(description="Their latest public games.")


@router.get("/api/people/{person}", summary="Get a person", responses=troubles(404, 422, 429, 503))
async def view(request: Request, person: PersonId) -> PersonView:
    """Name, month of the first visit, and public games; private ones and those by link never."""
    history = History(request.app.state.store)
    known = await _known(history, person)
    rows = await history.page(person, PUBLIC, LATEST)
    games = [archive.row_view(row, person) for row in rows]
    curves: list[Curve] = await request.app.state.rater.curves_of(person)
    return PersonView(
        id=known.id,
        name=known.name,
        since=f"{archive.when(known.created):%Y-%m}",
        ratings={curve.kind: _rating(curve) for curve in curves},
        totals=Count(**await _totals(history, person)),
        games=[PublicGame(**game, side=game["you"]) for game in games],
    )


async def _known(history: History, person: str) -> Known:
    known = await history.known(person)
    if known is None:
        raise Fault(404, "person", words.NO_SUCH_PERSON)
    return known


def _rating(curve: Curve) -> PublicRating:
    return PublicRating(
        rating=curve.now.rating,
        provisional=curve.now.provisional,
        games=curve.games,
        curve=[(archive.when(at), round(strength.rating)) for at, strength in curve.after],
    )


async def _totals(history: History, person: str) -> dict[str, int]:
    found = tallies(await history.totals(person, PUBLIC), "side")
    names = ("played", "won", "lost", "drawn")
    return {name: sum(getattr(tally, name) for tally in found) for name in names}


@router.get("/person/{person}", include_in_schema=False, response_class=HTMLResponse)
async def page(request: Request, person: PersonId) -> HTMLResponse:
    """The same as a page."""
    await identity.person_of(request)
    history = History(request.app.state.store)
    known = await _known(history, person)
    rows = await history.page(person, PUBLIC, LATEST)
    groups = await history.totals(person, PUBLIC)
    games = [archive.row_view(row, person) for row in rows]
    sides: list[tuple[str, Tally]] = [
        (words.HISTORY_SIDES[tally.key], tally) for tally in tallies(groups, "side")
    ]
    return render(
        request,
        "person.html",
        title=words.PERSON_TITLE.format(name=known.name),
        description=words.PERSON_DESCRIPTION.format(name=known.name),
        at="",
        person=known,
        since=archive.when(known.created),
        curves=await request.app.state.rater.curves_of(person),
        sides=sides,
        games=[game | row_texts(game) for game in games],
    )
