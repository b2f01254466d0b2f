"""Positions and moves as other programs write them.

========================  ===============================================================
Kaggle ConnectX           one flat list, top row first, 0 empty, marks 1 and 2
OpenSpiel                 text, top row first; tensors (3, height, width), see there
PettingZoo connect_four   int8 (height, width, 2), top row first, own discs in front
PettingZoo tictactoe      the same, but column by column: [column, row from the top, whose]
Pgx                       bool (height, width, 2), top row first, own discs in front
signed                    int8 (height, width), top row first: +1 and -1, as in AlphaZero General
========================  ===============================================================

*Own* is the side the array is for, the one to move if not told. Read back, the counts say whose
turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules, Side
from inarow.errors import IllegalMoveError, NotationError, PositionError, quoted
from inarow.language import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "from_kaggle",
    "from_openspiel",
    "from_openspiel_action",
    "from_openspiel_tensor",
    "from_pettingzoo",
    "from_pettingzoo_action",
    "from_pgx",
    "from_signed",
    "to_kaggle",
    "to_openspiel",
    "to_openspiel_action",
    "to_openspiel_tensor",
    "to_pettingzoo",
    "to_pettingzoo_action",
    "to_pgx",
    "to_signed",
]

# -- lists and text -------------------------------------------------------------------------------


def to_kaggle(position: AnyPosition) -> list[int]:
    """`observation.board` of ConnectX: one flat list, top row first, 0 empty, marks 1 and 2."""
    position = Position.of(position)
    cells: list[int] = position.array()[::-1].ravel().tolist()
    return cells


def from_kaggle(board: Sequence[int], rules: Rules, *, mark: int | None = None) -> Position:
    """The position of an `observation.board`; *mark* is `observation.mark`, whose turn it is."""
    if len(board) != rules.cell_count:
        text = say(
            "expected {cells} cells for {rules}, got {found}",
            cells=rules.cell_count,
            rules=rules,
            found=len(board),
        )
        raise PositionError(text)
    if mark not in (None, 1, 2):
        raise PositionError(say("expected mark 1 or 2, got {text}", text=quoted(mark)))
    rows = [board[i : i + rules.width] for i in range(0, len(board), rules.width)]
    return Position.from_array(
        rows,
        k=rules.k,
        gravity=rules.gravity,
        turn=None if mark is None else Side(mark),
        top_down=True,
    )


def to_openspiel(position: AnyPosition) -> str:
    """`str(state)` of OpenSpiel: rows of `.`, `x` and `o`, top row first.

    Its connect_four ends every row with a line break, its tic_tac_toe and mnk all but the last.
    """
    position = Position.of(position)
    signs = {None: ".", Side.FIRST: "x", Side.SECOND: "o"}
    rules = position.rules
    rows = (
        "".join(signs[position.at(column, row)] for column in range(rules.width))
        for row in reversed(range(rules.height))
    )
    return "\n".join(rows) + ("\n" if rules.gravity else "")


def from_openspiel(text: str, rules: Rules) -> Position:
    """The position of an OpenSpiel state's text; the counts say whose turn it is."""
    rows = text.strip().split("\n")
    if len(rows) != rules.height or any(len(row) != rules.width for row in rows):
        expected = say(
            "expected {rows} rows of {width} characters, got {text}",
            rows=rules.height,
            width=rules.width,
            text=quoted(text),
        )
        raise NotationError(expected)
    odd = set(text) - set(".xo\n")
    if odd:
        sign = repr(min(odd))
        expected = say(
            "expected '.', 'x' and 'o', got {sign} in {text}", sign=sign, text=quoted(text)
        )
        raise NotationError(expected)
    values = [[".xo".index(sign) for sign in row] for row in rows]
    return Position.from_array(values, k=rules.k, gravity=rules.gravity, top_down=True)


# -- moves ----------------------------------------------------------------------------------------


def to_openspiel_action(move: int, rules: Rules) -> int:
    """OpenSpiel's, and Pgx's, number for a move: the column, or the cell from the top left."""
    _expect_move(move, rules)
    if rules.gravity:
        return move
    column, row = rules.cell_at(move)
    return (rules.height - 1 - row) * rules.width + column


def from_openspiel_action(action: int, rules: Rules) -> int:
    """Our number for OpenSpiel's move; turning rows upside down twice changes nothing."""
    return to_openspiel_action(action, rules)


def to_pettingzoo_action(move: int, rules: Rules) -> int:
    """PettingZoo's number for a move: the column, or the cell, column by column from the top."""
    _expect_move(move, rules)
    if rules.gravity:
        return move
    column, row = rules.cell_at(move)
    return column * rules.height + rules.height - 1 - row


def from_pettingzoo_action(action: int, rules: Rules) -> int:
    """Our number for PettingZoo's move."""
    _expect_move(action, rules)
    if rules.gravity:
        return action
    column, down = divmod(action, rules.height)
    return rules.move_at(column, rules.height - 1 - down)


def _expect_move(move: int, rules: Rules) -> None:
    if not 0 <= move < rules.move_count:
        raise IllegalMoveError(
            f"expected a move from 0 to {rules.move_count - 1}, got {quoted(move)}"
        )


