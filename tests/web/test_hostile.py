"""Frames and requests that nobody should send; bench/web_frames.py and others send more."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from support.web.couples import Tally, new_pair
from support.web.generated import Asker
from support.web.hostile import CLOSE, TEXT, complaints, encode, knock, read_frame, storm, upgrade
from support.web.sites import Site, running


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "100000"})
        with running(site):
            yield site
            assert site.stop() == 0
        assert not complaints(site)


def test_malformed_frames_close_a_socket_and_disturb_nobody(site: Site) -> None:
    tally = Tally()
    answers = asyncio.run(storm(site, 1500, 8, Random(7), tally))
    assert not complaints(site)
    assert not tally.wrong
    assert {"close 4400", "refused"} <= set(answers.seen)
    assert "close 1011" not in answers.seen


def test_sockets_at_odd_addresses(site: Site) -> None:
    game = new_pair(site, Tally(), Random(9)).game

    def knocked(path: str) -> int:
        return asyncio.run(knock(site, path))

    assert knocked("/live/lobby") == 0
    for version in ("", "0", "2", "3", "-1", "9" * 5000, "%D9%A3", "1.5", "1&version=2"):
        assert knocked(f"/live/game/{game}?version={version}") == 0, version
    for path in ("", "x", "%00", "a" * 3000, "../..", f"{game}/", "?version=1"):
        assert knocked(f"/live/game/{path}") == 4404, path
    assert knocked("/live/nothing") == 4404
    for path in ("/static/x", "/static/site/base.css", "/", "/api/lobby", "/healthz"):
        assert knocked(path) == 403, path
    assert not complaints(site)


def test_generated_requests_get_an_answer_and_never_an_error(site: Site) -> None:
    asker = Asker(site, Random(8))
    asker.send(400)
    assert not complaints(site)
    assert {200, 404, 422} <= set(asker.statuses)


def test_limits_hold(tmp_path: Path) -> None:
    async def flood(site: Site, path: str) -> tuple[int, bytes]:
        """Frames until the site has enough: the code and the reason it gives."""
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(upgrade(site.port, path))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(encode(TEXT, b'{"t":"ping","n":1}') * 500)
        while True:
            opcode, payload = await read_frame(reader)
            if opcode == CLOSE:
                writer.transport.abort()
                return int.from_bytes(payload[:2], "big"), payload[2:]

    with running(Site(tmp_path, environment={"INAROW_RATES": "0.2"})) as site:
        game = new_pair(site, Tally(), Random(10)).game
        code, reason = asyncio.run(flood(site, f"/live/game/{game}"))
        assert (code, bool(reason)) == (4429, True)
        assert site.ask("POST", "/api/read", {"text": "4" * 70_000})[0] == 413
        answers = (site.ask("GET", f"/api/games/{game}") for _ in range(5000))
        _, body, headers = next(answer for answer in answers if answer[0] == 429)
        assert json.loads(body)["error"] == "too-fast"
        assert int(headers["retry-after"]) >= 1
        assert site.stop() == 0
