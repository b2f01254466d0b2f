"""Parts of sentences that explanations share: lists, cells, moves, numbers and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from inarow.board.notation import cell_name, line_name, move_label, move_name
from inarow.board.rules import Cell, Rules, Side
from inarow.explain.forcing import ForcedWin
from inarow.language import say
from inarow.search.scores import Score

__all__ = [
    "answered",
    "better",
    "cells",
    "cells_in_rows",
    "columns",
    "forced_win",
    "labels",
    "line",
    "listed",
    "moves",
    "percent",
    "result",
]

AT_MOST = 5
"""Up to this many moves are listed; of more, one is given as an example."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; with the *joint* "or" `a, b or c`."""
    *most, last = words
    if not most:
        return last
    if joint == "or":
        return say("{list} or {last}", list=", ".join(most), last=last)
    return say("{list} and {last}", list=", ".join(most), last=last)


def cells(some: Sequence[Cell], rules: Rules, joint: str = "and") -> str:
    """Cells by name; with gravity those of a row together: `columns 2 and 6 of row 1`."""
    if len(some) == 1 or not rules.gravity:
        return listed((cell_name(cell, rules) for cell in some), joint)
    return _rows([_row(row, each, rules, joint) for row, each in _by_row(some)], joint)


def cells_in_rows(some: Sequence[Cell], rules: Rules) -> str:
    """The same, and what players call the rows: `column 5, row 3 (odd row)`."""
    if len(some) == 1:
        return _with_parity(cell_name(some[0], rules), some[0].row)
    named = [_with_parity(_row(row, each, rules, "and"), row) for row, each in _by_row(some)]
    return _rows(named, "and")


def _with_parity(text: str, row: int) -> str:
    """As players count: the bottom row is the first, and odd."""
    return (
        say("{cells} (even row)", cells=text) if row % 2 else say("{cells} (odd row)", cells=text)
    )


def _by_row(some: Iterable[Cell]) -> list[tuple[int, list[int]]]:
    ordered = sorted(some, key=lambda cell: (cell.row, cell.column))
    rows = groupby(ordered, key=lambda cell: cell.row)
    return [(row, [cell.column for cell in each]) for row, each in rows]


def _row(row: int, some: Sequence[int], rules: Rules, joint: str) -> str:
    """`columns 2 and 6 of row 1`, `columns 2 to 4 of row 1`."""
    named, row = labels(some, rules, joint), row + 1
    if len(some) == 1:
        return say("column {column} of row {row}", column=named, row=row)
    if len(some) > 2 and some[-1] - some[0] == len(some) - 1:
        return line_name([Cell(some[0], row - 1), Cell(some[-1], row - 1)], rules)
    if joint == "or":
        return say("column {columns} of row {row}", columns=named, row=row)
    return say("columns {columns} of row {row}", columns=named, row=row)


def _rows(named: Sequence[str], joint: str) -> str:
    """Lists in a list: `columns 2 and 3 of row 1, and column 4 of row 2`."""
    *most, last = named
    if not most:
        return last
    some = "; ".join(most)
    if len(most) == 1:
        if joint == "or":
            # Translators: a list of lists, or of parts of a sentence
            return say("{list}, or {last}", list=some, last=last)
        return say("{list}, and {last}", list=some, last=last)
    if joint == "or":
        # Translators: a list of lists; those before are divided by ; too
        return say("{list}; or {last}", list=some, last=last)
    return say("{list}; and {last}", list=some, last=last)


def line(some: Sequence[Cell], rules: Rules) -> str:
    """The cells of a line, from end to end."""
    return line_name(some, rules) if len(some) > 1 else cell_name(some[0], rules)


def labels(some: Iterable[int], rules: Rules, joint: str = "and") -> str:
    """Moves as they are drawn: `3 and 5`, `a1 or b2`."""
    return listed((move_label(move, rules) for move in some), joint)


def columns(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """`column 3`, `columns 3 and 5`, `column 3 or 5`."""
    if len(some) == 1:
        return move_name(some[0], rules)
    if joint == "or":
        return say("column {columns}", columns=labels(some, rules, joint))
    return say("columns {columns}", columns=labels(some, rules))


def moves(some: Sequence[int], rules: Rules, joint: str = "and") -> str:
    """Moves as a player says them: columns, or cells without gravity."""
    if len(some) > AT_MOST:
        example = move_name(some[0], rules)
        return say("any of {number} moves, such as {move}", number=len(some), move=example)
    return columns(some, rules, joint) if rules.gravity else labels(some, rules, joint)


def better(some: Sequence[int], rules: Rules) -> str:
    """`Column 3 was better`, `a1 and b2 were better`, `There were 6 better moves, such as a1`."""
    if len(some) > AT_MOST:
        example = move_name(some[0], rules)
        return say(
            "There were {number} better moves, such as {move}", number=len(some), move=example
        )
    named = labels(some, rules)
    if rules.gravity and len(some) == 1:
        # Translators: without a full stop, as are the next ones
        return say("Column {column} was better", column=named)
    if rules.gravity:
        return say("Columns {columns} were better", columns=named)
    if len(some) == 1:
        return say("{cell} was better", cell=named)
    return say("{cells} were better", cells=named)


def result(score: Score) -> str:
    """How it ends: `x wins in 3 moves`, `the game is a draw`."""
    return str(score) if score.value else say("the game is a draw")


def percent(share: float) -> str:
    """A share of one as a number: `63`."""
    return f"{share:.0%}"[:-1]


def forced_win(win: ForcedWin, rules: Rules) -> str:
    """A forced win, move by move, as a part of a sentence."""
    side, other = win.side, win.side.other
    names = [move_name(move, rules) for move in win.moves]
    double = len(win.threatened) > 1
    *most, last = names[:-2] if double else names
    parts = [
        answered(other, name) if ply % 2 else _played(side, name) for ply, name in enumerate(most)
    ]
    if double:
        wins = moves([rules.move_at(*cell) for cell in win.threatened], rules, "or")
        text = say(
            "{side} plays {move} and threatens to win with {wins}; {other} can block only one of "
            "them",
            side=side,
            move=last,
            wins=wins,
            other=other,
        )
        return ", ".join([*parts, text])
    if not parts:
        return say("{side} wins with {move}", side=side, move=last)
    return say("{moves}, and {side} wins with {move}", moves=", ".join(parts), side=side, move=last)


def answered(side: Side, move: str) -> str:
    """A forced answer as a part of a sentence."""
    return say("{side} must answer with {move}", side=side, move=move)


def _played(side: Side, move: str) -> str:
    return say("{side} plays {move}", side=side, move=move)
