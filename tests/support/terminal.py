"""A program in a real terminal: what is typed, and what a person sees."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path


def _take_terminal() -> None:
    """So that Ctrl-C arrives, even where it was ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Runs `inarow` with *arguments* in a terminal of its own."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        columns: int = 80,
        lines: int = 24,
    ) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.shown = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inarow", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env={**os.environ, "TERM": "dumb", **(environment or {})},
        )
        os.close(theirs)

    def answer(self, text: str) -> None:
        """Wait for a prompt, then type *text* and Enter."""
        self.wait_for_prompt()
        os.write(self.ours, f"{text}\n".encode())
        before = len(self.shown)
        # Once the echo has begun, the prompt is no longer last.
        while len(self.shown) == before and self._read():
            pass

    def wait_for_prompt(self) -> None:
        """Read until the program asks for something."""
        while not self.shown.endswith(b" > "):
            if not self._read():
                raise AssertionError(f"no prompt after {self.shown!r}")

    def read_until(self, shown: bytes) -> None:
        """Read until the program has shown something."""
        while shown not in self.shown:
            if not self._read():
                raise AssertionError(f"not shown: {shown!r} in {self.shown!r}")

    def read_more(self) -> None:
        """Read what is shown next."""
        self._read()

    def settle(self, seconds: float = 0.5) -> None:
        """Read until nothing has changed for some time."""
        while select.select([self.ours], [], [], seconds)[0] and self._read():
            pass

    def type(self, keys: bytes) -> None:
        """Press keys at once; what was shown before no longer counts."""
        self.shown = b""
        os.write(self.ours, keys)

    def press(self, control: bytes) -> None:
        """Type a control character at the next prompt, such as Ctrl-C."""
        self.wait_for_prompt()
        os.write(self.ours, control)

    def finish(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        os.close(self.ours)
        return self.process.wait()

    @property
    def text(self) -> str:
        """Everything shown so far."""
        return self.shown.decode().replace("\r\n", "\n")

    def _read(self) -> bytes:
        if not select.select([self.ours], [], [], 60)[0]:
            self.process.kill()
            raise AssertionError(f"nothing happens after {self.shown!r}")
        try:
            more = os.read(self.ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            more = b""
        self.shown += more
        return more


def full_screen(
    folder: Path,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    columns: int = 80,
    lines: int = 24,
) -> Terminal:
    """`inarow play` in a terminal that takes everything, with a home in *folder*."""
    surroundings = {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "NO_COLOR": "",
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        **(environment or {}),
    }
    return Terminal("play", *arguments, environment=surroundings, columns=columns, lines=lines)
