"""`Fact` and `Explanation`: sentences with what they are about, so that they can be drawn too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from inarow.board.notation import cell_text, move_text
from inarow.board.position import Position
from inarow.board.render import Mark
from inarow.board.rules import Cell, Side
from inarow.explain.plan import Certificate
from inarow.language import say

__all__ = ["Certificate", "Explanation", "Fact", "Passage", "cells_of"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence, and what it is about.

    *kind* says which sentence it is (docs/explanation/explain.md lists them), *side* whom it is
    good for, if anyone. *cells* are those to point at. *moves* are better ones, or a line of
    play in order.
    """

    kind: str
    text: str
    side: Side | None = None
    cells: tuple[Cell, ...] = ()
    moves: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is said about a position, or about a *move* in it; most important first."""

    position: Position
    move: int | None
    facts: tuple[Fact, ...]
    certificates: tuple[Certificate, ...] = ()
    """Plans that need no search; their sentences come after the facts."""

    @property
    def sentences(self) -> list[str]:
        """Just the words."""
        plans = (sentence for plan in self.certificates for sentence in plan.sentences)
        return [*(fact.text for fact in self.facts), *plans]

    @property
    def shown(self) -> Position:
        """The position to draw: after the move, if it is about one."""
        if self.certificates:
            return self.certificates[0].position
        return self.position if self.move is None else self.position.play(self.move)

    def marks(self) -> dict[Cell, Mark]:
        """What to draw in empty cells of `shown`: a plan, a line of play by numbers, or threats."""
        if self.certificates:
            return self.certificates[0].marks()
        now = self.shown
        for fact in self.facts:
            if fact.kind in _LINES and _begins(now, fact):
                return _numbered(now, fact.moves)
        if now.outcome() is not None:
            return {}
        threats = {side: set(now.threats(side)) for side in Side}
        both = threats[Side.FIRST] & threats[Side.SECOND]
        marks = {cell: Mark("!", side) for side in Side for cell in sorted(threats[side])}
        return marks | {cell: Mark("!") for cell in both}

    def legend(self) -> list[str]:
        """What the marks mean, one line each."""
        if self.certificates:
            return self.certificates[0].legend()
        signs = {mark.sign for mark in self.marks().values()}
        if "!" in signs:
            return [say("! completes a line")]
        return [say("1, 2, ... the moves in order")] if signs else []

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        rules = self.position.rules
        return {
            "position": self.position.text(),
            "move": None if self.move is None else move_text(self.move, rules),
            "facts": [
                {
                    "kind": fact.kind,
                    "text": fact.text,
                    "side": None if fact.side is None else fact.side.symbol,
                    "cells": [cell_text(cell) for cell in fact.cells],
                    "moves": [move_text(move, rules) for move in fact.moves],
                }
                for fact in self.facts
            ],
            "plans": [certificate.to_dict() for certificate in self.certificates],
        }

    def __str__(self) -> str:
        return " ".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Passage:
    """A few sentences under a *heading*, such as those about the last move."""

    heading: str
    sentences: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {"heading": self.heading, "sentences": list(self.sentences)}


_LINES = ("forced_win", "allows_forced_win", "forces_win")


def _begins(position: Position, fact: Fact) -> bool:
    """Whether the moves of *fact* can be played from here."""
    for move in fact.moves:
        if not position.is_legal(move):
            return False
        position = position.play(move)
    return bool(fact.moves)


def _numbered(position: Position, moves: Iterable[int]) -> dict[Cell, Mark]:
    marks = {}
    for number, move in enumerate(moves, start=1):
        cell = position.cell_of(move)
        assert cell is not None
        marks[cell] = Mark(str(number), position.turn)
        position = position.play(move)
    return marks


def cells_of(position: Position, moves: Iterable[int]) -> tuple[Cell, ...]:
    """Where the discs of some moves would come to rest."""
    found = (position.cell_of(move) for move in moves)
    return tuple(cell for cell in found if cell is not None)
