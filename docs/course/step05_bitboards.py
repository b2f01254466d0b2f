"""Step 5: bitboards. The discs of a side are one number; nothing is taken back."""

LEAST, MOST = -1000, 1000


class Bits:
    """A board as numbers: a bit for each cell, and a spare one on each column."""

    def __init__(self, width: int = 7, height: int = 6, k: int = 4, gravity: bool = True):
        self.width, self.height, self.k, self.gravity = width, height, k, gravity
        self.stride = height + 1
        self.cells = width * height
        self.bottom = sum(1 << column * self.stride for column in range(width))
        self.board = self.bottom * ((1 << height) - 1)
        self.steps = (1, self.stride, self.stride + 1, self.stride - 1)

    def bit(self, column: int, row: int) -> int:
        """The cell as a number with one bit."""
        return 1 << (column * self.stride + row)

    def moves(self, occupied: int) -> int:
        """The cells that may be played; with gravity a carry runs up to them."""
        return (occupied + self.bottom if self.gravity else ~occupied) & self.board

    def has_line(self, discs: int) -> bool:
        """Whether *discs* holds k in a row."""
        for step in self.steps:
            starts = discs
            for _ in range(self.k - 1):
                starts &= starts >> step
            if starts:
                return True
        return False


class BitSearch(Bits):
    """Alpha-beta as before; *own* are the discs of the side to move."""

    nodes = 0

    def score(self, own: int, other: int, alpha: int = LEAST, beta: int = MOST) -> int:
        """The score if it lies between alpha and beta, else a bound on that side."""
        self.nodes += 1
        occupied = own | other
        moves = self.moves(occupied)
        left = self.cells - occupied.bit_count()
        best = LEAST if moves else 0
        while moves:
            move = moves & -moves  # the lowest bit
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
    solver = BitSearch(3, 3, 3, gravity=False)
    print("tic-tac-toe:", solver.score(0, 0))
    print("positions:", solver.nodes)
