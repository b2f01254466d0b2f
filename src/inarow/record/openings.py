"""Openings: how games went on from a position, and what the position is called.

Orders of moves that lead to the same position count as one, and so do mirror images.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side

__all__ = ["Continuation", "Opening", "opening_name"]


@dataclass(slots=True)
class Continuation:
    """How often a move was played, and how those games ended."""

    games: int = 0
    first: int = 0
    second: int = 0
    draws: int = 0

    def add(self, result: str) -> None:
        """One more game; a *result* of `*` is none of the three."""
        self.games += 1
        self.first += result == "1-0"
        self.second += result == "0-1"
        self.draws += result == "1/2-1/2"


@dataclass(slots=True)
class Opening:
    """What games say about a position; give it games with `add`."""

    position: Position
    games: int = 0
    """In how many games it was reached."""
    orders: set[tuple[int, ...]] = field(default_factory=set)
    """The orders of moves that led to it."""
    moves: dict[int, Continuation] = field(default_factory=dict)
    """What was played next; of two moves that mirror each other, the left one."""
    _mirror: Position = field(init=False)
    _played: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self._mirror = self.position.mirror()
        rules = self.position.rules
        self._played = [
            sorted(rules.move_at(*cell) for cell in rules.cells(each.occupied))
            for each in (self.position, self._mirror)
        ]

    @property
    def is_symmetric(self) -> bool:
        """Whether the position is its own mirror image."""
        return self._mirror == self.position

    def add(
        self,
        moves: Sequence[int],
        result: str,
        *,
        start: Position | None = None,
        counted: Sequence[Side] = (Side.FIRST, Side.SECOND),
    ) -> bool:
        """Whether a game came here; then it counts, with its next move if one of *counted* made it.

        Without *start* the game began on the empty board.
        """
        rules = self.position.rules
        start = start or Position(rules)
        plies = self.position.ply - start.ply
        if start.rules != rules or not 0 <= plies <= len(moves):
            return False
        before = [rules.move_at(*cell) for cell in rules.cells(start.occupied)]
        if sorted([*before, *moves[:plies]]) not in self._played:  # most games end here
            return False
        now = start
        for move in moves[:plies]:
            now = now.play(move)
        if now not in (self.position, self._mirror):
            return False
        is_turned = now != self.position
        self.games += 1
        self.orders.add(tuple(self._seen(move, is_turned) for move in moves[:plies]))
        if len(moves) > plies and self.position.turn in counted:
            self.moves.setdefault(
                self.left(self._seen(moves[plies], is_turned)), Continuation()
            ).add(result)
        return True

    def left(self, move: int) -> int:
        """*move*, or its mirror image if that does the same here and comes first."""
        return min(move, mirrored(move, self.position.rules)) if self.is_symmetric else move

    def _seen(self, move: int, is_turned: bool) -> int:
        return mirrored(move, self.position.rules) if is_turned else move


def mirrored(move: int, rules: Rules) -> int:
    """The move on the other side of the board."""
    if rules.gravity:
        return rules.width - 1 - move
    column, row = rules.cell_at(move)
    return rules.move_at(rules.width - 1 - column, row)


# -- names ----------------------------------------------------------------------------------------

DIRECT: Final = (
    *("Kansei", "Keigetsu", "Sosei", "Kagetsu", "Zangetsu", "Ugetsu", "Kinsei"),
    *("Shogetsu", "Kyugetsu", "Shingetsu", "Zuisei", "Sangetsu", "Yusei"),
)
INDIRECT: Final = (
    *("Chosei", "Kyogetsu", "Kosei", "Suigetsu", "Ryusei", "Ungetsu", "Hogetsu"),
    *("Rangetsu", "Gingetsu", "Myojo", "Shagetsu", "Meigetsu", "Suisei"),
)
"""What players of renju and gomoku call the first three stones, the second beside the one in the
middle or diagonal to it."""

THIRDS: Final = {
    (0, 1): (
        *((0, 2), (1, 2), (2, 2), (1, 1), (2, 1), (1, 0), (2, 0)),
        *((0, -1), (1, -1), (2, -1), (0, -2), (1, -2), (2, -2)),
    ),
    (1, 1): (
        *((2, 2), (2, 1), (2, 0), (2, -1), (2, -2), (1, 0), (1, -1)),
        *((1, -2), (0, -1), (0, -2), (-1, -1), (-1, -2), (-2, -2)),
    ),
}
"""Where the third stone lies, seen from the first one, by where the second lies."""

NAMES: Final = {
    (second, third): name
    for second, names in (((0, 1), DIRECT), ((1, 1), INDIRECT))
    for third, name in zip(THIRDS[second], names, strict=True)
}


def opening_name(board: AnyPosition) -> str | None:
    """What players call a position, if it has a name that is in use; however it is turned.

    The 26 openings of renju have names, on 15 by 15 for five in a row. Those of Connect Four have
    none that players agree on.
    """
    position = Position.of(board)
    rules = position.rules
    middle = (7, 7)
    if rules != Rules(15, 15, 5, gravity=False) or position.ply != 3:
        return None
    first, second = (
        [(column - 7, row - 7) for column, row in rules.cells(discs)]
        for discs in (position.first, position.second)
    )
    if len(second) != 1 or not position.first & rules.bit(*middle):
        return None
    (third,) = (cell for cell in first if cell != (0, 0))
    for flip, across, up in product((False, True), (1, -1), (1, -1)):
        turned = [
            (across * (row if flip else column), up * (column if flip else row))
            for column, row in (second[0], third)
        ]
        if name := NAMES.get((turned[0], turned[1])):
            return name
    return None
