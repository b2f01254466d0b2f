"""Tournaments as pages, which also work as forms without scripts."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

import segno
from fastapi import APIRouter, Path, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.identity import Actor, Person
from inarow.web.http.page import render
from inarow.web.routes import forms
from inarow.web.routes.tournaments import acting
from inarow.web.routes.tournaments.acting import TheHost
from inarow.web.routes.tournaments.api import rows_of
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import (
    Away,
    Back,
    Command,
    Door,
    End,
    Enter,
    Extend,
    Pause,
    Remove,
    Resume,
    Start,
)
from inarow.web.tournaments.session import Session

__all__ = ["router"]

MOST_LISTED: Final = 30
"""How many of one's tournaments are listed."""

MORE_MINUTES: Final = 5
"""How many minutes a press of the button adds."""

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

TournamentId = Annotated[str, Path(max_length=40)]
Code = Annotated[str, Query(max_length=40)]

Now = Literal[
    "over", "game", "paused", "free", "between", "open", "away", "removed", "join", "shut"
]
"""What somebody can do now; the page has a part for each."""


@router.get("/tournaments")
async def tournaments(request: Request, host: TheHost) -> HTMLResponse:
    """What there is of mine, and a form for another one."""
    person = await identity.reader(request)
    return render(
        request,
        "tournaments.html",
        title=words.TOURNAMENTS_TITLE,
        description=words.TOURNAMENTS_DESCRIPTION,
        tournaments=await rows_of(host, person, MOST_LISTED) if person else [],
    )


@router.post("/tournaments")
async def create(request: Request, person: Actor) -> RedirectResponse:
    """Make a tournament from a form."""
    wanted = forms.new_tournament(await forms.read(request))
    session = await acting.create(request, person, wanted)
    return RedirectResponse(f"/tournament/{session.id}", 303)


@router.get("/t", response_model=None)
async def enter_code(request: Request, code: Code = "") -> HTMLResponse | RedirectResponse:
    """Where a code is typed."""
    await identity.person_of(request)
    if not code.strip():
        return render(request, "code.html", title=words.TOURNAMENTS["have_code"], at="tournaments")
    return await by_code(request, code)


@router.get("/t/{code}")
async def by_code(request: Request, code: Annotated[str, Path(max_length=40)]) -> RedirectResponse:
    """The tournament with a code; who came this way need not type it again."""
    await identity.person_of(request)
    found = await acting.find(request, code)
    return RedirectResponse(f"/tournament/{found}?{urlencode({'code': code.strip()})}", 303)


@router.get("/tournament/{tournament}")
async def show(
    request: Request, tournament: TournamentId, host: TheHost, code: Code = ""
) -> HTMLResponse:
    """The table, what one can do, and what its director can."""
    return await _page(request, host, tournament, "tournament.html", code=code)


@router.get("/tournament/{tournament}/screen")
async def screen(request: Request, tournament: TournamentId, host: TheHost) -> HTMLResponse:
    """For a projector: how to join, the table, and boards."""
    return await _page(request, host, tournament, "screen.html")


async def _page(
    request: Request, host: Host, tournament: str, template: str, **more: Any
) -> HTMLResponse:
    person = await identity.reader(request)
    session = await host.session(tournament)
    view = host.view(session).model_dump()
    you = host.you(session, person).model_dump()
    site = _site(request)
    short = f"{site}/t/{you['code']}" if you["code"] else f"{site}/tournament/{tournament}"
    title: str = view["name"] or words.UNTITLED_TOURNAMENT[view["kind"]]
    return render(
        request,
        template,
        title=title,
        at="tournaments",
        state={"view": view | {"players": None}, "table": _table(session), "you": you},
        view=view,
        you=you,
        now=now_of(view, you),
        known_as=_chosen(person.name) if person else "",
        director=_chosen(view["director"]),
        playing=_playing(view),
        link=f"{site}/tournament/{tournament}",
        entrance=f"{site.partition('://')[2]}/t",
        qr=_qr(short) if template == "screen.html" else None,
        **more,
    )


def _table(session: Session) -> dict[str, Any]:
    table = session.current
    players = [table.rows[number] for number in table.order]
    return {"players": players, "order": table.order, "places": table.places}


def now_of(view: dict[str, Any], you: dict[str, Any]) -> Now:
    """Which part of the page is for somebody now."""
    if view["status"] == "over":
        return "over"
    if you["status"] is None:
        return "join" if view["door"] else "shut"
    if you["status"] == "removed":
        return "removed"
    if you["game"]:
        return "game"
    if you["status"] == "away":
        return "away"
    if view["status"] == "open":
        return "open"
    if view["paused"]:
        return "paused"
    return "free" if view["kind"] == "arena" else "between"


def _chosen(name: str) -> str:
    """A name that somebody has chosen; guests are given a word and four digits."""
    return "" if re.fullmatch(r"\D+ \d{4}", name) else name


def _playing(view: dict[str, Any]) -> list[tuple[str, str]]:
    """The games of the best players with their names."""
    names: dict[str, list[str]] = {}
    for player in view["players"]:
        if player["game"]:
            names.setdefault(player["game"], []).append(player["name"])
    return [(game, " – ".join(names.get(game, ()))) for game in view["boards"]]


def _site(request: Request) -> str:
    address: str = request.app.state.settings.origin
    return address or f"{request.url.scheme}://{request.url.netloc}"


def _qr(text: str) -> Markup:
    """A picture that telephones read."""
    code = segno.make_qr(text, error="m")
    return Markup(
        code.svg_inline(
            border=2, omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff"
        )
    )


# -- forms -----------------------------------------------------------------------------------------


@router.post("/tournament/{tournament}/join")
async def join(request: Request, tournament: TournamentId, person: Actor) -> RedirectResponse:
    """Join from a form."""
    form = await forms.read(request)
    wanted = {"name": form.get("name", "").strip() or None, "code": form.get("code", "")}
    return await _done(request, person, tournament, forms.checked(Enter, wanted))


@router.post("/tournament/{tournament}/do")
async def do(request: Request, tournament: TournamentId, person: Actor) -> RedirectResponse:
    """What a button asks for."""
    form = await forms.read(request)
    wish = form.get("do", "")
    if wish not in COMMANDS:
        raise Fault(422, "invalid", words.INVALID.format(place="do", problem=repr(wish[:20])))
    kind, fields = COMMANDS[wish]
    wanted = fields | ({"player": form.get("player", "")} if kind is Remove else {})
    command: Command = forms.checked(kind, wanted)
    return await _done(request, person, tournament, command)


COMMANDS: Final[dict[str, tuple[type[Command], dict[str, Any]]]] = {
    "leave": (Away, {}),
    "return": (Back, {}),
    "start": (Start, {}),
    "pause": (Pause, {}),
    "resume": (Resume, {}),
    "extend": (Extend, {"minutes": MORE_MINUTES}),
    "close": (Door, {"open": False}),
    "reopen": (Door, {"open": True}),
    "remove": (Remove, {}),
    "end": (End, {}),
}
"""What buttons say."""


async def _done(
    request: Request, person: Person, tournament: str, command: Command
) -> RedirectResponse:
    await acting.act(request, person, tournament, command)
    return RedirectResponse(f"/tournament/{tournament}", 303)
