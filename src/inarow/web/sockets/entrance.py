"""Where sockets come in, as a plain ASGI application: `/live/…`."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.lobby.lobby import Lobby
from inarow.web.sockets.games import GameSocket, at_game
from inarow.web.sockets.socket import Socket
from inarow.web.sockets.tournaments import TournamentSocket, at_tournament
from inarow.web.store.databases import DatabaseError

__all__ = ["at_lobby", "mount"]


async def _sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """`/live/game/{id}`, `/live/tournament/{id}` and `/live/lobby`."""
    if scope["type"] != "websocket":
        raise Fault(404, "not-found", words.STATUS_TEXTS[404])
    state = scope["app"].state
    await receive()
    kind, _, place = scope["path"].removeprefix("/live/").partition("/")
    try:
        who = await identity.reader(HTTPConnection(scope))
    except Fault as fault:
        await _turn_away(send, 4403, fault.text)
        return
    except DatabaseError:
        await _turn_away(send, 1012, words.STOPPING)
        return
    await send({"type": "websocket.accept"})
    if kind == "game":
        await at_game(GameSocket(scope, send, who, state.limits, state.hub), place, scope, receive)
    elif kind == "tournament":
        socket = TournamentSocket(scope, send, who, state.limits, state.host)
        await at_tournament(socket, place, scope, receive)
    elif scope["path"].endswith("/live/lobby"):
        await at_lobby(Socket(scope, send, who, state.limits), state.lobby, receive)
    else:
        await Socket(scope, send, who, state.limits).turn_away(4404, words.NO_SUCH_GAME)


async def _turn_away(send: Send, code: int, reason: str) -> None:
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def at_lobby(socket: Socket, lobby: Lobby, receive: Receive) -> None:
    """Attend to a socket at the lobby."""
    lobby.subscribe(socket)
    try:
        await socket.attend(receive)
    finally:
        lobby.unsubscribe(socket)


mount = Mount("/live", app=_sockets)
"""The route to include in the application, whose state has hub, host, lobby, store and limits."""
