"""Sets of cells as bits, in the order that `Rules` draws: columns, and mirror images."""

from __future__ import annotations

from inarow.board.rules import Rules

__all__ = ["column_cells", "lowest", "mirrored", "mirrored_cell"]


def column_cells(column: int, rules: Rules) -> int:
    """All cells of a column."""
    return ((1 << rules.height) - 1) << column * rules.stride


def lowest(cells: int) -> int:
    """The number of the lowest bit: the leftmost of cells in different columns."""
    return (cells & -cells).bit_length() - 1


def mirrored(cells: int, rules: Rules) -> int:
    """The same cells seen from behind the board."""
    image = 0
    for column in range(rules.width):
        one = cells >> column * rules.stride & (1 << rules.stride) - 1
        image |= one << (rules.width - 1 - column) * rules.stride
    return image


def mirrored_cell(cell: int, rules: Rules) -> int:
    """One cell, by the number of its bit, seen from behind the board."""
    column, row = divmod(cell, rules.stride)
    return (rules.width - 1 - column) * rules.stride + row
