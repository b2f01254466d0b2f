"""Whatever people paste, read: moves, positions, drawn boards, records, other programs' boards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from inarow.board.board import Board
from inarow.board.notation import column_letters, parse_cell, parse_moves
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR, PRESETS, Rules
from inarow.errors import NotationError, RulesError
from inarow.record import convert
from inarow.record.record import Record
from inarow.record.text import RESULTS
from inarow.web import words
from inarow.web.study import positions

__all__ = ["LONGEST", "Pasted", "read"]

LONGEST = 50_000
"""A longer text is refused."""

LONGEST_POSITION = 800
"""So is a longer position."""


class Pasted(NamedTuple):
    """What a text was: its *kind* and the game or position in it."""

    kind: str
    record: Record


def read(text: str, rules: Rules = CONNECT_FOUR) -> Pasted:
    """What *text* shows; *rules* are taken where it does not name its own.

    `NotationError` says in one sentence why a text cannot be read.
    """
    if len(text) > LONGEST:
        raise NotationError(words.READ_LONG.format(most=LONGEST, found=len(text)))
    text = text.strip().lstrip("\ufeff")
    if not text:
        raise NotationError(words.READ_NOTHING)
    for kind, looks_like, reader in KINDS:
        if looks_like(text):
            record = reader(text, rules)
            positions.site_rules(record.rules)
            return Pasted(kind, record)
    return Pasted("moves", _moves(text, rules))


def _record(text: str, rules: Rules) -> Record:
    """The first game of a record; moves without tags are of *rules*."""
    if not text.startswith("["):
        text = f'[Rules "{rules}"]\n\n{text}'
    if not text.endswith(RESULTS):
        text += " *"
    return Record.parse_all(text)[0]


def _link(text: str, _rules: Rules) -> Record:
    try:
        parts = urlsplit(text)
    except ValueError:  # such as brackets around what is no address
        raise NotationError(words.READ_LINK) from None
    if columns := parse_qs(parts.query).get("pos"):  # as solvers of 7x6 name positions
        return _moves(columns[0], CONNECT_FOUR)
    names = [part for part in parts.path.split("/") if part]
    at = next((i for i, name in enumerate(names) if re.fullmatch(SLUG, name)), None)
    if at is None:
        raise NotationError(words.READ_LINK)
    start = parse_qs(parts.query).get("position", [""])[0]
    moves = names[at + 1] if at + 1 < len(names) else ""
    return Record.of(positions.board_at(names[at], re.sub(r"\.(svg|png)$", "", moves), start))


def _position(text: str, _rules: Rules) -> Record:
    if len(text) > LONGEST_POSITION:
        raise NotationError(words.READ_LONG_POSITION.format(most=LONGEST_POSITION))
    return Record.of(Position.parse(text))


def _json(text: str, rules: Rules) -> Record:
    """A board as other programs keep it: a flat list (ConnectX), or a list of rows, top first."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(words.READ_JSON) from None
    mark = data.get("mark") if isinstance(data, dict) else None
    if isinstance(data, dict):
        data = data.get("board")
    if not isinstance(data, list) or not data:
        raise NotationError(words.READ_JSON)
    if all(isinstance(row, list) for row in data):
        rules = _sized(rules, {len(row) for row in data}, len(data))
        data = [number for row in data for number in row]
    if not all(type(number) is int for number in data):
        raise NotationError(words.READ_JSON)
    return Record.of(convert.from_kaggle(data, rules, mark=mark))


def _drawing(text: str, rules: Rules) -> Record:
    """A board drawn with signs, top row first; labels at the edges are left out."""
    rows = _rows(text)
    rules = _sized(rules, set(map(len, rows)), len(rows))
    position = convert.from_openspiel("\n".join(rows), rules)
    if not position.is_playable:
        free = Rules(rules.width, rules.height, rules.k, gravity=False)
        position = Position(free, *_first_and_second(position, free), position.turn)
    return Record.of(position)


def _first_and_second(position: Position, rules: Rules) -> tuple[int, int]:
    old = position.rules
    return rules.bits(old.cells(position.first)), rules.bits(old.cells(position.second))


def _rows(text: str) -> list[str]:
    """The drawn rows as `.xo`; rows of labels, borders and words are left out."""
    if re.fullmatch(r"[012\s|,]+", text):
        text = text.translate(DIGITS)
    text = re.sub(r"\d", "", text).translate(SIGNS)
    rows = (re.sub(r"[\s|,+]", "", line) for line in text.splitlines())
    return [row for row in rows if row and set(row) <= set(".xo")]


