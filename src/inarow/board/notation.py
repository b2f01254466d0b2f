"""Moves, cells and positions as text. The only module that counts from 1.

- a *move*: with gravity its column, one character from `1…9a…z` (`4453`); without, a cell (`h8`)
- a *cell*: letters for the column, a number for the row from the bottom (`a1` is bottom left)
- a *label* is what people see: columns have numbers, `12`, and cells are said in words, "column 4,
  row 1"; without gravity both are cells, `h8`, on boards drawn with these letters and numbers
- a *position*: `7x6x4 7/7/7/3o3/2xx3/1oxxo2 x`, that is the rules, the rows from the top with
  numbers for empty cells, and who is to move; docs/reference/position-text.md has the details

`read_move`, `read_side` and `parse_board` are what all public functions understand: the value
itself, or text where that can mean only one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import index
from typing import Final, NamedTuple

from inarow.board.rules import CONNECT_FOUR, PRESETS, Cell, Rules, Side
from inarow.errors import (
    IllegalMoveError,
    InarowError,
    NotationError,
    PositionError,
    RulesError,
    quoted,
)
from inarow.language import counted, say

__all__ = [
    "COLUMNS",
    "Setup",
    "begins_with_rules",
    "cell_name",
    "cell_text",
    "column_label",
    "column_letters",
    "error_text",
    "line_name",
    "move_label",
    "move_name",
    "move_text",
    "moves_text",
    "parse_board",
    "parse_cell",
    "parse_move",
    "parse_moves",
    "parse_setup",
    "parse_side",
    "read_move",
    "read_side",
    "setup_text",
]

COLUMNS: Final = "123456789abcdefghijklmnopqrstuvwxyz"
"""The characters for columns 0, 1, 2, … in move text."""


def column_letters(column: int) -> str:
    """`a` to `z`, then `aa`, `ab`, … for columns 0, 1, 2, …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def cell_text(cell: tuple[int, int]) -> str:
    """A cell as letters and a number: `Cell(3, 0)` is `d1`."""
    column, row = cell
    return f"{column_letters(column)}{row + 1}"


def move_text(move: int, rules: Rules) -> str:
    """One move as text."""
    if not 0 <= move < rules.move_count:
        last, got = rules.move_count - 1, quoted(move)
        text = say("expected a move from 0 to {last}, got {text}", last=last, text=got)
        raise NotationError(text)
    return COLUMNS[move] if rules.gravity else cell_text(rules.cell_at(move))


def moves_text(moves: Iterable[int], rules: Rules) -> str:
    """Moves as one string, `4453`, or `h8 i9` without gravity."""
    return ("" if rules.gravity else " ").join(move_text(move, rules) for move in moves)


def column_label(column: int, rules: Rules) -> str:
    """What is drawn at a column's edge: `4` or `12`; without gravity letters."""
    return str(column + 1) if rules.gravity else column_letters(column)


def move_label(move: int, rules: Rules) -> str:
    """One move in a list for people: `4` or `12`, without gravity `h8`."""
    return str(move + 1) if rules.gravity else move_text(move, rules)


def move_name(move: int, rules: Rules) -> str:
    """One move in a sentence: `column 4`, without gravity `h8`."""
    # Translators: a move, in the middle of a sentence
    return say("column {column}", column=move + 1) if rules.gravity else move_text(move, rules)


def cell_name(cell: tuple[int, int], rules: Rules) -> str:
    """One cell in a sentence: `column 4, row 1`, without gravity `d1`."""
    column, row = cell
    if not rules.gravity:
        return cell_text(cell)
    return say("column {column}, row {row}", column=column + 1, row=row + 1)


def line_name(cells: Sequence[tuple[int, int]], rules: Rules) -> str:
    """Cells in a row, in a sentence: `columns 2 to 5 of row 1`, without gravity `b1 to e1`."""
    if len(cells) == 1:
        return cell_name(cells[0], rules)
    (left, low), (right, high) = cells[0], cells[-1]
    if rules.gravity and low == high:
        return say(
            "columns {first} to {last} of row {row}", first=left + 1, last=right + 1, row=low + 1
        )
    if rules.gravity and left == right:
        return say(
            "rows {first} to {last} of column {column}",
            first=low + 1,
            last=high + 1,
            column=left + 1,
        )
    return say(
        "{first} to {last}", first=cell_name(cells[0], rules), last=cell_name(cells[-1], rules)
    )


