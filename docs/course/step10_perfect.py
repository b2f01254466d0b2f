"""Step 10: the perfect player, in one file that needs nothing but Python.

`python step10_perfect.py 5x4x4 33` prints the score of every column;
`inarow arena step10_perfect.py 'level 5'` plays a match.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from operator import itemgetter
from typing import Any

NODES = 100_000  # for a move, when it plays as an agent: a second or two
REMEMBERED = 1_000_000  # positions in the table before it begins anew: about 200 MB
NO_LIMIT = 10**18


class Enough(Exception):  # noqa: N818  it is what happened, not a mistake
    """The search has looked at as many positions as it may."""


class Perfect:
    """Exact scores and best moves; a position is two numbers, the discs of both sides.

    Cells are bits, column by column from the bottom left; each column has a spare bit.
    """

    def __init__(self, width: int = 7, height: int = 6, k: int = 4, gravity: bool = True):
        self.width, self.height, self.k, self.gravity = width, height, k, gravity
        self.stride = height + 1
        self.cells = width * height
        self.bottom = sum(1 << column * self.stride for column in range(width))
        self.board = self.bottom * ((1 << height) - 1)
        self.steps = (1, self.stride, self.stride + 1, self.stride - 1)
        self.places = self.central_first()
        self.table: dict[int, tuple[int, int]] = {}
        self.nodes = 0
        self.limit = NO_LIMIT

    # -- the rules ------------------------------------------------------------------------

    def bit(self, column: int, row: int) -> int:
        """The cell as a number with one bit."""
        return 1 << (column * self.stride + row)

    def place(self, bit: int) -> tuple[int, int]:
        """Column and row of a cell."""
        return divmod(bit.bit_length() - 1, self.stride)

    def central_first(self) -> list[int]:
        """The columns, or without gravity the cells, those in the middle first."""
        column = (1 << self.height) - 1
        places = []
        for c in range(self.width):
            far = abs(2 * c + 1 - self.width)
            if self.gravity:
                places.append((far, column << c * self.stride))
            else:
                rows = range(self.height)
                places += [(far + abs(2 * r + 1 - self.height), self.bit(c, r)) for r in rows]
        return [place for _, place in sorted(places, key=itemgetter(0))]

    def moves(self, occupied: int) -> int:
        """The cells that may be played."""
        return (occupied + self.bottom if self.gravity else ~occupied) & self.board

    def threats(self, discs: int, occupied: int) -> int:
        """The empty cells that would complete a line of *discs*."""
        found, k = 0, self.k
        for step in self.steps:
            runs = [-1, discs]  # runs[n] holds the first cells of n discs in a row
            for _ in range(k - 2):
                runs.append(runs[-1] >> step & discs)
            if runs[k // 2]:
                for n in range(k):
                    found |= runs[n] << n * step & runs[k - 1 - n] >> step
        return found & self.board & ~occupied

    def safe(self, moves: int, danger: int) -> int:
        """The moves that do not lose at once; *danger* are the opponent's threats."""
        if forced := moves & danger:
            moves = forced if forced & (forced - 1) == 0 else 0
        return moves & ~(danger >> 1) if self.gravity else moves

    # -- the search -----------------------------------------------------------------------

    def key(self, own: int, other: int) -> int:
        """A number that no other position has, but for mirror images early on."""
        shift = 0 if self.gravity else self.width * self.stride
        key = own + (own | other) if self.gravity else own << shift | other
        if (own | other).bit_count() * 2 >= self.cells:
            return key
        if self.gravity:
            return min(key, self.mirror(key))
        return min(key, self.mirror(own) << shift | self.mirror(other))

    def mirror(self, bits: int) -> int:
        """*bits* with left and right exchanged."""
        column, image = (1 << self.stride) - 1, 0
        for _ in range(self.width):
            image = image << self.stride | bits & column
            bits >>= self.stride
        return image

    def score(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The score if it lies between alpha and beta, else a bound on that side."""
        occupied = own | other
        mine, danger = self.threats(own, occupied), self.threats(other, occupied)
        return self.search(own, other, mine, danger, alpha, beta)

    def search(self, own: int, other: int, mine: int, danger: int, alpha: int, beta: int) -> int:
        """The same, with the threats of both sides known."""
        occupied = own | other
        moves = self.moves(occupied)
        left = self.cells - occupied.bit_count()
        if moves & mine:
            return (left + 1) // 2
        if not moves:
            return 0
        safe = self.safe(moves, danger)
        if not safe:
            return -(left // 2)
        if left <= 2:
            return 0
        least, most = -((left - 2) // 2), (left - 1) // 2
        if least >= beta:
            return least
        if most <= alpha:
            return most
        key = self.key(own, other)
        low, high = self.table.get(key, (least, most))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        value = self.best_of(safe, own, other, danger, max(alpha, low), min(beta, high))
        self.table[key] = value if value > alpha else low, value if value < beta else high
        return value

    def best_of(self, safe: int, own: int, other: int, danger: int, alpha: int, beta: int) -> int:
        """The best score of the safe moves."""
        if self.nodes >= self.limit:
            raise Enough
        self.nodes += 1
        best = -self.cells
        for move, made in self.ordered(safe, own, other):
            mine = danger & ~move  # the opponent keeps its threats, but for this cell
            value = -self.search(other, own | move, mine, made, -beta, -max(alpha, best))
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def ordered(self, moves: int, own: int, other: int) -> list[tuple[int, int]]:
        """The moves with the threats that there are after them, the most threats first."""
        found = []
        for place in self.places:
            if move := moves & place:
                made = self.threats(own | move, own | other | move)
                found.append((-made.bit_count(), move, made))
        return [(move, made) for _, move, made in sorted(found, key=itemgetter(0))]

    def solve(self, own: int, other: int) -> int:
        """The exact score, by questions: is it more than this?"""
        left = self.cells - (own | other).bit_count()
        low, high = -(left // 2), (left + 1) // 2
        while low < high:
            middle = max(low, min(high - 1, 0))  # from 0 on: most scores are near it
            value = self.score(own, other, middle, middle + 1)
            if value > middle:
                low = value
            else:
                high = value
        return low

    def scores(self, own: int, other: int) -> dict[int, int]:
        """The exact score of every move, by its bit."""
        occupied = own | other
        left, wins = self.cells - occupied.bit_count(), self.threats(own, occupied)
        return {
            move: (left + 1) // 2 if move & wins else -self.solve(other, own | move)
            for move, _ in self.ordered(self.moves(occupied), own, other)
        }

    def choose(self, own: int, other: int, nodes: int = NO_LIMIT) -> int:
        """The best move, as a bit, or the best known after *nodes* more positions."""
        occupied = own | other
        moves = self.moves(occupied)
        if wins := moves & self.threats(own, occupied):
            return wins & -wins
        safe = self.safe(moves, self.threats(other, occupied)) or moves
        good = [move for move, _ in self.ordered(safe, own, other)]
        if len(self.table) > REMEMBERED:
            self.table.clear()
        self.limit = self.nodes + nodes
        try:
            self.narrow(good, own, other)
        except Enough:
            pass
        finally:
            self.limit = NO_LIMIT
        return good[0]

    def narrow(self, good: list[int], own: int, other: int) -> None:
        """Leave only the best moves in *good*, asking for the soonest ends first."""
        left = self.cells - (own | other).bit_count()
        low, high = -(left // 2), (left + 1) // 2
        while low < high and len(good) > 1:
            for move in good:
                if -self.score(other, own | move, -high, 1 - high) >= high:
                    good[:] = [move]
                    return
            high -= 1
            better = [m for m in good if -self.score(other, own | m, -low - 1, -low) > low]
            if not better:
                return
            good[:] = better
            low += 1


# -- playing ------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def player_for(width: int, height: int, k: int, gravity: bool) -> Perfect:
    """One player for each kind of board, which keeps its table between moves."""
    return Perfect(width, height, k, gravity)


def agent(position: Any) -> int:
    """The move of the perfect player, as `inarow arena` and `inarow judge` ask for it."""
    rules, turn = position.rules, position.turn
    player = player_for(rules.width, rules.height, rules.k, rules.gravity)
    bit = player.choose(position.discs(turn), position.discs(turn.other), NODES)
    column, row = player.place(bit)
    return column if rules.gravity else row * rules.width + column


def main(rules: str = "7x6x4", moves: str = "") -> None:
    """Print the score of every column after *moves*; column 10 is a, 11 is b, and so on."""
    if not (size := re.fullmatch(r"(\d+)x(\d+)x(\d+)", rules)):
        raise SystemExit(f"expected a board with gravity such as 7x6x4, got {rules!r}")
    width, height, k = map(int, size.groups())
    player = Perfect(width, height, k)
    own = other = 0
    for move in moves:
        index = int(move, 36) - 1 if move.isalnum() else -1
        column = player.bit(index, 0) * ((1 << player.height) - 1) if index >= 0 else 0
        bit = player.moves(own | other) & column
        if not bit or bit & player.threats(own, own | other):
            raise SystemExit(f"expected moves of an open game, got {move!r} in {moves!r}")
        own, other = other, own | bit
    for bit, score in sorted(player.scores(own, other).items()):
        print(f"column {player.place(bit)[0] + 1}: {score:+d}")
    print(f"{player.nodes:,} positions")


if __name__ == "__main__":
    main(*sys.argv[1:])
