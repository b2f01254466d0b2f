"""A conversation by lines, on a terminal, a pipe or a file."""

from __future__ import annotations

import sys
from typing import Final, TextIO

__all__ = ["Console"]

LONGEST: Final = 2**16
"""How many characters of an answer are read: /dev/zero has no end."""


class Console:
    """Says lines and asks for them.

    It does without line editing, whose escape sequences and wrapping would change what is shown.
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
        print(prompt, end="", file=self.output, flush=True)
        line = self.answers.readline(LONGEST).removeprefix("\ufeff")  # a byte-order mark is no text
        if not line or len(line) == LONGEST:  # what has no end is no answer
            self.say()  # whatever is printed next begins on a line of its own
            raise EOFError
        if self.echo:
            self.say(line.rstrip("\r\n"))
        return line.strip()
