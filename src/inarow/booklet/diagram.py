"""What to do for the rest of a game without calculating: `Diagram`, and the rules that it fills in.

In this order, where *last* is the cell that the opponent has just taken::

    win      with one disc, if that is possible
    block    where the opponent could win with one disc
    arrow    follow an arrow from *last*, the first that leads to a cell that can be played
    above    play right above *last*, unless *last* is crossed or that cell is left alone
    list     play the first cell of the list that can be played and is not left alone
    left     play the leftmost cell that is not left alone

A cell is *left alone* while it lies right below one where either side would win. If all are, play
the leftmost that is not right below one where the opponent would win, or else the leftmost.
cpp/booklet/diagram.hpp says the same for the program that looks for diagrams.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from inarow.board.lines import playable, threats
from inarow.board.rules import Rules
from inarow.booklet.cells import lowest

__all__ = ["Diagram", "Rule"]


class Rule(StrEnum):
    """Why a booklet plays a move."""

    WIN = "win"
    PAGE = "page"
    BLOCK = "block"
    ARROW = "arrow"
    ABOVE = "above"
    LIST = "list"
    LEFT = "left"
    NONE = "none"

    @property
    def sentence(self) -> str:
        """The rule in words."""
        return SENTENCES[self]


SENTENCES = {
    Rule.WIN: "this disc wins",
    Rule.PAGE: "the opening says so",
    Rule.BLOCK: "the opponent would win there",
    Rule.ARROW: "an arrow leads there from the opponent's last disc",
    Rule.ABOVE: "it is right above the opponent's last disc",
    Rule.LIST: "it is the first cell of the list that can be played",
    Rule.LEFT: "it is the leftmost cell that need not be left alone",
    Rule.NONE: "the booklet does not have this position",
}


@dataclass(frozen=True, slots=True)
class Diagram:
    """Arrows, crosses and a list; cells are bit numbers, in the order that `Rules` draws."""

    arrows: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    crosses: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()

    def reply(self, ours: int, theirs: int, last: int | None, rules: Rules) -> tuple[int, Rule]:
        """The cell to play after the opponent took *last*, and the rule that says so."""
        occupied = ours | theirs
        open_cells = playable(occupied, rules)
        wins = threats(ours, occupied, rules)
        losses = threats(theirs, occupied, rules)
        if wins & open_cells:
            return lowest(wins & open_cells), Rule.WIN
        if losses & open_cells:
            return lowest(losses & open_cells), Rule.BLOCK
        free = open_cells & ~((wins | losses) >> 1)
        for cell in () if last is None else self.arrows.get(last, ()):
            if open_cells >> cell & 1:
                return cell, Rule.ARROW
        if last is not None and last not in self.crosses and free >> (last + 1) & 1:
            return last + 1, Rule.ABOVE
        for cell in self.order:
            if free >> cell & 1:
                return cell, Rule.LIST
        return lowest(free or open_cells & ~(losses >> 1) or open_cells), Rule.LEFT
