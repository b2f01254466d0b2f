"""An independent solver to check against: lists, no bits, nothing but the rules and alpha-beta.

`python tests/support/plain_solver.py 8x6x4 15 40` prints 40 lines of moves and score for random
positions of 8x6x4 with 15 empty cells: that is how tests/data/solver was made.
"""

from __future__ import annotations

import sys
from random import Random

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class PlainSolver:
    """Exact scores of late positions with gravity."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.width, self.height, self.k = width, height, k
        self.columns: list[list[int]] = [[] for _ in range(width)]
        self.ply = 0
        self.known: dict[tuple[tuple[int, ...], ...], tuple[int, int]] = {}

    def legal(self) -> list[int]:
        """The columns that are not full."""
        return [c for c in range(self.width) if len(self.columns[c]) < self.height]

    def play(self, column: int) -> bool:
        """Drop a disc; whether it completes a line."""
        side = self.ply % 2
        self.columns[column].append(side)
        self.ply += 1
        row = len(self.columns[column]) - 1
        return any(
            1 + self._run(column, row, dc, dr, side) + self._run(column, row, -dc, -dr, side)
            >= self.k
            for dc, dr in STEPS
        )

    def undo(self, column: int) -> None:
        """Take the last disc of a column back."""
        self.columns[column].pop()
        self.ply -= 1

    def _run(self, column: int, row: int, dc: int, dr: int, side: int) -> int:
        length = 0
        while True:
            column, row = column + dc, row + dr
            if not (0 <= column < self.width and 0 <= row < len(self.columns[column])):
                return length
            if self.columns[column][row] != side:
                return length
            length += 1

    def score(self, alpha: int = -1000, beta: int = 1000) -> int:
        """The score for the side to move: (cells + 2 - last disc) // 2 for a win, 0 for a draw."""
        cells = self.width * self.height
        if self.ply == cells:
            return 0
        key = tuple(map(tuple, self.columns))
        low, high = self.known.get(key, (-1000, 1000))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best = -1000
        for column in self.legal():
            if self.play(column):
                value = (cells + 2 - self.ply) // 2
            else:
                value = -self.score(-beta, -max(alpha, best))
            self.undo(column)
            best = max(best, value)
            if best >= beta:
                break
        self.known[key] = (
            best if best > alpha else low,
            best if best < beta else high,
        )
        return best


def random_moves(solver: PlainSolver, plies: int, random: Random) -> str | None:
    """Random play from the empty board; nothing if somebody wins on the way."""
    signs = "123456789abcdefghijklmnopqrstuvwxyz"
    moves = ""
    for _ in range(plies):
        column = random.choice(solver.legal())
        moves += signs[column]
        if solver.play(column):
            return None
    return moves


def main() -> None:
    """Print random late positions with their scores."""
    width, height, k = map(int, sys.argv[1].split("x"))
    empty, count = int(sys.argv[2]), int(sys.argv[3])
    random = Random(0)
    while count:
        solver = PlainSolver(width, height, k)
        moves = random_moves(solver, width * height - empty, random)
        if moves is not None:
            print(moves, solver.score(), flush=True)
            count -= 1


if __name__ == "__main__":
    main()
