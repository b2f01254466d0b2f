"""Step 8: bounds. Ask smaller questions, and know some answers beforehand."""

from step05_bitboards import LEAST, MOST
from step07_ordering import ThreatsFirst


class SafeMoves(ThreatsFirst):
    """Searches only moves after which the opponent cannot win at once."""

    def score(self, own: int, other: int, alpha: int = LEAST, beta: int = MOST) -> int:
        """The score if it lies between alpha and beta, else a bound on that side."""
        occupied = own | other
        moves = self.moves(occupied)
        left = self.cells - occupied.bit_count()
        if moves & self.threats(own, occupied):
            return (left + 1) // 2
        if not moves:
            return 0
        safe = self.safe(moves, self.threats(other, occupied))
        if not safe:
            return -(left // 2)  # whatever is played, the next disc wins
        if left <= 2:
            return 0
        # Nobody wins with the next two discs, so the score lies between these two:
        least, most = -((left - 2) // 2), (left - 1) // 2
        if least >= beta:
            return least
        if most <= alpha:
            return most
        return super().score(own, other, max(alpha, least), min(beta, most))

    def safe(self, moves: int, danger: int) -> int:
        """The moves that do not lose at once; *danger* are the opponent's threats."""
        if forced := moves & danger:
            moves = forced if forced & (forced - 1) == 0 else 0
        if self.gravity:
            moves &= ~(danger >> 1)  # the cells below
        return moves

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The same, by trying the safe moves in order."""
        self.nodes += 1
        occupied = own | other
        safe = self.safe(self.moves(occupied), self.threats(other, occupied))
        best = LEAST
        for move in self.ordered(safe, own, other):
            value = -self.score(other, own | move, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best


class NullWindow(SafeMoves):
    """Finds a score by questions that are answered by yes or no: is it more than this?"""

    def solve(self, own: int, other: int) -> int:
        """The exact score."""
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


class Mirrored(NullWindow):
    """Takes a position and its mirror image for one until the board is half full."""

    def key(self, own: int, other: int) -> int:
        """A number that only the mirror image shares."""
        key = super().key(own, other)
        if (own | other).bit_count() * 2 >= self.cells:
            return key
        return min(key, super().key(self.mirror(own), self.mirror(other)))

    def mirror(self, discs: int) -> int:
        """*discs* with left and right exchanged."""
        column, image = (1 << self.stride) - 1, 0
        for _ in range(self.width):
            image = image << self.stride | discs & column
            discs >>= self.stride
        return image


if __name__ == "__main__":
    for solver in (NullWindow(5, 4), Mirrored(5, 4)):
        print("5x4:", solver.solve(0, 0), "positions:", solver.nodes)
