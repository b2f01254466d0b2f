"""The full screen of an installed inarow, in a terminal of its own; on Unix only."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smoke import Program

PATIENCE = 120
"""Seconds to wait for something to be shown."""


def full_screen(program: Program, *, has_textual: bool) -> None:
    """Start `inarow play` and leave it; without Textual it must say so and play by lines."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [str(program.path), "play", "--rules", "7x6x4", "--x", "Ann", "--o", "random"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        cwd=program.folder,
        env=program.environment | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
    ) as process:
        os.close(theirs)
        try:
            if has_textual:
                # First the other screen, which is for programs that fill it.
                _read_until(ours, b"\x1b[?1049h", b"Ann")
                os.write(ours, b"\x11")  # Ctrl-Q
            else:
                _read_until(ours, b"pip install 'inarow[tui]'", b" > ")
                os.write(ours, b"quit\n")
            while _read(ours):
                pass
            assert process.wait(PATIENCE) == 0, process.returncode
        finally:
            process.kill()
            os.close(ours)


def _read_until(terminal: int, *wanted: bytes) -> None:
    """Read until all that is wanted has been shown, in this order."""
    seen = b""
    for text in wanted:
        while text not in seen:
            more = _read(terminal)
            assert more, f"not shown: {text!r} in {seen[-2000:]!r}"
            seen += more
        seen = seen.partition(text)[2]


def _read(terminal: int) -> bytes:
    """What is shown next; nothing at the end."""
    if not select.select([terminal], [], [], PATIENCE)[0]:
        return b""
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that everybody has left
        return b""
