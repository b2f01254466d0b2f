"""Step 4: alpha-beta. Stop looking where the answer can no longer matter."""

from step01_board import Board
from step02_wins import by_last_move

LEAST, MOST = -1000, 1000  # less and more than any score


class AlphaBeta:
    """Exact scores inside a window; *nodes* counts the positions looked at."""

    def __init__(self) -> None:
        self.nodes = 0

    def score(self, board: Board, alpha: int = LEAST, beta: int = MOST) -> int:
        """The score if it lies between alpha and beta, else a bound on that side."""
        self.nodes += 1
        left = board.width * board.height - board.ply
        if left == 0:
            return 0
        best = LEAST
        for cell in board.moves():
            board.play(cell)
            if by_last_move(board, cell):
                value = (left + 1) // 2
            else:
                value = -self.score(board, -beta, -max(alpha, best))
            board.undo(cell)
            best = max(best, value)
            if best >= beta:
                break
        return best


if __name__ == "__main__":
    solver = AlphaBeta()
    print("tic-tac-toe:", solver.score(Board(3, 3, 3, gravity=False)))
    print("positions:", solver.nodes)
