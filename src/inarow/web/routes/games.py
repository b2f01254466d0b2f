"""Games by REST, and as a stream of lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse, StreamingResponse

from inarow.web import words
from inarow.web.http.faults import troubles
from inarow.web.http.identity import Actor, Person, Reader, count_stored
from inarow.web.ladder import kinds, levels
from inarow.web.live import archive, boards
from inarow.web.live.hub import Hub
from inarow.web.live.messages import (
    Abort,
    Ack,
    Answer,
    Claim,
    Command,
    GameView,
    Join,
    LobbyView,
    Move,
    NewGame,
    OfferCommand,
    React,
    Resign,
    Swap,
    Wish,
)
from inarow.web.live.stream import Stream, lines
from inarow.web.lobby.pairing import Pairing
from inarow.web.routes.addresses import Slug
from inarow.web.study import positions
from inarow.web.words import english

__all__ = ["router"]

router = APIRouter(
    prefix="/api", tags=["games"], responses=troubles(400, 401, 403, 404, 422, 429, 503)
)

GameId = Annotated[
    str,
    Path(pattern=r"^[A-Za-z0-9_-]{8,40}$", description="The id of the game, as in its address."),
]
Invite = Annotated[
    str | None,
    Query(max_length=100, description="The secret that lets someone else into a private game."),
]


NEW_GAME: Final = {"rules": "7x6x4", "opponent": "level 3", "side": "x"}
WISH: Final = {"rules": "7x6x4", "base": 300000, "increment": 3000}
MOVE: Final = {"move": 3, "version": 12}


class BoardView(BaseModel):
    """A board, and which computer players it lacks."""

    rules: str = Field(examples=["15x15x5/free"])
    title: str
    missing: dict[Literal["level", "perfect"], str] = Field(
        description="The kinds of opponents that cannot play here, each with the reason."
    )
    ratings: dict[str, int] = Field(
        description="The ratings of the opponents that can; empty if games here are not rated."
    )
    unrated: str | None = Field(description="Why games on this board are not rated.")


class Sit(Join):
    """Take the open seat; a private game needs its secret."""

    invite: str | None = Field(default=None, max_length=100)


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


TheHub = Annotated[Hub, Depends(_hub)]


def _act(request: Request, hub: TheHub) -> Callable[..., Awaitable[Ack]]:
    async def act(game: str, person: Person, command: Command, invite: str | None = None) -> Ack:
        """Carry out a command, if that is not too much."""
        count_stored(request, person, begins=command.begins, game=command.begins_game)
        return await hub.act(game, person, command, invite)

    return act


Act = Annotated[Callable[..., Awaitable[Ack]], Depends(_act)]


@router.get("/boards/{rules}", summary="Get a board")
async def board(rules: Slug) -> BoardView:
    """Which opponents there are with these rules."""
    found = positions.parse_rules(rules)
    missing = dict(boards.missing(found))
    title = positions.rules_title(found)
    family = kinds.family_of(found)
    ratings = levels.levels(family) if family else {}
    return BoardView.model_validate(
        {
            "rules": str(found),
            "title": title,
            "missing": missing,
            "ratings": {name: r for name, r in ratings.items() if name.split()[0] not in missing},
            "unrated": None if family else words.UNRATED_BOARD,
        }
    )


@router.post("/games", summary="Create a game", status_code=201)
async def create(
    request: Request,
    response: Response,
    new: Annotated[NewGame, Body(examples=[NEW_GAME])],
    person: Actor,
    hub: TheHub,
) -> GameView:
    """You take one seat at once; the other is for whoever joins, for the computer, or for you too.

    A private game comes with a secret, `invite`, which is shown only now: it lets others join.
    """
    count_stored(request, person, game=True)
    view = await hub.create(person, new)
    response.headers["location"] = f"/api/games/{view.id}"
    return view


@router.post("/pair", summary="Find an opponent")
async def pair(
    request: Request,
    response: Response,
    wish: Annotated[Wish, Body(examples=[WISH])],
    person: Actor,
) -> GameView:
    """You are seated with somebody who wants to play the same, or wait at an open game of your own.

    While you wait, follow the game by socket or stream: only those who are connected are paired.
    Somebody may join that game (`join`), or it may end and lead to another where you are seated
    (`rematch`). Asking again leads to the same game. To stop looking, cancel the game.
    """
    count_stored(request, person, game=True)
    pairing: Pairing = request.app.state.pairing
    view = await pairing.pair(person, wish)
    response.headers["location"] = f"/api/games/{view.id}"
    return view


@router.get("/games/{game}", summary="Get a game")
async def look(game: GameId, reader: Reader, hub: TheHub, invite: Invite = None) -> GameView:
    """The game as you see it: `you` is the side you play."""
    return await hub.view(game, reader, invite)


@router.post("/games/{game}/join", summary="Join a game", responses=troubles(409))
async def join(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Sit, Body(default_factory=Sit)],
    invite: Invite = None,
) -> Ack:
    """Take the open seat. This is how you accept a challenge: just looking at a game does not."""
    return await act(game, person, Join(id=command.id), invite or command.invite)


@router.post("/games/{game}/move", summary="Play a move", responses=troubles(409))
async def move(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Move, Body(examples=[MOVE])],
) -> Ack:
    """The response comes when the move has been saved for good.

    If no response arrives, send the same `id` again: the move is played once. With `version`, it is
    refused as `stale` if something has happened since.
    """
    return await act(game, person, command)


@router.post("/games/{game}/swap", summary="Swap sides", responses=troubles(409))
async def swap(
    game: GameId, person: Actor, act: Act, command: Annotated[Swap, Body(default_factory=Swap)]
) -> Ack:
    """Take over the first move instead of replying to it, in games with the swap rule."""
    return await act(game, person, command)


@router.post("/games/{game}/offer", summary="Make an offer", responses=troubles(409))
async def offer(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[OfferCommand, Body(examples=[{"what": "draw"}])],
) -> Ack:
    """A draw, a takeback or a rematch. If your opponent has offered the same, it is agreed."""
    return await act(game, person, command)


@router.post("/games/{game}/answer", summary="Respond to an offer", responses=troubles(409))
async def answer(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Answer, Body(examples=[{"what": "draw", "yes": True}])],
) -> Ack:
    """Accept or decline."""
    return await act(game, person, command)


@router.post("/games/{game}/resign", summary="Resign", responses=troubles(409))
async def resign(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Resign, Body(default_factory=Resign)],
) -> Ack:
    """Give up the game."""
    return await act(game, person, command)


@router.post("/games/{game}/claim", summary="Claim a win or a draw", responses=troubles(409))
async def claim(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Claim, Body(examples=[{"what": "win"}])],
) -> Ack:
    """When your opponent has been gone for a minute, or for five if there is no clock.

    Not in a game over days, where nobody has to be there.
    """
    return await act(game, person, command)


@router.post("/games/{game}/abort", summary="Cancel a game", responses=troubles(409))
async def abort(
    game: GameId,
    person: Actor,
    act: Act,
    command: Annotated[Abort, Body(default_factory=Abort)],
) -> Ack:
    """Possible before the second move; nobody wins or loses."""
    return await act(game, person, command)


@router.post(
    "/games/{game}/react", summary="Send a reaction", status_code=204, responses=troubles(409)
)
async def react(
    game: GameId,
    person: Actor,
    hub: TheHub,
    command: Annotated[React, Body(examples=[{"what": "thanks"}])],
) -> None:
    """Everyone at the game sees it for a few seconds, and nothing is saved. Five at once at most.

    For the two players of a game between people, during the game and after it.
    """
    hub.react(await hub.live(game, person), person, command.what)


@router.get(
    "/games/{game}/stream",
    summary="Follow a game",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": english.STREAM_TEXT,
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }
    },
)
async def stream(
    request: Request, game: GameId, reader: Reader, hub: TheHub, invite: Invite = None
) -> StreamingResponse:
    """Lines of JSON: first a `snapshot` of the game, then what happens, as on the socket.

    An empty line every 10 seconds shows that the connection is alive. Whoever follows a game
    counts as present. The last line before the server restarts is `{"t":"going"}`: reconnect.
    """
    subscriber = Stream(reader, getattr(request.state, "address", ""))
    live = await hub.subscribe(game, reader, subscriber, invite=invite)
    return StreamingResponse(
        lines(hub, live, subscriber),
        media_type="application/x-ndjson",
        headers={"x-accel-buffering": "no"},
    )


@router.get(
    "/games/{game}/record",
    summary="Get the record of a game",
    response_class=Response,
    responses={
        200: {
            "description": "The game as text.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def record(
    game: GameId, reader: Reader, hub: TheHub, invite: Invite = None
) -> PlainTextResponse:
    """In the format that `inarow review` and `inarow play --load` read."""
    view = await hub.view(game, reader, invite)
    return PlainTextResponse(
        archive.record_of(view).text(),
        headers={"content-disposition": f'inline; filename="inarow-{game}.txt"'},
    )


@router.get("/lobby", summary="Get the lobby")
async def lobby(request: Request) -> LobbyView:
    """Open games, games in progress, and how many people are online."""
    view: LobbyView = await request.app.state.lobby.view()
    return view
