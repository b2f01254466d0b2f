"""`Game`: a board and two players, from the first move to the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from inarow.board.board import Board
from inarow.board.notation import read_side
from inarow.board.position import AnyPosition, Outcome
from inarow.board.rules import Rules, Side
from inarow.errors import IllegalMoveError, PlayerError, quoted
from inarow.players import Human, Player
from inarow.record.record import Record

__all__ = ["Game"]


AnyPlayer: TypeAlias = Player | str | Callable[..., Any]
"""A player, text that names one, such as `level 3`, or a function that chooses moves."""


class Game:
    """Two players at a board: the first of *players* has the first side, x."""

    def __init__(self, start: Rules | AnyPosition, players: Sequence[AnyPlayer]) -> None:
        if isinstance(players, str) or len(players) != 2:
            got = quoted(players) if isinstance(players, str) else len(players)
            raise PlayerError(f"expected two players, got {got}")
        first, second = map(_player, players)
        self.board = start if isinstance(start, Board) else Board(start)
        self.players = (first, second)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.board.rules

    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it is in progress."""
        return self.board.outcome()

    def player(self, side: Side | str) -> Player:
        """Who plays *side*."""
        return self.players[read_side(side) - 1]

    @property
    def to_move(self) -> Player:
        """Whose decision is next."""
        return self.player(self.board.turn)

    def grid(self) -> list[list[Player | None]]:
        """The board as rows of players or nothing, row 0 at the bottom."""
        sides = [
            [self.board.at(column, row) for column in range(self.rules.width)]
            for row in range(self.rules.height)
        ]
        return [[self.player(side) if side else None for side in row] for row in sides]

    def step(self) -> int:
        """Ask the player to move, play what they choose and return it.

        A move that is not legal raises and changes nothing, and so does asking after the end.
        """
        if self.outcome() is not None:
            raise IllegalMoveError("the game is over: no move can be played")
        move = self.to_move.choose(self.board.position)
        self.board.play(move)
        return self.board.moves[-1]

    def ply_to_undo(self) -> int | None:
        """How many moves are left when the last one of a person is taken back.

        Without people it is the last move that goes. `None` when there is none to take back.
        """
        board = self.board
        movers = [self.player(before.turn) for before in (board.start, *board.history)][:-1]
        if any(isinstance(player, Human) for player in self.players):
            own = [ply for ply, player in enumerate(movers) if isinstance(player, Human)]
        else:
            own = list(range(len(movers)))
        return own[-1] if own else None

    def run(self) -> Outcome:
        """Play to the end."""
        while (outcome := self.outcome()) is None:
            self.step()
        return outcome

    def record(self) -> str:
        """The game so far as record text."""
        names = {"First": self.players[0].name, "Second": self.players[1].name}
        return Record.of(self.board, tags=names).text()

    def __repr__(self) -> str:
        return (
            f"<Game {self.players[0]} - {self.players[1]}, {self.rules}: {self.board.moves_text()}>"
        )


def _player(player: AnyPlayer) -> Player:
    if isinstance(player, Player):
        return player
    if isinstance(player, str):
        from inarow.players.by_text import entrant

        return entrant(player)
    from inarow.players.agents import FunctionPlayer

    return FunctionPlayer(player)
