"""Agents judged once for all tests that look at the results."""

from functools import lru_cache

import inarow as ir
from inarow.judge import Settings, judge
from inarow.judge.scorecard import Scorecard

RULES = ir.Rules(4, 4, 3)
SETTINGS = Settings(RULES, games=8, questions=20, seed=3)


def last(position: ir.Position) -> int:
    """Plays as far to the right as it can."""
    return position.legal_moves()[-1]


def fails(position: ir.Position) -> int:
    """Cannot go on with five discs on the board."""
    if position.ply >= 5:
        raise RuntimeError("five are too many")
    return position.legal_moves()[0]


@lru_cache(maxsize=1)
def cards() -> dict[str, Scorecard]:
    """By name: perfect, random, last (all to the right) and fails."""
    agents: list[str | ir.Player] = ["perfect", "random"]
    agents += [ir.FunctionPlayer(last), ir.FunctionPlayer(fails)]
    return {card.name: card for card in judge(agents, SETTINGS)}
