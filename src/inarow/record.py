"""A game as text, with tags, comments and variations; docs/records.md describes the format::

[Rules "7x6x4"]
[First "Ann"]
[Second "Bob"]
[Result "1-0"]

1. 4 4 2. 4 {a pillar} (2. 3 3) 2... 1 3. 4 1-0
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from inarow import notation
from inarow.board import Board
from inarow.errors import IllegalMoveError, NotationError, RecordError, RulesError, quoted
from inarow.position import Position
from inarow.rules import CONNECT_FOUR, Rules, Side

__all__ = ["MAX_CHARACTERS", "MAX_DEPTH", "RESULTS", "Node", "Record", "Variation"]

MAX_CHARACTERS: Final = 1_000_000
"""A longer text is refused."""
MAX_DEPTH: Final = 100
"""Variations nested deeper are refused."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
"""First side won, second side won, draw, not finished."""


@dataclass(slots=True)
class Node:
    """One move, what was said about it, and what might have been played instead."""

    move: int
    comment: str = ""
    variations: list[Variation] = field(default_factory=list)


@dataclass(slots=True)
class Variation:
    """A row of moves, with what was said before the first of them."""

    nodes: list[Node] = field(default_factory=list)
    comment: str = ""

    @property
    def moves(self) -> list[int]:
        """Just the moves."""
        return [node.move for node in self.nodes]


@dataclass(slots=True)
class Record:
    """Where a game began, what was played and said, and how it ended."""

    start: Position = field(default_factory=lambda: Position(CONNECT_FOUR))
    main: Variation = field(default_factory=Variation)
    result: str = "*"
    tags: dict[str, str] = field(default_factory=dict)
    """Everything but `Rules`, `Start` and `Result`, which are written from the other fields."""

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.start.rules

    @classmethod
    def of(cls, board: Board, *, tags: dict[str, str] | None = None, result: str = "") -> Record:
        """The record of a board's history; the *result* is the board's unless given."""
        outcome = board.outcome()
        nodes = [Node(move) for move in board.moves]
        result = result or (outcome.result if outcome else "*")
        return cls(board.start, Variation(nodes), result, dict(tags or {}))

    def board(self) -> Board:
        """A board on which the main line has been played."""
        return Board(self.start, self.main.moves)

    # -- writing ------------------------------------------------------------------------------

    def text(self) -> str:
        """The record as text; `Record.parse` reads it back."""
        tags = {**self.tags, "Rules": str(self.rules)}
        if self.start != Position(self.rules):
            tags["Start"] = self.start.text()
        tags["Result"] = self.result
        lines = [_tag(name, value) for name, value in tags.items()]
        ply = 0 if self.start.turn is Side.FIRST else 1
        tokens = [*self._tokens(self.main, ply), self.result]
        return "\n".join([*lines, "", *_wrapped(tokens)]) + "\n"

    __str__ = text

    def _tokens(self, line: Variation, ply: int) -> Iterator[str]:
        if line.comment:
            yield _braced(line.comment)
        number_due = True  # also after a comment or a variation
        for at, node in enumerate(line.nodes, start=ply):
            if at % 2 == 0 or number_due:
                yield f"{at // 2 + 1}." + ("" if at % 2 == 0 else "..")
            yield notation.move_text(node.move, self.rules)
            number_due = bool(node.comment or node.variations)
            if node.comment:
                yield _braced(node.comment)
            for variation in node.variations:
                yield "("
                yield from self._tokens(variation, at)
                yield ")"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, all of it or nothing."""
        target = Path(path)
        unfinished = target.with_name(target.name + ".part")
        unfinished.write_text(self.text(), encoding="utf-8")
        unfinished.replace(target)

    # -- reading ------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read one record; an error says at which line and character reading failed."""
        records = cls.parse_all(text)
        if len(records) != 1:
            raise RecordError(f"expected one game in the record, got {len(records)}")
        return records[0]

    @classmethod
    def parse_all(cls, text: str) -> list[Record]:
        """Read records that follow each other."""
        if len(text) > MAX_CHARACTERS:
            raise RecordError(
                f"expected a record of at most {MAX_CHARACTERS} characters, got {len(text)}"
            )
        reader = _Reader(text)
        records = []
        while not reader.at_end:
            records.append(reader.record())
        return records

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read the one record in a file."""
        with Path(path).open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(
                f"expected UTF-8 text, got other bytes at {error.start + 1}"
            ) from None
        return cls.parse(text)


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(_TAG_NAME, name):
        raise RecordError(f"expected a tag name of letters and digits, got {quoted(name)}")
    value = _escaped(" ".join(value.split()), '"')
    return f'[{name} "{value}"]'


def _escaped(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, "\\" + end)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _braced(comment: str) -> str:
    return "{" + _escaped(comment, "}") + "}"


def _wrapped(tokens: list[str], width: int = 80) -> list[str]:
    """Tokens joined by spaces into lines; brackets cling to what they enclose."""
    words: list[str] = []
    for token in tokens:
        if words and (words[-1].endswith("(") or token == ")"):
            words[-1] += token
        else:
            words.append(token)
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


_TAG_NAME: Final = "[A-Za-z][A-Za-z0-9_]*"
_TOKEN: Final = re.compile(
    rf"""
    (?P<space>\s+)
  | \[\s*(?P<tag>{_TAG_NAME})\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
  | \{{(?P<comment>(?:[^}}\\]|\\.)*)\}}
  | (?P<open>\()
  | (?P<close>\))
  | (?P<result>1-0|0-1|1/2-1/2|\*)(?=\s|$)
  | (?P<number>[0-9]+\.+)
  | (?P<move>[A-Za-z0-9]+)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class _Frame:
    """A line being read: the position before its last move, and now."""

    line: Variation
    before: Position
    now: Position


