"""A booklet as a page to print: one HTML file that needs nothing else.

sheets.html beside this module is its frame, with the style and how to read it.
"""

from __future__ import annotations

from collections import deque
from html import escape
from importlib import resources
from string import Template

from inarow.board import render
from inarow.board.notation import cell_name, move_text
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules
from inarow.booklet.booklet import Booklet, Link
from inarow.booklet.diagram import Diagram

__all__ = ["page"]


def page(booklet: Booklet) -> str:
    """The booklet: how to read it, its opening page by page, and its diagrams as pictures."""
    rules, us, them = booklet.rules, booklet.side.symbol, booklet.side.other.symbol
    template = (resources.files("inarow.booklet") / "sheets.html").read_text("utf-8")
    return Template(template).substitute(
        title=escape(f"How {us} {_promise(booklet)} on {rules}"),
        promise=escape(_promise(booklet)),
        us=us,
        them=them,
        start=_start(booklet),
        pages="\n".join(_page_rows(booklet)),
        diagrams="\n".join(
            _diagram(diagram, number, rules)
            for number, diagram in enumerate(booklet.diagrams, start=1)
        ),
        page_count=f"{len(booklet.pages):,}",
        diagram_count=f"{len(booklet.diagrams):,}",
    )


def _promise(booklet: Booklet) -> str:
    return "never loses" if booklet.is_draw_enough else "always wins"


def _start(booklet: Booklet) -> str:
    if booklet.start is None:
        return f"The opponent begins; you are at {_link(Link(0), 'page')}."
    column = move_text(booklet.start.move, booklet.rules)
    return f"Play column {column}. You are at {_link(booklet.start.page, 'page')}."


def _link(link: Link, kind: str, word: str | None = None) -> str:
    number, word = link.to + 1, kind + " " if word is None else word
    return f'<a href="#{kind}-{number}">{word}{number}</a>{"~" if link.mirrored else ""}'


def _routes(booklet: Booklet) -> dict[int, tuple[int, ...]]:
    """Moves that lead to each page, as it is drawn, by the shortest way."""
    width = booklet.rules.width

    def turned(moves: tuple[int, ...], link: Link) -> tuple[int, ...]:
        return tuple(width - 1 - move for move in moves) if link.mirrored else moves

    start = booklet.start
    first = start.page if start else Link(0)
    found = {first.to: turned((start.move,), first) if start else ()}
    todo = deque(found)
    while todo:
        number = todo.popleft()
        for column, answer in booklet.pages[number].answers.items():
            if answer.page.to not in found:
                moves = (*found[number], column, answer.move)
                found[answer.page.to] = turned(moves, answer.page)
                todo.append(answer.page.to)
    return found


def _page_rows(booklet: Booklet) -> list[str]:
    rules, ways = booklet.rules, _routes(booklet)
    rows = []
    for number, each in enumerate(booklet.pages):
        words = [
            f"<b>{move_text(column, rules)}</b>&#8202;&rarr;&#8202;"
            f"{move_text(answer.move, rules)} {_link(answer.page, 'page', '')}"
            for column, answer in sorted(each.answers.items())
        ]
        if each.diagram:
            words.append(("else " if words else "") + _link(each.diagram, "diagram"))
        elif not words:
            words.append("win")
        moves = "".join(move_text(move, rules) for move in ways.get(number, ()))
        rows.append(
            f'<li id="page-{number + 1}"><b class="number">{number + 1}</b> '
            f'<span class="moves">{moves}</span> {", ".join(words)}</li>'
        )
    return rows


def _cell(bit: int, rules: Rules) -> Cell:
    return Cell(*divmod(bit, rules.stride))


def _diagram(diagram: Diagram, number: int, rules: Rules) -> str:
    marks = {_cell(bit, rules): str(rank) for rank, bit in enumerate(diagram.order, start=1)}
    for bit in diagram.crosses:
        cell = _cell(bit, rules)
        marks[cell] = marks.get(cell, "") + "×"
    arrows = [(_cell(bit, rules), _cell(ends[0], rules)) for bit, ends in diagram.arrows.items()]
    picture = render.svg(
        Position(rules), marks=marks, arrows=arrows, cell_names=True, title=f"diagram {number}"
    )
    words = [
        f"{_text(bit, rules)} &rarr; {' or else '.join(_text(end, rules) for end in ends)}"
        for bit, ends in sorted(diagram.arrows.items())
        if len(ends) > 1
    ]
    more = f"<p>{'; '.join(words)}</p>" if words else ""
    return (
        f'<figure id="diagram-{number}"><figcaption>{number}</figcaption>{picture}{more}</figure>'
    )


def _text(bit: int, rules: Rules) -> str:
    return cell_name(_cell(bit, rules), rules)
