"""`Scorecard`: what a judged agent has shown, in numbers; `table` compares several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from inarow.arena.ratings import LADDERS, Interval, ladder_of, performance
from inarow.board.notation import move_text, moves_text
from inarow.board.position import Position
from inarow.board.rules import Rules, Side
from inarow.explain.grades import Grade
from inarow.judge.exam import Question
from inarow.search.scores import Score

__all__ = ["Answer", "JudgedGame", "Scorecard", "Share", "Verdict", "ranking", "table"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move and what it was worth; without *scores* nothing is known about that.

    *lost* is how much of the point it gave away, *mattered* whether any move would have.
    """

    position: Position
    move: int
    seconds: float = 0.0
    scores: Mapping[int, Score] = field(default_factory=dict)
    grade: Grade | None = None
    lost: float = 0.0
    mattered: bool = False

    @property
    def kept(self) -> bool:
        """Whether the result stayed what it was."""
        return self.lost == 0

    @property
    def best(self) -> list[int]:
        """The moves that were best."""
        most = max((score.value for score in self.scores.values()), default=0)
        return [move for move, score in self.scores.items() if score.value == most]


@dataclass(frozen=True, slots=True)
class Answer:
    """A question of the exam with the verdict about the answer, or why there was none."""

    question: Question
    verdict: Verdict | None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A game of the agent, who had *side*, against a level; *forfeit* says why it was given up."""

    level: int
    side: Side
    points: float
    moves: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    forfeit: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """As a number from 0 to 1; `None` of nothing."""
        return self.part / self.whole if self.whole else None

    def __str__(self) -> str:
        return "-" if self.value is None else f"{100 * self.value:.0f}%"


class Scorecard:
    """All that *name* was asked, and what follows from it."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        self.rules = rules
        self.answers: list[Answer] = []
        self.games: list[JudgedGame] = []

    def add(self, results: Iterable[Answer | JudgedGame]) -> int:
        """Count what a job brought; how many failures were in it."""
        failed = 0
        for result in results:
            if isinstance(result, Answer):
                self.answers.append(result)
                failed += bool(result.failure)
            else:
                self.games.append(result)
                failed += bool(result.forfeit)
        return failed

    # -- moves --------------------------------------------------------------------------------

    @property
    def verdicts(self) -> list[Verdict]:
        """All moves there were, those of the exam first."""
        exam = [answer.verdict for answer in self.answers if answer.verdict]
        return exam + [verdict for game in self.games for verdict in game.verdicts]

    @property
    def exam(self) -> Share:
        """The answers that kept the result; one that failed did not."""
        kept = sum(a.verdict is not None and a.verdict.kept for a in self.answers)
        return Share(kept, len(self.answers))

    @property
    def accuracy(self) -> Share:
        """The moves that kept the result, of those in games where it could be lost."""
        mattered = [v for game in self.games for v in game.verdicts if v.mattered]
        return Share(sum(v.kept for v in mattered), len(mattered))

    def accuracy_by_ply(self) -> dict[int, Share]:
        """The same for exam and games together, by how many discs lay on the board."""
        found: dict[int, list[bool]] = {}
        for verdict in self.verdicts:
            if verdict.mattered:
                found.setdefault(verdict.position.ply, []).append(verdict.kept)
        return {ply: Share(sum(kept), len(kept)) for ply, kept in sorted(found.items())}

    def count(self, grade: Grade) -> int:
        """How many moves in games had this grade."""
        return sum(v.grade is grade for game in self.games for v in game.verdicts)

    @property
    def unknown(self) -> int:
        """How many moves in games could not be judged."""
        return sum(not v.scores for game in self.games for v in game.verdicts)

    @property
    def lost_per_game(self) -> float | None:
        """How many points moves gave away in a game; a point can be lost more than once."""
        judged = [game for game in self.games if any(v.scores for v in game.verdicts)]
        lost = sum(verdict.lost for game in judged for verdict in game.verdicts)
        return lost / len(judged) if judged else None

    def worst(self, most: int) -> list[Verdict]:
        """The moves that gave the most away, the plainest first, each position once."""
        found = {v.position: v for v in self.verdicts if v.grade in (Grade.BLUNDER, Grade.MISTAKE)}
        return sorted(found.values(), key=_weight)[:most]

    # -- games --------------------------------------------------------------------------------

    @property
    def points(self) -> float:
        """Wins, and half the draws."""
        return sum(game.points for game in self.games)

    def by_level(self) -> dict[int, Share]:
        """The half points made against each level, of those there were."""
        levels = sorted({game.level for game in self.games})
        played = {level: [g.points for g in self.games if g.level == level] for level in levels}
        return {n: Share(round(2 * sum(points)), 2 * len(points)) for n, points in played.items()}

    @property
    def is_rated(self) -> bool:
        """Whether there is a game to rate it by: forfeits alone say nothing about strength."""
        return not all(game.forfeit for game in self.games)

    @property
    def elo(self) -> Interval:
        """The rating by the games, level 1 being 0."""
        ladder = LADDERS[ladder_of(self.rules)]
        return performance([(ladder[game.level - 1], game.points) for game in self.games])

    def failures(self) -> dict[str, int]:
        """What went wrong, and how often."""
        found: dict[str, int] = {}
        for why in [a.failure for a in self.answers] + [g.forfeit for g in self.games]:
            if why:
                found[why] = found.get(why, 0) + 1
        return found

    # -- speed --------------------------------------------------------------------------------

    @property
    def seconds(self) -> list[float]:
        """What every move took."""
        return [verdict.seconds for verdict in self.verdicts]

    # -- data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON; what depends on the machine is under "speed"."""
        elo, seconds = self.elo, self.seconds
        return {
            "name": self.name,
            "rules": str(self.rules),
            "exam": _share(self.exam),
            "accuracy": _share(self.accuracy),
            "accuracy_by_ply": {ply: _share(s) for ply, s in self.accuracy_by_ply().items()},
            "points_lost_per_game": self.lost_per_game,
            "grades": {grade.word: self.count(grade) for grade in Grade},
            "unknown": self.unknown,
            "games": len(self.games),
            "points": self.points,
            "points_by_level": {n: s.part / 2 for n, s in self.by_level().items()},
            "games_by_level": {n: s.whole // 2 for n, s in self.by_level().items()},
            "elo": [elo.value, elo.low, elo.high] if self.is_rated else None,
            "failures": self.failures(),
            "blunders": [_blunder(verdict) for verdict in self.worst(100)],
            "records": [_record(game, self.rules) for game in self.games],
            "speed": {
                "moves": len(seconds),
                "median_seconds": median(seconds) if seconds else None,
                "most_seconds": max(seconds, default=None),
            },
        }


def _weight(verdict: Verdict) -> tuple[float, int, int]:
    """What to show first: the most lost, then what is soonest punished or was soonest won."""
    plies = [
        s.plies for s in (verdict.scores[verdict.move],) if s.plies is not None and s.value < 0
    ]
    won = [verdict.scores[m].plies for m in verdict.best if verdict.scores[m].value > 0]
    soon = min([*plies, *[ply for ply in won if ply is not None]], default=999)
    return -verdict.lost, soon, verdict.position.ply


def _share(share: Share) -> dict[str, Any]:
    return {"part": share.part, "whole": share.whole, "share": share.value}


def _blunder(verdict: Verdict) -> dict[str, Any]:
    rules = verdict.position.rules
    return {
        "position": verdict.position.text(),
        "move": move_text(verdict.move, rules),
        "best": [move_text(move, rules) for move in verdict.best],
        "grade": verdict.grade.word if verdict.grade else None,
        "points_lost": verdict.lost,
        "was": str(verdict.scores[verdict.best[0]]),
        "is": str(verdict.scores[verdict.move]),
    }


def _record(game: JudgedGame, rules: Rules) -> dict[str, Any]:
    return {
        "level": game.level,
        "side": game.side.symbol,
        "points": game.points,
        "moves": moves_text(game.moves, rules),
        "forfeit": game.forfeit,
    }


def ranking(cards: Sequence[Scorecard]) -> list[Scorecard]:
    """The best first: by Elo, then by exam."""
    return sorted(cards, key=lambda card: (-card.elo.value, -(card.exam.value or 0.0), card.name))


def table(cards: Sequence[Scorecard]) -> list[list[str]]:
    """Rows of text, the first one names the columns: a class at a glance."""
    rows = [
        ["", "agent", "exam", "accuracy", "lost/game", "blunders", "Elo", "±", "points", "time"]
    ]
    for place, card in enumerate(ranking(cards), start=1):
        elo, lost = card.elo, card.lost_per_game
        rows.append(
            [
                str(place),
                card.name,
                str(card.exam),
                str(card.accuracy),
                "-" if lost is None else f"{lost:.2f}",
                "-" if lost is None else str(card.count(Grade.BLUNDER)),
                f"{elo.value:.0f}" if card.is_rated else "-",
                f"{elo.high - elo.value:.0f}" if card.is_rated else "-",
                f"{card.points:g}/{len(card.games)}",
                duration(median(card.seconds)) if card.seconds else "-",
            ]
        )
    return rows


def duration(seconds: float) -> str:
    """A short time in words: 12 ms, 1.5 s."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.001 else f"{1e6 * seconds:.0f} µs"
