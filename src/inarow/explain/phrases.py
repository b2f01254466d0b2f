"""Parts of sentences that explanations share: lists, cells, moves, numbers and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from inarow.board.notation import cell_name, line_name, move_label, move_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.explain.forcing import ForcedWin
from inarow.search.scores import Score

__all__ = [
    "better",
    "cells",
    "columns",
    "count",
    "forced_win",
    "line",
    "listed",
    "move_of",
    "moves",
    "result",
    "several_threats",
    "threats",
]

AT_MOST = 5
"""Up to this many moves are listed; of more, one is given as an example."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def cells(some: Sequence[Cell], rules: Rules, joint: str = "and") -> str:
    """Cells by name; with gravity those of a row together: `columns 2 and 6 of row 1`."""
    if len(some) == 1 or not rules.gravity:
        return listed((cell_name(cell, rules) for cell in some), joint)
    return _rows([_row(row, columns_, rules, joint) for row, columns_ in _by_row(some)], joint)


def threats(some: Sequence[Cell], rules: Rules, when: str = "") -> str:
    """`a threat at column 5, row 3 (odd row)`, with *when* `a threat for later at …`."""
    if len(some) == 1:
        where = f"{cell_name(some[0], rules)} ({_parity(some[0].row)} row)"
        return f"a threat{when} at {where}"
    named = [f"{_row(row, each, rules, 'and')} ({_parity(row)} row)" for row, each in _by_row(some)]
    return f"threats{when} at {_rows(named, 'and')}"


def _parity(row: int) -> str:
    """As players count: the bottom row is the first, and odd."""
    return "even" if row % 2 else "odd"


def _by_row(some: Iterable[Cell]) -> list[tuple[int, list[int]]]:
    ordered = sorted(some, key=lambda cell: (cell.row, cell.column))
    rows = groupby(ordered, key=lambda cell: cell.row)
    return [(row, [cell.column for cell in each]) for row, each in rows]


def _row(row: int, some: Sequence[int], rules: Rules, joint: str) -> str:
    if len(some) > 2 and some[-1] - some[0] == len(some) - 1:
        return line_name([Cell(some[0], row), Cell(some[-1], row)], rules)
    return f"{columns(some, rules, joint)} of row {row + 1}"


def _rows(named: Sequence[str], joint: str) -> str:
    if len(named) < 3:
        return f", {joint} ".join(named)
    return "; ".join([*named[:-1], f"{joint} {named[-1]}"])


def line(some: Sequence[Cell], rules: Rules) -> str:
    """The cells of a line, from end to end."""
    return line_name(some, rules) if len(some) > 1 else cell_name(some[0], rules)


def several_threats(side: Side, some: Sequence[int], rules: Rules) -> str:
    """That *side* wins with one of several moves, whatever the opponent plays; no full stop."""
    wins = moves(some, rules, "or")
    return f"{side} threatens to win with {wins}, and {side.other} can block only one of them"


def columns(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """`column 3`, `columns 3 and 5`, `column 3 or 5`."""
    plural = "s" if len(some) > 1 and joint == "and" else ""
    return f"column{plural} {listed((move_label(move, rules) for move in some), joint)}"


def moves(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """Moves as a player says them: columns, or cells without gravity."""
    if len(some) > AT_MOST:
        return f"any of {len(some)} moves, such as {moves(some[:1], rules)}"
    if rules.gravity:
        return columns(some, rules, joint)
    return listed((move_label(move, rules) for move in some), joint)


def move_of(position: Position, move: int) -> str:
    """A move with the side that plays it: `x's column 3`, `o's b2`."""
    return f"{position.turn}'s {move_name(move, position.rules)}"


def better(some: Sequence[int], rules: Rules) -> str:
    """`Column 3 was better`, `a1 and b2 were better`, `There were 6 better moves, such as a1`."""
    if len(some) > AT_MOST:
        return f"There were {len(some)} better moves, such as {moves(some[:1], rules)}"
    names = moves(some, rules)
    names = names.capitalize() if rules.gravity else names
    return f"{names} {'was' if len(some) == 1 else 'were'} better"


def result(score: Score) -> str:
    """How it ends: `x wins in 3 moves`, `the game is a draw`."""
    return str(score) if score.value else "the game is a draw"


def count(number: int, noun: str = "move", plural: str = "") -> str:
    """`1 move`, `2 moves`; *plural* where that is not the noun with an s."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def forced_win(win: ForcedWin, rules: Rules) -> str:
    """A forced win as a sentence without its full stop."""
    side, other = win.side, win.side.other
    double = len(win.threatened) > 1
    names = [move_name(move, rules) for move in win.moves]
    parts = [
        f"{other} must answer with {name}" if ply % 2 else f"{side} plays {name}"
        for ply, name in enumerate(names[: -2 if double else -1])
    ]
    if double:
        wins = moves([rules.move_at(*cell) for cell in win.threatened], rules, "or")
        only = f"{other} can block only one of them"
        return f"{', '.join(parts)} and threatens to win with {wins}; {only}"
    last = f"{side} wins with {names[-1]}"
    return f"{', '.join(parts)}, and {last}" if parts else last
