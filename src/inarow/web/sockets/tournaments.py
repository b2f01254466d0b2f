"""Sockets at tournaments: they tell of the table, and who follows one there wants to play."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.limits import Limits
from inarow.web.live.messages import Ping, Tail
from inarow.web.live.state import Refused
from inarow.web.sockets.socket import Socket
from inarow.web.store.databases import DatabaseError
from inarow.web.tournaments.host import Host, NoSuchTournament
from inarow.web.tournaments.session import Session

__all__ = ["TournamentSocket", "at_tournament"]


class TournamentSocket(Socket):
    """A socket at a tournament. Commands go by REST: they are few."""

    def __init__(
        self, scope: Scope, send: Send, who: identity.Person | None, limits: Limits, host: Host
    ) -> None:
        super().__init__(scope, send, who, limits)
        self.host = host
        self.session: Session | None = None

    def answer(self, data: str | bytes) -> None:
        """Do what a frame asks for: say that we are there, or tell the whole table again."""
        message = self.read(data)
        if isinstance(message, Ping):
            self.send(f'{{"t":"pong","n":{message.n}}}')
        elif isinstance(message, Tail):
            self._tell_whole(message.version)
        elif message is not None:
            self.close(4400, words.BAD_FRAME)

    def _tell_whole(self, version: int) -> None:
        """A large table is not told again and again to who asks all the time."""
        session = self.session
        if session is None or session.table.version == version:
            return
        if not self.limits.take("look", self.key):
            self.host.tell_whole(session, self)


async def at_tournament(
    socket: TournamentSocket, tournament: str, scope: Scope, receive: Receive
) -> None:
    """Attend to a socket at a tournament; with `?aside` it is a screen for all."""
    asked = parse_qs(scope["query_string"].decode("ascii", "replace"), keep_blank_values=True)
    try:
        socket.session = await socket.host.subscribe(tournament, socket, aside="aside" in asked)
    except NoSuchTournament as error:
        await socket.turn_away(4404, str(error))
    except (Refused, DatabaseError):
        await socket.turn_away(1012, words.STOPPING)
    else:
        try:
            await socket.attend(receive)
        finally:
            socket.host.unsubscribe(socket.session, socket)