def _sized(rules: Rules, widths: set[int], height: int) -> Rules:
    """Rules of a board of this size: *rules* if they fit, or else the usual ones."""
    if len(widths) != 1:
        raise NotationError(words.READ_ROWS)
    (width,) = widths
    if (width, height) == (rules.width, rules.height):
        return rules
    for _, usual, *_ in PRESETS.values():
        if (width, height) == (usual.width, usual.height):
            return usual
    try:
        return Rules(width, height, min(4, max(width, height)))
    except RulesError as error:
        raise NotationError(str(error)) from None


def _named_moves(text: str, _rules: Rules) -> Record:
    name, _, moves = text.partition(" ")
    return _moves(moves, positions.parse_rules(name.strip(":,").replace("/", "-")))


def _moves(text: str, rules: Rules) -> Record:
    """Moves as columns (`4453`, `d d e c`) or as cells (`d1 d2`), with or without commas.

    Numbers with commas are columns as people see them: `12, 3` are two moves.
    """
    columns = [int(word) - 1 for word in re.findall(r"\d{1,4}", text)]
    separated = re.fullmatch(r"\d{1,4}(\s*[,;]\s*\d{1,4})+", text.strip())
    if rules.gravity and separated and all(0 <= column < rules.width for column in columns):
        return Record.of(Board(rules, columns))
    text = re.sub(r"[,;>\-]+", " ", text.lower()).strip()
    try:
        if rules.gravity and re.fullmatch(r"([a-z][1-9]\d?\s*)+", text):
            return Record.of(_board_of_cells(text, rules))
        letter = f"[a-{column_letters(rules.width - 1)}]"  # there are digits for wider boards
        if rules.gravity and rules.width < 10 and re.fullmatch(rf"{letter}(\s+{letter})*", text):
            return Record.of(Board(rules, [ord(letter) - ord("a") for letter in text.split()]))
        return Record.of(Board(rules, parse_moves(text, rules)))
    except NotationError as error:
        looks_like_moves = re.fullmatch(r"[\sa-z0-9]+", text) and re.search(r"\d", text)
        if looks_like_moves and len(text) < 4 * rules.cell_count:
            raise
        raise NotationError(words.READ_UNKNOWN) from error


def _board_of_cells(text: str, rules: Rules) -> Board:
    """Moves named by the cells that the discs came to rest in."""
    board = Board(rules)
    for number, name in enumerate(re.findall(r"[a-z]\d+", text), start=1):
        cell = parse_cell(name, rules)
        if board.position.cell_of(cell.column) != cell:
            raise NotationError(words.READ_CELL.format(cell=name, number=number))
        board.play(cell.column)
    return board


SLUG = r"\d{1,2}x\d{1,2}x\d{1,2}(-free)?"

SIGNS = {
    **dict.fromkeys(map(ord, "·_-*🟦⬜⚪"), "."),
    **dict.fromkeys(map(ord, "X×✕✗❌🔴Rr"), "x"),
    **dict.fromkeys(map(ord, "O○◯⭕🟡🔵Yy"), "o"),
}
DIGITS = str.maketrans("012", ".xo")


def _is_position(text: str) -> bool:
    """Whether it is three words: a size, rows with slashes, a side."""
    size, rows, turn = (*text.split(maxsplit=2), "", "", "")[:3]
    return "x" in size and "/" in rows and turn in ("x", "o", "X", "O")


def _is_drawing(text: str) -> bool:
    return len(_rows(text)) > 1


KINDS: list[tuple[str, Callable[[str], object], Callable[[str, Rules], Record]]] = [
    (
        "link",
        re.compile(r"(https?://|/|\?pos=|[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,4}/)\S+").fullmatch,
        _link,
    ),
    ("record", re.compile(r"\[\s*[A-Za-z]+\s+\"").match, _record),
    ("board", re.compile(r"[\[{]").match, _json),
    ("position", _is_position, _position),
    ("drawing", _is_drawing, _drawing),
    ("moves", re.compile(r"\d+x\d+x\d+(/free|-free)?[\s:,].*", re.DOTALL).fullmatch, _named_moves),
    ("record", re.compile(r"1\.\s*\S").match, _record),
]
"""What a text can be, tried in this order."""
