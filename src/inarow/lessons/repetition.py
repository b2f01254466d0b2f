"""When a lesson comes again: the boxes of Leitner, with intervals of 1, 3, 7, 16 and 35 days.

What was missed goes into the first box and comes again tomorrow. Answered on the day when it is
due, or later, it goes on to the next box; missed again, it goes back to the first. Whoever answers
it from the last box has learned it. (S. Leitner, So lernt man lernen, 1972.)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

__all__ = ["INTERVALS", "Repetition", "after"]

INTERVALS: Final = (1, 3, 7, 16, 35)
"""After how many days a lesson comes again, box by box."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """In which box a lesson is, from 0, and the day from which on it is due."""

    box: int
    due: date

    def is_due(self, day: date) -> bool:
        """Whether it is to be answered on that day."""
        return self.due <= day


def after(before: Repetition | None, right: bool, day: date) -> Repetition | None:
    """Where a lesson is after it was answered on *day*; `None` if it need not come again.

    *right* means at the first try and without help. *before* is `None` for a lesson that is in no
    box. To answer one before it is due changes nothing, unless the answer is wrong.
    """
    if not right:
        return _in_box(0, day)
    if before is None or not before.is_due(day):
        return before
    return _in_box(before.box + 1, day) if before.box + 1 < len(INTERVALS) else None


def _in_box(box: int, day: date) -> Repetition:
    # Nobody lives to see the last day there is, but no clock set wrongly may break a schedule.
    wait = min(timedelta(days=INTERVALS[box]), date.max - day)
    return Repetition(box, day + wait)
