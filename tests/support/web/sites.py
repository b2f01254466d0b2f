"""The real site as its own process: started, asked, killed and started again."""

import http.client
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from support.web.servers import children, free_port, members

PATIENCE = 60.0  # seconds until something that should have happened counts as broken


def until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for a condition; the only place of these tests that looks again and again."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {patience:g} s: {what}")
        time.sleep(0.005)


def more_files() -> None:
    """Let this process, and those it starts, open as many sockets as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(most, 65_536), max(most, 65_536)))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Site:
    """A running `inarow serve`, with its data and its log in a folder.

    A *prelude* is Python that runs before it, to shorten what takes long, for example.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        port: int | None = None,
        cpu: int | None = None,
        environment: Mapping[str, str] | None = None,
        prelude: str = "",
    ) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_path = folder / f"log-{self.port}.txt"
        self._options = options
        self._cpu = cpu
        self.environment = {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "INAROW_DATA": str(folder / "data"),
            **(environment or {}),
        }
        self._prelude = prelude
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The live process; the one that we have started watches over it."""
        assert self.process
        return next(iter(children(self.process.pid)), self.process.pid)

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    @property
    def database(self) -> Path:
        """The file of the embedded database."""
        return self.folder / "data" / "inarow.db"

    def start(self, *, wait: bool = True) -> Self:
        program = f"import sys; {self._prelude}; from inarow.cli import main; sys.exit(main())"
        command = [sys.executable, *(["-c", program] if self._prelude else ["-m", "inarow"])]
        command += ["serve", "--port", str(self.port), *self._options]
        if self._cpu is not None:
            command = ["taskset", "-c", str(self._cpu), *command]
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.environment,
                start_new_session=True,
            )
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until it answers that it is ready."""
        until(self._ready, f"{self.url} answers")

    def _ready(self) -> bool:
        assert self.process
        if self.process.poll() is not None:
            raise RuntimeError(
                f"the site ended with {self.process.returncode}:\n{self.log[-3000:]}"
            )
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process
        group = self.process.pid
        os.killpg(group, signal.SIGKILL)
        self.process.wait()
        until(lambda: not members(group), "its processes have ended")

    def stop(self, patience: float = PATIENCE) -> int:
        """Ask it to end; its exit code."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self.ask("GET", path, headers=headers)[:2]

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Status, body and headers of one request, with the right Origin unless told otherwise."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = {"Origin": self.url, **(headers or {})}
            data = None
            if body is not None:
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                sent.setdefault("Content-Type", "application/json")
            connection.request(method, path, body=data, headers=sent)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def memory(self) -> int:
        """Resident bytes of the process."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Visitor:
    """Somebody who keeps the cookie that the site gave, over one connection."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON answer; an error when the site refuses."""
        headers = {"Origin": self._site.url, "Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        data = json.dumps(body).encode() if body is not None else None
        self._connection.request(method, path, body=data, headers=headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        return json.loads(text) if text else None

    def close(self) -> None:
        self._connection.close()


@contextmanager
def running(site: Site) -> Iterator[Site]:
    """The site for a while; it ends with the block, whatever happens there."""
    try:
        yield site.start()
    finally:
        if site.process and site.process.poll() is None:
            site.kill()
