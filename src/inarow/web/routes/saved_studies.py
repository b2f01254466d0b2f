"""Studies that people save: by REST, as pages that anyone with the link can open, and as a list."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from secrets import token_urlsafe
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault, troubles
from inarow.web.http.identity import Actor, Person, Reader
from inarow.web.http.page import render
from inarow.web.live.archive import when
from inarow.web.routes.computed import compute
from inarow.web.routes.people.me import Browser
from inarow.web.routes.pictures import inline_svg, preview_path
from inarow.web.store.studies import MOST, Studies
from inarow.web.store.writer import Conflict
from inarow.web.study import positions, saved

__all__ = ["router"]

router = APIRouter()
api = APIRouter(
    prefix="/api/studies",
    tags=["studies"],
    responses=troubles(400, 401, 403, 404, 409, 422, 429, 503),
)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

LONGEST_NAME = 80
LONGEST_TEXT = 2 * saved.LONGEST
"""A record may have tags and blanks, which are not stored."""

StudyId = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$", description="The id of the study, from its link.")
]


class NewStudy(BaseModel):
    """A study to save."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=200, examples=["My openings"])
    record: str = Field(
        max_length=LONGEST_TEXT,
        description="A game record with variations and comments.",
        examples=['[Rules "7x6x4"]\n\n1. 4 4 {the centre} *'],
    )


class ChangedStudy(NewStudy):
    """A study to save in place of its newest version."""

    version: int = Field(ge=1, le=2**31 - 2, description="The version that was changed.")


class StudyRow(BaseModel):
    """A study in a list."""

    id: str
    name: str
    version: int
    created: datetime
    updated: datetime


class StudyView(StudyRow):
    """A study."""

    by: str = Field(description="Whose it is.")
    mine: bool = Field(description="Whether it is yours, so that you can change it.")
    record: str


def _store(request: Request) -> Studies:
    return Studies(request.app.state.store)


async def _found(request: Request, study: str) -> Any:
    row = await _store(request).named(study)
    if row is None:
        raise Fault(404, "study", words.NO_STUDY)
    return row


# -- by REST --------------------------------------------------------------------------------------


@api.get("", summary="List my studies")
async def mine(request: Request, reader: Reader) -> list[StudyRow]:
    """Those changed last come first."""
    if reader is None:
        return []
    return [StudyRow.model_validate(_row(row)) for row in await _store(request).of(reader.id)]


@api.post("", summary="Save a study", status_code=201)
async def create(request: Request, response: Response, new: NewStudy, person: Actor) -> StudyView:
    """It gets a link, with which everybody can see and copy it."""
    name, record = await _checked(request, new, person)
    store, study = _store(request), token_urlsafe(12)
    try:
        await store.add(person.id, study, name, record, identity.now())
    except Conflict:
        raise Fault(409, "studies", words.TOO_MANY_STUDIES.format(most=MOST)) from None
    response.headers["location"] = f"/api/studies/{study}"
    return _view(await _found(request, study), person)


@api.get("/{study}", summary="Get a study")
async def get(request: Request, study: StudyId, reader: Reader) -> StudyView:
    """Whoever has the link can see it."""
    return _view(await _found(request, study), reader)


@api.put("/{study}", summary="Change a study of mine")
async def change(
    request: Request, study: StudyId, changed: ChangedStudy, person: Actor
) -> StudyView:
    """Only the newest version can be changed: 409 says that it was changed elsewhere."""
    if (await _found(request, study)).person != person.id:
        raise Fault(403, "owner", words.STUDY_OF_ANOTHER)
    name, record = await _checked(request, changed, person)
    try:
        await _store(request).save(person.id, study, name, record, changed.version, identity.now())
    except Conflict:
        row = await _found(request, study)
        if (row.name, row.record) != (name, record):  # else it is the same save, sent once more
            raise Fault(409, "stale", words.STALE_STUDY) from None
    return _view(await _found(request, study), person)


@api.delete("/{study}", summary="Delete a study of mine", status_code=204)
async def delete(request: Request, study: StudyId, person: Actor) -> None:
    """Its link leads nowhere then."""
    if not await _store(request).drop(person.id, study):
        raise Fault(404, "study", words.NO_STUDY)


async def _checked(request: Request, new: NewStudy, person: Person) -> tuple[str, str]:
    """Name and record as they are stored; a `Fault` if it is too much."""
    name = " ".join(new.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Fault(422, "name", words.STUDY_NAME.format(most=LONGEST_NAME))
    identity.count_stored(request, person)
    limits = request.app.state.limits
    limits.check("save", person.id)
    limits.check("saves", request.state.address)
    record = await compute(request, partial(saved.written, text=new.record), kind="quick")
    return name, record


def _row(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "version": row.version,
        "created": when(row.created),
        "updated": when(row.updated),
    }


def _view(row: Any, person: Person | None) -> StudyView:
    is_mine = person is not None and person.id == row.person
    return StudyView(**_row(row), by=row.by, mine=is_mine, record=row.record)


# -- pages ----------------------------------------------------------------------------------------


@pages.get("/study/{study}")
async def page(request: Request, study: StudyId) -> HTMLResponse:
    """The study on the analysis page."""
    row = await _found(request, study)
    shown = _view(row, await identity.reader(request))
    view = await compute(request, partial(saved.begins, text=row.record), kind="quick")
    board = positions.board_at(position=view["position"])
    return render(
        request,
        "analysis.html",
        title=words.STUDY_TITLE.format(name=row.name),
        description=words.ANALYSIS_DESCRIPTION,
        picture=preview_path(board),
        at="analysis",
        state={"view": view, "study": shown.model_dump(mode="json")},
        view=view,
        study=shown,
        back=None,
        svg=inline_svg(board, cell_names=True),
    )


@pages.post("/me/studies/{study}/remove")
async def remove(request: Request, study: StudyId, person: Browser) -> RedirectResponse:
    """Delete a study, from the list of one's own."""
    await _store(request).drop(person.id, study)
    return RedirectResponse("/me#studies", 303)


router.include_router(api)
router.include_router(pages)
