"""Making a booklet: the opening and its diagrams are looked for, and proved before they are used.

What has been found out so far can be saved as text, so that a long search can go on another day.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from inarow import _core, files
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.booklet import text
from inarow.booklet.booklet import Booklet, expect_rules
from inarow.booklet.walk import walk
from inarow.errors import BookletError
from inarow.search.book import shipped
from inarow.search.oracle import solve
from inarow.search.stop import Stop

__all__ = ["BookletBuilder", "Goal", "State", "build", "goal_of"]

LOG2_ANSWERS: Final = (22, 25)
"""Solved positions that are kept for all threads, 8 bytes each: on small boards, and on others."""

SMALL: Final = 30
"""How many cells a small board has at most."""

CLOSE_AFTER: Final = 0.4
"""The part of the time after which only what is not closed is looked at, until all is."""

SHARE: Final = 0.2
"""The part of the time for finding diagrams that serve many pages."""


class Goal(NamedTuple):
    """Whose booklet it is, and whether it need not win."""

    side: Side
    is_draw_enough: bool


class State(NamedTuple):
    """How far a search is: *pages* are an estimate until it has *closed*."""

    seconds: float
    looked_at: int
    pages: float
    closed: bool


def goal_of(rules: Rules, side: Side | None = None, is_draw_enough: bool | None = None) -> Goal:
    """What can be reached: a win for whoever has one, else a draw for *side*, or the first."""
    expect_rules(rules)
    if side is not None and is_draw_enough is not None:
        return Goal(side, is_draw_enough)
    score = solve(Position(rules))
    winner = Side.FIRST if score.value > 0 else Side.SECOND if score.value < 0 else None
    if side is None:
        side = winner or Side.FIRST
    return Goal(side, winner is None if is_draw_enough is None else is_draw_enough)


class BookletBuilder:
    """Looks for a booklet; *rules* need gravity and at most 62 bits."""

    def __init__(
        self,
        rules: Rules,
        goal: Goal,
        *,
        threads: int | None = None,
        table_mb: int = 16,
        seed: int = 1,
    ) -> None:
        book = shipped(rules)
        try:
            self._core = _core.BookletBuilder(
                rules,
                goal.side is Side.FIRST,
                goal.is_draw_enough,
                (os.cpu_count() or 1) if threads is None else threads,
                LOG2_ANSWERS[rules.cell_count > SMALL],
                table_mb,
                seed,
                book.core if book else None,
            )
        except ValueError as error:
            raise BookletError(str(error)) from None

    @property
    def state(self) -> State:
        """How far it is."""
        return State(*self._core.state)

    def run(
        self,
        seconds: float,
        progress: Callable[[State], None] | None = None,
        stop: Stop | None = None,
    ) -> bool:
        """Go on for some time; whether it has closed. *progress* is called about every second."""

        def report(state: tuple[float, int, float, bool]) -> bool:
            if progress:
                progress(State(*state))
            return stop is not None and stop.is_set()

        try:
            self._core.run(seconds, CLOSE_AFTER * seconds, report)
        except ValueError as error:
            raise BookletError(str(error)) from None
        return self.state.closed

    def saved(self) -> str:
        """What has been found out, as text for `load`."""
        return self._core.saved()

    def load(self, work: str) -> None:
        """Go on from what `saved` returned, for the same rules and goal."""
        try:
            self._core.load(work)
        except ValueError as error:
            raise BookletError(str(error)) from None

    def booklet(self, seconds: float = 10) -> Booklet | None:
        """The booklet, proved, with as few diagrams as *seconds* allow; None if not closed."""
        try:
            source = self._core.booklet(seconds)
        except ValueError as error:
            raise BookletError(str(error)) from None
        if not source:
            return None
        found = text.parse(source)
        walk(found)
        return found


def build(
    path: str | os.PathLike[str],
    builder: BookletBuilder,
    seconds: float,
    progress: Callable[[State], None] | None = None,
    stop: Stop | None = None,
) -> Booklet | None:
    """Write the booklet that *builder* finds in *seconds*, or None if that is too short.

    The work lies beside it as NAME.part, also after Ctrl-C; an earlier one is gone on from.
    """
    target = Path(path)
    part = target.with_name(target.name + ".part")
    if part.exists():
        try:
            builder.load(part.read_text("utf-8", "replace"))
        except BookletError as error:
            raise BookletError(f"{part}: {error}; remove it, or choose another name") from None
    try:
        builder.run(seconds, progress, stop)
    finally:
        files.write(part, builder.saved().encode(), BookletError)
    booklet = builder.booklet(SHARE * seconds)
    if booklet:
        files.write(target, text.text(booklet).encode(), BookletError)
    return booklet
