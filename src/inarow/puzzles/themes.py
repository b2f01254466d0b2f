"""What a puzzle is about, from exact facts: its first move, and how it ends against best defence.

A win against best defence has one of three ends, which leave nothing out. Look at the position
before the opponent's last move. The winner threatens to complete a line at once in two cells or
more (*double threat*), in one, and again right above the block (*stacked threats*), or in none, and
whatever the opponent plays gives the cell above (*zugzwang*, by an odd or an even threat: the row
of the cell, counted from 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inarow.board.position import Position
from inarow.explain import forcing
from inarow.puzzles.puzzle import Goal, Place, Theme

__all__ = ["place_of", "theme_of"]


def theme_of(position: Position, goal: Goal, line: Sequence[int]) -> Theme:
    """The theme of a puzzle whose solution against best defence is *line*.

    *Sacrifice of a column*: the first move is played right below a threat of one's own, which the
    opponent then blocks. *Defence*: nobody wins, and the opponent would win by force if it were
    their turn. *Only move*: nobody wins, and nothing is threatened.
    """
    if goal is Goal.DRAW:
        other = replace(position, turn=position.turn.other)
        return Theme.ONLY_MOVE if forcing.find(other) is None else Theme.DEFENCE
    if len(line) == 1:
        return Theme.WIN_NOW
    if position.rules.gravity:
        cell = position.cell_of(line[0])
        if cell is not None and cell.above in position.threats(position.turn):
            return Theme.SACRIFICE
    return _end(position, line)


def _end(position: Position, line: Sequence[int]) -> Theme:
    """How a win ends."""
    side, before = position.turn, position
    for move in line[:-2]:
        before = before.play(move)
    threatened = before.winning_moves(side)
    if threatened:
        return Theme.DOUBLE_THREAT if len(threatened) > 1 else Theme.STACKED_THREATS
    cell = before.play(line[-2]).cell_of(line[-1])
    assert cell is not None
    return Theme.EVEN_ZUGZWANG if cell.row % 2 else Theme.ODD_ZUGZWANG  # rows count from 1


def place_of(position: Position, line: Sequence[int]) -> Place:
    """Where the lines lie that *line* completes in the end."""
    for move in line:
        position = position.play(move)
    outcome = position.outcome()
    if outcome is None or not outcome.lines:
        return Place.NOWHERE
    columns = [cell.column for each in outcome.lines for cell in each.cells]
    off = sum(columns) / len(columns) - (position.rules.width - 1) / 2
    if abs(off) <= 0.5:
        return Place.MIDDLE
    return Place.LEFT if off < 0 else Place.RIGHT
