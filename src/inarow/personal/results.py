"""`Results`: how games against programs ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from inarow.board.position import Outcome
from inarow.board.rules import Rules, Side
from inarow.personal.journal import Journal, user_folder

__all__ = ["Result", "Results", "Tally"]

ENDS = ("won", "drawn", "lost")


@dataclass(frozen=True, slots=True)
class Result:
    """A game that a person has finished: on which board, against whom, as `x` or `o`."""

    when: str
    """Local date and time, `2026-11-16T18:30:00+01:00`."""
    rules: str
    opponent: str
    side: str
    end: str
    """`won`, `drawn` or `lost`, as the person sees it."""
    moves: int

    @classmethod
    def of(
        cls, outcome: Outcome, rules: Rules, opponent: str, side: Side, moves: int, when: str
    ) -> Result:
        """What *outcome* means to the person who played *side*."""
        won = outcome.winner is side
        end = "drawn" if outcome.winner is None else "won" if won else "lost"
        return cls(when, str(rules), opponent, side.symbol, end, moves)

    @classmethod
    def read(cls, data: dict[str, Any]) -> Result:
        """The result that was written as plain data; what was added later is passed over."""
        if data["end"] not in ENDS:
            raise ValueError("expected won, drawn or lost")
        texts = {name: str(data[name]) for name in ("when", "rules", "opponent", "side", "end")}
        return cls(**texts, moves=int(data["moves"]))


class Tally(NamedTuple):
    """How often a person won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        """`won 3, lost 1`; empty without games."""
        counts = zip(ENDS, self, strict=True)
        return ", ".join(f"{end} {count}" for end, count in counts if count)


class Results:
    """The results of one person, in `results.jsonl` of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        path = (folder or user_folder()) / "results.jsonl"
        self.journal: Journal[Result] = Journal(path, Result.read, asdict)

    def add(self, result: Result) -> None:
        """Note a finished game."""
        self.journal.add(result)

    def tallies(self) -> dict[tuple[str, str], Tally]:
        """The counts by opponent and board."""
        ends = Counter((each.opponent, each.rules, each.end) for each in self.journal.entries())
        pairs = {(opponent, rules) for opponent, rules, _ in ends}
        return {pair: Tally(*(ends[(*pair, end)] for end in ENDS)) for pair in pairs}

    def against(self, opponent: str, rules: Rules) -> Tally:
        """The counts against one opponent on one board."""
        return self.tallies().get((opponent, str(rules)), Tally())
