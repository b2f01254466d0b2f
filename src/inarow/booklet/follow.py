"""Playing by a booklet: where in it a game stands, and the move that it says."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.board.lines import playable, threats
from inarow.board.position import AnyPosition, Position
from inarow.booklet.booklet import Booklet
from inarow.booklet.cells import column_cells, mirrored, mirrored_cell
from inarow.booklet.diagram import Diagram, Rule

__all__ = ["Place", "Reply", "move", "place_of", "reply", "said", "start"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where we are with the opponent to move: at a page, or with a diagram to the end.

    *mirrored* says that what the booklet draws is the mirror image of the board.
    """

    page: int | None = None
    diagram: int | None = None
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A column to play, the rule that says so, and where that leads; nowhere if it wins."""

    move: int
    rule: Rule
    place: Place


def start(booklet: Booklet) -> tuple[Position, Place]:
    """The first position in which the opponent is to move, and its place."""
    empty = Position(booklet.rules)
    if booklet.start is None:
        return empty, Place(page=0)
    link = booklet.start.page
    return empty.play(booklet.start.move), Place(page=link.to, mirrored=link.mirrored)


def reply(booklet: Booklet, place: Place, ours: int, theirs: int, last: int) -> Reply:
    """What the booklet says at *place* after the opponent took the cell *last* (a bit number)."""
    rules = booklet.rules
    if place.mirrored:
        image = reply(
            booklet,
            Place(place.page, place.diagram),
            mirrored(ours, rules),
            mirrored(theirs, rules),
            mirrored_cell(last, rules),
        )
        there = image.place
        return Reply(
            rules.width - 1 - image.move,
            image.rule,
            Place(there.page, there.diagram, not there.mirrored),
        )
    if place.page is None:
        return _by_diagram(booklet, place.diagram, False, (ours, theirs, last))
    page = booklet.pages[place.page]
    answer = page.answers.get(last // rules.stride)
    occupied = ours | theirs
    if answer is not None and not threats(ours, occupied, rules) & playable(occupied, rules):
        return Reply(
            answer.move, Rule.PAGE, Place(page=answer.page.to, mirrored=answer.page.mirrored)
        )
    if page.diagram is None:
        return _by_diagram(booklet, None, False, (ours, theirs, last))
    return _by_diagram(booklet, page.diagram.to, page.diagram.mirrored, (ours, theirs, last))


def _by_diagram(
    booklet: Booklet, number: int | None, is_mirrored: bool, discs: tuple[int, int, int]
) -> Reply:
    rules = booklet.rules
    ours, theirs, last = discs
    diagram = Diagram() if number is None else booklet.diagrams[number]
    if is_mirrored:
        ours, theirs = mirrored(ours, rules), mirrored(theirs, rules)
        last = mirrored_cell(last, rules)
    cell, rule = diagram.reply(ours, theirs, last, rules)
    column = cell // rules.stride
    return Reply(
        rules.width - 1 - column if is_mirrored else column,
        rule,
        Place(diagram=number, mirrored=is_mirrored),
    )


def place_of(booklet: Booklet, board: AnyPosition) -> tuple[Place, int] | None:
    """The place before the opponent's last move, and that move's cell; None if not in the booklet.

    A game that has come to this position is looked for among those that follow the booklet.
    """
    goal = Position.of(board)
    if goal.rules != booklet.rules or goal.turn is not booklet.side:
        return None
    rules, side = booklet.rules, booklet.side
    ours, theirs = goal.discs(side), goal.discs(side.other)
    begin, place = start(booklet)
    todo = [(begin.discs(side), begin.discs(side.other), place)]
    seen = set(todo)
    while todo:
        own, other, place = todo.pop()
        if own & ~ours:
            continue
        for cell in _bits(playable(own | other, rules) & theirs):
            taken = other | 1 << cell
            if own == ours and taken == theirs:
                return place, cell
            said = reply(booklet, place, own, taken, cell)
            disc = playable(own | taken, rules) & column_cells(said.move, rules)
            after = (own | disc, taken, said.place)
            if disc & ours and after not in seen:
                seen.add(after)
                todo.append(after)
    return None


def said(booklet: Booklet, board: AnyPosition) -> Reply | None:
    """What the booklet says to its side, which is to move; None if it has no such position."""
    position = Position.of(board)
    if booklet.start and not position.ply and position.rules == booklet.rules:
        link = booklet.start.page
        return Reply(booklet.start.move, Rule.PAGE, Place(page=link.to, mirrored=link.mirrored))
    if (found := place_of(booklet, position)) is None:
        return None
    ours, theirs = position.discs(booklet.side), position.discs(booklet.side.other)
    return reply(booklet, found[0], ours, theirs, found[1])


def move(booklet: Booklet | None, board: AnyPosition) -> tuple[int, Rule]:
    """The move to play, and the rule that says so.

    Where the booklet has nothing, it is what the rules of a diagram without arrows say.
    """
    position = Position.of(board)
    if booklet and (found := said(booklet, position)):
        return found.move, found.rule
    rules, side = position.rules, position.turn
    ours, theirs = position.discs(side), position.discs(side.other)
    cell, rule = Diagram().reply(ours, theirs, None, rules)
    return cell // rules.stride, rule if rule in (Rule.WIN, Rule.BLOCK) else Rule.NONE


def _bits(cells: int) -> list[int]:
    found = []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found
