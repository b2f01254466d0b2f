"""Step 1: a board made of lists, and the loop that plays on it."""

from random import Random

Cell = tuple[int, int]  # column and row; row 0 is the bottom


class Board:
    """`cells[column][row]` is ".", "x" or "o"."""

    def __init__(self, width: int = 7, height: int = 6, k: int = 4, gravity: bool = True):
        self.width, self.height, self.k, self.gravity = width, height, k, gravity
        self.cells = [["."] * height for _ in range(width)]
        self.ply = 0  # how many discs have been played

    @property
    def turn(self) -> str:
        """Who is to move: x begins."""
        return "xo"[self.ply % 2]

    def moves(self) -> list[Cell]:
        """The cells that may be played: all empty ones, or the lowest of each column."""
        empty = []
        for column in range(self.width):
            for row in range(self.height):
                if self.cells[column][row] == ".":
                    empty.append((column, row))
                    if self.gravity:
                        break
        return empty

    def play(self, cell: Cell) -> None:
        """Put a disc of the side to move into *cell*."""
        column, row = cell
        self.cells[column][row] = self.turn
        self.ply += 1

    def undo(self, cell: Cell) -> None:
        """Take the disc in *cell*, the last one played, back."""
        column, row = cell
        self.cells[column][row] = "."
        self.ply -= 1

    def __str__(self) -> str:
        rows = [[column[row] for column in self.cells] for row in range(self.height)]
        return "\n".join(" ".join(row) for row in reversed(rows))


def play_at_random(board: Board, random: Random) -> None:
    """The loop: until no move is left, choose one and play it."""
    while moves := board.moves():
        board.play(random.choice(moves))


if __name__ == "__main__":
    board = Board()
    play_at_random(board, Random(1))
    print(board)
