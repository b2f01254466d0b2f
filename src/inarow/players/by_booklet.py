"""A player that follows a booklet, and never searches."""

from __future__ import annotations

from inarow.board.position import AnyPosition
from inarow.board.rules import Rules
from inarow.booklet.booklet import Booklet
from inarow.booklet.diagram import Rule
from inarow.booklet.follow import move
from inarow.booklet.shipped import shipped
from inarow.players import RING, Picture, Player, open_position

__all__ = ["BookletPlayer"]

SCROLL = Picture("☰", "a page of a booklet")


class BookletPlayer(Player):
    """Plays what a booklet says, for the side that it is about; *rule* is why it played so last.

    Without a *booklet* it takes the one that comes with inarow for the rules. Where a booklet has
    nothing, the player wins, blocks, or takes the leftmost cell that gives nothing away.
    """

    def __init__(
        self,
        booklet: Booklet | None = None,
        name: str = "booklet",
        *,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = SCROLL,
    ) -> None:
        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.booklet = booklet
        self.rule = Rule.NONE

    def choose(self, position: AnyPosition) -> int:
        """The move that the booklet says."""
        position = open_position(position)
        booklet = self.booklet or shipped(position.rules)
        column, self.rule = move(booklet, position)
        return column

    def objection(self, rules: Rules) -> str:
        """That there is no booklet for these rules."""
        booklet = self.booklet or shipped(rules)
        return "" if booklet and booklet.rules == rules else "there is no booklet for it"
