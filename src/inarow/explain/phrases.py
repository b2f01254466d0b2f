"""How explanations put things: lists, cells, moves and numbers as parts of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inarow.board.notation import cell_text, move_text
from inarow.board.rules import Cell, Rules
from inarow.explain.forcing import ForcedWin

__all__ = ["cells", "columns", "count", "forced_win", "listed", "moves", "threats"]

AT_MOST = 5
"""So many moves are listed; of more than that, one is given as an example."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def cells(some: Iterable[Cell], joint: str = "and") -> str:
    """Cells by name."""
    return listed(map(cell_text, some), joint)


def threats(some: Sequence[Cell]) -> str:
    """`a threat at e3 (odd row)`; rows count from 1."""
    named = [f"{cell_text(cell)} ({'even' if cell.row % 2 else 'odd'} row)" for cell in some]
    return f"{'a threat' if len(named) == 1 else 'threats'} at {listed(named)}"


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


def count(number: int, noun: str = "move", plural: str = "") -> str:
    """`1 move`, `2 moves`; *plural* where that is not the noun with an s."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def forced_win(win: ForcedWin, rules: Rules) -> str:
    """A forced win as a sentence without its full stop."""
    side, other = win.side, win.side.other
    double = len(win.threatened) > 1
    names = [move_text(move, rules) for move in win.moves]
    parts = [
        f"{other} must answer {name}" if ply % 2 else f"{side} plays {name}"
        for ply, name in enumerate(names[: -2 if double else -1])
    ]
    if double:
        threat = f"and threatens {cells(win.threatened)} at once"
        return f"{', '.join(parts)} {threat}; {other} can stop only one"
    last = f"{side} wins with {names[-1]}"
    return f"{', '.join(parts)}, and {last}" if parts else last
