"""Many lines of input with one answer each: how they are read, and which have no answer."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.commands.options import position_at_start, read_position
from inarow.errors import InarowError, NotationError

__all__ = ["STANDARD_INPUT", "Asked", "Skipped", "numbered_lines", "solvable_positions"]

STANDARD_INPUT: Final = "-"
"""What stands for standard input where a file is asked for."""

LONGEST: Final = 2**20
"""How many characters a line may have: far more than a game."""


def numbered_lines(name: str) -> Iterator[tuple[int, str]]:
    """The lines of a file or of standard input, from 1 on; a byte-order mark is no text."""
    if name == STANDARD_INPUT:
        yield from _numbered(sys.stdin, "standard input")
        return
    with Path(name).open("rb") as file:
        wide = file.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        encoding = "utf-16" if wide else "utf-8-sig"  # some Windows programs write the former
        with TextIOWrapper(file, encoding, errors="replace") as text:
            yield from _numbered(text, name)


def _numbered(stream: TextIO, name: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(iter(partial(stream.readline, LONGEST), ""), start=1):
        if len(line) == LONGEST:  # a file of something else, or without an end, such as /dev/zero
            raise NotationError(f"{name}, line {number}: expected text, got a line without an end")
        yield number, line.removeprefix("\ufeff") if number == 1 else line


class Skipped:
    """The lines of a batch that have no answer: each is reported at once, and all are counted."""

    def __init__(self, name: str) -> None:
        self.where = "standard input" if name == STANDARD_INPUT else name
        self.count = 0

    def add(self, number: int, error: InarowError) -> None:
        """Report a line."""
        self.count += 1
        self._say(f"{self.where}, line {number}: {error}")

    def exit_code(self, answered: int) -> int:
        """1 if a line was skipped, which is also said, else 0; *answered* are the others."""
        if self.count:
            total = self.count + answered
            self._say(f"{self.count} of {total} line{'' if total == 1 else 's'} skipped")
        return 1 if self.count else 0

    def _say(self, message: str) -> None:
        print(f"inarow: {message}", file=sys.stderr, flush=True)


class Asked(NamedTuple):
    """What a line asks for."""

    text: str
    position: Position


def solvable_positions(name: str, rules: Rules | None, skipped: Skipped) -> Iterator[Asked]:
    """What the lines ask for; empty ones are passed over, and those without an answer reported.

    *rules* are those of --rules.
    """
    from inarow.search.solver import expect_solvable

    if rules:
        expect_solvable(Position(rules))  # else every line would be refused
    for number, line in numbered_lines(name):
        if not line.strip():
            continue
        try:
            text = position_at_start(line, rules)
            position, _ = read_position([text], rules)
            expect_solvable(position)
        except InarowError as error:
            skipped.add(number, error)
        else:
            yield Asked(text, position)
