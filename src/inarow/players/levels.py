"""Opponents of every strength: `level(1)` to `level(10)`, and `Perfect`.

A level makes the mistakes that people make: on some turns it does not look ahead and moves by how
the board looks, and among moves that seem about as good it does not always take the best. How far
it looks, how often it does not, and how much it varies is its `Skill`; the skills were chosen by
matches (docs/explanation/levels.md).
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Final, Self

from inarow.board.position import AnyPosition, Position
from inarow.board.rules import Rules
from inarow.errors import PlayerError, quoted
from inarow.players import CROWN, GEAR, RING, Picture, Program, open_position
from inarow.search.engine import Engine, Limit, beyond
from inarow.search.oracle import Oracle
from inarow.search.scores import Estimate, Score
from inarow.search.stop import Stop

__all__ = ["LEVELS", "Level", "Perfect", "Skill", "level"]


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays.

    *nodes* is how many positions it looks at, *overlook* on what share of its turns it does not
    look ahead at all. *spread* says how much it varies: a move that seems this many hundredths of a
    logit worse than the best is taken a third as often. On the share *alert* of its turns it misses
    neither an immediate win nor an immediate threat.
    """

    nodes: int
    overlook: float
    spread: float
    alert: float = 1.0


LEVELS: Final = (
    Skill(30, 1.0, 300, alert=0.3),
    Skill(100, 0.97, 190, alert=0.55),
    Skill(300, 0.82, 90, alert=0.86),
    Skill(500, 0.62, 60),
    Skill(1_500, 0.34, 42),
    Skill(3_500, 0.21, 33),
    Skill(7_000, 0.12, 25),
    Skill(20_000, 0.05, 18),
    Skill(60_000, 0.015, 10),
    Skill(250_000, 0.0, 5),
)
"""The skill of each level, the first is level 1."""

CANDIDATES: Final = 12
"""How many moves a level thinks about at most."""

SURE: Final = 1000
"""What a won position is worth to a level, in hundredths of a logit."""


