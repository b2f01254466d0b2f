"""Step 6: a transposition table. Never work out the same position twice."""

from step05_bitboards import LEAST, MOST, Bits


class TableSearch(Bits):
    """Alpha-beta that remembers two bounds of the score of each position."""

    def __init__(self, width: int = 7, height: int = 6, k: int = 4, gravity: bool = True):
        super().__init__(width, height, k, gravity)
        self.nodes = 0
        self.table: dict[int, tuple[int, int]] = {}

    def key(self, own: int, other: int) -> int:
        """A number that no other position has."""
        if self.gravity:
            return own + (own | other)
        return own << (self.width * self.stride) | other

    def score(self, own: int, other: int, alpha: int = LEAST, beta: int = MOST) -> int:
        """The score if it lies between alpha and beta, else a bound on that side."""
        key = self.key(own, other)
        low, high = self.table.get(key, (LEAST, MOST))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        value = self.search(own, other, alpha, beta)
        if value > alpha:
            low = value
        if value < beta:
            high = value
        self.table[key] = low, high
        return value

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """The same, by trying the moves."""
        self.nodes += 1
        occupied = own | other
        moves = self.moves(occupied)
        left = self.cells - occupied.bit_count()
        best = LEAST if moves else 0
        while moves:
            move = moves & -moves
            moves ^= move
            if self.has_line(own | move):
                value = (left + 1) // 2
            else:
                value = -self.score(other, own | move, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best


if __name__ == "__main__":
    solver = TableSearch(3, 3, 3, gravity=False)
    print("tic-tac-toe:", solver.score(0, 0))
    print("positions:", solver.nodes)
