"""`Clock`: what each side has left, in milliseconds, as a value. Who uses it reads the time."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from inarow.board.rules import Side
from inarow.errors import PlayerError, quoted

__all__ = ["DAY", "Clock", "time_text"]

DAY: Final = 24 * 3_600_000
MINUTE: Final = 60_000
SECOND: Final = 1000


@dataclass(frozen=True, slots=True)
class Clock:
    """Base and increment, what the sides (x, o) had left at *since*, and whose clock runs.

    A clock that is *renewed* gives its base anew for each move, and nothing is saved up.
    """

    base: int
    increment: int
    left: tuple[int, int]
    running: Side | None = None
    since: int = 0
    renewed: bool = False

    @classmethod
    def for_days(cls, days: int) -> Clock:
        """A clock that has not started, with so many days for each move."""
        return cls(days * DAY, 0, (days * DAY, days * DAY), renewed=True)

    @classmethod
    def new(cls, base: int, increment: int) -> Clock:
        """A clock that has not started."""
        return cls(base, increment, (base, base))

    @classmethod
    def parse(cls, text: str, left: str = "") -> Clock:
        """The clock that `5+3` sets, or `5`: minutes for each side, and seconds added per move.

        *left* is what `left_text` wrote, for a game that has begun.
        """
        match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,2})?)(?:\+([0-9]{1,4}))?", text.strip())
        base = round(float(match[1]) * MINUTE) if match else 0
        if match is None or not base:
            raise PlayerError(
                f"expected a clock such as 5+3 (minutes, and seconds per move), got {quoted(text)}"
            )
        clock = cls.new(base, int(match[2] or 0) * SECOND)
        rest = re.fullmatch(r"([0-9]{1,9}) ([0-9]{1,9})", left)
        return replace(clock, left=(int(rest[1]), int(rest[2]))) if rest else clock

    @property
    def days(self) -> int | None:
        """How many days there are for each move; `None` on other clocks."""
        return self.base // DAY if self.renewed else None

    @property
    def text(self) -> str:
        """`5+3`, as `parse` reads it."""
        return f"{round(self.base / MINUTE, 2):g}+{self.increment // SECOND}"

    @property
    def left_text(self) -> str:
        """What x and o had left, in milliseconds: `271200 300000`."""
        return "{} {}".format(*self.left)

    def at(self, now: int) -> tuple[int, int]:
        """What x and o have left, never less than nothing."""
        if self.running is None:
            return self.left
        spent = max(0, now - self.since)
        x, o = self.left
        return (max(0, x - spent), o) if self.running is Side.FIRST else (x, max(0, o - spent))

    def after_move(self, now: int) -> tuple[int, int]:
        """What x and o have left when the side whose clock runs moves now."""
        if self.renewed:
            return self.base, self.base
        x, o = self.at(now)
        if self.running is None:
            return x, o
        return (x + self.increment, o) if self.running is Side.FIRST else (x, o + self.increment)

    def set(self, left: tuple[int, int], running: Side | None, now: int) -> Clock:
        """The clock that shows *left* and runs for *running* from now on."""
        return Clock(self.base, self.increment, left, running, now, self.renewed)

    def run(self, running: Side | None, now: int) -> Clock:
        """The clock that runs for *running* from now on, after what was spent so far."""
        return self.set(self.at(now), running, now)

    def moved(self, now: int) -> Clock:
        """The clock of the side that has just moved, stopped."""
        return self.set(self.after_move(now), None, now)

    def later(self, pause: int) -> Clock:
        """The clock after a pause that is charged to nobody."""
        return replace(self, since=self.since + pause)

    @property
    def ends(self) -> int | None:
        """When the side whose clock runs has nothing left."""
        return None if self.running is None else self.since + self.left[self.running - 1]


def time_text(milliseconds: int) -> str:
    """A time as clocks show it: `4:31`, and `0:09.4` in the last ten seconds."""
    if milliseconds < 10 * SECOND:
        return f"0:{milliseconds // 100 / 10:04.1f}"
    minutes, seconds = divmod(-(-milliseconds // SECOND), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
