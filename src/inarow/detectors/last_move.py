"""Detector `last_move`: counting outwards from the last disc.

A line that was not there before must contain the disc just played. So start there and, in each of
four directions, count the discs of the same side one way and the other, stopping at the first cell
that holds anything else. The last disc is not counted, so both counts together must reach k - 1.

A side with fewer than k discs cannot have a line, and nothing is checked. The document asks for
*exactly* 3 of 4; five in a row must win as well, so we ask for *at least* k - 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inarow.board.lines import Direction, Line, ordered
from inarow.board.notation import cell_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.detectors.idea import lines_of, picture
from inarow.detectors.listing import Listing, listing
from inarow.detectors.tracing import Step, Trace, Value
from inarow.language import say


class Arms(NamedTuple):
    """The discs counted from *disc* both ways in one direction, nearest first."""

    disc: Cell
    direction: Direction
    back: tuple[Cell, ...]
    ahead: tuple[Cell, ...]

    @property
    def total(self) -> int:
        """What must reach k - 1."""
        return len(self.back) + len(self.ahead)

    @property
    def line(self) -> Line:
        """The discs counted, with the last disc between them."""
        return Line((*reversed(self.back), self.disc, *self.ahead), self.direction)


def arm(discs: frozenset[Cell], disc: Cell, columns: int, rows: int) -> tuple[Cell, ...]:
    """Those of *discs* that follow *disc* one way, up to the first other cell."""
    counted = []
    cell = Cell(disc.column + columns, disc.row + rows)
    while cell in discs:
        counted.append(cell)
        cell = Cell(cell.column + columns, cell.row + rows)
    return tuple(counted)


def arms(position: Position, side: Side, last: Cell | None) -> Iterator[Arms]:
    """The four pairs of arms of the last disc, or of every disc in turn if none is known."""
    discs = frozenset(position.rules.cells(position.discs(side)))
    if len(discs) < position.rules.k:
        return
    for disc in sorted(discs) if last is None else (last,):
        for direction in Direction:
            columns, rows = direction.columns, direction.rows
            back = arm(discs, disc, -columns, -rows)
            ahead = arm(discs, disc, columns, rows)
            yield Arms(disc, direction, back, ahead)


def find(position: Position, side: Side, last: Cell | None = None) -> tuple[Line, ...]:
    """The lines of *side* through *last*."""
    needed = position.rules.k - 1
    return ordered(a.line for a in arms(position, side, last) if a.total >= needed)


def trace(position: Position, side: Side, last: Cell | None = None) -> Trace:
    """One step for every direction."""
    needed = position.rules.k - 1
    counted = tuple(arms(position, side, last))
    steps = tuple(_step(pair, needed, position.rules) for pair in counted)
    return Trace(
        "last_move",
        side,
        needed,
        steps,
        sum(_read(pair, position) for pair in counted),
        code=_code().lines,
        idea=_idea(position, side, last, steps, counted) if steps else (),
        use=say(
            "It reads only a few cells, however large the board is. Use it for a grid of your own "
            "when you know the last move."
        ),
    )


def _code() -> Listing:
    return listing(arms, arm, find)


def _idea(
    position: Position,
    side: Side,
    last: Cell | None,
    steps: tuple[Step, ...],
    counted: tuple[Arms, ...],
) -> tuple[Step, ...]:
    needed = position.rules.k - 1
    best, pair = max(zip(steps, counted, strict=True), key=lambda both: both[1].total)
    first, name = pair.back or pair.ahead, cell_name(pair.disc, position.rules)
    begin = say(
        "A disc can only complete a line that it lies in. So begin there, at {cell}.", cell=name
    )
    if last is None:
        begin = say(
            "Nobody says which disc of {side} came last, so each takes its turn: {cell}, for "
            "example.",
            side=side,
            cell=name,
        )
    around = tuple(
        step for step, each in zip(steps, counted, strict=True) if each.disc == pair.disc
    )
    numbered = {c: n for step in around for c, n in zip(step.cells, step.counts, strict=True)}
    return (
        picture(
            begin, replace(best, cells=(pair.disc,), counts=(), lines=()), _code().at("for disc in")
        ),
        picture(
            say(
                "Count the discs of {side} one way, up to the first cell that holds anything else: "
                "{count}.",
                side=side,
                count=len(first),
            ),
            replace(
                best,
                cells=(pair.disc, *first),
                counts=tuple(range(len(first) + 1)),
                lines=(),
            ),
            _code().at("back =", "while cell in discs", "counted.append"),
        ),
        picture(
            say(
                "Count the other way, too, and add up: {back} + {ahead} = {total}. The last disc "
                "itself is not counted, so {needed} make a line.",
                back=len(pair.back),
                ahead=len(pair.ahead),
                total=pair.total,
                needed=needed,
            ),
            best,
            _code().at("ahead =", "return ordered"),
        ),
        picture(
            say(
                "Do that in four directions: along the row, along the column, and along both "
                "diagonals. That is all."
            ),
            replace(
                best,
                cells=tuple(numbered),
                counts=tuple(numbered.values()),
                lines=lines_of(around),
            ),
            _code().at("for direction in"),
        ),
    )


def _read(pair: Arms, position: Position) -> int:
    """How many cells were looked at: those that counted, and those that stopped the count."""
    cells, (columns, rows) = pair.line.cells, (pair.direction.columns, pair.direction.rows)
    stops = (
        (cells[0].column - columns, cells[0].row - rows),
        (cells[-1].column + columns, cells[-1].row + rows),
    )
    return pair.total + sum(position.rules.has(*stop) for stop in stops)


def _text(pair: Arms, disc: str) -> str:
    """What was counted each way, in the order of the document."""
    back, ahead = len(pair.back), len(pair.ahead)
    told = {"direction": pair.direction, "cell": disc, "total": pair.total}
    if pair.direction is Direction.HORIZONTAL:
        return say(
            "{direction} from {cell}: {left} to the left + {right} to the right = {total}",
            left=back,
            right=ahead,
            **told,
        )
    if pair.direction is Direction.VERTICAL:
        return say(
            "{direction} from {cell}: {up} to the top + {down} to the bottom = {total}",
            up=ahead,
            down=back,
            **told,
        )
    if pair.direction is Direction.RISING:
        return say(
            "{direction} from {cell}: {up} to the top-right + {down} to the bottom-left = {total}",
            up=ahead,
            down=back,
            **told,
        )
    return say(
        "{direction} from {cell}: {up} to the top-left + {down} to the bottom-right = {total}",
        up=back,
        down=ahead,
        **told,
    )


def _step(pair: Arms, needed: int, rules: Rules) -> Step:
    name = cell_name(pair.disc, rules)
    return Step(
        group=say("disc in {cell}", cell=name),
        label=str(pair.direction),
        text=_text(pair, name),
        cells=pair.line.cells,
        value=pair.total,
        counts=(*range(len(pair.back), 0, -1), 0, *range(1, len(pair.ahead) + 1)),
        lines=(pair.line,) if pair.total >= needed else (),
        code=_code().at("back =", "ahead =", "return ordered"),
        values=(
            Value("disc", name, say("the disc to begin at")),
            Value("back", str(len(pair.back)), say("discs one way")),
            Value("ahead", str(len(pair.ahead)), say("discs the other way")),
            Value(
                "total",
                str(pair.total),
                say("both together; with the last disc, {k} of them make a line", k=needed),
            ),
        ),
    )
