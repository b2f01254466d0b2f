"""Parts of sentences that explanations share: lists, cells, moves, numbers and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inarow.board.notation import cell_text, move_text
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


def cells(some: Iterable[Cell], joint: str = "and") -> str:
    """Cells by name."""
    return listed(map(cell_text, some), joint)


def threats(some: Sequence[Cell], when: str = "") -> str:
    """`a threat at e3 (odd row)`, or with *when* `a threat for later at e3`; rows count from 1."""
    named = [f"{cell_text(cell)} ({'even' if cell.row % 2 else 'odd'} row)" for cell in some]
    return f"{'a threat' if len(named) == 1 else 'threats'}{when} at {listed(named)}"


def several_threats(side: Side, some: Iterable[Cell]) -> str:
    """The sentence that *side* wins at one of several cells, whatever the opponent plays."""
    return f"{side} threatens to win at {cells(some)}: {side.other} can stop only one."


def columns(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """`column 3`, `columns 3 and 5`, `column 3 or 5`."""
    plural = "s" if len(some) > 1 and joint == "and" else ""
    return f"column{plural} {listed((move_text(move, rules) for move in some), joint)}"


def moves(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """Moves as a player says them: columns, or cells without gravity."""
    if len(some) > AT_MOST:
        return f"any of {len(some)} moves, such as {moves(some[:1], rules)}"
    if rules.gravity:
        return columns(some, rules, joint)
    return listed((move_text(move, rules) for move in some), joint)


def move_of(position: Position, move: int) -> str:
    """A move with the side that plays it: `x's 3`, `o's b2`."""
    return f"{position.turn}'s {move_text(move, position.rules)}"


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
    names = [move_text(move, rules) for move in win.moves]
    parts = [
        f"{other} must answer with {name}" if ply % 2 else f"{side} plays {name}"
        for ply, name in enumerate(names[: -2 if double else -1])
    ]
    if double:
        threat = f"and threatens to win at {cells(win.threatened)}"
        return f"{', '.join(parts)} {threat}; {other} can stop only one"
    last = f"{side} wins with {names[-1]}"
    return f"{', '.join(parts)}, and {last}" if parts else last
