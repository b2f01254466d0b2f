"""`History`: a game, and the place in it that is looked at."""

from __future__ import annotations

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import Side

__all__ = ["History"]


class History:
    """The moves of a game from its start; those after the *place* can be played again."""

    def __init__(self, board: Board) -> None:
        self.start: Position = board.start
        self.moves: tuple[int, ...] = board.moves
        self.place = len(self.moves)
        self._seen = board.copy()

    @property
    def board(self) -> Board:
        """The game up to the place that is looked at; not to be changed."""
        return self._seen

    @property
    def at_end(self) -> bool:
        """Whether nothing comes after the place."""
        return self.place == len(self.moves)

    def turn_at(self, place: int) -> Side:
        """Whose turn it is after so many moves."""
        return self.start.turn.other if place % 2 else self.start.turn

    def play(self, move: int) -> None:
        """Play *move* at the place; what came after it is forgotten."""
        board = self._seen.copy()
        board.play(move)
        self._seen, self.moves, self.place = board, board.moves, len(board.moves)

    def go(self, place: int) -> None:
        """Look at the game after so many moves, or as near as there is."""
        self.place = max(0, min(place, len(self.moves)))
        self._seen = Board(self.start, self.moves[: self.place])

    def clear(self) -> None:
        """Forget all moves."""
        self.moves = ()
        self.go(0)
