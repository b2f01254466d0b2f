"""Requests to the site's routes, as ASGI applications: what they answer is checked."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote

from fastapi import FastAPI

from inarow.search.background import Searchers
from inarow.search.engine import Limit
from inarow.search.stop import Stop
from inarow.web.app import create_app
from inarow.web.routes import studies
from inarow.web.settings import Settings
from support.fuzz.records import folder
from support.fuzz.target import Trial, complaints, expect_sentence, shared
from support.fuzz.wires import FRAMES

HERE = b"127.0.0.1:8000"
MARK = b"<fuzz"
"""No page may have such a tag, whatever comes in."""

PATHS = """
    /analysis/ /lab/ /embed/ /picture/ /puzzles/ /api/position/ /api/detect/ /api/explain/
    /api/analysis/ /api/review/ /api/puzzles/ /api/read /api/games /api/lobby /api/me
    /api/tokens /game/GAME /live/ /history /about /new /tokens /me /join /move /offer /answer
    /claim /abort /swap /resign /stream /record 7x6x4 15x15x5-free 4453 h8i9 .svg .png
    ?position= ?play=3 &history=true ?detector=scan &side=x &width=200 ?invite=
    ?before=2026-01-01 <fuzz> content-type:application/json
    content-type:application/x-www-form-urlencoded cookie:inarow=ANN authorization:Bearer TOKEN
    rules=custom&width=7 &height=6&k=4 &gravity=on clock=300+3 name=
"""


@dataclass
class Asked:
    """A request as an input writes it::

    POST /api/read
    content-type:application/json

    {"text": "4453"}
    """

    method: str
    target: str
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @classmethod
    def read(cls, data: bytes) -> "Asked | None":
        """A request, if the server would pass this on."""
        head, _, body = data.partition(b"\n\n")
        first, *rest = head.split(b"\n")
        match = re.fullmatch(rb"([A-Z]{1,9}) (/[!-~]*)", first)
        if match is None:
            return None
        headers = [(b"host", HERE), (b"origin", b"http://" + HERE)]
        for line in rest:
            name, colon, value = line.partition(b":")
            if not colon or not re.fullmatch(rb"[a-z-]+", name) or b"\0" in value:
                return None
            headers.append((name, value.strip()))
        headers.append((b"content-length", b"%d" % len(body)))
        return cls(match[1].decode(), match[2].decode(), headers, body)

    @property
    def scope(self) -> dict[str, Any]:
        """The request as uvicorn tells an application of it."""
        path, _, query = self.target.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": self.headers,
            "client": ("10.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            "state": {},
        }


class Answer:
    """The messages of an answer, and what every answer promises."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, dict[str, str](), b""
        self.ended = False

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {n.decode(): v.decode("latin-1") for n, v in message["headers"]}
        else:
            self.body += message.get("body", b"")
            self.ended = not message.get("more_body")

    def check(self, asked: Asked) -> None:
        assert self.status, "nothing was answered"
        kind = self.headers.get("content-type", "")
        for value in self.headers.values():
            assert value.isprintable(), self.headers
        if kind.startswith(("text/html", "image/svg")):
            assert MARK not in self.body, self.body
        if self.status >= 400 and kind == "application/json":
            trouble = json.loads(self.body)
            assert trouble.keys() == {"error", "text"}
            expect_sentence(trouble["text"])
        elif kind == "application/json" and self.ended and self.status != 204:
            assert asked.method == "HEAD" or json.loads(self.body) is not None
        busy = self.status == 503 and b'"busy"' in self.body
        assert self.status < 500 or busy, (self.status, self.body)


def _searchers() -> Searchers:
    return Searchers(table_mb=1, patience=0.001, limit=Limit(nodes=100))


SHARED = ("/api/analysis", "/api/explain")
"""What the live process answers itself, for those who ask the same share what is found."""

STUDY = (
    *("web.routes.analysis", "web.routes.lab", "web.routes.pictures", "web.routes.puzzles"),
    *("web.routes.errors", "web.study.positions"),
)


@shared(*STUDY, words=PATHS)
def study() -> Iterator[Trial]:
    """What workers answer: no failure, no foreign markup, each refusal a sentence."""
    with complaints() as said, folder() as place:
        settings, searchers = Settings(data_dir=place), _searchers()

        def trial(data: bytes) -> None:
            asked = Asked.read(data)
            if asked is not None and not asked.scope["path"].startswith(SHARED):
                answer = Answer()
                studies.answer(settings, asked.scope, asked.body, searchers, answer.take)
                said.expect_none()
                answer.check(asked)

        yield trial


LIVE = (
    *("web.routes.games", "web.routes.people.me", "web.routes.people.tokens", "web.routes.pages"),
    *("web.routes.forms", "web.routes.errors", "web.http.identity", "web.http.security"),
)


@shared(*LIVE, words=PATHS)
def site() -> Iterator[Trial]:
    """The same of the whole site; ANN, TOKEN, GAME and BOTH are a person, her token and games."""
    with _at_site(lambda live, data: live.ask(data)) as trial:
        yield trial


SOCKET = (
    *(
        "web.sockets.socket",
        "web.sockets.games",
        "web.live.messages",
        "web.live.game",
        "web.live.decide",
    ),
    *("web.live.state", "web.live.hub", "web.live.view", "web.live.seating"),
)


