"""What can be assigned to a widget: each kind of value takes the short ways to write it, too."""

from __future__ import annotations

from typing import Any, TypeAlias

import traitlets

from inarow.board.board import Board
from inarow.board.notation import parse_side
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.errors import PlayerError, PositionError, quoted
from inarow.players import Player
from inarow.players.by_text import entrant

__all__ = ["BoardTrait", "Boardlike", "PlayerTrait", "SideTrait", "as_board"]

Boardlike: TypeAlias = Board | Position | Rules | str
"""A board, or what it begins with; text is that of rules (`7x6x4`) or of a position."""


def as_board(value: Boardlike) -> Board:
    """A board of its own for *value*."""
    if isinstance(value, Board):
        return value.copy()
    if isinstance(value, Position | Rules):
        return Board(value)
    if isinstance(value, str):
        text = value.strip()
        return Board(Position.parse(text) if " " in text else Rules.parse(text))
    raise PositionError(f"expected a board, a position, rules or their text, got {quoted(value)}")


class BoardTrait(traitlets.TraitType[Board, Boardlike]):
    """A board; whoever reads it gets a copy, so that changing that one changes nothing here."""

    def validate(self, _: Any, value: Boardlike) -> Board:
        """A board of its own."""
        return as_board(value)

    def get(self, obj: Any, cls: type[Any] | None = None) -> Board:
        """A copy."""
        board: Board = super().get(obj, cls)  # type: ignore[assignment]
        return board.copy()


class PlayerTrait(traitlets.TraitType["Player | None", "Player | str | None"]):
    """A player, one described by text (`level 3`), or nobody."""

    def validate(self, _: Any, value: Player | str | None) -> Player | None:
        """The player."""
        if isinstance(value, str):
            return entrant(value)
        if value is not None and not isinstance(value, Player):
            raise PlayerError(f"expected a player such as 'level 3' or None, got {quoted(value)}")
        return value


class SideTrait(traitlets.TraitType[Side, "Side | str"]):
    """A side, or its sign `x` or `o`."""

    def validate(self, _: Any, value: Side | str) -> Side:
        """The side."""
        return value if isinstance(value, Side) else parse_side(value)
