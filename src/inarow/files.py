"""Writing a file: all of it or nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from inarow.errors import InarowError, quoted

__all__ = ["replace", "write"]


def write(
    path: str | os.PathLike[str], data: bytes, error: type[InarowError], *, durable: bool = False
) -> None:
    """Make *data* the contents of a file; an existing one is replaced once all is written.

    Anything but an ordinary file is left alone and raises *error*. A *durable* file is on the disk
    when this returns, so that it survives a power cut.
    """
    target = Path(os.path.realpath(path))  # a link stays, what it leads to is replaced
    if target.exists() and not target.is_file():
        raise error(f"expected an ordinary file to write to, got {quoted(str(path))}")
    unfinished = target.with_name(f".inarow-{uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
        if target.exists():
            unfinished.chmod(target.stat().st_mode)
        replace(target, unfinished, durable=durable)
    except OSError as problem:  # the name of the unfinished file means nothing to anyone
        raise OSError(problem.errno, problem.strerror, os.fspath(path)) from problem
    finally:
        with suppress(OSError):  # it says less than the problem above
            unfinished.unlink(missing_ok=True)


def replace(target: Path, finished: Path, *, durable: bool = False) -> None:
    """Give a *finished* file its name, so that there is either the old one or the new."""
    if durable:
        with finished.open("r+b") as file:
            os.fsync(file.fileno())
    finished.replace(target)
    if durable:
        with suppress(OSError):  # not every system can open a folder
            folder = os.open(target.absolute().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