# -- arrays ---------------------------------------------------------------------------------------


def to_pettingzoo(position: AnyPosition, side: Side | None = None) -> NDArray[np.int8]:
    """The observation of PettingZoo's connect_four, and without gravity of its tictactoe."""
    position = Position.of(position)
    import numpy as np

    planes = _planes(position, side or position.turn).astype(np.int8)
    return np.ascontiguousarray(_for_pettingzoo(planes, position.rules))


def from_pettingzoo(array: ArrayLike, rules: Rules) -> Position:
    """The position that the side to move sees so."""
    shape = (rules.height, rules.width, 2) if rules.gravity else (rules.width, rules.height, 2)
    return _from_planes(_for_pettingzoo(_checked(array, shape), rules), rules)


def _for_pettingzoo(planes: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """Its tictactoe has columns where others have rows; turned twice it is as before."""
    return planes if rules.gravity else planes.transpose(1, 0, 2)


def to_pgx(position: AnyPosition, side: Side | None = None) -> NDArray[np.bool_]:
    """`state.observation` of Pgx's connect_four and tic_tac_toe."""
    position = Position.of(position)
    return _planes(position, side or position.turn)


def from_pgx(array: ArrayLike, rules: Rules) -> Position:
    """The position that the side to move sees so."""
    return _from_planes(_checked(array, (rules.height, rules.width, 2)), rules)


def to_openspiel_tensor(position: AnyPosition) -> NDArray[np.float32]:
    """`observation_tensor()` of OpenSpiel, as an array of shape (3, height, width).

    Its connect_four has x, o and empty cells, bottom row first; its tic_tac_toe and mnk have empty
    cells, o and x, top row first.
    """
    position = Position.of(position)
    import numpy as np

    grid = position.array()
    order = (1, 2, 0) if position.rules.gravity else (0, 2, 1)
    rows = grid if position.rules.gravity else grid[::-1]
    return np.stack([rows == value for value in order]).astype(np.float32)


def from_openspiel_tensor(tensor: ArrayLike, rules: Rules) -> Position:
    """The position of a tensor, flat or not; the counts say whose turn it is."""
    import numpy as np

    shape = (3, rules.height, rules.width)
    flat = np.asarray(tensor)
    layers = _checked(flat.reshape(shape) if flat.size == 3 * rules.cell_count else flat, shape)
    order = (1, 2, 0) if rules.gravity else (0, 2, 1)
    if (layers.sum(axis=0) != 1).any():
        raise PositionError("expected every cell in one of the three layers, got others")
    grid = sum(value * layers[i] for i, value in enumerate(order))
    return Position.from_array(
        np.asarray(grid), k=rules.k, gravity=rules.gravity, top_down=not rules.gravity
    )


def to_signed(position: AnyPosition, side: Side | None = None) -> NDArray[np.int8]:
    """+1 for the first side and -1 for the second, top row first; with *side* +1 is its own."""
    position = Position.of(position)
    import numpy as np

    planes = _planes(position, side or Side.FIRST).astype(np.int8)
    return planes[:, :, 0] - planes[:, :, 1]


def from_signed(array: ArrayLike, rules: Rules) -> Position:
    """The position of such a grid, +1 for the first side; the counts say whose turn it is."""
    import numpy as np

    grid = np.asarray(array)
    if grid.shape != (rules.height, rules.width):
        raise PositionError(
            f"expected an array of shape ({rules.height}, {rules.width}) for {rules}, "
            f"got {grid.shape}"
        )
    if grid.dtype.kind == "f" and (grid == grid.round()).all():
        grid = grid.astype(np.int8)
    return Position.from_array(grid, k=rules.k, gravity=rules.gravity, second=-1, top_down=True)


def _planes(position: Position, own: Side) -> NDArray[np.bool_]:
    """Shape (height, width, 2), top row first: the discs of *own*, then those of the other."""
    import numpy as np

    grid = position.array()[::-1]
    return np.stack([grid == own, grid == own.other], axis=-1)


def _checked(array: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.int8]:
    """An array of zeros and ones of any type, of this shape."""
    import numpy as np

    given = np.asarray(array)
    if given.shape != shape:
        raise PositionError(f"expected an array of shape {shape}, got {given.shape}")
    if given.dtype.kind not in "biuf" or not np.isin(given, (0, 1)).all():
        raise PositionError("expected an array of zeros and ones, got other values")
    return given.astype(np.int8)


def _from_planes(planes: NDArray[np.int8], rules: Rules) -> Position:
    """The position whose side to move has the first of two planes, top row first."""
    import numpy as np

    own, other = planes[:, :, 0], planes[:, :, 1]
    if (own & other).any():
        raise PositionError("expected one disc in a cell, got two")
    second = int(own.sum()) < int(other.sum())
    grid = np.where(own, 2 if second else 1, np.where(other, 1 if second else 2, 0))
    turn = Side.SECOND if second else Side.FIRST
    return Position.from_array(grid, k=rules.k, gravity=rules.gravity, turn=turn, top_down=True)
