"""`inarow serve` as a person starts and stops it."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from inarow.cli import main
from inarow.commands import serve
from support.program import run


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server at a free port, and its address once it listens."""
    command = [sys.executable, "-m", "inarow", "serve", "--port", "0", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            line = server.stdout.readline()
            found = re.fullmatch(r"inarow is at (http://\S+) \(press Ctrl-C to stop\)\n", line)
            assert found, line
            yield server, found[1]
        finally:
            if server.poll() is None:
                server.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_without_a_trace(tmp_path: Path, number: int) -> None:
    with started("--data", str(tmp_path / "new" / "folder")) as (server, address):
        asked = (httpx.get(f"{address}/readyz", timeout=60).text for _ in range(10))
        assert "ok\n" in asked  # its database may be slow for a moment
        server.send_signal(number)
        said, complained = server.communicate(timeout=30)
    assert (server.returncode, said, complained) == (0, "stopped; everything is saved\n", "")
    assert (tmp_path / "new" / "folder" / "inarow.db").exists()


def test_a_game_survives_a_restart(tmp_path: Path) -> None:
    with started("--data", str(tmp_path)) as (server, address), httpx.Client() as ann:
        origin = {"origin": address}
        made = ann.post(f"{address}/api/games", json={"opponent": "self"}, headers=origin)
        game = made.json()["id"]
        ann.post(f"{address}/api/games/{game}/move", json={"move": 3}, headers=origin)
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    with started("--data", str(tmp_path)) as (server, address):
        assert httpx.get(f"{address}/api/games/{game}").json()["moves"] == [3]


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_backup_is_made_and_restored(tmp_path: Path, place: str) -> None:
    def task(name: str, folder: str) -> subprocess.CompletedProcess[str]:
        data = ["--data", str(tmp_path / folder)]
        words = [*data, name] if place == "before" else [name, *data]
        return run("serve", *words, str(tmp_path / "site.backup"))

    with started("--data", str(tmp_path / "old")) as (_, address), httpx.Client() as ann:
        made = ann.post(f"{address}/api/games", json={}, headers={"origin": address}).json()
        saved = task("backup", "old")
        assert saved.stdout == f"the whole site is backed up in {tmp_path / 'site.backup'}\n"
    assert task("restore", "new").stdout.startswith("restored from ")
    with started("--data", str(tmp_path / "new")) as (_, address):
        assert httpx.get(f"{address}/api/games/{made['id']}").json()["id"] == made["id"]
    refused = task("restore", "new")
    assert refused.returncode == 2
    assert "is not empty" in refused.stderr


def test_requests_are_printed_only_if_asked_for(tmp_path: Path) -> None:
    with started("--data", str(tmp_path), "--access-log") as (server, address):
        httpx.get(f"{address}/healthz?invite=secret")
        server.send_signal(signal.SIGTERM)
        said = server.communicate(timeout=30)[1]
    assert '"GET /healthz HTTP/1.1" 200' in said
    assert "secret" not in said


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = run("serve", "--port", port, "--data", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr == (
        f"inarow: cannot listen on 127.0.0.1 port {port}: address already in use; "
        "choose another with --port\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--database", "postgresql://ann:secret@127.0.0.1:port/none"],
        ["--database", "postgresql://ann:secret@127.0.0.1:1/none"],
        ["--database", "mysql://ann:secret@db/none"],
        ["--database", "postgresql://127.0.0.1:1/none?password=secret"],
        ["--bus", "http://ann:secret@bus:4222"],
        ["--bus", "http://secret@bus:4222"],
        ["--bus", "nats://secret@bus:4222"],
        ["--public-url", "https://ann:secret@play.example.org"],
        ["--metrics-token", "secret", "--proxy"],
    ],
)
def test_secrets_are_not_repeated(tmp_path: Path, arguments: list[str]) -> None:
    refused = run("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "secret" not in refused.stderr


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with started("--data", str(tmp_path)):
        refused = run("serve", "--port", "0", "--data", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr == (
        f"inarow: {tmp_path / 'inarow.db'} is in use by another server; stop that one first\n"
    )


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    with started("--data", str(tmp_path)) as (server, _):
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    with closing(sqlite3.connect(tmp_path / "inarow.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    refused = run("serve", "--port", "0", "--data", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr == (
        "inarow: the database is from a newer version of inarow: start the site with that version\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "nowhere.invalid"], "expected an address of this machine as --host"),
        (["--database", "mysql://a/b"], "expected a database such as"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "connection"),
        (["--bus", "http://a"], "expected a bus such as nats://"),
        (["--public-url", "example"], "expected a public address such as"),
        (["--proxy"], "--proxy needs --public-url"),
        (["--watchdog", "-1"], "expected a watchdog of 0 to 3600 seconds"),
        (["--workers", "0"], "expected 1 to 256 workers"),
        (["--port", "70000"], "expected a port from 0 to 65535"),
        (["--data", "/dev/null/x"], "/dev/null"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    refused = run("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    assert refused.returncode == 2
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "fastapi" else name)
    assert main(["serve", "--port", "0"]) == 2
    assert "pip install 'inarow[web]'" in capsys.readouterr().err


def test_the_command_line_loads_nothing_of_the_site_before_it_must() -> None:
    program = (
        "import sys; from inarow.cli import parser; parser('serve'); "
        "print(*[n for n in sys.modules if n.startswith(('fastapi', 'uvicorn', 'sqlalchemy'))])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, env=os.environ
    )
    assert loaded.stdout.strip() == ""
