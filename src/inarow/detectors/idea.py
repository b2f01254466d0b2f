"""What the pictures of an idea have in common: a few frames that come before the many steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inarow.board.lines import Line, ordered
from inarow.board.position import Position
from inarow.board.rules import Side
from inarow.detectors.tracing import Panel, Step
from inarow.language import say

__all__ = ["lines_of", "ones_and_zeros", "picture"]


def picture(text: str, step: Step, code: tuple[int, ...]) -> Step:
    """What *step* shows, with words that explain the idea, beside these lines of code."""
    return replace(step, group=say("the idea"), label="", text=text, code=code, values=())


def ones_and_zeros(position: Position, side: Side, code: tuple[int, ...]) -> Step:
    """The first picture of all that count on matrices."""
    rules, cells = position.rules, position.rules.cells(position.discs(side))
    discs = frozenset(cells)
    rows = (
        [(column, row) in discs for column in range(rules.width)] for row in range(rules.height)
    )
    # Translators: above the board as ones and zeros
    panels = (Panel.of(say("board"), rows),)
    text = say("Write 1 for each disc of {side} and 0 for every other cell.", side=side)
    return picture(text, Step("", "", "", cells, 0, panels=panels), code)


def lines_of(steps: Iterable[Step]) -> tuple[Line, ...]:
    """The lines that any of these steps found."""
    return ordered(line for step in steps for line in step.lines)
