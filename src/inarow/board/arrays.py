"""Positions as NumPy arrays of shape (height, width), row 0 at the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inarow.board.notation import Setup, cell_text
from inarow.board.rules import Rules, Side
from inarow.errors import PositionError, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["from_setup", "to_setup"]


def from_setup(setup: Setup) -> NDArray[np.int8]:
    """0 for an empty cell, 1 for the first side, 2 for the second."""
    import numpy as np

    rules = setup.rules
    grid = np.zeros((rules.height, rules.width), dtype=np.int8)
    for side, discs in ((Side.FIRST, setup.first), (Side.SECOND, setup.second)):
        for column, row in rules.cells(discs):
            grid[row, column] = side
    return grid


def to_setup(
    array: ArrayLike,
    *,
    k: int,
    gravity: bool,
    values: tuple[int, int, int] = (0, 1, 2),
    top_down: bool = False,
) -> Setup:
    """Read a grid; *values* stand for an empty cell, the first and the second side.

    With *top_down* row 0 is the top row. It is the first side's turn unless it has more discs.
    """
    if len(set(values)) != 3:
        raise PositionError(f"expected three different values for the cells, got {values}")
    empty, first, second = values
    grid = _checked(array)
    if top_down:
        grid = grid[::-1]
    rules = Rules(grid.shape[1], grid.shape[0], k, gravity)
    discs = {first: 0, second: 0}
    for row, marks in enumerate(grid.tolist()):
        for column, mark in enumerate(marks):
            if mark in discs:
                discs[mark] |= rules.bit(column, row)
            elif mark != empty:
                raise PositionError(
                    f"expected {empty}, {first} or {second} in every cell, got {quoted(mark)} "
                    f"in {cell_text((column, row))}"
                )
    ahead = discs[first].bit_count() > discs[second].bit_count()
    return Setup(rules, discs[first], discs[second], Side.SECOND if ahead else Side.FIRST)


def _checked(array: ArrayLike) -> NDArray[Any]:
    import numpy as np

    try:
        grid = np.asarray(array)
    except ValueError:
        raise PositionError("expected rows of equal length, got rows that differ") from None
    if grid.ndim != 2 or 0 in grid.shape:
        raise PositionError(f"expected an array of shape (height, width), got {grid.shape}")
    if grid.dtype.kind not in "iu":
        raise PositionError(f"expected an array of whole numbers, got {grid.dtype}")
    return grid
