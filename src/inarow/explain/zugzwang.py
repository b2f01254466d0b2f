"""Plans that need no search: who fills the columns, and why that settles a game.

The side that is *not* to move, the follower, can often play by two rules to the end: answer
directly above the opponent's disc, or, where a column has an odd number of free cells, in the other
column of a pair. Then it is known which cells the opponent can ever get. If no line fits there, the
opponent cannot win, and loses if the follower also waits above a cell that the opponent must fill
in the end. `find` looks for such a plan and returns everything a person needs to follow it. The
same bounds make the C++ search fast; docs/explanation/solver.md has the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from inarow.board.lines import has_line, threats
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Cell, Rules, Side

__all__ = ["Plan", "find"]

MOST_ODD = 10
"""With more odd columns there are too many pairings to try, and nobody could remember one."""

MOST_CHOICES = 7
"""Of how many columns it is tried whether to wait for a cell that is not claimed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How *follower* plays, and what that is worth to them.

    *score* is 0 if the opponent cannot win, and n > 0 if the follower wins with a score of at least
    n. *waiting* are the cells the follower waits for: whoever plays right below one loses it.
    When the opponent takes one cell of *pairs* they answer with the other; everywhere else, in the
    columns of *follow*, directly above. *opponent* are the only cells, beside one of each pair,
    that the opponent can still get; *own* are those that the follower gets as the columns fill up.
    """

    follower: Side
    score: int
    waiting: tuple[Cell, ...]
    follow: tuple[int, ...]
    pairs: tuple[tuple[Cell, Cell], ...]
    opponent: tuple[Cell, ...]
    own: tuple[Cell, ...]

    def answer(self, position: Position, last: Cell) -> int:
        """The follower's move after the opponent's disc *last*."""
        for move in position.winning_moves(self.follower):
            return move
        for one, two in self.pairs:
            if last in (one, two):
                other = two if last == one else one
                if position.at(*other) is None:
                    return other.column
        return last.column


def find(position: AnyPosition) -> Plan | None:
    """The plan that is worth most to the side that is not to move, `None` if there is none.

    There is none without gravity, after the end, if discs float, or while either side can win
    immediately.
    """
    position = Position.of(position)
    rules = position.rules
    if not rules.gravity or position.outcome() is not None:
        return None
    if not position.is_playable:
        return None
    columns = _Columns(position)
    if columns.playable & (columns.own_threats | columns.threats):
        return None
    plans = list(_winning(columns)) or list(_holding(columns))
    return max(plans, key=lambda plan: plan.score, default=None)


class _Columns:
    """A position as the follower sees it; all sets are bits."""

    def __init__(self, position: Position) -> None:
        rules = self.rules = position.rules
        self.follower = position.turn.other
        self.opponent = position.own
        own = position.other
        occupied = self.opponent | own
        self.own = own
        self.empty = rules.board & ~occupied
        self.own_threats = threats(own, occupied, rules)
        self.threats = threats(self.opponent, occupied, rules)
        # Each column's first free cell, 0 where it is full.
        self.first = [
            (free & -free) if (free := self.empty & self.column(c)) else 0
            for c in range(rules.width)
        ]
        self.playable = sum(self.first)
        self.claim = claim(rules)

    def column(self, c: int) -> int:
        return ((1 << self.rules.height) - 1) << (c * self.rules.stride)

    def height_above(self, cell: int) -> int:
        """How many cells of the column lie above this one."""
        return self.rules.height - 1 - (cell.bit_length() - 1) % self.rules.stride


def claim(rules: Rules) -> int:
    """The cells whose row has the parity of the top row: those the follower gets by following."""
    return rules.bits(
        (column, row) for column in range(rules.width) for row in range(rules.height - 1, -1, -2)
    )


def _holding(columns: _Columns) -> Iterator[Plan]:
    """Plans that keep the opponent from winning, and win if the claimed cells hold a line."""
    reach = columns.opponent | (columns.empty & ~columns.claim)
    odd = [c for c, first in enumerate(columns.first) if first & columns.claim]
    sure = columns.own | (columns.empty & columns.claim & ~columns.playable)
    score = 0
    while has_line(sure & _lowest_rows(columns.rules, 2 * score), columns.rules):
        score += 1
    for pairs in _pairings(columns, reach, odd):
        yield _plan(columns, score, {}, reach, pairs)


def _lowest_rows(rules: Rules, fewer: int) -> int:
    return rules.bits(
        (column, row) for column in range(rules.width) for row in range(rules.height - fewer)
    )


def _winning(columns: _Columns) -> Iterator[Plan]:
    """Plans that leave the opponent nothing but a cell below one the follower waits for."""
    waits = columns.own_threats & ~columns.playable
    always: dict[int, int] = {}  # by column: the lowest claimed cell to wait for costs nothing
    choice: dict[int, int] = {}  # waiting for another changes who fills the column
    for c in range(columns.rules.width):
        here = waits & columns.column(c)
        if claimed := here & columns.claim:
            always[c] = claimed & -claimed
        if here and not (here & -here) & columns.claim:
            choice[c] = here & -here
    flippable = list(choice)[:MOST_CHOICES]
    for count in range(len(flippable) + 1):
        for chosen in combinations(flippable, count):
            waiting = {**always, **{c: choice[c] for c in chosen}}
            if not waiting:
                continue
            reach, odd = _reach(columns, waiting, set(chosen))
            score = sum(columns.height_above(cell) + 2 for cell in waiting.values()) // 2
            for pairs in _pairings(columns, reach, odd):
                yield _plan(columns, score, waiting, reach, pairs)


def _reach(columns: _Columns, waiting: dict[int, int], flipped: set[int]) -> tuple[int, list[int]]:
    """The cells the opponent can get, and the odd columns, if the follower waits so."""
    reach, odd = columns.opponent, []
    for c, first in enumerate(columns.first):
        below = columns.empty & columns.column(c)
        if c in waiting:
            below &= waiting[c] - 1
        claimed = columns.claim if c not in flipped else ~columns.claim
        reach |= below & ~claimed
        if first & claimed:
            odd.append(c)
    return reach, odd


def _pairings(
    columns: _Columns, reach: int, odd: list[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The ways to pair the odd columns so that no line of the opponent fits."""
    if len(odd) > MOST_ODD:
        return
    for pairs in _matchings(tuple(odd)):
        if all(not has_line(reach | taken, columns.rules) for taken in _taken(columns, pairs)):
            yield pairs


