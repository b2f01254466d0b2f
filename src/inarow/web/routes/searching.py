"""Routes that search: for whom, until when, and what is found as lines of JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any, TypeAlias, TypeVar

from fastapi import Request
from starlette.responses import StreamingResponse

from inarow.errors import InarowError, as_sentence
from inarow.search.background import Searchers
from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.search.pool import STRANGERS, Busy, Pool

__all__ = ["NDJSON", "Lines", "Ndjson", "searched", "stream", "who_asks"]

T = TypeVar("T")
Lines: TypeAlias = AsyncGenerator[dict[str, Any], None]

NDJSON = "application/x-ndjson"
HEARTBEAT = 5.0
"""After how many seconds without news an empty line is sent."""


class Ndjson(StreamingResponse):
    """One JSON object a line."""

    media_type = NDJSON


async def who_asks(request: Request) -> str:
    """For whom a search is counted: the person, or the address of somebody without a cookie."""
    person = await identity.person_of(request)
    who = person.id if person else STRANGERS + getattr(request.state, "address", "")
    request.app.state.limits.check("study", who)
    return who


async def searched(request: Request, job: Callable[[Searchers], T]) -> T:
    """What *job* finds in the pool; it is stopped when the one who asks has gone."""
    pool: Pool = request.app.state.pool
    search = asyncio.ensure_future(pool.run(await who_asks(request), job))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({search, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not search.done():
            raise Fault(503, "gone", words.POOL_CLOSED)  # nobody reads it
        return search.result()
    except Busy as busy:
        raise Fault(503, "busy", str(busy), {"retry-after": "2"}) from None
    finally:
        gone.cancel()
        search.cancel()


async def _gone(request: Request) -> None:
    """Wait until the connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def stream(lines: Lines) -> Ndjson:
    """One JSON object a line, as they come; what goes wrong on the way is the last line."""

    async def written() -> AsyncIterator[str]:
        following: asyncio.Task[dict[str, Any]] | None = None
        try:
            while True:
                following = following or asyncio.ensure_future(anext(lines))
                done, _ = await asyncio.wait({following}, timeout=HEARTBEAT)
                if not done:
                    yield "\n"
                    continue
                line, following = following, None
                yield json.dumps(line.result(), separators=(",", ":")) + "\n"
        except StopAsyncIteration:
            return
        except Busy as busy:
            yield json.dumps({"error": "busy", "text": str(busy)}) + "\n"
        except InarowError as error:
            yield json.dumps({"error": "failed", "text": as_sentence(error)}) + "\n"
        finally:
            if following is not None:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)
            await lines.aclose()

    return Ndjson(written(), headers={"x-accel-buffering": "no"})
