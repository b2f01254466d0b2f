"""Scripts, styles and pictures of the pages: read once, compressed once, cached for good.

Their addresses end in `?v=`, a digest of all of them. The server writes it into the imports of
scripts and styles too, so that a page never runs with files of two versions.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

__all__ = ["STATIC", "Assets"]

STATIC: Final = Path(__file__).parents[1] / "static"
"""Where they are."""

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
IMPORTS: Final = {
    ".js": re.compile(rb"""((?:\bfrom|\bimport)\s*\(?\s*["'])(\.{1,2}/[\w./-]+\.js)(["'])"""),
    ".css": re.compile(rb"""((?:url\(|@import)\s*["']?)(\.{0,2}/?[\w./-]+\.\w+)(["']?\s*\)?)"""),
}
"""Where files name others of theirs."""

FOR_GOOD: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class _File:
    type: str
    plain: bytes
    small: bytes | None  # compressed, if that is smaller


class Assets:
    """An ASGI application that answers with the files of a *folder*, and some *made* elsewhere."""

    def __init__(
        self,
        folder: Path,
        prefix: str = "/static/",
        *,
        dev: bool = False,
        made: Mapping[str, bytes] | None = None,
    ) -> None:
        self.folder = folder
        self.made = made or {}
        self.prefix = prefix
        self.dev = dev
        self.version = ""
        self._files: dict[str, _File] = {}
        self._read()

    def url(self, name: str) -> str:
        """The address of a file."""
        if self.dev:
            self._read()
        if name not in self._files:
            raise KeyError(f"no static file {name}")
        return f"{self.prefix}{name}?v={self.version}"

    def text(self, name: str) -> str:
        """What is in a file, with the version in the addresses that it names."""
        if self.dev:
            self._read()
        return self._files[name].plain.decode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if self.dev:
            self._read()
        response = self._respond(scope)
        await response(scope, receive, send)

    def _respond(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return Response(status_code=405, headers={"allow": "GET, HEAD"})
        file = self._files.get(scope["path"].removeprefix(self.prefix))
        if file is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        headers = Headers(scope=scope)
        current = QueryParams(scope["query_string"]).get("v") == self.version and not self.dev
        shown = {
            "cache-control": FOR_GOOD if current else "no-cache",
            "etag": f'"{self.version}"',
            "vary": "accept-encoding",
        }
        if self.version in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=shown)
        if file.small is not None and "gzip" in headers.get("accept-encoding", ""):
            return Response(
                file.small, headers=shown | {"content-encoding": "gzip", "content-type": file.type}
            )
        return Response(file.plain, headers=shown | {"content-type": file.type})

    def _read(self) -> None:
        found = {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.suffix in TYPES and path.is_file()
        }
        found |= self.made
        digest = sha256()
        for name, data in found.items():
            digest.update(f"{name} {len(data)} ".encode() + data)
        version = digest.hexdigest()[:12]
        if version != self.version:
            self.version = version
            self._files = {name: self._file(name, data) for name, data in found.items()}

    def _file(self, name: str, data: bytes) -> _File:
        suffix = Path(name).suffix
        if suffix in IMPORTS:
            data = IMPORTS[suffix].sub(rb"\1\2?v=" + self.version.encode() + rb"\3", data)
        small = gzip.compress(data, 9, mtime=0)
        return _File(TYPES[suffix], data, small if len(small) < len(data) else None)
