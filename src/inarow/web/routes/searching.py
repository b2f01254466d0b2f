"""Routes that search, and what is found as lines of JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any, TypeAlias, TypeVar

from fastapi import Request
from starlette.responses import StreamingResponse

from inarow.errors import InarowError, as_sentence
from inarow.search.background import Searchers
from inarow.web.search.pool import Busy

__all__ = ["NDJSON", "Lines", "Ndjson", "searched", "stream"]

T = TypeVar("T")
Lines: TypeAlias = AsyncGenerator[dict[str, Any], None]

NDJSON = "application/x-ndjson"
HEARTBEAT = 5.0
"""After how many seconds without news an empty line is sent."""


class Ndjson(StreamingResponse):
    """One JSON object a line."""

    media_type = NDJSON


async def searched(request: Request, job: Callable[[Searchers], T]) -> T:
    """What *job* finds, in a worker; the worker is told when nobody waits any more."""
    return await asyncio.to_thread(job, request.app.state.searchers)


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
