"""How many games and positions there are, ply by ply, counted in C++."""

from __future__ import annotations

from operator import index
from typing import NamedTuple

from inarow import _core
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import PositionError, quoted

__all__ = ["Count", "count_positions", "perft"]


class Count(NamedTuple):
    """What was counted at one ply."""

    total: int
    """All that reach this ply."""
    finished: int
    """Those in which the game ends there."""


def perft(position: AnyPosition, plies: int) -> list[Count]:
    """Move sequences from *position*, by ply from 0 to *plies* (at most all cells).

    The sum of `finished` is the number of games that end within *plies*.
    """
    position = Position.of(position)
    rules = position.rules
    if not position.is_playable:
        raise PositionError(f"expected no floating disc, but {position.problems()[0]}")
    own, other = position.own, position.other
    plies = _clipped(plies, rules)
    counts = _core.perft(rules, rules.split(own), rules.split(other), plies)
    return [Count(*count) for count in counts]


def count_positions(rules: Rules | str, plies: int, *, up_to_symmetry: bool = False) -> list[Count]:
    """Distinct positions that play can reach, by ply from 0 to *plies* (at most all cells).

    With *up_to_symmetry*, positions that are mirrored (or without gravity also turned) count once.
    """
    rules = Rules.of(rules)
    plies = _clipped(plies, rules)
    counts = _core.count_positions(rules, plies, up_to_symmetry)
    return [Count(*count) for count in counts]


def _clipped(plies: int, rules: Rules) -> int:
    if not hasattr(plies, "__index__") or plies < 0:
        raise PositionError(f"expected plies from 0 up, got {quoted(plies)}")
    return min(index(plies), rules.cell_count)
