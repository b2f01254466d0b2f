"""Reading and writing the text of game records; docs/reference/records.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from inarow.board import notation
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.errors import IllegalMoveError, NotationError, RecordError, RulesError, quoted
from inarow.language import say

__all__ = [
    "MAX_CHARACTERS",
    "MAX_DEPTH",
    "RESULTS",
    "Contents",
    "Node",
    "Variation",
    "read",
    "write",
]

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


class Contents(NamedTuple):
    """What one record says, in the order of `Record`'s fields."""

    start: Position
    main: Variation
    result: str
    tags: dict[str, str]


def write(contents: Contents) -> str:
    """The text of one record; `read` reads it back."""
    start, main, result, tags = contents
    if result not in RESULTS:
        raise RecordError(f"expected a result from {', '.join(RESULTS)}, got {quoted(result)}")
    tags = {**tags, "Rules": str(start.rules)}
    if start != Position(start.rules):
        tags["Start"] = start.text()
    tags["Result"] = result
    lines = [_tag(name, value) for name, value in tags.items()]
    ply = 0 if start.turn is Side.FIRST else 1
    tokens = [*_tokens(main, ply, start.rules), result]
    return "\n".join([*lines, "", *_wrapped(tokens)]) + "\n"


def _tokens(line: Variation, ply: int, rules: Rules) -> Iterator[str]:
    if line.comment:
        yield _braced(line.comment)
    number_due = True  # also after a comment or a variation
    for at, node in enumerate(line.nodes, start=ply):
        if at % 2 == 0 or number_due:
            yield f"{at // 2 + 1}." + ("" if at % 2 == 0 else "..")
        yield notation.move_text(node.move, rules)
        number_due = bool(node.comment or node.variations)
        if node.comment:
            yield _braced(node.comment)
        for variation in node.variations:
            yield "("
            yield from _tokens(variation, at, rules)
            yield ")"


def read(text: str) -> list[Contents]:
    """Read records that follow each other; an error says at which line and character."""
    if len(text) > MAX_CHARACTERS:
        text = say("expected a record of at most {most} characters, got more", most=MAX_CHARACTERS)
        raise RecordError(text)
    reader = _Reader(text)
    records = []
    while not reader.at_end:
        records.append(reader.record())
    return records


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(_TAG_NAME, name):
        raise RecordError(f"expected a tag name of letters and digits, got {quoted(name)}")
    value = _escaped(_spaced(value), '"')
    return f'[{name} "{value}"]'


def _spaced(value: str) -> str:
    """The value of a tag: it has no white space but single blanks between its words."""
    return " ".join(value.split())


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
  | (?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s\[]|$)
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

    def record(self) -> Contents:
        """The next record."""
        tags: dict[str, str] = {}
        places: dict[str, int] = {}
        while (match := self._peek()) and match["tag"]:
            if match["tag"] in tags:
                again = say("expected the tag {name} once, got it again", name=match["tag"])
                raise self._error(again)
            tags[match["tag"]] = _spaced(_unescaped(match["value"]))
            places[match["tag"]] = match.start("value")
            self._advance(match)
        start = self._start(tags, places)
        frames = [_Frame(Variation(), start, start)]
        while not (match := self._token(frames))["result"]:
            self._read(match, frames)
            self._advance(match)
        if len(frames) > 1:
            raise self._error(say("expected ')' before the result"))
        result = match["result"]
        self._check_result(result, tags.pop("Result", result), frames[0].now)
        self._advance(match)
        return Contents(start, frames[0].line, result, tags)

    def _start(self, tags: dict[str, str], places: dict[str, int]) -> Position:
        if self.text[self.place : self.place + 1] == "[":
            unfinished = say('expected a tag such as [First "Ann"], got an unfinished one')
            raise self._error(unfinished)
        if "Rules" not in tags:
            raise self._error(say('expected the tag [Rules "..."] at the beginning'))
        try:
            rules = Rules.parse(tags.pop("Rules"))
        except RulesError as error:
            raise self._error(str(error), places["Rules"]) from None
        if "Start" not in tags:
            return Position(rules)
        try:
            start = Position.parse(tags.pop("Start"))
        except NotationError as error:
            place = places["Start"] + (error.place or 0)
            raise self._error(error.message, place) from None
        if start.rules != rules:
            message = say(
                "expected Start with the rules {rules}, got {found}", rules=rules, found=start.rules
            )
            raise self._error(message, places["Start"])
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
                raise self._error(say("expected a move before '('"))
            if len(frames) > MAX_DEPTH:
                deep = say("expected variations at most {number} deep, got more", number=MAX_DEPTH)
                raise self._error(deep)
            variation = Variation()
            nodes[-1].variations.append(variation)
            frames.append(_Frame(variation, frame.before, frame.before))
        elif match["close"]:
            if len(frames) == 1 or not nodes:
                raise self._error(say("expected a move, got ')'"))
            frames.pop()

    def _read_moves(self, text: str, frame: _Frame) -> None:
        try:
            for move in notation.parse_moves(text, frame.now.rules):
                frame.before, frame.now = frame.now, frame.now.play(move)
                frame.line.nodes.append(Node(move))
        except NotationError as error:
            raise self._error(error.message, self.place + (error.place or 0)) from None
        except IllegalMoveError as error:
            raise self._error(str(error)) from None

    def _check_result(self, result: str, tag: str, final: Position) -> None:
        if tag != result:
            said = tag if tag in RESULTS else quoted(tag)
            text = say(
                "expected the result {wanted} of the tag, got {found}", wanted=said, found=result
            )
            raise self._error(text)
        outcome = final.outcome()
        if outcome and outcome.result != result:
            text = say(
                "expected the result {wanted} of the moves, got {found}",
                wanted=outcome.result,
                found=result,
            )
            raise self._error(text)

    def _token(self, frames: list[_Frame]) -> re.Match[str]:
        match = self._peek()
        if match and not match["tag"]:
            return match
        if self.at_end and len(frames) > 1:
            raise self._error(say("expected ')' and a result such as 1-0 or *, got the end"))
        if self.at_end:
            raise self._error(say("expected a result such as 1-0 or *, got the end"))
        if self.text[self.place] == "{":
            raise self._error(say("expected '}' after the comment, got the end"))
        found = quoted(self.text[self.place : self.place + 10])
        raise self._error(say("expected a move, got {text}", text=found))

    def _peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.place)

    def _advance(self, match: re.Match[str]) -> None:
        self.place = match.end()
        self._skip_space()

    def _skip_space(self) -> None:
        match = self._peek()
        if match and match["space"]:
            self.place = match.end()

    def _error(self, message: str, place: int | None = None) -> RecordError:
        if place is None:
            place = self.place
        line = self.text.count("\n", 0, place) + 1
        character = place - self.text.rfind("\n", 0, place)
        text = say(
            "{error} at line {line}, character {character}",
            error=message,
            line=line,
            character=character,
        )
        return RecordError(text)
