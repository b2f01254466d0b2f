"""Routes that compute: a worker process answers them, and the live process only passes it on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from inarow import language
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.limits import Limits
from inarow.web.search.pool import STRANGERS, Kind, Pool
from inarow.web.search.process import Job

__all__ = ["Computed", "Searching", "compute", "forward", "who_asks"]

PASSED_ON = (
    *("type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "query_string"),
    *("root_path", "headers", "client", "server"),
)
"""What a worker is told of a request."""

SECRET = (b"cookie", b"authorization")
"""The headers that it is not told, nor their hash: it knows who asks."""


class Computed(APIRoute):
    """A route whose answer takes a moment to compute."""

    kind: ClassVar[Kind] = "quick"

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answer here in a worker, and have a worker answer elsewhere."""
        here = super().get_route_handler()

        async def answered(request: Request) -> Response:
            if request.app.state.answer is None:
                return await here(request)
            return await forward(request, kind=self.kind)

        return answered


class Searching(Computed):
    """A route whose answer takes a search."""

    kind = "search"


async def who_asks(request: Request, kind: Kind) -> str:
    """For whom it is counted: the person, or the address of somebody without a cookie."""
    person = await identity.person_of(request)
    address = getattr(request.state, "address", "")
    who = person.id if person else STRANGERS + address
    limits: Limits = request.app.state.limits
    if kind == "search":
        limits.check("study", who)
    else:
        for payer, name in _payers(who, address):
            limits.check(payer, name, 0.0)
    request.app.state.pool.seen(who, address)
    return who


async def _gone(request: Request) -> None:
    """Wait until the connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _begin(
    request: Request,
    who: str,
    job: Job,
    kind: Kind,
    tell: Callable[[Any], None] | None = None,
) -> tuple[asyncio.Future[Any], asyncio.Future[None]]:
    """The work, and the wait for the client to leave; both are to be cancelled in the end."""
    pool: Pool = request.app.state.pool
    charge = partial(_charge, request, who) if kind == "quick" else None
    work = asyncio.ensure_future(pool.run(who, job, kind=kind, tell=tell, charge=charge))
    left = asyncio.ensure_future(_gone(request))
    for each in (work, left):
        each.add_done_callback(_looked_at)
    return work, left


def _charge(request: Request, who: str, seconds: float) -> None:
    """Whoever asked pays for the time of a worker; searches have an allowance in the pool."""
    limits: Limits = request.app.state.limits
    for payer, name in _payers(who, getattr(request.state, "address", "")):
        limits.spend(name, seconds, payer)


def _payers(who: str, address: str) -> list[tuple[str, str]]:
    """Whose allowances the time of a worker is taken from, with their kinds."""
    found = [("worker", address)]
    return found if who.startswith(STRANGERS) else [*found, ("work", who)]


def _looked_at(done: asyncio.Future[Any]) -> None:
    """What went wrong may come when nobody waits for it any more."""
    if not done.cancelled():
        done.exception()


async def compute(request: Request, job: Job, *, kind: Kind = "search") -> Any:
    """What *job* finds in a worker; it is stopped when the one who asks has gone."""
    work, left = _begin(request, await who_asks(request, kind), job, kind)
    try:
        await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Fault(503, "gone", words.POOL_CLOSED)  # nobody reads it
        return work.result()
    finally:
        work.cancel()
        left.cancel()


async def forward(request: Request, *, kind: Kind = "quick", path: str | None = None) -> Response:
    """What a worker answers to the request; *path* is one to ask for instead."""
    who = await who_asks(request, kind)
    scope = {name: request.scope[name] for name in PASSED_ON if name in request.scope}
    scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in SECRET]
    person = request.state.person
    scope["state"] = {
        "person": person and replace(person, secret=b""),
        "language": language.code(),
    }
    if path is not None:
        scope |= {"path": path, "raw_path": path.encode()}
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Fault(503, "gone", words.POOL_CLOSED) from None  # nobody reads it
    job = partial(request.app.state.answer, scope, body)
    messages: asyncio.Queue[Message | None] = asyncio.Queue()  # None: that was all
    loop = asyncio.get_running_loop()

    def tell(message: Message) -> None:
        loop.call_soon_threadsafe(messages.put_nowait, message)

    work, left = _begin(request, who, job, kind, tell)
    for each in (work, left):
        each.add_done_callback(lambda _: messages.put_nowait(None))
    try:
        first = await messages.get()
        if first is None and work.done():
            work.result()
        if first is None:
            raise Fault(503, "gone", words.POOL_CLOSED)  # nobody reads it
        return _PassedOn(first, messages, work, left)
    except BaseException:
        work.cancel()
        left.cancel()
        raise


class _PassedOn(Response):
    """The messages of a worker, as they come."""

    def __init__(
        self,
        first: Message,
        messages: asyncio.Queue[Message | None],
        work: asyncio.Future[Any],
        left: asyncio.Future[None],
    ) -> None:
        super().__init__()
        self._first, self._messages, self._work, self._left = first, messages, work, left

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them; the work ends when nobody listens any more."""
        del scope, receive
        message: Message | None = self._first
        try:
            while message is not None:
                await send(message)
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    return
                message = await self._messages.get()
            if self._work.done():
                self._work.result()  # what went wrong on the way breaks the connection
        finally:
            self._work.cancel()
            self._left.cancel()
