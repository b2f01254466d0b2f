"""`Journal`: a file of JSON lines that only grows, and that several programs may write to.

A line is appended by one write, so that lines of two programs never mix; blank lines mean nothing.
A file with a line that cannot be read is set aside under another name, and what could be read of
it begins a new one.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

from inarow.errors import reason

__all__ = ["Journal", "user_folder"]

Entry = TypeVar("Entry")

DAMAGED: Final = "{count} of {all} lines of {file} could not be read; the file is now {aside}."
UNREADABLE: Final = "{file} could not be read: {why}."
NOT_WRITTEN: Final = "{file} could not be written: {why}."


def user_folder() -> Path:
    """Where this person's files are, as the system has it."""
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    return Path(base) / "inarow"


class Journal(Generic[Entry]):
    """Entries in a file, the oldest first; *read* and *write* turn them from and into plain data.

    Nothing here raises: `message` says what went wrong last, as a sentence, or is empty.
    """

    def __init__(
        self,
        path: Path,
        read: Callable[[dict[str, Any]], Entry],
        write: Callable[[Entry], dict[str, Any]],
    ) -> None:
        self.path = path
        self.message = ""
        self._read, self._write = read, write

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        text = json.dumps(self._write(entry), ensure_ascii=False)
        self._append([text.encode("utf-8", "surrogatepass")])  # a command may have odd bytes

    def entries(self) -> list[Entry]:
        """Everything that can be read."""
        try:
            lines = self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            self.message = UNREADABLE.format(file=self.path, why=reason(error))
            return []
        found = [entry for line in lines if (entry := self._entry(line)) is not None]
        if len(found) < len(list(filter(bytes.strip, lines))):
            self._set_aside()
        return found

    def _entry(self, line: bytes) -> Entry | None:
        try:
            data = json.loads(line)
            return self._read(data) if isinstance(data, dict) else None
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None

    def _set_aside(self) -> None:
        """Rename the file, and begin a new one with the lines that can be read.

        They are read after the renaming, so that nothing is lost or doubled when two programs do
        this at once.
        """
        aside = self.path.with_name(f"{self.path.name}.damaged-{uuid4().hex[:8]}")
        try:
            self.path.rename(aside)
            lines = list(filter(bytes.strip, aside.read_bytes().splitlines()))
        except FileNotFoundError:
            return  # another program has done it
        except OSError as error:
            self.message = UNREADABLE.format(file=self.path, why=reason(error))
            return
        good = [line for line in lines if self._entry(line) is not None]
        self._append(good)
        bad = len(lines) - len(good)
        self.message = DAMAGED.format(count=bad, all=len(lines), file=self.path, aside=aside.name)

    def _append(self, lines: list[bytes]) -> None:
        data = b"".join(line + b"\n" for line in lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                if file.tell() and not self._ends_with_a_line():
                    data = b"\n" + data  # a program was killed in the middle of its line
                file.write(data)
        except OSError as error:
            self.message = NOT_WRITTEN.format(file=self.path, why=reason(error))

    def _ends_with_a_line(self) -> bool:
        with suppress(OSError), self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"
        return True
