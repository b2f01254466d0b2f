"""Positions and moves as other programs write them: Kaggle's ConnectX and OpenSpiel."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.errors import IllegalMoveError, NotationError, PositionError, quoted
from inarow.position import Position
from inarow.rules import Rules, Side

__all__ = [
    "from_kaggle",
    "from_openspiel",
    "from_openspiel_action",
    "to_kaggle",
    "to_openspiel",
    "to_openspiel_action",
]


def to_kaggle(position: Position) -> list[int]:
    """`observation.board` of ConnectX: one flat list, top row first, 0 empty, marks 1 and 2."""
    cells: list[int] = position.array()[::-1].ravel().tolist()
    return cells


def from_kaggle(board: Sequence[int], rules: Rules, *, mark: int | None = None) -> Position:
    """The position of an `observation.board`; *mark* is `observation.mark`, whose turn it is."""
    if len(board) != rules.cell_count:
        raise PositionError(f"expected {rules.cell_count} cells for {rules}, got {len(board)}")
    if mark not in (None, 1, 2):
        raise PositionError(f"expected mark 1 or 2, got {quoted(mark)}")
    rows = [board[i : i + rules.width] for i in range(0, len(board), rules.width)]
    return Position.from_array(
        rows,
        k=rules.k,
        gravity=rules.gravity,
        turn=None if mark is None else Side(mark),
        top_down=True,
    )


def to_openspiel(position: Position) -> str:
    """`str(state)` of OpenSpiel: rows of `.`, `x` and `o`, top row first.

    Its connect_four ends every row with a line break, its tic_tac_toe and mnk all but the last.
    """
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
        raise NotationError(
            f"expected {rules.height} rows of {rules.width} characters, got {quoted(text)}"
        )
    odd = set(text) - set(".xo\n")
    if odd:
        raise NotationError(f"expected '.', 'x' and 'o', got {min(odd)!r} in {quoted(text)}")
    values = [[".xo".index(sign) for sign in row] for row in rows]
    return Position.from_array(values, k=rules.k, gravity=rules.gravity, top_down=True)


def to_openspiel_action(move: int, rules: Rules) -> int:
    """OpenSpiel's number for a move: the column, or the cell counted from the top left."""
    if not 0 <= move < rules.move_count:
        raise IllegalMoveError(
            f"expected a move from 0 to {rules.move_count - 1}, got {quoted(move)}"
        )
    if rules.gravity:
        return move
    column, row = rules.cell_at(move)
    return (rules.height - 1 - row) * rules.width + column


def from_openspiel_action(action: int, rules: Rules) -> int:
    """Our number for OpenSpiel's move; turning rows upside down twice changes nothing."""
    return to_openspiel_action(action, rules)
