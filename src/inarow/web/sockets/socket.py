"""The WebSocket end of live games and of the lobby, as a plain ASGI application."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from urllib.parse import parse_qs

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from inarow import language
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.limits import Limits, too_fast
from inarow.web.live.game import Accepted, LiveGame, Rejected, Request
from inarow.web.live.hub import Hub
from inarow.web.live.messages import MAX_FRAME, Command, Frame, Ping, Tail, read_frame
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.live.view import encode
from inarow.web.lobby.lobby import Lobby
from inarow.web.store.databases import DatabaseError
from inarow.web.uvicorn.direct_socket import DIRECT, Direct

__all__ = ["Socket", "mount"]

MOST_WAITING = 200
"""How many messages wait for a slow reader at most (with plain ASGI)."""


class Socket:
    """One open socket: sends without waiting, closes with a code and a reason."""

    def __init__(
        self, scope: Scope, send: Send, who: identity.Person | None, limits: Limits
    ) -> None:
        self.who = who
        self.language = language.code()
        self.address: str = scope.get("state", {}).get("address", "")
        self._limits = limits
        self.person = who.id if who else None
        self.direct: Direct | None = scope.get("extensions", {}).get(DIRECT)
        self._key = self.person or self.address
        self._counted = "frame" if who else "stranger"  # all strangers of an address together
        self._send = send
        self._closing: tuple[int, str] | None = None
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()

    def send(self, text: str) -> None:
        """Tell the client; one that is much too slow is cut off."""
        if self._closing is not None:
            return
        if self.direct is not None:
            self.direct.write(text)
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            with language.use(self.language):
                self.close(1013, words.TOO_SLOW)
            return
        self._waiting.append(text)
        self._wake.set()

    def hear(self, data: str | bytes) -> None:
        """A frame from the client, from wherever it is read."""
        with language.use(self.language):
            self.answer(data)

    def answer(self, data: str | bytes) -> None:
        """Do what a frame asks for; here it may only ask whether we are there."""
        message = self.read(data)
        if isinstance(message, Ping):
            self.send(f'{{"t":"pong","n":{message.n}}}')
        elif message is not None:
            self.close(4400, words.BAD_FRAME)

    def read(self, data: str | bytes) -> Frame | None:
        """What the client says; if it cannot be understood, or is too much, we close."""
        try:
            if self._closing is None and len(data) <= MAX_FRAME:
                if self._limits.take(self._counted, self._key):
                    self.close(4429, words.TOO_MANY_FRAMES)
                    return None
                return read_frame(data)
        except ValidationError:
            pass
        self.close(4400, words.BAD_FRAME)
        return None

    def close(self, code: int, reason: str) -> None:
        """Close it, after what was sent before."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()

    async def pump(self) -> None:
        """Send what waits, until it is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                text = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": text})
            if self._closing is not None:
                code, reason = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return


class GameSocket(Socket):
    """A socket at a game."""

    def __init__(
        self, scope: Scope, send: Send, who: identity.Person | None, limits: Limits, hub: Hub
    ) -> None:
        super().__init__(scope, send, who, limits)
        self.hub = hub
        self.live: LiveGame | None = None

    def answer(self, data: str | bytes) -> None:
        """Do what a frame asks for."""
        message, live = self.read(data), self.live
        if message is None or live is None:
            return
        if isinstance(message, Ping):
            self.send(f'{{"t":"pong","n":{message.n}}}')
        elif isinstance(message, Tail):
            for text in live.tail(message.version, self.person, self.hub.now()):
                self.send(text)
        elif self.who is not None and "play" not in self.who.scopes:
            self._answer(Rejected(message.id, "scope", words.REFUSED["scope"], live))
        elif wait := self._wait(message):
            self._answer(Rejected(message.id, "too-fast", too_fast(wait)[0], live))
        else:
            self.hub.submit(live, Request(message, self.who, self._answer, self))

    def _wait(self, command: Command) -> float:
        """How many seconds to wait before a command may be carried out."""
        begins, game = command.begins, command.begins_game
        return self._limits.store(self._key, self.address, begins=begins, game=game)

    def _answer(self, answer: Accepted | Rejected) -> None:
        if isinstance(answer, Accepted):
            game = ""
            if answer.whole:
                view = answer.live.view(answer.live.you(self.person), self.hub.now())
                game = f',"game":{encode(view)}'
            self.send(
                f'{{"t":"ack","id":{encode(answer.id)},"version":{answer.version},'
                f'"event":{answer.event}{game}}}'
            )
            return
        state = answer.live.state
        refused = {"t": "refused", "id": answer.id, "code": answer.code, "text": answer.text}
        self.send(encode(refused | {"version": state.version}))


async def _sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """`/live/game/{id}` and `/live/lobby`."""
    if scope["type"] != "websocket":
        raise Fault(404, "not-found", words.STATUS_TEXTS[404])
    state = scope["app"].state
    await receive()
    kind, _, game = scope["path"].removeprefix("/live/").partition("/")
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
        await _at_game(GameSocket(scope, send, who, state.limits, state.hub), game, scope, receive)
    elif scope["path"].endswith("/live/lobby"):
        await _at_lobby(Socket(scope, send, who, state.limits), state.lobby, receive)
    else:
        await _turn_away(send, 4404, words.NO_SUCH_GAME, accepted=True)


async def _turn_away(send: Send, code: int, reason: str, *, accepted: bool = False) -> None:
    if not accepted:
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _at_game(socket: GameSocket, game: str, scope: Scope, receive: Receive) -> None:
    asked = parse_qs(scope["query_string"].decode("ascii", "replace"))
    version = asked.get("version", [""])[0]
    try:
        socket.live = await socket.hub.subscribe(
            game,
            socket.who,
            socket,
            version=int(version) if re.fullmatch(r"[0-9]{1,9}", version) else None,
            invite=asked.get("invite", [None])[0],
        )
    except NoSuchGame as error:
        await _turn_away(socket._send, 4404, str(error), accepted=True)
    except NotAllowed as error:
        await _turn_away(socket._send, 4403, str(error), accepted=True)
    except (Refused, DatabaseError):
        await _turn_away(socket._send, 1012, words.STOPPING, accepted=True)
    else:
        try:
            await _attend(socket, receive)
        finally:
            socket.hub.unsubscribe(socket.live, socket)


async def _at_lobby(socket: Socket, lobby: Lobby, receive: Receive) -> None:
    lobby.subscribe(socket)
    try:
        await _attend(socket, receive)
    finally:
        lobby.unsubscribe(socket)


async def _attend(socket: Socket, receive: Receive) -> None:
    """Listen and send until the socket is closed by either side."""
    if socket.direct is not None:
        socket.direct.listener = socket.hear
    pump = asyncio.create_task(socket.pump())
    try:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            socket.hear(data if data is not None else message.get("bytes") or b"")
    finally:
        pump.cancel()
        if socket.direct is not None:
            socket.direct.listener = None


mount = Mount("/live", app=_sockets)
"""The route to include in the application, whose state has hub, lobby, store and limits."""
