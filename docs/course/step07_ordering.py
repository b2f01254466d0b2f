"""Step 7: ordering. The sooner the best move is tried, the more is cut."""

from step05_bitboards import LEAST
from step06_table import TableSearch


class CentreFirst(TableSearch):
    """Tries central moves first: more lines run through them."""

    def __init__(self, width: int = 7, height: int = 6, k: int = 4, gravity: bool = True):
        super().__init__(width, height, k, gravity)
        column = (1 << height) - 1
        places = [(column << c * self.stride, abs(2 * c + 1 - width)) for c in range(width)]
        if not gravity:
            places = [
                (self.bit(c, r), abs(2 * c + 1 - width) + abs(2 * r + 1 - height))
                for c in range(width)
                for r in range(height)
            ]
        self.places = [place for place, _ in sorted(places, key=lambda place: place[1])]

    def ordered(self, moves: int, own: int, other: int) -> list[int]:
        """The moves, the most promising first."""
        return [moves & place for place in self.places if moves & place]

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The same, by trying the moves in order."""
        self.nodes += 1
        occupied = own | other
        moves = self.moves(occupied)
        left = self.cells - occupied.bit_count()
        best = LEAST if moves else 0
        for move in self.ordered(moves, own, other):
            if self.has_line(own | move):
                value = (left + 1) // 2
            else:
                value = -self.score(other, own | move, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best


class ThreatsFirst(CentreFirst):
    """Takes a win when there is one, and tries first the moves that make most threats."""

    def threats(self, discs: int, occupied: int) -> int:
        """The empty cells that would complete a line of *discs*."""
        found = 0
        for step in self.steps:
            runs = [-1, discs]  # runs[n] holds the first cells of n discs in a row
            for _ in range(self.k - 2):
                runs.append(runs[-1] >> step & discs)
            if runs[self.k // 2]:  # one side of the gap is at least that long
                for n in range(self.k):  # n discs before the gap, the rest behind it
                    found |= runs[n] << n * step & runs[self.k - 1 - n] >> step
        return found & self.board & ~occupied

    def ordered(self, moves: int, own: int, other: int) -> list[int]:
        """The moves, the most threats first; a central one before its equals."""
        return sorted(
            super().ordered(moves, own, other),
            key=lambda move: -self.threats(own | move, own | other | move).bit_count(),
        )

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The same, but a move that wins is taken without a search."""
        occupied = own | other
        if self.moves(occupied) & self.threats(own, occupied):
            return (self.cells - occupied.bit_count() + 1) // 2
        return super().search(own, other, alpha, beta)


if __name__ == "__main__":
    for solver in (CentreFirst(5, 4), ThreatsFirst(5, 4)):
        print("5x4:", solver.score(0, 0), "positions:", solver.nodes)
