"""A position set up by hand: read from an array (row 0 is the bottom), and what is odd about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from inarow.board.lines import has_line
from inarow.board.notation import Setup, cell_name
from inarow.board.rules import Rules, Side
from inarow.errors import PositionError, quoted
from inarow.language import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Problem", "as_array", "from_array", "problems"]

# -- arrays ---------------------------------------------------------------------------------------


def as_array(setup: Setup) -> NDArray[np.int8]:
    """Shape (height, width): 0 for an empty cell, 1 for the first side, 2 for the second."""
    import numpy as np

    rules = setup.rules
    grid = np.zeros((rules.height, rules.width), dtype=np.int8)
    for side, discs in ((Side.FIRST, setup.first), (Side.SECOND, setup.second)):
        for column, row in rules.cells(discs):
            grid[row, column] = side
    return grid


def from_array(
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
    grid = _as_grid(array)
    if top_down:
        grid = grid[::-1]
    rules = Rules(grid.shape[1], grid.shape[0], k, gravity)
    discs = {first: 0, second: 0}
    for row, marks in enumerate(grid.tolist()):
        for column, mark in enumerate(marks):
            if mark in discs:
                discs[mark] |= rules.bit(column, row)
            elif mark != empty:
                expected = say(
                    "expected {empty}, {first} or {second} in every cell, got {text} in {cell}",
                    empty=empty,
                    first=first,
                    second=second,
                    text=quoted(mark),
                    cell=cell_name((column, row), rules),
                )
                raise PositionError(expected)
    ahead = discs[first].bit_count() > discs[second].bit_count()
    return Setup(rules, discs[first], discs[second], Side.SECOND if ahead else Side.FIRST)


def _as_grid(array: ArrayLike) -> NDArray[Any]:
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


# -- what is odd ----------------------------------------------------------------------------------


class Problem(NamedTuple):
    """One odd thing: a short name for programs and a sentence for people."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.text


def problems(setup: Setup) -> tuple[Problem, ...]:
    """Every oddity of *setup*; none for a position that came from play."""
    checks = (
        _floating_disc(setup),
        _wrong_counts(setup),
        _wrong_turn(setup),
        _both_have_lines(setup) or _past_line(setup),
    )
    return tuple(problem for problem in checks if problem)


def _floating_disc(setup: Setup) -> Problem | None:
    rules = setup.rules
    if not rules.gravity:
        return None
    occupied = setup.first | setup.second
    bottom = rules.bits((column, 0) for column in range(rules.width))
    floating = rules.cells(occupied & ~((occupied << 1) | bottom))
    if not floating:
        return None
    names, *others = (cell_name(cell, rules) for cell in floating)
    for other in others:
        names = say("{list} and {last}", list=names, last=other)
    return Problem("floating_disc", say("nothing lies under the disc in {cells}", cells=names))


def _wrong_counts(setup: Setup) -> Problem | None:
    x, o = _counts(setup)
    if x - o in (0, 1):
        return None
    text = say("x has {x} and o has {o} discs: x must have as many as o or one more", x=x, o=o)
    return Problem("wrong_counts", text)


def _wrong_turn(setup: Setup) -> Problem | None:
    x, o = _counts(setup)
    expected = _expected_turn(setup)
    if setup.turn is expected:
        return None
    text = say(
        "with {x} x and {o} o it is {side}'s turn, not {other}'s",
        x=x,
        o=o,
        side=expected,
        other=setup.turn,
    )
    return Problem("wrong_turn", text)


def _expected_turn(setup: Setup) -> Side:
    """Whose turn it is by the counts, or by the setup where these are wrong anyway."""
    x, o = _counts(setup)
    return {0: Side.FIRST, 1: Side.SECOND}.get(x - o, setup.turn)


def _counts(setup: Setup) -> tuple[int, int]:
    return setup.first.bit_count(), setup.second.bit_count()


def _both_have_lines(setup: Setup) -> Problem | None:
    if has_line(setup.first, setup.rules) and has_line(setup.second, setup.rules):
        text = say("both sides have a line: play ends with the first one")
        return Problem("both_have_lines", text)
    return None


def _past_line(setup: Setup) -> Problem | None:
    """A line that was there before the last disc: play should have ended with it."""
    rules, first, second, _ = setup
    turn = _expected_turn(setup)
    own, other = (first, second) if turn is Side.FIRST else (second, first)
    if has_line(own, rules):
        text = say("{side} has a line and is to move: play went past it", side=turn)
        return Problem("past_line", text)
    if not has_line(other, rules):
        return None
    covered = (first | second) >> 1 if rules.gravity else 0  # cells with a disc right above
    for cell in rules.cells(other & ~covered):
        if not has_line(other & ~rules.bit(*cell), rules):
            return None  # this disc may have been the last one, and it ended the game
    text = say(
        "no single last disc completed all lines of {side}: play went past one", side=turn.other
    )
    return Problem("past_line", text)
