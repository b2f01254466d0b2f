"""A real Dask cluster on this machine: a scheduler and workers, each a process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from distributed import Client

from support.paths import ROOT

DASK = [sys.executable, "-m", "dask"]
LOCAL = ["--host", "127.0.0.1", "--no-dashboard"]


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Its address and process."""
    about = folder / "scheduler.json"
    file = ["--scheduler-file", str(about)]
    with _program(
        [*DASK, "scheduler", *LOCAL, "--port", "0", "--idle-timeout", "120s", *file],
        folder / "scheduler.log",
    ) as process:
        while not about.exists() or not about.read_text().endswith("}"):
            assert process.poll() is None, (folder / "scheduler.log").read_text()
            time.sleep(0.05)
        yield json.loads(about.read_text())["address"], process


@contextmanager
def workers(address: str, folder: Path, count: int) -> Iterator[None]:
    """Workers that can import what lies beside this file; each that dies is started again."""
    command = [*DASK, "worker", address, *LOCAL, "--local-directory", str(folder)]
    with _program(
        [*command, "--nworkers", str(count), "--nthreads", "1", "--death-timeout", "30"],
        folder / "workers.log",
        PYTHONPATH=str(ROOT / "tests"),
    ):
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(count)
        yield


@contextmanager
def _program(
    command: list[str], log: Path, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as said:
        process = subprocess.Popen(
            command,
            stdout=said,
            stderr=said,
            env={**os.environ, **environment},
            start_new_session=True,  # workers are its children
        )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
