"""Real servers for tests: PostgreSQL and NATS on free ports of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

import psycopg

__all__ = ["children", "free_port", "frozen", "members", "nats", "postgres", "stopped"]


def free_port() -> int:
    """A port that nobody listens on now.

    It is below those that the system gives to clients: else somebody who calls a server that has
    just ended may be given its port, and connect to himself.
    """
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _postgres_program(name: str) -> str:
    """The newest PostgreSQL's program, on the path or where Debian has it."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda f: int(f.parent.name))
    found = shutil.which(name) or (str(folders[-1] / name) if folders else None)
    assert found, f"{name} is not installed (on Debian or Ubuntu: apt install postgresql)"
    return found


def _as_owner(*command: str) -> list[str]:
    """PostgreSQL refuses to be run by root: be the user that its package made."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else [*command]


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a server of its own."""
    folder = Path(tempfile.mkdtemp(prefix="inarow-postgres-"))
    data, port = folder / "data", free_port()
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"
    ctl = _as_owner(_postgres_program("pg_ctl"), "-s", "-D", str(data))
    try:
        init = [_postgres_program("initdb"), "-D", str(data), "-U", "inarow", "-A", "trust", "-N"]
        _call(_as_owner(*init, "-E", "UTF8", "--no-locale"), folder)
        _call([*ctl, "-w", "-l", str(folder / "log"), "-o", options, "start"], folder)
        try:
            yield f"postgresql://inarow@127.0.0.1:{port}/postgres"
        finally:
            _call([*ctl, "-w", "-m", "immediate", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def frozen(url: str) -> Iterator[None]:
    """Let no process of the PostgreSQL server at *url* do anything for a while."""
    with psycopg.connect(url) as connection:
        backend = connection.info.backend_pid
        (server,) = (parent for one, _, parent, _ in _processes() if one == backend)
    with stopped([server, *children(server)]):
        yield


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Let these processes do nothing for a while."""
    assert processes
    try:
        _tell(processes, signal.SIGSTOP)
        yield
    finally:
        _tell(processes, signal.SIGCONT)


def _tell(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):  # it may have been about to end
            os.kill(process, number)


def children(process: int, name: str = "") -> list[int]:
    """The processes that a process has started and that are still there, of this name only."""
    return [one for one, comm, parent, _ in _processes() if parent == process and name in comm]


def members(group: int) -> list[int]:
    """The processes of a group that are still there."""
    return [one for one, _, _, its in _processes() if its == group]


def _processes() -> list[tuple[int, str, int, int]]:
    """Number, name, parent and group of every process that has not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            start, _, rest = (path / "stat").read_text().rpartition(")")
            state, parent, group = rest.split()[:3]
            if state not in "ZX":
                found.append((int(path.name), start.partition("(")[2], int(parent), int(group)))
    return sorted(found)


def _call(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"


@contextmanager
def nats(port: int | None = None) -> Iterator[str]:
    """The address of a NATS server."""
    port = port or free_port()
    program = Path(sys.executable).parent / "nats-server"
    with tempfile.TemporaryDirectory(prefix="inarow-nats-") as folder:
        server = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(port), "-l", f"{folder}/log"],
            stdin=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, server)
            yield f"nats://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(10)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(500):
        assert server.poll() is None, f"the server ended with {server.returncode}"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise AssertionError("the server does not answer")
