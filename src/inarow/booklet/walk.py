"""Proving a booklet: `walk` plays every game that the opponent can choose, to its end.

It follows the pages one by one, and then each diagram through all positions at once, in NumPy
arrays of 64-bit numbers. It knows the rules of the game and of `diagram.py` and nothing else: no
score is looked up, nothing is calculated ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import numpy as np

from inarow.board.lines import playable, threats
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.booklet.booklet import Booklet
from inarow.booklet.cells import column_cells, mirrored, mirrored_cell
from inarow.booklet.diagram import Diagram
from inarow.booklet.follow import Place, start
from inarow.errors import BookletError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells: TypeAlias = NDArray[np.uint64]

__all__ = ["Walked", "walk"]


@dataclass(frozen=True, slots=True)
class Walked:
    """What a proof has met: how many of each, and *positions* with the opponent to move."""

    pages: int
    decisions: int
    diagrams: int
    leaves: int
    positions: int
    plies: int


Point: TypeAlias = tuple[int, int, int]
"""Our discs, theirs, and the cell they have just taken."""


def walk(booklet: Booklet, progress: Callable[[int, int], None] | None = None) -> Walked:
    """Play all games of *booklet*; `BookletError` names the first position where it fails.

    *progress* is told how many diagrams of how many are done.
    """
    points, decisions, leaves, deepest = _walk_pages(booklet)
    positions = len(booklet.pages)
    for number, diagram in enumerate(booklet.diagrams):
        if progress:
            progress(number, len(booklet.diagrams))
        met = _Diagrams(booklet, diagram, f"diagram {number + 1}").walk(points.get(number, []))
        positions += met
    return Walked(len(booklet.pages), decisions, len(booklet.diagrams), leaves, positions, deepest)


def _walk_pages(booklet: Booklet) -> tuple[dict[int, list[Point]], int, int, int]:
    """What each diagram has to answer, and how many decisions, leaves and plies the pages have."""
    rules, side = booklet.rules, booklet.side
    first, place = start(booklet)
    found: dict[int, tuple[int, int]] = {}
    points: dict[int, list[Point]] = {}
    todo: list[int] = []
    decided: set[tuple[int, int]] = set()

    def arrive(ours: int, theirs: int, there: Place) -> None:
        if there.page is None:
            raise AssertionError("pages lead to pages")
        if there.mirrored:
            ours, theirs = mirrored(ours, rules), mirrored(theirs, rules)
        if there.page not in found:
            found[there.page] = ours, theirs
            todo.append(there.page)
        elif found[there.page] != (ours, theirs):
            _fail(booklet, ours, theirs, f"page {there.page + 1} is another position")

    if booklet.start:
        decided.add((0, 0))
    arrive(first.discs(side), first.discs(side.other), place)
    leaves = deepest = 0
    while todo:
        number = todo.pop()
        page = booklet.pages[number]
        ours, theirs = found[number]
        deepest = max(deepest, (ours | theirs).bit_count())
        leaves += not page.answers
        used = set()
        for column in range(rules.width):
            disc = playable(ours | theirs, rules) & column_cells(column, rules)
            if not disc:
                continue
            taken = theirs | disc
            where = f"page {number + 1}"
            if threats(theirs, ours | theirs, rules) & disc:
                _fail(booklet, ours, taken, f"{where}: the opponent wins")
            cells = playable(ours | taken, rules)
            if threats(ours, ours | taken, rules) & cells:
                continue
            answer = page.answers.get(column)
            if answer is None:
                if page.diagram is None:
                    _fail(booklet, ours, taken, f"{where}: there is no answer")
                point = ours, taken, disc.bit_length() - 1
                if page.diagram.mirrored:
                    point = (
                        mirrored(ours, rules),
                        mirrored(taken, rules),
                        mirrored_cell(point[2], rules),
                    )
                points.setdefault(page.diagram.to, []).append(point)
                continue
            used.add(column)
            image = mirrored(ours, rules), mirrored(taken, rules)
            decided.add(min((ours, taken), image))
            own = cells & column_cells(answer.move, rules)
            if not own:
                _fail(booklet, ours, taken, f"{where}: the answer cannot be played")
            arrive(ours | own, taken, Place(answer.page.to, None, answer.page.mirrored))
        if used != set(page.answers):
            raise BookletError(
                f"expected answers to moves that can be played, on page {number + 1}"
            )
    if len(found) != len(booklet.pages):
        raise BookletError(
            f"expected {len(booklet.pages)} pages that can be reached, got {len(found)}"
        )
    return points, len(decided), leaves, deepest


def _fail(booklet: Booklet, ours: int, theirs: int, what: str) -> NoReturn:
    first, second = (ours, theirs) if booklet.side is Side.FIRST else (theirs, ours)
    position = Position(booklet.rules, first, second, booklet.side)
    raise BookletError(f"the booklet fails at {position.text()}: {what}")


class _Diagrams:
    """One diagram, followed through many positions at once."""

    def __init__(self, booklet: Booklet, diagram: Diagram, name: str) -> None:
        self.booklet, self.diagram, self.name = booklet, diagram, name
        rules = self.rules = booklet.rules
        self.board = np.uint64(rules.board)
        self.bottom = np.uint64(playable(0, rules))
        self.columns = [np.uint64(column_cells(column, rules)) for column in range(rules.width)]
        self.steps = [np.uint64(step) for step in _steps(rules)]

    def walk(self, points: list[Point]) -> int:
        """How many positions with the opponent to move were met."""
        if not points:
            raise BookletError(f"expected a page that leads to {self.name}")
        todo: dict[int, list[Point]] = {}
        for point in points:
            todo.setdefault((point[0] | point[1]).bit_count(), []).append(point)
        ply = met = 0
        ours, theirs = np.empty(0, np.uint64), np.empty(0, np.uint64)
        while len(ours) or todo:
            if not len(ours):  # all games end before the next point
                ply = min(todo)
            after = [self._after(ours, theirs)] if len(ours) else []
            if ply in todo:
                after.append(self._from_points(todo.pop(ply)))
            ours = np.concatenate([each[0] for each in after])
            theirs = np.concatenate([each[1] for each in after])
            _, kept = np.unique(ours + (ours | theirs), return_index=True)
            ours, theirs = ours[kept], theirs[kept]
            met += len(ours)
            ply += 2
        return met

    def _from_points(self, points: list[Point]) -> tuple[Cells, Cells]:
        ours, theirs, last = (np.array(each, np.uint64) for each in zip(*points, strict=True))
        return self._answered(ours, theirs, np.uint64(1) << last)

    def _after(self, ours: Cells, theirs: Cells) -> tuple[Cells, Cells]:
        """The positions after each reply of the opponent and ours to it."""
        cells = ((ours | theirs) + self.bottom) & self.board
        losses = self._completing(theirs)
        found = []
        for column in self.columns:
            disc = cells & column
            some = disc != 0
            own, other, disc = ours[some], theirs[some], disc[some]
            if (lost := losses[some] & disc).any():
                self._fail(own, other | disc, lost, "the opponent wins")
            found.append(self._answered(own, other | disc, disc))
        return (
            np.concatenate([each[0] for each in found]),
            np.concatenate([each[1] for each in found]),
        )

    def _answered(self, ours: Cells, theirs: Cells, last: Cells) -> tuple[Cells, Cells]:
        """The positions after our replies; games that end as they should are left out."""
        occupied = ours | theirs
        cells = (occupied + self.bottom) & self.board
        wins, losses = self._completing(ours) & ~occupied, self._completing(theirs) & ~occupied
        over = wins & cells != 0
        full = ~over & (cells == 0)
        if full.any() and not self.booklet.is_draw_enough:
            self._fail(ours, theirs, full, "it is a draw")
        on = ~over & ~full
        ours, theirs, last, cells = ours[on], theirs[on], last[on], cells[on]
        wins, losses = wins[on], losses[on]
        free = cells & ~((wins | losses) >> np.uint64(1))
        move = losses & cells
        if (twice := move & (move - np.uint64(1)) * (move != 0)).any():
            self._fail(ours, theirs, twice, "the opponent wins in two ways")
        nothing = np.uint64(0)
        for cell, ends in self.diagram.arrows.items():
            here = last == np.uint64(1 << cell)
            for end in ends:
                arrow = np.where(here, cells & np.uint64(1 << end), nothing)
                move = np.where(move == 0, arrow, move)
        crossed = np.uint64(sum(1 << cell for cell in self.diagram.crosses))
        above = np.where(last & crossed != 0, nothing, (last << np.uint64(1)) & free)
        move = np.where(move == 0, above, move)
        for cell in self.diagram.order:
            move = np.where(move == 0, free & np.uint64(1 << cell), move)
        safe = cells & ~(losses >> np.uint64(1))
        rest = np.where(free != 0, free, np.where(safe != 0, safe, cells))
        move = np.where(move == 0, rest & (~rest + np.uint64(1)), move)
        ours = ours | move
        full = (ours | theirs) == self.board
        if full.any() and not self.booklet.is_draw_enough:
            self._fail(ours, theirs, full, "it is a draw")
        return ours[~full], theirs[~full]

    def _completing(self, discs: Cells) -> Cells:
        found = np.zeros_like(discs)
        for step in self.steps:
            before = [np.full_like(discs, self.board)]
            for _ in range(self.rules.k - 1):
                before.append((before[-1] & discs) << step)
            after = before[0]
            for cells in reversed(before):
                found |= cells & after
                after = (after & discs) >> step
        return found & self.board

    def _fail(self, ours: Cells, theirs: Cells, where: NDArray[np.generic], what: str) -> NoReturn:
        at = int(np.flatnonzero(where)[0])
        _fail(self.booklet, int(ours[at]), int(theirs[at]), f"{self.name}: {what}")


def _steps(rules: Rules) -> tuple[int, ...]:
    return 1, rules.stride - 1, rules.stride, rules.stride + 1