def parse_side(text: str) -> Side:
    """The side that `x` or `o` stands for."""
    for side in Side:
        if text.strip().lower() == side.symbol:
            return side
    raise NotationError(say("expected x or o, got {text}", text=quoted(text)))


def read_side(side: Side | str) -> Side:
    """*side* itself, or the one that 1, 2, `x` or `o` stands for."""
    if type(side) is Side:
        return side
    try:
        return parse_side(side) if isinstance(side, str) else Side(side)
    except ValueError:
        expected = "Side.FIRST or Side.SECOND (or 'x' or 'o')"
        raise PositionError(f"expected {expected}, got {quoted(side)}") from None


def parse_cell(text: str, rules: Rules) -> Cell:
    """The cell that *text* names; it must be on the board."""
    match = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]?)", text.strip().lower())
    if match:
        column = 0
        for letter in match[1]:
            column = 26 * column + ord(letter) - ord("a") + 1
        cell = Cell(column - 1, int(match[2]) - 1)
        if rules.has(*cell):
            return cell
    last = cell_text((rules.width - 1, rules.height - 1))
    raise NotationError(
        say("expected a cell from a1 to {last}, got {text}", last=last, text=quoted(text))
    )


def parse_move(text: str, rules: Rules) -> int:
    """The move that *text* names: `12` and `c` are the same column, `h8` is a cell.

    Whether it may be played is another question.
    """
    if not rules.gravity:
        return rules.move_at(*parse_cell(text, rules))
    word = text.strip().lower()
    if re.fullmatch("[1-9][0-9]?", word):
        column = int(word) - 1
    else:
        column = COLUMNS.find(word) if len(word) == 1 else -1
    if not 0 <= column < rules.width:
        wanted = say(
            "expected a column from 1 to {last}, got {text}", last=rules.width, text=quoted(text)
        )
        raise NotationError(wanted)
    return column


def error_text(error: InarowError) -> str:
    """What an error says, with the place in the text if it knows one."""
    if not isinstance(error, NotationError) or error.place is None:
        return str(error)
    return say("{error} at character {number}", error=error.message, number=error.place + 1)


def read_move(move: int | str, rules: Rules) -> int:
    """The number of a move that is given as a number, from 0, or as text, `4` or `h8`.

    A number need not be a move of these rules; what is neither is an `IllegalMoveError`.
    """
    if isinstance(move, str):
        return parse_move(move, rules)
    try:
        if not isinstance(move, bool):
            return index(move)  # NumPy's integers are numbers, too
    except TypeError:
        pass
    last = rules.move_count - 1
    first_text, last_text = (repr(move_label(each, rules)) for each in (0, last))
    raise IllegalMoveError(
        f"expected a move as a number from 0 to {last} or as text from {first_text} to "
        f"{last_text}, got {quoted(move)}"
    )


def parse_moves(text: str, rules: Rules) -> list[int]:
    """Moves in a row; white space between them is allowed, and needed by no one."""
    words = r"\S" if rules.gravity else r"[A-Za-z]+[0-9]+|\S+"
    moves = []
    for match in re.finditer(words, text):
        try:
            moves.append(parse_move(match[0], rules))
        except NotationError as error:
            raise NotationError(error.message, match.start()) from None
    return moves


class Setup(NamedTuple):
    """What a position text says, in the order of `Position`'s fields."""

    rules: Rules
    first: int
    second: int
    turn: Side


