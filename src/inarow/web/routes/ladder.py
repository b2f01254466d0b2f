"""The ladder: the best players of each kind of game, and the levels."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Person, Reader
from inarow.web.http.page import render
from inarow.web.ladder import kinds
from inarow.web.ladder.table import DAYS, MOST, Own, Rung, Table
from inarow.web.words.players import player_name

__all__ = ["router"]

DEFAULT = "four-slow"

api = APIRouter(prefix="/api/ladder", tags=["ladder"], responses=troubles(401, 403, 404, 429, 503))
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


class RungView(BaseModel):
    """A player or a level on the ladder."""

    name: str
    kind: Literal["person", "program"]
    rating: int
    place: int | None = Field(description="`null` for programs.")
    games: int | None = Field(description="How many rated games of this kind; `null` for programs.")


class OwnView(BaseModel):
    """How you stand."""

    rating: int
    provisional: bool
    games: int
    place: int | None = Field(description="`null` if you are not on the ladder.")


class LadderView(BaseModel):
    """A ladder."""

    kind: str
    title: str
    rungs: list[RungView]
    you: OwnView | None


@api.get("/{kind}", summary="Get a ladder")
async def look(
    request: Request,
    reader: Reader,
    kind: Annotated[str, Path(description=f"One of {', '.join(kinds.KINDS)}.")],
) -> LadderView:
    """The best players who have played lately, and the levels. It is made anew every minute."""
    rungs, own = await _ladder(request, kind, reader)
    return LadderView(
        kind=kind,
        title=kinds.title(kind),
        rungs=[_rung(rung) for rung in rungs],
        you=_own(own) if own else None,
    )


async def _ladder(
    request: Request, kind: str, person: Person | None
) -> tuple[tuple[Rung, ...], Own | None]:
    if kind not in kinds.KINDS:
        raise Fault(404, "not-found", words.NO_SUCH_KIND)
    table: Table = request.app.state.table
    return await table.rungs(kind), await table.own(person.id, kind) if person else None


def _rung(rung: Rung) -> RungView:
    return RungView(
        name=rung.name,
        kind="program" if rung.person is None else "person",
        rating=rung.rating,
        place=rung.place,
        games=rung.games,
    )


def _own(own: Own) -> OwnView:
    rating = own.rating
    return OwnView(
        rating=rating.rating, provisional=rating.provisional, games=own.games, place=own.place
    )


@pages.get("/ladder")
async def show(
    request: Request, kind: Annotated[str, Query(max_length=20)] = DEFAULT
) -> HTMLResponse:
    """The ladder of a kind of game."""
    person = await identity.reader(request)
    rungs, own = await _ladder(request, kind, person)
    family, _, speed = kind.partition("-")
    return render(
        request,
        "ladder.html",
        title=words.LADDER_TITLE,
        rungs=[
            rung if rung.person else rung._replace(name=player_name(rung.name)) for rung in rungs
        ],
        family=family,
        speed=speed,
        families=kinds.FAMILIES,
        speeds=kinds.SPEEDS,
        own=_own_text(own),
        mine=person.id if person else "",
        is_empty=all(rung.person is None for rung in rungs),
        about=words.LADDER_ABOUT.format(most=MOST, days=DAYS),
    )


def _own_text(own: Own | None) -> str:
    texts = words.LADDER_OWN
    if own is None:
        return texts["none"]
    shown = words.RATING["provisional" if own.rating.provisional else "sure"]
    reason = "provisional" if own.rating.provisional else "away" if own.place is None else "place"
    rating = shown.format(rating=own.rating.rating)
    return texts[reason].format(place=own.place, rating=rating)


router = APIRouter()
router.include_router(api)
router.include_router(pages)
