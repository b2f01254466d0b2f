"""Who is let in, how much may come, and which headers go out."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from inarow.web.http import security
from inarow.web.http.security import MAX_BODY, may_come_from
from inarow.web.settings import Settings
from support.web.threaded import Site, ask, site

PUBLIC = "https://play.example.org"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.mark.parametrize(
    ("public", "origin", "host", "allowed"),
    [
        (PUBLIC, PUBLIC, "play.example.org", True),
        (PUBLIC, PUBLIC, "whatever", True),
        (PUBLIC, "http://play.example.org", "play.example.org", False),
        (PUBLIC, f"{PUBLIC}:444", "play.example.org", False),
        (PUBLIC, "https://evil.example", "evil.example", False),
        (PUBLIC, "https://play.example.org.evil.example", "play.example.org", False),
        (PUBLIC, "http://127.0.0.1:8000", "127.0.0.1:8000", False),
        (PUBLIC, "null", "play.example.org", False),
        (PUBLIC, "", "play.example.org", False),
        ("", "http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("", "http://localhost:8000", "localhost:8000", True),
        ("", "http://[::1]:8000", "[::1]:8000", True),
        ("", "http://192.168.1.5:8000", "192.168.1.5:8000", True),
        ("", "http://127.0.0.1:8000", "localhost:8000", False),
        ("", "http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("", "http://evil.example", "evil.example", False),  # a name that points at us
        ("", "http://localhost.evil.example", "localhost.evil.example", False),
        ("", "null", "127.0.0.1:8000", False),
        ("", "", "127.0.0.1:8000", False),
        ("", "", "", False),
        ("", "http://[", "[", False),
    ],
)
def test_the_origin_matrix(public: str, origin: str, host: str, allowed: bool) -> None:
    assert may_come_from(origin, host, Settings(public_url=public)) == allowed


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE", "LOCK"])
@pytest.mark.parametrize("origin", [None, "null", "https://evil.example"])
def test_an_unsafe_request_from_elsewhere_is_refused(
    here: Site, method: str, origin: str | None
) -> None:
    headers = {} if origin is None else {"origin": origin}
    for path in ("/api/games", "/new", "/nothing", "/static/board/board.js"):
        answer = here.program().request(method, path, headers=headers)
        assert answer.status_code == 403, path
        assert "does not come from a page of this site" in answer.text
    assert here.program().get("/api/lobby", headers=headers).status_code == 200


def test_a_token_needs_no_origin_but_must_be_valid(here: Site) -> None:
    answer = here.program("inarow_nonsense").post("/api/games", json={})
    assert (answer.status_code, answer.json()["error"]) == (401, "token")
    assert answer.headers["www-authenticate"] == "Bearer"
    basic = here.program().post("/api/games", headers={"authorization": "Basic YTpi"}, json={})
    assert basic.status_code == 401


def test_a_socket_is_checked_like_an_unsafe_request(here: Site) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect
    from websockets.typing import Origin

    address = here.url.replace("http", "ws") + "/live/lobby"
    with connect(address, origin=Origin(here.url), proxy=None) as socket:
        assert '"t":"lobby"' in str(socket.recv())
    for origin in (None, Origin("https://evil.example"), Origin("null")):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(address, origin=origin, proxy=None),
        ):
            pass
        assert refused.value.response.status_code == 403


HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/about", "/nothing", "/api/lobby", "/healthz", "/static/x"])
def test_every_answer_tells_browsers_to_be_careful(here: Site, path: str) -> None:
    headers = here.client().get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe" not in policy
    assert "*" not in policy
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_what_is_embedded_may_be_shown_by_others_and_never_has_a_cookie(here: Site) -> None:
    client = here.client()
    client.post("/api/games", json={})
    assert client.cookies
    headers = client.get("/embed/7x6x4/44").headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "'unsafe" not in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in headers


def _public_app() -> FastAPI:
    from inarow.web.app import create_app

    return create_app(Settings(public_url=PUBLIC, rates=1000))


def test_behind_https_browsers_are_told_to_stay_there() -> None:
    headers = ask(_public_app(), "/healthz").headers
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "connect-src 'self' wss://play.example.org;" in headers["content-security-policy"]


def test_a_body_that_says_it_is_too_long_is_refused(here: Site) -> None:
    for size, status in ((MAX_BODY, 422), (MAX_BODY + 1, 413)):
        answer = here.client().post(
            "/api/games",
            content=b'"' + b"a" * (size - 2) + b'"',
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == status
    assert answer.json() == {"error": "too-large", "text": "The request is larger than 64 KB."}


def test_a_body_without_a_length_is_counted(here: Site) -> None:
    def body(size: int) -> Iterator[bytes]:
        yield from (b"a" * 1024 for _ in range(size // 1024))

    for path in ("/api/games", "/new"):
        kind = {
            "content-type": "application/x-www-form-urlencoded"
            if path == "/new"
            else "application/json"
        }
        small = here.client().post(path, content=body(MAX_BODY), headers=kind)
        assert small.status_code in (303, 422)
        long = here.client().post(path, content=body(MAX_BODY + 1024), headers=kind)
        assert long.status_code == 413
        assert "larger than 64 KB" in long.text


def test_a_body_that_does_not_come_is_not_waited_for(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "PATIENCE", 0.05)
    place = ("127.0.0.1", int(here.url.rpartition(":")[2]))
    with socket.create_connection(place, timeout=20) as connection:
        connection.sendall(
            f"POST /api/games HTTP/1.1\r\nHost: {here.url[7:]}\r\nOrigin: {here.url}\r\n"
            "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{".encode()
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 408")


def test_a_body_that_comes_in_very_many_parts_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(security, "PATIENCE", 0.05)
    parts = 0

    async def receive() -> Any:
        nonlocal parts
        parts += 1
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": parts < 1_000_000}

    async def send(message: Any) -> None:
        raise AssertionError("nothing is sent")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass

    scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": []}
    with pytest.raises(HTTPException) as caught:
        asyncio.run(security.BodyLimit(app)(scope, receive, send))
    assert caught.value.status_code == 408


def test_what_nobody_expected_is_an_error_page_without_a_trace(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = _public_app()

    async def fail() -> None:
        raise RuntimeError("the secret inside")

    app.add_api_route("/api/fail", fail)
    app.add_api_route("/fail", fail)
    for path in ("/api/fail", "/fail"):
        answer = ask(app, path)
        assert answer.status_code == 500
        assert "Something went wrong" in answer.text
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "the secret inside" in caplog.text


def test_half_an_answer_breaks_the_connection() -> None:
    app = _public_app()

    async def fail(request: Request) -> Any:
        async def half() -> AsyncIterator[bytes]:
            yield b"half"
            raise RuntimeError("in the middle")

        from starlette.responses import StreamingResponse

        return StreamingResponse(half())

    app.add_api_route("/fail", fail)
    with pytest.raises(RuntimeError, match="in the middle"):
        ask(app, "/fail")


def test_a_wrong_length_is_refused() -> None:
    from inarow.web.http.security import BodyLimit

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("reached")(scope, receive, send)

    for length in ("-1", "nonsense", "9" * 5000):
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/x",
            "headers": [(b"content-length", length.encode())],
            "query_string": b"",
        }
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        asyncio.run(BodyLimit(app)(scope, receive, send))
        assert sent[0]["status"] == 413


def test_browsers_may_not_read_from_other_sites(here: Site) -> None:
    """No CORS headers: another site's page can neither send a token nor read an answer."""
    answer: httpx.Response = here.client(origin="https://evil.example").get("/api/lobby")
    assert not [name for name in answer.headers if name.startswith("access-control")]
