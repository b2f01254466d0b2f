"""`Progress`: which puzzles a person has solved and missed, when, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from inarow.arena.glicko2 import NEWCOMER, Glicko
from inarow.personal.journal import Journal, user_folder
from inarow.puzzles import Puzzle, after, daily, near

__all__ = ["Attempt", "Progress"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle that was solved, or given up; with the wrong moves and the hints before that."""

    when: str
    """Local date and time, `2026-11-16T18:30:00+01:00`."""
    puzzle: str
    solved: bool
    wrong: int = 0
    hints: int = 0
    rating: int = 0
    """That of the puzzle; 0 if the attempt is not rated."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> Attempt:
        """The attempt that was written as plain data; what was added later is passed over."""
        counts = (int(data.get(name, 0)) for name in ("wrong", "hints", "rating"))
        return cls(str(data["when"]), str(data["puzzle"]), data["solved"] is True, *counts)

    @property
    def is_won(self) -> bool:
        """Whether it was solved without a wrong move and without help."""
        return self.solved and not self.wrong and not self.hints

    @property
    def day(self) -> date | None:
        """The day in UTC, if it can be read."""
        try:
            return datetime.fromisoformat(self.when).astimezone(UTC).date()
        except (ValueError, OverflowError):
            return None


class Progress:
    """The attempts of one person, in `puzzles.jsonl` of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        path = (folder or user_folder()) / "puzzles.jsonl"
        self.journal: Journal[Attempt] = Journal(path, Attempt.read, asdict)

    def add(self, attempt: Attempt) -> None:
        """Note how a puzzle ended."""
        self.journal.add(attempt)

    def solved(self) -> set[str]:
        """The names of the puzzles that were ever solved."""
        return {attempt.puzzle for attempt in self.journal.entries() if attempt.solved}

    def strength(self) -> Glicko:
        """How strong the first attempts at each puzzle show this person to be."""
        strength, known = NEWCOMER, set[str]()
        for attempt in self.journal.entries():
            if attempt.puzzle not in known and 0 < attempt.rating < 10_000:
                strength = after(strength, attempt.rating, solved=attempt.is_won)
            known.add(attempt.puzzle)
        return strength

    def next(self, puzzles: Sequence[Puzzle], after: Puzzle | None = None) -> Puzzle:
        """The next puzzle: about as hard as this person is strong, and not seen before."""
        seen = [attempt.puzzle for attempt in self.journal.entries()]
        if after is not None:
            seen.append(after.name)
        return near(self.strength().rating, puzzles, seen)

    def streak(self, today: date) -> int:
        """On how many days in a row the puzzle of the day was solved; *today* may still come."""
        days = {
            day
            for attempt in self.journal.entries()
            if attempt.solved and (day := attempt.day) and attempt.puzzle == daily(day).name
        }
        day = today if today in days else today - timedelta(days=1)
        count = 0
        while day - timedelta(days=count) in days:
            count += 1
        return count
