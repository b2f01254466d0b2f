"""The truth about what has learned: exact scores of questions, and games against the levels.

    python docs/course/learn_truth.py    # draws the exams again

An agent is a function that is asked about many positions at once and answers with a move for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import inarow as ir

Agent: TypeAlias = Callable[[Sequence[ir.Position]], Sequence[int]]
"""Positions in, a move for each out."""

EXAMS = Path(__file__).parent / "exams"
EXAM_RULES = ("6x5x4", "7x6x4")
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the exact score of every legal move."""

    position: ir.Position
    scores: dict[int, int]

    @property
    def best(self) -> int:
        """The score of the best move."""
        return max(self.scores.values())

    @property
    def matters(self) -> bool:
        """Whether some move changes the result."""
        return len({result(score) for score in self.scores.values()}) > 1


def result(score: int) -> int:
    """Won 1, drawn 0, lost -1."""
    return (score > 0) - (score < 0)


@dataclass(frozen=True, slots=True)
class Marks:
    """How many moves kept the result, and how many were the best there are, of how many."""

    kept: int
    best: int
    asked: int


def mark(agent: Agent, questions: Sequence[Question]) -> Marks:
    """Ask all questions."""
    moves = agent([question.position for question in questions])
    scores = [q.scores[int(move)] for q, move in zip(questions, moves, strict=True)]
    kept = sum(result(s) == result(q.best) for q, s in zip(questions, scores, strict=True))
    best = sum(s == q.best for q, s in zip(questions, scores, strict=True))
    return Marks(kept, best, len(questions))


def reached(agent: Agent, questions: Sequence[Question]) -> list[Question]:
    """The questions that come up when the agent has one side and the other may play anything."""
    known = {question.position: question for question in questions}
    empty = ir.Position(questions[0].position.rules)
    waiting, met = [(empty, side) for side in ir.Side], set()
    while waiting:
        position, side = waiting.pop()
        if (position, side) in met or position.outcome() is not None:
            continue
        met.add((position, side))
        mine = position.turn is side
        moves = agent([position]) if mine else position.legal_moves()
        waiting += [(position.play(move), side) for move in moves]
    return [known[position] for position, side in met if position.turn is side]


# -- questions ------------------------------------------------------------------------------------


def everything(rules: ir.Rules) -> Iterator[Question]:
    """Every open position that can be reached, small boards only."""
    solver = ir.Solver(table_mb=16, threads=1)
    met, waiting = {ir.Position(rules)}, [ir.Position(rules)]
    while waiting:
        position = waiting.pop()
        scores = solver.analyze(position).scores
        yield Question(position, {move: score.value for move, score in scores.items()})
        for move in position.legal_moves():
            after = position.play(move)
            if after not in met and after.outcome() is None:
                met.add(after)
                waiting.append(after)


def write_exam(rules: ir.Rules, count: int = 400, *, seed: int = 18) -> None:
    """Draw the questions of an exam as `inarow judge` does, and store them with the truth."""
    from inarow.judge.exam import set_exam

    lines = []
    for question in set_exam(rules, count, seed=seed):
        scores = (f"{move}:{score.value}" for move, score in question.scores.items())
        lines.append(f"{question.position.text()} | {' '.join(scores)}\n")
    (EXAMS / f"{rules}.txt").write_text("".join(lines))


def exam(rules: ir.Rules) -> list[Question]:
    """The stored questions for these rules; none where none are stored."""
    path, found = EXAMS / f"{rules}.txt", []
    for line in path.read_text().splitlines() if path.exists() else []:
        text, scores = line.split(" | ")
        pairs = (entry.split(":") for entry in scores.split())
        position = ir.Position.parse(text)
        found.append(Question(position, {int(move): int(score) for move, score in pairs}))
    return found


def fingerprints(questions: Sequence[Question]) -> NDArray[np.uint64]:
    """A number for every question and its mirror image, to keep them out of what is learned."""
    both = [p for q in questions for p in (q.position, q.position.mirror())]
    own, other = (
        np.array([p.discs(p.turn) for p in both], np.uint64),
        np.array([p.discs(p.turn.other) for p in both], np.uint64),
    )
    return own * GOLDEN + other


# -- games ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Points:
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> float:
        """Wins, and half the draws."""
        return self.won + self.drawn / 2

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost


def match(agent: Agent, rules: ir.Rules, opponent: str, games: int, *, seed: int = 1) -> Points:
    """So many games at once against one opponent, both sides of even openings of two discs."""
    from inarow.env.batch import DRAWN, LOST, WON, Batch

    openings = ir.openings(rules, games, plies=2, seed=seed)
    batch = Batch(games, rules, opponent=opponent, side="alternate", start=openings,
                  restart="disabled")  # fmt: skip
    batch.reset(seed=seed)
    results = np.where(batch.done, batch.result, 0)
    while (open_games := np.flatnonzero(results == 0)).size:
        moves = np.full(games, -1, np.int32)
        moves[open_games] = agent([batch.position(int(game)) for game in open_games])
        batch.step(moves)
        results[open_games] = np.where(batch.done, batch.result, 0)[open_games]
    batch.close()
    return Points(*(int((results == end).sum()) for end in (WON, DRAWN, LOST)))


def strength(rules: ir.Rules, points: dict[int, Points]) -> dict[str, Any]:
    """The Elo that explains the points against each level best, level 1 being 0, and its limits."""
    from inarow.arena.ratings import LADDERS, ladder_of, performance

    ladder, games = LADDERS[ladder_of(rules)], []
    for level, found in points.items():
        each = [1.0] * found.won + [0.5] * found.drawn + [0.0] * found.lost
        games += [(float(ladder[level - 1]), point) for point in each]
    elo = performance(games)
    return {"elo": elo.value, "low": elo.low, "high": elo.high}


if __name__ == "__main__":
    for name in EXAM_RULES:
        write_exam(ir.Rules.parse(name))
