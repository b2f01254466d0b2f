"""Writing a file: all of it or nothing."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4

from inarow.errors import InarowError, quoted

__all__ = ["write"]


def write(path: str | os.PathLike[str], data: bytes, error: type[InarowError]) -> None:
    """Make *data* the contents of a file; an existing one is replaced once all is written.

    What is no ordinary file stays as it is, with an *error*.
    """
    target = Path(path).resolve()  # a link stays, what it leads to is replaced
    if target.exists() and not target.is_file():
        raise error(f"expected an ordinary file to write to, got {quoted(str(path))}")
    unfinished = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
        if target.exists():
            unfinished.chmod(target.stat().st_mode)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
