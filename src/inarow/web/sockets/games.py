"""Sockets at games."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.limits import Limits, too_fast
from inarow.web.live.game import Accepted, LiveGame, Rejected, Request
from inarow.web.live.hub import Hub
from inarow.web.live.messages import Command, Ping, React, Tail
from inarow.web.live.seating import NoSuchGame, NotAllowed
from inarow.web.live.state import Refused
from inarow.web.live.view import encode
from inarow.web.sockets.socket import Socket
from inarow.web.store.databases import DatabaseError

__all__ = ["GameSocket", "at_game"]


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
        elif isinstance(message, React):
            self._react(message, live)
        elif wait := self._wait(message):
            self._answer(Rejected(message.id, "too-fast", too_fast(wait)[0], live))
        else:
            self.hub.submit(live, Request(message, self.who, self._answer, self))

    def _react(self, message: React, live: LiveGame) -> None:
        """Show everyone what we say; we are shown it, too, and get no other answer."""
        try:
            self.hub.react(live, self.who, message.what)
        except Refused as refused:
            self._answer(Rejected(message.id, refused.code, refused.text, live))
        except Fault as fault:
            self._answer(Rejected(message.id, fault.error, fault.text, live))

    def _wait(self, command: Command) -> float:
        """How many seconds to wait before a command may be carried out."""
        begins, game = command.begins, command.begins_game
        return self.limits.store(self.key, self.address, begins=begins, game=game)

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


async def at_game(socket: GameSocket, game: str, scope: Scope, receive: Receive) -> None:
    """Attend to a socket at a game."""
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
        await socket.turn_away(4404, str(error))
    except NotAllowed as error:
        await socket.turn_away(4403, str(error))
    except (Refused, DatabaseError):
        await socket.turn_away(1012, words.STOPPING)
    else:
        try:
            await socket.attend(receive)
        finally:
            socket.hub.unsubscribe(socket.live, socket)
