"""The win check most people write first: loops over a list of lists, four times."""

Grid = list[list[int]]


def has_won(grid: Grid, mark: int, k: int = 4) -> bool:
    """Whether *mark* has k in a row in a grid of marks."""
    rows, columns = len(grid), len(grid[0])
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_row, end_column = row + (k - 1) * down, column + (k - 1) * right
                if not (0 <= end_row < rows and 0 <= end_column < columns):
                    continue
                if all(grid[row + i * down][column + i * right] == mark for i in range(k)):
                    return True
    return False
