"""A board as JSON: all that a page or a notebook must be told to draw it, without rules of its own.

Cells are named as people name them (`d1`), sides are `x` and `o`, moves are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from inarow.board.board import Board
from inarow.board.notation import cell_text, moves_text
from inarow.board.position import Outcome, Position
from inarow.board.rules import Cell, Rules, Side

__all__ = ["cell_names", "drawn", "placed"]


@lru_cache(maxsize=256)
def cell_names(rules: Rules) -> list[str]:
    """The name of the cell of every bit (see `rules.py`)."""
    size = rules.width * rules.stride
    return [cell_text(divmod(bit, rules.stride)) for bit in range(size)]


def placed(
    position: Position, moves: Sequence[int], last: Cell | None, outcome: Outcome | None
) -> dict[str, Any]:
    """What lies where after *moves*: the part of a board that live games have, too."""
    rules = position.rules
    return {
        "rules": str(rules),
        "moves": list(moves),
        "text": moves_text(moves, rules),
        "discs": _discs(position.first, rules, "x") | _discs(position.second, rules, "o"),
        "last": None if last is None else cell_text(last),
        "lines": [list(map(cell_text, line.cells)) for line in outcome.lines] if outcome else [],
    }


def _discs(bits: int, rules: Rules, symbol: str) -> dict[str, str]:
    names, discs = cell_names(rules), {}
    while bits:
        lowest = bits & -bits
        discs[names[lowest.bit_length() - 1]] = symbol
        bits ^= lowest
    return discs


def drawn(board: Board) -> dict[str, Any]:
    """What lies where, whose turn it is, what may be played, what is threatened, and who won."""
    position, rules = board.position, board.rules
    outcome = position.outcome()
    start = board.start
    empty = not start.occupied and start.turn is Side.FIRST
    return {
        **placed(position, board.moves, board.last, outcome),
        "gravity": rules.gravity,
        "played": moves_text(board.moves[-1:], rules) or None,
        "by": _mover(board),
        "start": None if empty else start.text(),
        "position": position.text(),
        "ply": position.ply,
        "turn": None if outcome else position.turn.symbol,
        "legal": list(position.legal_moves()) if position.is_playable else [],
        "threats": {
            side.symbol: [] if outcome else list(map(cell_text, position.threats(side)))
            for side in Side
        },
    }


def _mover(board: Board) -> str | None:
    """Who played the last move."""
    if not board.moves:
        return None
    first = board.start.turn
    return (first if len(board.moves) % 2 else first.other).symbol
