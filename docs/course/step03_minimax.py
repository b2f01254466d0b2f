"""Step 3: minimax. Try every move, and every answer to it, to the end of the game."""

from step01_board import Board
from step02_wins import by_last_move

LEAST = -1000  # less than any score


class Minimax:
    """Exact scores by looking at everything; *nodes* counts the positions looked at."""

    def __init__(self) -> None:
        self.nodes = 0

    def score(self, board: Board) -> int:
        """The score of an open position for the side to move."""
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
                value = -self.score(board)
            board.undo(cell)
            best = max(best, value)
        return best


if __name__ == "__main__":
    solver = Minimax()
    print("tic-tac-toe:", solver.score(Board(3, 3, 3, gravity=False)))
    print("positions:", solver.nodes)