class Level(Program):
    """A program that plays as well as its level, and makes mistakes as people do.

    It hardly ever plays the same game twice, unless *seed* is given.
    """

    def __init__(
        self,
        number: int,
        name: str | None = None,
        *,
        seed: int | None = None,
        skill: Skill | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        if type(number) is not int or not 1 <= number <= len(LEVELS):
            raise PlayerError(f"expected a level from 1 to {len(LEVELS)}, got {quoted(number)}")
        super().__init__(name or f"level {number}", seed=seed, id=id, icon=icon, avatar=avatar)
        self.number = number
        self.skill = skill or LEVELS[number - 1]
        self.engine = Engine(threads=1, table_mb=8, exact=False)

    def choose(self, position: AnyPosition) -> int:
        """A move of this level's strength."""
        return self.choose_until(position, Stop())

    def choose_until(self, position: AnyPosition, stop: Stop) -> int:
        """A move of this level's strength, or a weaker one when *stop* is set."""
        position = open_position(position)
        if self.random.random() < self.skill.alert and (moves := _urgent(position)):
            return self.random.choice(moves)
        overlooks = self.random.random() < self.skill.overlook
        weights = self._weights(position, stop, overlooks=overlooks)
        return self.random.choices(list(weights), list(weights.values()))[0]

    def chances(self, position: AnyPosition, stop: Stop | None = None) -> dict[int, float]:
        """How likely it is to choose each move that it thinks about."""
        position = open_position(position)
        skill, found = self.skill, dict.fromkeys(position.legal_moves(), 0.0)
        urgent = _urgent(position)
        for move in urgent:
            found[move] += skill.alert / len(urgent)
        rest = 1 - skill.alert if urgent else 1.0
        for share, overlooks in ((skill.overlook, True), (1 - skill.overlook, False)):
            if rest * share > 0:
                weights = self._weights(position, stop or Stop(), overlooks=overlooks)
                total = sum(weights.values())
                for move, weight in weights.items():
                    found[move] += rest * share * weight / total
        return found

    def objection(self, rules: Rules) -> str:
        """The limits of the engine."""
        return beyond(rules)

    def stop(self) -> None:
        """Have a search in another thread end now, with what it has found."""
        self.engine.stop()

    def copy(self) -> Self:
        """The same player with an engine and chances of its own."""
        twin = copy.copy(self)
        twin.engine = self.engine.copy()
        twin.random = copy.deepcopy(self.random)
        return twin

    def _weights(self, position: Position, stop: Stop, *, overlooks: bool) -> dict[int, float]:
        """How much speaks for each move it thinks about, if it *overlooks* what is ahead or not."""
        limit = Limit(depth=1) if overlooks else Limit(nodes=self.skill.nodes)
        found = self.engine.search(position, limit, lines=CANDIDATES, stop=stop).lines
        values: dict[int, float]
        if overlooks:  # what is certain is what it does not see
            values = {v.move: v.score.value * isinstance(v.score, Estimate) for v in found}
        else:
            values = {v.move: _worth(v.score) for v in found}
        best = max(values.values())
        spread = self.skill.spread
        return {move: math.exp((value - best) / spread) for move, value in values.items()}


def _urgent(position: Position) -> tuple[int, ...]:
    """The moves that win at once, or else those that stop the opponent from it."""
    return position.winning_moves(position.turn) or position.winning_moves(position.turn.other)


def _worth(score: Score | Estimate) -> float:
    """A score or an estimate on one scale: the sooner a win, the better."""
    if isinstance(score, Estimate):
        return max(-0.9 * SURE, min(0.9 * SURE, score.value))
    if score.value == 0:
        return 0.0
    sooner = 0 if score.plies is None else 5 * max(0, 20 - score.plies)
    return math.copysign(SURE + sooner, score.value)


def level(number: int, *, seed: int | None = None) -> Level:
    """The opponent of this level, from 1 for beginners to 10."""
    return Level(number, seed=seed)


class Perfect(Program):
    """The strongest player there is.

    Where its *oracle* can tell, it plays one of the best moves: the fastest win, a draw, or the
    longest resistance. Elsewhere it plays what the *engine* finds in *seconds*. After a move
    `was_exact` says which of the two it was.
    """

    def __init__(
        self,
        name: str = "perfect",
        *,
        seconds: float = 1.0,
        seed: int | None = None,
        oracle: Oracle | None = None,
        engine: Engine | None = None,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = CROWN,
    ) -> None:
        super().__init__(name, seed=seed, id=id, icon=icon, avatar=avatar)
        self.limit = Limit(seconds=seconds)
        self.oracle = oracle or Oracle()
        self.engine = engine or Engine()
        self.was_exact: bool | None = None
        self._stop = Stop()

    def choose(self, position: AnyPosition) -> int:
        """A best move, or else the engine's."""
        return self.choose_until(position, Stop())

    def choose_until(self, position: AnyPosition, stop: Stop) -> int:
        """A best move, or else the engine's, or what it has found so far when *stop* is set."""
        position = open_position(position)
        self._stop = stop
        known = self.oracle.best(position, stop=stop)
        if known is not None:
            self.was_exact = True
            return self.random.choice(known[1])
        result = self.engine.search(position, self.limit, stop=stop)
        self.was_exact = isinstance(result.score, Score)
        return result.move

    def stop(self) -> None:
        """Have a search in another thread end now, with what it has found."""
        self._stop.set()

    def objection(self, rules: Rules) -> str:
        """The limits of the engine, unless the oracle can do without."""
        return "" if self.oracle.knows(rules) else beyond(rules)

    def promise(self, rules: Rules) -> str:
        """What to expect of it in a game of *rules*, in words."""
        if self.oracle.knows(rules):
            return f"plays {rules} perfectly"
        return f"plays {rules} as well as the engine can, and perfectly near the end"

    def copy(self) -> Self:
        """The same player with tables and chances of its own."""
        twin = copy.copy(self)
        twin.engine, twin.oracle = self.engine.copy(), self.oracle.copy()
        twin.random = copy.deepcopy(self.random)
        return twin
