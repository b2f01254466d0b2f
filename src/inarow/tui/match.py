"""A game as it is played here: the players, the moves, and what was tried besides."""

from __future__ import annotations

from inarow.board.position import Outcome, Position
from inarow.board.rules import Rules, Side
from inarow.players import Human, Player
from inarow.players.game import Game
from inarow.record.record import Record
from inarow.record.tree import MoveTree, Place

__all__ = ["Match"]


class Match:
    """Two players at a record: it begins where the record ends."""

    def __init__(self, record: Record, players: tuple[Player, Player]) -> None:
        self.tree = MoveTree(record)
        self.tree.go(self.tree.end())
        self.game = Game(self.tree.board, players)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.game.rules

    @property
    def position(self) -> Position:
        """What lies on the board now."""
        return self.tree.board.position

    @property
    def outcome(self) -> Outcome | None:
        """How it ended here, `None` while it is in progress."""
        return self.game.outcome()

    @property
    def players(self) -> tuple[Player, Player]:
        """Who plays x, and who plays o."""
        return self.game.players

    def name(self, side: Side) -> str:
        """Who plays *side*."""
        return self.game.player(side).name

    @property
    def is_looking_back(self) -> bool:
        """Whether moves were played after what is shown."""
        return not self.tree.is_at_end

    @property
    def program(self) -> Player | None:
        """The program whose turn it is; none while a person looks back."""
        player = self.game.to_move
        if self.outcome or self.is_looking_back or isinstance(player, Human):
            return None
        return player

    def play(self, move: int) -> None:
        """Play *move* for the side to move; an illegal one raises and changes nothing."""
        self.tree.play(move)

    def undo(self) -> bool:
        """Go back to before the last move of a person; whether there was one."""
        ply = self.game.ply_to_undo()
        if ply is None:
            return False
        while len(self.tree.board.moves) > ply:
            self.tree.back()
        return True

    def redo(self) -> bool:
        """Redo what was undone, up to the next choice of a person."""
        if not self.tree.forward():
            return False
        while not isinstance(self.game.to_move, Human) and self.tree.forward():
            pass
        return True

    def go(self, place: Place) -> None:
        """Go to another place of the game."""
        self.tree.go(place)

    def swap(self) -> None:
        """Swap sides."""
        first, second = self.game.players
        self.game.players = (second, first)

    def seat(self, side: Side, player: Player) -> None:
        """Have *player* play *side* from here on."""
        first, second = self.game.players
        self.game.players = (player, second) if side is Side.FIRST else (first, player)

    def record(self) -> Record:
        """The game with everything that was tried."""
        record = self.tree.record()
        record.tags |= {"First": self.name(Side.FIRST), "Second": self.name(Side.SECOND)}
        return record