@shared(*SOCKET, words=f"/live/game/GAME /live/lobby BOTH ?version=0 &invite= {FRAMES}")
def live() -> Iterator[Trial]:
    """A socket of ANN's, with a frame in each line after the address: none breaks the site."""
    with _at_site(lambda live, data: live.attend(data)) as trial:
        yield trial


@contextmanager
def _at_site(act: Callable[["Live", bytes], Coroutine[Any, Any, None]]) -> Iterator[Trial]:
    with complaints() as said, folder() as place, asyncio.Runner() as runner:
        live = Live(place)
        runner.run(live.start())
        failures: list[dict[str, Any]] = []
        runner.get_loop().set_exception_handler(lambda _, about: failures.append(about))

        def trial(data: bytes) -> None:
            runner.run(act(live, data))
            said.expect_none()
            assert not failures, failures

        try:
            yield trial
        finally:
            runner.run(live.stop())


def _frame(data: bytes) -> dict[str, Any]:
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"bytes": data}


NAMES = (b"ANN", b"GAME", b"BOTH", b"TOKEN")


class Live:
    """The site with a person at a game, who is made anew when she may have changed."""

    def __init__(self, place: Path) -> None:
        self.app: FastAPI = create_app(Settings(data_dir=place, workers=1, rates=1e9))
        self._lifespan = self.app.router.lifespan_context(self.app)
        self._searchers = _searchers()
        self._working = Lock()
        self._names: dict[bytes, bytes] = {}

    async def start(self) -> None:
        await self._lifespan.__aenter__()
        self.app.state.pool.run = self._compute

    async def stop(self) -> None:
        await self._lifespan.__aexit__(None, None, None)

    async def _compute(
        self, who: str, job: Any, *, kind: str = "", tell: Any = None, **_: Any
    ) -> Any:
        """What a worker would find; programs think for ever."""
        if kind == "urgent":
            await asyncio.Event().wait()
        options, stop = {} if tell is None else {"tell": tell}, Stop()

        def work() -> Any:
            with self._working:
                return job(self._searchers.until(stop), **options)

        try:
            return await asyncio.to_thread(work)
        finally:
            stop.set()  # the client may have left

    async def ask(self, data: bytes) -> None:
        """Answer a request."""
        if Asked.read(data) is None:
            return
        if not self._names and any(each in data for each in NAMES):
            await self._settle_ann()
        for name, value in self._names.items():
            data = data.replace(name, value)
        asked = Asked.read(data)
        if asked is not None:
            answer = await self._answer(asked)
            answer.check(asked)
            if asked.method not in ("GET", "HEAD"):
                self._names = {}

    async def attend(self, data: bytes) -> None:
        """Listen to a socket until the client leaves."""
        await self._settle_ann()
        for name, value in self._names.items():
            data = data.replace(name, value)
        address, *frames = data.split(b"\n")[:30]
        head = b"GET " + address + b"\ncookie:inarow=" + self._names[b"ANN"]
        asked = Asked.read(head)
        self._names = {}
        if asked is None:
            return
        scope = asked.scope | {"type": "websocket", "scheme": "ws", "subprotocols": []}
        messages: list[dict[str, Any]] = [{"type": "websocket.connect"}]
        messages += [{"type": "websocket.receive", **_frame(frame)} for frame in frames]
        sent: list[dict[str, Any]] = []

        async def receive() -> Any:
            await asyncio.sleep(0)
            while any(game.busy for game in self.app.state.hub.lives.values()):
                await asyncio.sleep(0)  # until what was decided is stored
            return messages.pop(0) if messages else {"type": "websocket.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        kinds = [message["type"] for message in sent]
        assert "websocket.close" not in kinds[:-1]
        for message in sent:
            if message["type"] == "websocket.send":
                assert json.loads(message["text"])["t"]
            elif message["type"] == "websocket.close":
                expect_sentence(message["reason"])
                assert message["code"] >= 4400

    async def _settle_ann(self) -> None:
        json_kind = b"\ncontent-type:application/json"
        made = await self._post(b"POST /api/games" + json_kind + b"\n\n{}")
        cookie = made.headers["set-cookie"].partition(";")[0].partition("=")[2].encode()
        game = json.loads(made.body)["id"].encode()
        ann = b"\ncookie:inarow=" + cookie
        token = await self._post(
            b"POST /api/tokens" + json_kind + ann + b'\n\n{"label":"a","scopes":["read","play"]}'
        )
        secret = json.loads(token.body)["token"].encode()
        alone = await self._post(
            b"POST /api/games" + json_kind + ann + b'\n\n{"opponent":"self","rules":"4x4x3"}'
        )
        both = json.loads(alone.body)["id"].encode()
        self._names = {b"ANN": cookie, b"GAME": game, b"BOTH": both, b"TOKEN": secret}

    async def _post(self, data: bytes) -> Answer:
        asked = Asked.read(data)
        assert asked is not None
        answer = await self._answer(asked)
        assert answer.status == 201, answer.body
        return answer

    async def _answer(self, asked: Asked) -> Answer:
        """An answer, or its beginning if there is no end: then the client leaves."""
        answer, left = Answer(), asyncio.Event()
        messages = [{"type": "http.request", "body": asked.body, "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            answer.take(message)
            if answer.ended or answer.body:
                left.set()

        await self.app(asked.scope, receive, send)
        return answer
