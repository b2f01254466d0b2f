"""Visit the site of an installed inarow: pages, files, health, a game by REST, a clean end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

if TYPE_CHECKING:
    from smoke import Program


class Visitor:
    """A browser without a window: it keeps its cookies and says where it comes from."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> bytes:
        """What lies there."""
        with self._opener.open(self._address + path, timeout=60) as answer:
            found: bytes = answer.read()
        return found

    def post(self, path: str, data: object) -> Any:
        """The answer to *data*."""
        headers = {"origin": self._address, "content-type": "application/json"}
        request = Request(self._address + path, json.dumps(data).encode(), headers)
        with self._opener.open(request, timeout=60) as answer:
            return json.load(answer)


def visit(program: Program) -> None:
    """Start the site on this machine, look at it, play, and stop it."""
    command = [str(program.path), "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=program.folder,
        env=program.environment,
    ) as server:
        try:
            assert server.stdout
            line = server.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, f"{line}{server.stderr.read() if server.stderr else ''}"
            look_around(Visitor(found[0]))
            server.send_signal(signal.SIGTERM)
            said, complained = server.communicate(timeout=60)
        finally:
            if server.poll() is None:
                server.kill()
    if os.name == "posix":  # elsewhere there is no asking
        assert (server.returncode, complained) == (0, ""), f"{said}{complained}"


def look_around(visitor: Visitor) -> None:
    """The pages, what they load, and a game."""
    assert visitor.get("/healthz") == b"ok\n"
    page = visitor.get("/").decode()
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert files, page
    for file in files:
        assert visitor.get(file), file
    for path in ("/puzzles", "/lab", "/analysis"):
        assert b"</html>" in visitor.get(path), path
    assert visitor.get("/picture/7x6x4.png").startswith(b"\x89PNG")  # drawn with our own fonts
    game = visitor.post("/api/games", {"opponent": "self"})["id"]
    visitor.post(f"/api/games/{game}/move", {"move": 3})
    assert json.loads(visitor.get(f"/api/games/{game}"))["moves"] == [3]
