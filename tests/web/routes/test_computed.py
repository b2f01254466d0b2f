"""What takes a moment to compute is answered by worker processes."""

import os
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from inarow.web.http.limits import Rate
from inarow.web.study import pictures, positions, traces
from support.web import chores
from support.web.hostile import complaints
from support.web.sites import Site, running, until
from support.web.threaded import Site as Here
from support.web.threaded import site

PATHS = [
    "/analysis/7x6x4/4453",
    "/lab/7x6x4/4453",
    "/puzzles",
    "/learn/connect-four",
    "/picture/7x6x4/4453.png",
    "/picture/7x6x4/4453.svg",
    "/embed/7x6x4/4453",
    "/api/position/7x6x4/4453?history=true",
    "/api/detect/7x6x4/4453",
    "/api/review/tic-tac-toe/b2",
]


def never(*_: object, **__: object) -> None:
    raise AssertionError("that should be computed elsewhere")


@pytest.mark.parametrize("path", PATHS)
def test_the_live_process_computes_none_of_it(
    ann: httpx.Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "board_at", never)
    monkeypatch.setattr(pictures, "png", never)
    monkeypatch.setattr(traces, "comparison", never)
    path = path.replace("tic-tac-toe", "3x3x3-free")
    answer = ann.get(path)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_pasted_text_is_read_elsewhere(ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "parse_rules", never)
    assert ann.post("/api/read", json={"text": "4453"}).json()["kind"] == "moves"
    assert ann.post("/api/read", json={"text": "nothing of that kind"}).status_code == 400
    assert ann.post("/api/read", json={"text": ["a list"]}).status_code == 422


def test_a_worker_is_told_who_asks_but_no_secret(here: Here, ann: httpx.Client) -> None:
    ann.patch("/api/me", json={"name": "Ann"})
    assert "Ann" in ann.get("/analysis").text
    usual, here.app.state.answer = here.app.state.answer, chores.echo
    try:
        told = ann.get("/analysis", headers={"authorization": ""}).text
    finally:
        here.app.state.answer = usual
    assert "user-agent" in told
    assert "inarow=" not in told
    assert "authorization" not in told
    assert told.endswith(", b'', b'')")


def test_a_worker_that_is_killed_is_replaced(here: Here, ann: httpx.Client) -> None:
    assert ann.get("/picture/7x6x4/44.png").status_code == 200
    pids = [seat.desk.pid for seat in here.app.state.pool._seats if seat.desk.pid]
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "they have ended")
    assert ann.get("/picture/7x6x4/44.png").status_code == 200


def test_who_leaves_before_the_answer_has_it_stopped(here: Here, ann: httpx.Client) -> None:
    pool = here.app.state.pool
    host, _, port = here.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as line:
        head = f"GET /api/review/18x18x6-free/{'a1b1c1d1e1' * 3} HTTP/1.1"
        line.sendall(f"{head}\r\nHost: {host}:{port}\r\n\r\n".encode())
    until(lambda: not pool.running and not pool.waiting, "nobody searches any more")
    line2 = HTTPConnection(host, int(port), timeout=60)
    line2.request("GET", f"/api/review/18x18x6-free/{'a1b1c1d1e1f1'}")
    answer = line2.getresponse()
    assert answer.status == 200
    assert answer.readline()
    answer.close()
    line2.close()
    until(lambda: not pool.running, "the review is given up")


@pytest.mark.parametrize("kind", ["worker", "work"])
def test_the_time_of_workers_is_charged_to_those_who_ask(kind: str, tmp_path: Path) -> None:
    with site(tmp_path) as there:
        limits = there.app.state.limits
        limits.kinds[kind] = Rate(1e-9, 0.001)

        def is_charged() -> bool:
            return any(
                place[0] == kind and left < 0 for place, (left, _) in [*limits._buckets.items()]
            )

        ann = there.client()
        ann.post("/api/games", json={"opponent": "self"})
        assert ann.get("/picture/7x6x4/44.png").status_code == 200
        until(is_charged, "the worker has said what it took, which may be after its answer")
        assert ann.get("/picture/7x6x4/44.png").status_code == 429
        assert ann.post("/api/read", json={"text": "4453"}).json()["error"] == "too-fast"
        assert ann.get("/lab").status_code == 429
        stranger = there.client().get("/lab").status_code
        assert stranger == {"worker": 429, "work": 200}[kind]
        assert ann.post("/api/games", json={"opponent": "self"}).status_code == 201, "but play"


@pytest.mark.parametrize("kind", ["review", "explain", "analysis"])
def test_who_leaves_is_nothing_to_complain_about(kind: str, tmp_path: Path) -> None:
    with running(Site(tmp_path)) as there:
        for announced in ("9", "0", "0"):  # a body that does not come
            line = HTTPConnection("127.0.0.1", there.port, timeout=60)
            path = f"/api/{kind}/18x18x6-free/a1b1c1d1e1f1"
            line.request("GET", path, headers={"Content-Length": announced})
            if announced == "0" and kind != "explain":
                with line.getresponse() as answer:
                    assert answer.readline()
            line.close()
        assert there.stop() == 0
        assert not complaints(there)


def test_the_site_ends_with_its_workers(tmp_path: Path) -> None:
    with site(tmp_path) as here:
        assert here.client().get("/lab").status_code == 200
        (pid,) = {seat.desk.pid for seat in here.app.state.pool._seats if seat.desk.pid}
    assert not Path(f"/proc/{pid}").exists()
