"""Tournaments by REST."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response

from inarow.web.http.faults import troubles
from inarow.web.http.identity import Actor, Person, Reader
from inarow.web.live.archive import when
from inarow.web.routes.tournaments import acting
from inarow.web.routes.tournaments.acting import TheHost
from inarow.web.tournaments.host import Host
from inarow.web.tournaments.messages import (
    Away,
    Back,
    Command,
    Done,
    Door,
    End,
    Enter,
    Extend,
    Found,
    NewTournament,
    Pause,
    Remove,
    Resume,
    SeenTournament,
    Start,
    TournamentRow,
)
from inarow.web.tournaments.session import Session

__all__ = ["router", "rows_of"]

router = APIRouter(
    prefix="/api/tournaments",
    tags=["tournaments"],
    responses=troubles(400, 401, 403, 404, 422, 429, 503),
)

TournamentId = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9_-]{8,40}$",
        description="The id of the tournament, as in its address.",
    ),
]
Code = Annotated[str, Path(max_length=40, description="The six letters, as somebody typed them.")]

NEW: Final = {"name": "Friday afternoon", "kind": "arena", "minutes": 30, "base": 180000}
ENTER: Final = {"name": "Ann", "code": "BCDFGH"}


def _act(request: Request, host: TheHost) -> Callable[..., Awaitable[Done]]:
    async def act(id: str, person: Person, command: Command) -> Done:
        session = await acting.act(request, person, id, command)
        you = host.you(session, person)
        return Done(id=command.id, version=session.state.version, you=you)

    return act


Act = Annotated[Callable[..., Awaitable[Done]], Depends(_act)]


def _seen(host: Host, session: Session, person: Person | None) -> SeenTournament:
    view = host.view(session).model_dump()
    return SeenTournament.model_validate(view | {"you": host.you(session, person).model_dump()})


@router.post("", summary="Create a tournament", status_code=201)
async def create(
    request: Request,
    response: Response,
    new: Annotated[NewTournament, Body(examples=[NEW])],
    person: Actor,
    host: TheHost,
) -> SeenTournament:
    """You direct it. With `player` you play, too, under that name.

    In an arena whoever is free, and follows the tournament by its socket, is paired until the time
    is up. In a round robin all play all, in rounds. `base` and `increment` are the clock of every
    game, in milliseconds.
    """
    session = await acting.create(request, person, new)
    response.headers["location"] = f"/api/tournaments/{session.id}"
    return _seen(host, session, person)


@router.get("", summary="List my tournaments")
async def mine(
    reader: Reader, host: TheHost, limit: Annotated[int, Query(ge=1, le=100)] = 50
) -> list[TournamentRow]:
    """Those you direct or have joined, newest first."""
    if reader is None:
        return []
    return [TournamentRow(**row) for row in await rows_of(host, reader, limit)]


async def rows_of(host: Host, person: Person, limit: int) -> list[dict[str, Any]]:
    """Somebody's newest tournaments."""
    return [
        {
            "id": row.id,
            "name": row.name,
            "kind": row.system,
            "status": row.status,
            "director": row.director == person.id,
            "created": when(row.created),
        }
        for row in await host.records.of(person.id, limit)
    ]


@router.get("/by-code/{code}", summary="Find a tournament by its code")
async def by_code(request: Request, code: Code) -> Found:
    """A code is free again when its tournament is over."""
    return Found(id=await acting.find(request, code))


@router.get("/{tournament}", summary="Get a tournament")
async def look(tournament: TournamentId, reader: Reader, host: TheHost) -> SeenTournament:
    """With its table, best first, and what you are in it: `you.game` is the one you are to play."""
    return _seen(host, await host.session(tournament), reader)


@router.post("/{tournament}/join", summary="Join a tournament", responses=troubles(409))
async def join(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Enter, Body(default_factory=Enter, examples=[ENTER])],
) -> Done:
    """Under the name you send, or your own. If `entry` is `code`, the code is needed, too.

    To get games in an arena, follow the tournament by its socket. If you have left, you are back.
    """
    return await act(tournament, person, command)


@router.post("/{tournament}/leave", summary="Leave a tournament", responses=troubles(409))
async def leave(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Away, Body(default_factory=Away)],
) -> Done:
    """You get no more games until you come back; what you have won stays in the table."""
    return await act(tournament, person, command)


@router.post("/{tournament}/return", summary="Come back to a tournament", responses=troubles(409))
async def come_back(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Back, Body(default_factory=Back)],
) -> Done:
    """After leaving, or after missing the beginning of a game."""
    return await act(tournament, person, command)


@router.post("/{tournament}/start", summary="Start a tournament", responses=troubles(409))
async def start(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Start, Body(default_factory=Start)],
) -> Done:
    """You direct it, and there are two players or more. The first games begin within seconds."""
    return await act(tournament, person, command)


@router.post("/{tournament}/pause", summary="Pause a tournament", responses=troubles(409))
async def pause(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Pause, Body(default_factory=Pause)],
) -> Done:
    """No new games; those in progress go on. The time of an arena stands still."""
    return await act(tournament, person, command)


@router.post("/{tournament}/resume", summary="Resume a tournament", responses=troubles(409))
async def resume(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Resume, Body(default_factory=Resume)],
) -> Done:
    """New games again."""
    return await act(tournament, person, command)


@router.post("/{tournament}/extend", summary="Add minutes", responses=troubles(409))
async def extend(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Extend, Body(examples=[{"minutes": 5}])],
) -> Done:
    """To an arena that has started."""
    return await act(tournament, person, command)


@router.post("/{tournament}/door", summary="Open or close the entrance", responses=troubles(409))
async def door(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Door, Body(examples=[{"open": False}])],
) -> Done:
    """Whether others can still join. Those who have joined may come and go."""
    return await act(tournament, person, command)


@router.post("/{tournament}/remove", summary="Remove a player", responses=troubles(409))
async def remove(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[Remove, Body(examples=[{"player": 7}])],
) -> Done:
    """By the number in the table, for good. A game in progress is lost."""
    return await act(tournament, person, command)


@router.post("/{tournament}/end", summary="End a tournament", responses=troubles(409))
async def end(
    tournament: TournamentId,
    person: Actor,
    act: Act,
    command: Annotated[End, Body(default_factory=End)],
) -> Done:
    """Now. Games in progress no longer count in the table."""
    return await act(tournament, person, command)
