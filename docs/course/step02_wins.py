"""Step 2: six ways to see that the disc in the last cell has completed a line."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from step01_board import Board, Cell

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # to the right, up, and both diagonals


def by_last_move(board: Board, last: Cell) -> bool:
    """Count equal discs from the last one, both ways in each direction."""
    cells, (column, row) = board.cells, last
    side = cells[column][row]
    for right, up in STEPS:
        length = 1
        for sign in (1, -1):
            c, r = column + sign * right, row + sign * up
            while 0 <= c < board.width and 0 <= r < board.height and cells[c][r] == side:
                length += 1
                c, r = c + sign * right, r + sign * up
        if length >= board.k:
            return True
    return False


def by_line_count(board: Board, last: Cell) -> bool:
    """Run a counter along the four whole lines through the last disc."""
    column, row = last
    side = board.cells[column][row]
    for right, up in STEPS:
        count = 0
        for i in range(-max(board.width, board.height), max(board.width, board.height)):
            c, r = column + i * right, row + i * up
            if 0 <= c < board.width and 0 <= r < board.height:
                count = count + 1 if board.cells[c][r] == side else 0
                if count == board.k:
                    return True
    return False


def by_scan(board: Board, last: Cell) -> bool:
    """Look at every place where a line could begin."""
    side = board.cells[last[0]][last[1]]
    for column in range(board.width):
        for row in range(board.height):
            for right, up in STEPS:
                c, r = column + (board.k - 1) * right, row + (board.k - 1) * up
                if not (c < board.width and 0 <= r < board.height):
                    continue
                line = [board.cells[column + i * right][row + i * up] for i in range(board.k)]
                if line == [side] * board.k:
                    return True
    return False


def ones(board: Board, last: Cell) -> np.ndarray:
    """1 where the side of the last disc has discs, 0 elsewhere."""
    side = board.cells[last[0]][last[1]]
    own = [[disc == side for disc in column] for column in board.cells]
    return np.array(own, dtype=np.int64)


def filters(k: int) -> np.ndarray:
    """The k by k squares with one line in them: k rows, k columns and 2 diagonals."""
    eye = np.eye(k, dtype=np.int64)
    rows = [np.outer(eye[i], np.ones(k, dtype=np.int64)) for i in range(k)]
    return np.array([*rows, *[row.T for row in rows], eye, eye[::-1]])


def by_views(board: Board, last: Cell) -> bool:
    """Lay every filter over every k by k view of the board."""
    k = board.k
    small = max(0, k - board.width), max(0, k - board.height)
    discs = np.pad(ones(board, last), ((0, small[0]), (0, small[1])))
    sums = np.einsum("crij,fij->fcr", sliding_window_view(discs, (k, k)), filters(k))
    return bool((sums == k).any())


def by_convolution(board: Board, last: Cell) -> bool:
    """Slide four kernels over the board and add up what lies under their ones."""
    discs, k = ones(board, last), board.k
    eye = np.eye(k, dtype=np.int64)
    for kernel in (np.ones((k, 1)), np.ones((1, k)), eye, eye[::-1]):
        if kernel.shape[0] <= board.width and kernel.shape[1] <= board.height:
            views = sliding_window_view(discs, kernel.shape)
            if (np.einsum("crij,ij->cr", views, kernel) == k).any():
                return True
    return False


def by_bitboard(board: Board, last: Cell) -> bool:
    """All discs as one number: shift it and keep what meets itself, k - 1 times."""
    return has_line(as_bits(board, last), board.k, board.height + 1)


def as_bits(board: Board, last: Cell) -> int:
    """The discs of the side of the last one, a bit for each cell."""
    side, discs = board.cells[last[0]][last[1]], 0
    for column in range(board.width):
        for row in range(board.height):
            if board.cells[column][row] == side:
                discs |= 1 << (column * (board.height + 1) + row)
    return discs


def has_line(discs: int, k: int, stride: int) -> bool:
    """Whether there are k in a row; a column takes *stride* bits, one more than cells."""
    for step in (1, stride, stride + 1, stride - 1):
        starts = discs
        for _ in range(k - 1):
            starts &= starts >> step
        if starts:
            return True
    return False


DETECTORS = {
    "views": by_views,
    "last_move": by_last_move,
    "scan": by_scan,
    "convolution": by_convolution,
    "line_count": by_line_count,
    "bitboard": by_bitboard,
}

if __name__ == "__main__":
    board = Board()
    for column in (3, 3, 4, 4, 5, 5, 6):
        last = next(cell for cell in board.moves() if cell[0] == column)
        board.play(last)
    print(board)
    for name, detector in DETECTORS.items():
        print(f"{name:12}{detector(board, last)}")
