"""Wins by force: every move threatens an immediate win, so that there is only one answer.

`find` looks for the shortest such win of the side to move. It looks at nothing but threats, so it
is exact where it finds something, and says nothing where it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inarow.board.lines import Direction, playable, threats
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Cell, Rules, Side

__all__ = ["ForcedWin", "find"]

NODES = 1500
"""How many positions a search looks at before it gives up: some tenths of a second."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win of *side*, who plays the first, third, … of *moves*; the last one completes a line.

    Each answer is the only one to an immediate threat. Only the last may have others, which do not
    help: *threatened* are the cells where *side* can then win, and one answer stops one of them.
    """

    side: Side
    moves: tuple[int, ...]
    threatened: tuple[Cell, ...]


def find(position: AnyPosition, *, nodes: int = NODES) -> ForcedWin | None:
    """The shortest forced win of the side to move; `None` if none is found within *nodes*."""
    position = Position.of(position)
    if position.outcome() is not None or not position.is_playable:
        return None
    search = _Search(position.rules, nodes)
    own, other = position.own, position.other
    for depth in range(1, position.rules.cell_count + 1):
        search.cut = False
        played = search.win(own, other, depth)
        if played is not None:
            return _forced(position, played)
        if not search.cut or search.left <= 0:
            return None
    return None


def _forced(position: Position, played: list[int]) -> ForcedWin:
    rules = position.rules
    cells = [rules.cells(bit)[0] for bit in played]
    own, occupied = position.own, position.occupied
    for ply, bit in enumerate(played[:-2]):
        own |= 0 if ply % 2 else bit
        occupied |= bit
    can_win = threats(own, occupied, rules) & playable(occupied, rules)
    return ForcedWin(
        position.turn,
        tuple(rules.move_at(*cell) for cell in cells),
        rules.cells(can_win) if len(played) > 1 else (cells[0],),
    )


class _Search:
    """Deeper and deeper; a position that failed at some depth need not be looked at again."""

    def __init__(self, rules: Rules, nodes: int) -> None:
        self.rules = rules
        self.left = nodes
        self.cut = False  # whether a deeper search could find more
        self.failed: dict[tuple[int, int], int] = {}

    def win(self, own: int, other: int, depth: int) -> list[int] | None:
        """The cells of a win within *depth* discs of *own*, who is to move."""
        if self.failed.get((own, other), 0) >= depth or self.left <= 0:
            return None
        self.left -= 1
        rules, occupied = self.rules, own | other
        free = playable(occupied, rules)
        at_once = threats(own, occupied, rules) & free
        if at_once:
            return [at_once & -at_once]
        if depth == 1:
            self.cut = True
            return None
        for cell in self._threatening(own, other, free):
            found = self._after(own | cell, other, depth)
            if found is not None:
                return [cell, *found]
        self.failed[own, other] = depth
        return None

    def _threatening(self, own: int, other: int, free: int) -> Iterator[int]:
        """The cells that might make a threat without overlooking one."""
        rules, occupied = self.rules, own | other
        cells = free & _one_short(own, rules.board & ~occupied, rules)
        if rules.gravity:
            cells |= free & threats(own, occupied, rules) >> 1
        must = threats(other, occupied, rules) & free
        if must:
            cells &= must
        while cells:
            yield cells & -cells
            cells &= cells - 1

    def _after(self, own: int, other: int, depth: int) -> list[int] | None:
        """How *own*, who has just made a move, wins; *other* is to move."""
        rules, occupied = self.rules, own | other
        free = playable(occupied, rules)
        can_win = threats(own, occupied, rules) & free
        if not can_win or threats(other, occupied, rules) & free:
            return None
        block = can_win & -can_win
        if can_win != block:
            rest = can_win ^ block
            return [block, rest & -rest]
        found = self.win(own, other | block, depth - 1)
        return None if found is None else [block, *found]


def _one_short(discs: int, empty: int, rules: Rules) -> int:
    """The empty cells of lines that have all but two of their discs: one more makes a threat."""
    found = 0
    for direction in Direction:
        shift = direction.shift(rules)
        full, one_gap, two_gaps = rules.board, 0, 0  # lines from here on, by their empty cells
        for i in range(rules.k):
            disc, gap = discs >> (i * shift), empty >> (i * shift)
            full, one_gap, two_gaps = (
                full & disc,
                one_gap & disc | full & gap,
                two_gaps & disc | one_gap & gap,
            )
        for i in range(rules.k):
            found |= two_gaps << (i * shift)
    return found & empty
