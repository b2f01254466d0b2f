"""A conversation by lines, on a terminal, a pipe or a file."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TextIO

__all__ = ["Console"]


class Console:
    """Says lines and asks for them.

    When the answers come from a pipe or a file, nobody sees them being typed: they are echoed, so
    that what is printed reads the same as on a terminal.
    """

    def __init__(self, answers: TextIO | None = None, output: TextIO | None = None) -> None:
        self.answers = answers or sys.stdin
        self.output = output or sys.stdout
        self.echo = not self.answers.isatty()

    def say(self, text: str = "") -> None:
        """Print a line."""
        print(text, file=self.output)

    def ask(self, prompt: str) -> str:
        """Print *prompt* and return the answer, trimmed; `EOFError` when there is none any more."""
        try:
            return self._read(prompt).strip()
        except EOFError:
            self.say()  # whatever is printed next begins on a line of its own
            raise

    def _read(self, prompt: str) -> str:
        if not self.echo and self.answers is sys.stdin and self.output is sys.stdout:
            with suppress(ImportError):
                import readline  # noqa: F401  gives input() line editing and history
            return input(prompt)
        print(prompt, end="", file=self.output, flush=True)
        line = self.answers.readline()
        if not line:
            raise EOFError
        if self.echo:
            self.say(line.rstrip("\r\n"))
        return line