class _Reader:
    """Reads records from text, token by token, without recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self._skip_space()

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.place == len(self.text)

    def record(self) -> Record:
        """The next record."""
        tags: dict[str, str] = {}
        while (match := self._peek()) and match["tag"]:
            if match["tag"] in tags:
                raise self._error(f"expected the tag {match['tag']} once, got it again")
            tags[match["tag"]] = _unescaped(match["value"])
            self._advance(match)
        start = self._start(tags)
        frames = [_Frame(Variation(), start, start)]
        while not (match := self._token(frames))["result"]:
            self._read(match, frames)
            self._advance(match)
        if len(frames) > 1:
            raise self._error("expected ')' before the result")
        result = match["result"]
        self._check_result(result, tags.pop("Result", result), frames[0].now)
        self._advance(match)
        return Record(start, frames[0].line, result, tags)

    def _start(self, tags: dict[str, str]) -> Position:
        if self.text[self.place : self.place + 1] == "[":
            raise self._error('expected a tag such as [First "Ann"], got an unfinished one')
        if "Rules" not in tags:
            raise self._error('expected the tag [Rules "..."] at the beginning')
        try:
            rules = Rules.parse(tags.pop("Rules"))
            start = Position.parse(tags.pop("Start")) if "Start" in tags else Position(rules)
        except (RulesError, NotationError) as error:
            raise self._error(str(error)) from None
        if start.rules != rules:
            raise self._error(f"expected Start with the rules {rules}, got {start.rules}")
        return start

    def _read(self, match: re.Match[str], frames: list[_Frame]) -> None:
        frame = frames[-1]
        nodes = frame.line.nodes
        if match["comment"] is not None:
            said = nodes[-1] if nodes else frame.line
            said.comment = f"{said.comment} {_unescaped(match['comment'])}".strip()
        elif match["move"]:
            self._read_moves(match["move"], frame)
        elif match["open"]:
            if not nodes:
                raise self._error("expected a move before '('")
            if len(frames) > MAX_DEPTH:
                raise self._error(f"expected variations at most {MAX_DEPTH} deep, got more")
            variation = Variation()
            nodes[-1].variations.append(variation)
            frames.append(_Frame(variation, frame.before, frame.before))
        elif match["close"]:
            if len(frames) == 1 or not nodes:
                raise self._error("expected a move, got ')'")
            frames.pop()

    def _read_moves(self, text: str, frame: _Frame) -> None:
        try:
            for move in notation.parse_moves(text, frame.now.rules):
                frame.before, frame.now = frame.now, frame.now.play(move)
                frame.line.nodes.append(Node(move))
        except (NotationError, IllegalMoveError) as error:
            raise self._error(str(error)) from None

    def _check_result(self, result: str, tag: str, final: Position) -> None:
        if tag != result:
            raise self._error(f"expected the result {tag} of the tag, got {result}")
        outcome = final.outcome()
        if outcome and outcome.result != result:
            raise self._error(f"expected the result {outcome.result} of the moves, got {result}")

    def _token(self, frames: list[_Frame]) -> re.Match[str]:
        match = self._peek()
        if match and not match["tag"]:
            return match
        if self.at_end:
            missing = "')' and a result" if len(frames) > 1 else "a result"
            raise self._error(f"expected {missing} such as 1-0 or *, got the end")
        if self.text[self.place] == "{":
            raise self._error("expected '}' after the comment, got the end")
        raise self._error(f"expected a move, got {quoted(self.text[self.place : self.place + 10])}")

    def _peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.place)

    def _advance(self, match: re.Match[str]) -> None:
        self.place = match.end()
        self._skip_space()

    def _skip_space(self) -> None:
        match = self._peek()
        if match and match["space"]:
            self.place = match.end()

    def _error(self, message: str) -> RecordError:
        line = self.text.count("\n", 0, self.place) + 1
        character = self.place - (self.text.rfind("\n", 0, self.place) + 1) + 1
        return RecordError(f"{message} at line {line}, character {character}")
