"""What both REST and pages do: make a tournament, find it by its code, carry out a command."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from inarow.web.http.identity import Person, count_stored
from inarow.web.http.limits import Limits, refuse_for
from inarow.web.live.state import Refused
from inarow.web.tournaments.host import Host, NoSuchTournament
from inarow.web.tournaments.messages import Command, Enter, NewTournament, plain_code
from inarow.web.tournaments.session import Session

__all__ = ["TheHost", "act", "create", "find"]


def _host(request: Request) -> Host:
    host: Host = request.app.state.host
    return host


TheHost = Annotated[Host, Depends(_host)]


async def create(request: Request, person: Person, wanted: NewTournament) -> Session:
    """Make a tournament, if that is not too much."""
    request.app.state.limits.check("tournament", request.state.address)
    count_stored(request, person, game=True)
    return await _host(request).create(person, wanted)


async def find(request: Request, code: str) -> str:
    """The id of the tournament with a code; who tries many codes has to wait."""
    limits, address = _may_try_codes(request), request.state.address
    try:
        return await _host(request).find(plain_code(code))
    except NoSuchTournament:
        limits.take("code", address)
        raise


def _may_try_codes(request: Request) -> Limits:
    """Whoever has room for one wrong code more; the right one costs nothing."""
    limits: Limits = request.app.state.limits
    one = 1 / limits.kinds["code"].burst
    refuse_for(limits.take("code", request.state.address, 0.0, spared=one))
    return limits


async def act(request: Request, person: Person, id: str, command: Command) -> Session:
    """Carry out a command, if that is not too much."""
    count_stored(request, person, begins=isinstance(command, Enter))
    limits, address = request.app.state.limits, request.state.address
    if isinstance(command, Enter):
        _may_try_codes(request)
    try:
        return await _host(request).act(id, person, command)
    except Refused as refused:
        if refused.code == "code":
            limits.take("code", address)
        raise
