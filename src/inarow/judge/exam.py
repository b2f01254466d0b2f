"""An exam: positions of every length of game where it matters what is played, with the truth.

The same rules and seed ask the same questions, so that agents can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.jobs import Run, here, in_order
from inarow.players import Cautious
from inarow.search.oracle import Oracle, is_within_reach
from inarow.search.scores import Score
from inarow.search.solver import can_solve

__all__ = ["Question", "matters", "set_exam", "truth_of"]

TRIES = 20
"""How many random positions are looked at for one question."""

ROUNDS = 4
"""How often a ply is tried again while questions are missing."""

CAUTION = 0.6
"""The share of careful moves on the way to a position; the rest are random."""

REACH = 3.0
"""Positions are solved if that is likely to take no more than this many seconds."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the exact score of every move."""

    position: Position
    scores: Mapping[int, Score]

    @property
    def best(self) -> Score:
        """The score of the best move."""
        return max(self.scores.values(), key=int)


def matters(scores: Mapping[int, Score]) -> bool:
    """Whether some move would give the result away."""
    results = {(score.value > 0) - (score.value < 0) for score in scores.values()}
    return len(results) > 1


def truth_of(position: Position) -> Mapping[int, Score] | None:
    """The exact score of every move, where it is known or likely to be found in `REACH` seconds.

    What is begun is finished, even on a slow machine: the answer must not depend on speed.
    """
    oracle = _kept_oracle()
    if oracle.stored(position) is None and not is_within_reach(position, REACH):
        return None
    return oracle.scores(position)


@lru_cache(maxsize=1)
def _kept_oracle() -> Oracle:
    """An oracle that this process keeps: its table stays."""
    return Oracle(threads=1, patience=3600, stubborn=True)


def set_exam(
    rules: Rules, count: int, *, seed: int = 0, run: Run | None = None
) -> tuple[Question, ...]:
    """Up to *count* questions, from the first ply to the last; there may be fewer, or none."""
    if not can_solve(rules) or count < 1:
        return ()
    found: dict[int, Question] = {}
    with closing(in_order(run or here(1), _ask, _jobs(rules, count, seed))) as questions:
        for question in questions:
            if question is not None:
                position = question.position
                found.setdefault(min(position.key, position.mirror().key), question)
            if len(found) == count:
                break
    return tuple(sorted(found.values(), key=lambda question: question.position.ply))


def _jobs(rules: Rules, count: int, seed: int) -> Iterator[tuple[Rules, int, str]]:
    """A ply and a seed for every try, spread over all plies."""
    plies = rules.cell_count - 1
    spread = min(count, plies)
    each = -(-count // spread) if spread else 0
    for number in range(each * ROUNDS):
        for i in range(spread):
            ply = (i * plies + number * plies // max(each * ROUNDS, 1)) // spread
            yield rules, min(ply, plies - 1), f"exam {rules} {seed} {number} {i}"


def _ask(job: tuple[Rules, int, str]) -> Question | None:
    """A question at this ply, if one is found."""
    rules, ply, seed = job
    random = Random(seed)
    for _ in range(TRIES):
        position = _random_position(rules, ply, random)
        scores = truth_of(position) if position else None
        if position and scores and matters(scores):
            return Question(position, dict(scores))
        if ply == 0:
            break
    return None


def _random_position(rules: Rules, plies: int, random: Random) -> Position | None:
    careful = Cautious(seed=random.getrandbits(32))
    position = Position(rules)
    for _ in range(plies):
        if position.outcome() is not None:
            return None
        moves = position.legal_moves()
        cautious = random.random() < CAUTION
        position = position.play(careful.choose(position) if cautious else random.choice(moves))
    return None if position.outcome() is not None else position
