"""Puzzles as files: JSON for programs, and the small file that comes with inarow.

That one is compressed text. A line with rules is followed by the puzzles of these rules, each with
the moves that lead to it, the right one, score, rating, place and name:

    7x6x4
    444532225 6 12 1432 r double-threat-17
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

from inarow.board.notation import COLUMNS, move_text, moves_text, parse_move, parse_moves
from inarow.board.rules import Rules
from inarow.errors import RecordError
from inarow.puzzles.puzzle import Place, Puzzle, Theme

__all__ = ["by_name", "dump", "load", "packed", "shipped", "unpacked"]


def dump(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as text: a JSON list with one puzzle a line."""
    lines = (json.dumps(puzzle.to_dict(), ensure_ascii=False) for puzzle in puzzles)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def load(text: str) -> list[Puzzle]:
    """The puzzles that `dump` wrote."""
    return [Puzzle.from_dict(each) for each in json.loads(text)]


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """Puzzles as the small file."""
    lines: list[str] = []
    rules = None
    for puzzle in puzzles:
        if puzzle.rules != rules:
            rules = puzzle.rules
            lines.append(str(rules))
        moves = moves_text(puzzle.moves, rules).replace(" ", "")
        fields = (moves, move_text(puzzle.move, rules), puzzle.score, puzzle.rating)
        lines.append(" ".join(map(str, (*fields, puzzle.place.value, puzzle.name))))
    return zlib.compress("\n".join(lines).encode(), 9)


def unpacked(data: bytes) -> Iterator[Puzzle]:
    """The puzzles that `packed` wrote."""
    themes = {theme.word: theme for theme in Theme}
    rules: Rules | None = None
    for line in zlib.decompress(data).decode().splitlines():
        if " " not in line:
            rules = Rules.parse(line)
            continue
        if rules is None:
            raise RecordError(f"expected rules before the first puzzle, got {line!r}")
        moves, move, score, rating, place, name = line.split(" ")
        yield Puzzle(
            name,
            rules,
            _columns(moves) if rules.gravity else tuple(parse_moves(moves, rules)),
            parse_move(move, rules),
            int(score),
            themes[re.split(r"-(?=\d)", name)[0]],
            Place(place),
            int(rating),
        )


def _columns(moves: str) -> tuple[int, ...]:
    """Move text where discs fall; there are so many that `parse_moves` would take long."""
    return tuple(map(COLUMNS.index, moves))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with inarow, board by board, the easy ones first."""
    return tuple(unpacked((resources.files("inarow") / "data" / "puzzles.z").read_bytes()))


@cache
def _by_name() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in shipped()}


def by_name(name: str) -> Puzzle | None:
    """The puzzle of this name among those that come with inarow, if there is one."""
    return _by_name().get(name)
