"""Moves that lead from the empty board to a position: how to tell a program that knows only moves.

In these games it does not matter in which order discs came: no earlier position was won if the
last one is not, and nothing else depends on the past.
"""

from __future__ import annotations

from typing import Final

from inarow.board.lines import has_line
from inarow.board.position import Position
from inarow.board.rules import Side

__all__ = ["retrace"]

MOST_STEPS: Final = 20_000
"""How many positions are looked at before giving up; nearly all take about one for each disc."""


def retrace(position: Position) -> list[int] | None:
    """Moves by turns, x first, that lead to *position*; `None` if there are none, or no one knows.

    A position that is won has its own moves only by chance, so it has none here.
    """
    rules = position.rules
    ahead = position.first.bit_count() - position.second.bit_count()
    if ahead != (position.turn is Side.SECOND):
        return None
    if has_line(position.first, rules) or has_line(position.second, rules):
        return None
    if not rules.gravity:
        pair = [
            [rules.move_at(*cell) for cell in rules.cells(position.discs(side))] for side in Side
        ]
        return [pair[ply % 2][ply // 2] for ply in range(position.ply)]
    return _retrace_columns(position)


def _retrace_columns(position: Position) -> list[int] | None:
    """Take discs off the tops of the columns, by turns, until none is left."""
    rules = position.rules
    columns = [
        [side for row in range(rules.height) if (side := position.at(column, row)) is not None]
        for column in range(rules.width)
    ]
    if any(
        position.at(column, len(discs) - 1) is None for column, discs in enumerate(columns) if discs
    ):
        return None  # a disc floats
    heights = [len(discs) for discs in columns]
    taken: list[int] = []
    hopeless: set[tuple[int, ...]] = set()
    tries = [0]  # the next column to try, at each step back
    for _ in range(MOST_STEPS):
        if len(taken) == position.ply:
            return taken[::-1]
        mover = Side.FIRST if (position.ply - len(taken)) % 2 == 1 else Side.SECOND
        for column in range(tries[-1], rules.width):
            if heights[column] and columns[column][heights[column] - 1] is mover:
                heights[column] -= 1
                if tuple(heights) not in hopeless:
                    break
                heights[column] += 1
        else:
            hopeless.add(tuple(heights))
            tries.pop()
            if not taken:
                return None
            heights[taken.pop()] += 1
            continue
        tries[-1] = column + 1
        tries.append(0)
        taken.append(column)
    return None
