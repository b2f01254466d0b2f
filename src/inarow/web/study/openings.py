"""The opening explorer: how people's games went on from a position, as data for pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from inarow.board.notation import move_text, parse_moves
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.record.openings import Continuation, Opening, mirrored, opening_name
from inarow.web import words
from inarow.web.study import positions

__all__ = ["explored"]


class Finished(Protocol):
    """A game that is over."""

    @property
    def moves(self) -> str:
        """As text."""

    @property
    def winner(self) -> str | None:
        """A side, or nobody."""

    @property
    def x(self) -> bool:
        """Whether a person played the first side."""

    @property
    def o(self) -> bool:
        """Whether a person played the second side."""


def explored(
    _searchers: object, rules: str, moves: str, start: str, games: Iterable[Finished]
) -> dict[str, Any]:
    """What *games* on this board say about a position: every legal move, mirror images once."""
    position = positions.board_at(rules, moves, start).position
    opening = Opening(position)
    likely = [sorted(_texts(each)) for each in (position, position.mirror())]
    for game in games:
        played = game.moves if position.rules.gravity else game.moves.split()
        if sorted(played[: position.ply]) not in likely:  # most games, and reading them takes long
            continue
        begun = parse_moves(" ".join(played[: position.ply + 1]), position.rules)
        counted = [
            side for side, is_person in zip(Side, (game.x, game.o), strict=True) if is_person
        ]
        result = {"x": "1-0", "o": "0-1"}.get(game.winner or "", "1/2-1/2")
        opening.add(begun, result, counted=counted)
    told = [words.OPENING_NAME.format(name=name)] if (name := opening_name(position)) else []
    if opening.games:
        told.append(words.OPENING_GAMES.format(count=opening.games))
    if len(opening.orders) > 1:
        told.append(words.OPENING_ORDERS.format(count=len(opening.orders)))
    return {
        "games": opening.games,
        "orders": len(opening.orders),
        "name": name,
        "said": " ".join(told or [words.OPENING_NEW]),
        "moves": [_row(opening, move) for move in _moves(opening)],
    }


def _texts(position: Position) -> list[str]:
    """The moves that lead to a position, in some order."""
    rules = position.rules
    return [move_text(rules.move_at(*cell), rules) for cell in rules.cells(position.occupied)]


def _moves(opening: Opening) -> list[int]:
    """One legal move of each pair that does the same."""
    return sorted({opening.left(move) for move in opening.position.legal_moves()})


def _row(opening: Opening, move: int) -> dict[str, Any]:
    played = opening.moves.get(move, Continuation())
    other = mirrored(move, opening.position.rules)
    return {
        "move": move,
        "mirror": other if opening.is_symmetric and other != move else None,
        "games": played.games,
        "x": played.first,
        "o": played.second,
        "draws": played.draws,
    }
