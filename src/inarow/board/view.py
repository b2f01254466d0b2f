"""A board as JSON: all that a page or a notebook must be told to draw it, without rules of its own.

Cells are named as people name them (`d1`), sides are `x` and `o`, moves are numbers.
"""

from __future__ import annotations

from typing import Any

from inarow.board.board import Board
from inarow.board.notation import cell_text, moves_text
from inarow.board.rules import Side

__all__ = ["drawn"]


def drawn(board: Board) -> dict[str, Any]:
    """What lies where, whose turn it is, what may be played, what is threatened, and who won."""
    position, rules = board.position, board.rules
    outcome = position.outcome()
    start = board.start
    empty = not start.occupied and start.turn is Side.FIRST
    return {
        "rules": str(rules),
        "gravity": rules.gravity,
        "moves": list(board.moves),
        "text": moves_text(board.moves, rules),
        "played": moves_text(board.moves[-1:], rules) or None,
        "by": _mover(board),
        "start": None if empty else start.text(),
        "position": position.text(),
        "ply": position.ply,
        "discs": {
            cell_text(cell): side.symbol
            for side in Side
            for cell in rules.cells(position.discs(side))
        },
        "last": None if board.last is None else cell_text(board.last),
        "turn": None if outcome else position.turn.symbol,
        "legal": list(position.legal_moves()) if position.is_playable else [],
        "lines": [list(map(cell_text, line.cells)) for line in outcome.lines] if outcome else [],
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