def parse_board(text: str) -> tuple[Setup, list[int]]:
    """Where a board begins and the moves that follow: what every public function reads as text.

    - `7x6x4 7/7/7/7/7/3x3 o` is a position
    - `9x6x4 5544` and `tic-tac-toe b2 a1` are moves on a board of these rules, or none
    - `4453` are moves of Connect Four, and so is empty text
    """
    words = list(re.finditer(r"\S+", text))
    if not begins_with_rules(text):
        try:
            return Setup(CONNECT_FOUR, 0, 0, Side.FIRST), parse_moves(text, CONNECT_FOUR)
        except NotationError as error:
            expected = say(
                "expected moves of Connect Four such as '4453', rules and moves such as "
                "'tic-tac-toe b2 a1', or a position such as '3x3x3/free 3/1x1/2o x', "
                "got {text}: {error}",
                text=quoted(text),
                error=error_text(error),
            )
            raise NotationError(expected) from None
    rest = text[words[0].end() :]
    if "/" in rest or (len(words) == 3 and words[2][0].lower() in ("x", "o")):
        return parse_setup(text), []
    rules = Rules.parse(words[0][0])
    try:
        return Setup(rules, 0, 0, Side.FIRST), parse_moves(rest, rules)
    except NotationError as error:
        raise NotationError(error.message, words[0].end() + (error.place or 0)) from None


def begins_with_rules(text: str) -> bool:
    """Whether the first word of *text* is meant as rules, possible or not."""
    word = "".join(text.lower().split(maxsplit=1)[:1])
    return word in PRESETS or bool(re.fullmatch(r"\d+x\d+x\d+(/\w*)?", word))


def setup_text(setup: Setup) -> str:
    """The one-line text of a position."""
    rules, first, second, turn = setup
    rows = []
    for row in reversed(range(rules.height)):
        bits = [rules.bit(column, row) for column in range(rules.width)]
        marks = "".join("x" if b & first else "o" if b & second else "." for b in bits)
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), marks))
    return f"{rules} {'/'.join(rows)} {turn}"


def parse_setup(text: str) -> Setup:
    """Read what `setup_text` writes; an error says at which character reading failed."""
    fields = list(re.finditer(r"\S+", text))
    if len(fields) != 3:
        expected = counted(
            len(fields),
            "expected a position as rules, rows and turn, such as '3x3x3/free 3/1x1/2o x', "
            "got {text} with {number} part",
            "expected a position as rules, rows and turn, such as '3x3x3/free 3/1x1/2o x', "
            "got {text} with {number} parts",
            text=quoted(text),
        )
        raise NotationError(expected)
    try:
        rules = Rules.parse(fields[0][0])
    except RulesError as error:
        raise NotationError(str(error), fields[0].start()) from None
    first, second = _parse_rows(fields[1][0], fields[1].start(), rules)
    try:
        turn = parse_side(fields[2][0])
    except NotationError as error:
        raise NotationError(error.message, fields[2].start()) from None
    return Setup(rules, first, second, turn)


def _parse_rows(text: str, place: int, rules: Rules) -> tuple[int, int]:
    discs = {"x": 0, "o": 0}
    rows = text.lower().split("/")
    if len(rows) != rules.height:
        text = say("expected {rows} rows, got {found}", rows=rules.height, found=len(rows))
        raise NotationError(text, place)
    for row, marks in zip(reversed(range(rules.height)), rows, strict=True):
        column = 0
        for token in re.finditer(r"[0-9]+|.", marks):
            at = place + token.start()
            mark = token[0]
            if mark in discs:
                if column < rules.width:
                    discs[mark] |= rules.bit(column, row)
                column += 1
            elif re.fullmatch("[1-9][0-9]?", mark):
                column += int(mark)
            else:
                text = say(
                    "expected x, o or a number of empty cells, got {text}", text=quoted(mark)
                )
                raise NotationError(text, at)
            if column > rules.width:
                text = say(
                    "expected {cells} cells in row {row}, got more", cells=rules.width, row=row + 1
                )
                raise NotationError(text, at)
        if column < rules.width:
            wanted = say(
                "expected {cells} cells in row {row}, got {found}",
                cells=rules.width,
                row=row + 1,
                found=column,
            )
            raise NotationError(wanted, place + len(marks))
        place += len(marks) + 1
    return discs["x"], discs["o"]
