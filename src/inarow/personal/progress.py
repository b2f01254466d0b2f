"""`Progress`: which puzzles a person has solved and missed, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from inarow.explain.puzzles import Puzzle
from inarow.personal.journal import Journal, user_folder

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

    @classmethod
    def read(cls, data: dict[str, Any]) -> Attempt:
        """The attempt that was written as plain data; what was added later is passed over."""
        counts = (int(data.get("wrong", 0)), int(data.get("hints", 0)))
        return cls(str(data["when"]), str(data["puzzle"]), data["solved"] is True, *counts)


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

    def next_unsolved(self, puzzles: Sequence[Puzzle], after: Puzzle | None = None) -> Puzzle:
        """The next puzzle to try: one that was never solved, or simply the next when all were."""
        start = puzzles.index(after) + 1 if after in puzzles else 0
        ahead = [*puzzles[start:], *puzzles[:start]]
        solved = self.solved()
        return next((each for each in ahead if each.name not in solved), ahead[0])
