"""Booklets as text, small enough to read and to ship::

    inarow booklet 1
    rules 7x6x4
    side first                         who follows it
    goal win                           or draw, where that is enough
    start 4 > 1                        our first disc, and the page that follows
    diagram 1 | a1-b2 c3-c5/d1 | d2 | e4 f1
              |                |    |
              arrows           |    the list
                               crosses
    page 1 | 1~ | 1:4>2 3:5>3~
           |    |
           |    they play column 3, we play column 5, and go on at page 3, mirrored
           the diagram for all other columns, mirrored; nothing if there are none

Pages and diagrams are numbered from 1, in order. Positions are not there: they follow from the
moves. A page is drawn in one of its two mirror images; `~` says that the board has to be mirrored
on the way there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from inarow.board.notation import cell_text, move_text, parse_cell, parse_move
from inarow.board.rules import Rules, Side
from inarow.booklet.booklet import Answer, Booklet, Link, Page
from inarow.booklet.diagram import Diagram
from inarow.errors import BookletError, InarowError, quoted

__all__ = ["parse", "read", "text"]

FIRST_LINE: Final = "inarow booklet 1"

LINK: Final = r"([0-9]{1,6})(~?)"


def text(booklet: Booklet) -> str:
    """The booklet as text that `parse` reads."""
    rules = booklet.rules
    lines = [
        FIRST_LINE,
        f"rules {rules}",
        f"side {booklet.side.name.lower()}",
        f"goal {'draw' if booklet.is_draw_enough else 'win'}",
    ]
    if booklet.start:
        move = move_text(booklet.start.move, rules)
        lines.append(f"start {move} > {_link(booklet.start.page)}")
    for number, diagram in enumerate(booklet.diagrams, start=1):
        arrows = "".join(
            f" {_cell(start, rules)}-{'/'.join(_cell(end, rules) for end in ends)}"
            for start, ends in sorted(diagram.arrows.items())
        )
        crosses = "".join(f" {_cell(cell, rules)}" for cell in sorted(diagram.crosses))
        order = "".join(f" {_cell(cell, rules)}" for cell in diagram.order)
        lines.append(f"diagram {number} |{arrows} |{crosses} |{order}")
    for number, page in enumerate(booklet.pages, start=1):
        diagram_link = f" {_link(page.diagram)}" if page.diagram else ""
        answers = "".join(
            f" {move_text(column, rules)}:{move_text(answer.move, rules)}>{_link(answer.page)}"
            for column, answer in sorted(page.answers.items())
        )
        lines.append(f"page {number} |{diagram_link} |{answers}")
    return "\n".join(lines) + "\n"


def _link(link: Link) -> str:
    return f"{link.to + 1}{'~' if link.mirrored else ''}"


def _cell(bit: int, rules: Rules) -> str:
    return cell_text(divmod(bit, rules.stride))


def parse(source: str) -> Booklet:
    """The booklet that *source* describes; anything else is a `BookletError`."""
    return _Reader(source).booklet()


def read(path: str | os.PathLike[str]) -> Booklet:
    """The booklet in a file; `BookletError` if there is none in it."""
    try:
        return parse(Path(path).read_text("utf-8"))
    except (BookletError, UnicodeDecodeError) as error:
        problem = "expected text" if isinstance(error, UnicodeDecodeError) else error
        raise BookletError(f"{os.fspath(path)}: {problem}") from None


class _Reader:
    def __init__(self, source: str) -> None:
        self.number = 0
        self.lines = self._numbered(source.splitlines())
        self.line = ""
        self.rules = Rules(7, 6, 4)

    def _numbered(self, lines: list[str]) -> Iterator[str]:
        for self.number, line in enumerate(lines, start=1):
            yield line

    def next(self) -> str:
        self.line = next(self.lines, "")
        return self.line

    def fail(self, expected: str) -> NoReturn:
        raise BookletError(f"expected {expected}, got {quoted(self.line)} in line {self.number}")

    def match(self, pattern: str, expected: str) -> re.Match[str]:
        return re.fullmatch(pattern, self.line) or self.fail(expected)

    def booklet(self) -> Booklet:
        if self.next() != FIRST_LINE:
            self.fail(f"a booklet, which begins with {FIRST_LINE!r}")
        self.next()
        try:
            self.rules = Rules.parse(self.match("rules ([0-9x]+)", "rules such as 7x6x4")[1])
        except InarowError:
            self.fail("rules such as 7x6x4")
        self.next()
        side = Side[self.match("side (first|second)", "side first or side second")[1].upper()]
        self.next()
        is_draw = self.match("goal (win|draw)", "goal win or goal draw")[1] == "draw"
        start = None
        if side is Side.FIRST:
            self.next()
            match = self.match(f"start (.) > {LINK}", "a start such as start 4 > 1")
            start = Answer(self.move(match[1]), self.link(match[2], match[3]))
        diagrams: list[Diagram] = []
        pages: list[Page] = []
        while self.next():
            if self.line.startswith("diagram") and not pages:
                diagrams.append(self.diagram(len(diagrams) + 1))
            else:
                pages.append(self.page(len(pages) + 1))
        if next(self.lines, None) is not None:
            self.fail("a page")
        return Booklet(self.rules, side, is_draw, start, tuple(diagrams), tuple(pages))

    def diagram(self, number: int) -> Diagram:
        match = self.match(
            rf"diagram {number} \|([^|]*) \|([^|]*) \|([^|]*)", f"diagram {number} | | |"
        )
        arrows = {}
        for word in match[1].split():
            start, _, ends = word.partition("-")
            arrows[self.cell(start)] = tuple(self.cell(end) for end in ends.split("/"))
        crosses = frozenset(self.cell(word) for word in match[2].split())
        order = tuple(self.cell(word) for word in match[3].split())
        return Diagram(arrows, crosses, order)

    def page(self, number: int) -> Page:
        match = self.match(rf"page {number} \|(?: {LINK})? \|([^|]*)", f"page {number} | |")
        answers = {}
        for word in match[3].split():
            answer = re.fullmatch(f"(.):(.)>{LINK}", word) or self.fail("an answer such as 1:4>2")
            answers[self.move(answer[1])] = Answer(
                self.move(answer[2]), self.link(answer[3], answer[4])
            )
        return Page(self.link(match[1], match[2]) if match[1] else None, answers)

    def link(self, number: str, mirrored: str) -> Link:
        return Link(int(number) - 1, bool(mirrored))

    def move(self, word: str) -> int:
        try:
            return parse_move(word, self.rules)
        except InarowError:
            self.fail(f"a column of {self.rules}")

    def cell(self, word: str) -> int:
        try:
            return (self.rules.bit(*parse_cell(word, self.rules))).bit_length() - 1
        except InarowError:
            self.fail(f"a cell of {self.rules}")