def _matchings(items: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not items:
        yield ()
    elif len(items) % 2 == 0:
        first, *others = items
        for partner in others:
            rest = tuple(item for item in others if item != partner)
            for pairs in _matchings(rest):
                yield ((first, partner), *pairs)


def _taken(columns: _Columns, pairs: tuple[tuple[int, int], ...]) -> Iterator[int]:
    """Every way for the opponent to take one first cell of each pair."""
    if not pairs:
        yield 0
        return
    (one, two), *rest = pairs
    for taken in _taken(columns, tuple(rest)):
        yield taken | columns.first[one]
        yield taken | columns.first[two]


def _plan(
    columns: _Columns,
    score: int,
    waiting: dict[int, int],
    reach: int,
    pairs: tuple[tuple[int, int], ...],
) -> Plan:
    rules = columns.rules
    paired = {c for pair in pairs for c in pair}
    open_columns = [c for c, first in enumerate(columns.first) if first]
    own = columns.empty & ~reach & ~sum(columns.first[c] for c in paired)
    for c, cell in waiting.items():  # what lies above is never played
        own &= ~columns.column(c) | (cell - 1)
    return Plan(
        columns.follower,
        score,
        rules.cells(sum(waiting.values())),
        tuple(c for c in open_columns if c not in paired),
        tuple((_cell(columns, one), _cell(columns, two)) for one, two in pairs),
        rules.cells(reach & columns.empty),
        rules.cells(own),
    )


def _cell(columns: _Columns, c: int) -> Cell:
    return columns.rules.cells(columns.first[c])[0]
