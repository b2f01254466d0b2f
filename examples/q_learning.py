"""Tabular Q-learning on tic-tac-toe: from nothing to perfect play in about ten seconds.

    python examples/q_learning.py

The agent plays both sides of `KInARowEnv` and keeps a table of what every move in every position is
worth to the side that plays it. What the opponent can get next is what this side cannot:

    Q(s, a)  <-  Q(s, a) + rate * (reward - max over b of Q(s', b) - Q(s, a))
"""

import sys
from collections import defaultdict
from random import Random
from typing import TypeAlias

import inarow as ir
from inarow.arena.standings import aligned
from inarow.env import KInARowEnv
from inarow.judge import Settings, judge
from inarow.judge.scorecard import table

State: TypeAlias = tuple[int, int]
Table: TypeAlias = defaultdict[State, dict[int, float]]

RULES = ir.TIC_TAC_TOE


def state_of(position: ir.Position) -> State:
    """The discs of the side to move, and of the other."""
    return position.discs(position.turn), position.discs(position.turn.other)


def learn(games: int, *, seed: int = 0, rate: float = 0.3, curiosity: float = 0.4) -> Table:
    """A table from so many games against itself; *curiosity* is the share of random moves."""
    env, random = KInARowEnv(RULES, opponent=None), Random(seed)
    worth: Table = defaultdict(dict)
    for _ in range(games):
        _, info = env.reset()
        state, over = state_of(env.position), False
        while not over:
            legal = info["action_mask"].nonzero()[0].tolist()
            known = worth[state]
            if random.random() < curiosity:
                action = random.choice(legal)
            else:
                action = max(legal, key=lambda a: known.get(a, 0.0))
            _, reward, over, _, info = env.step(action)
            after = state_of(env.position)
            theirs = 0.0 if over else max(worth[after].values(), default=0.0)
            known[action] = known.get(action, 0.0) + rate * (
                reward - theirs - known.get(action, 0.0)
            )
            state = after
    return worth


def player(worth: Table) -> ir.Player:
    """Plays the move that the table says is best."""

    def agent(position: ir.Position) -> int:
        known = worth.get(state_of(position), {})
        return max(position.legal_moves(), key=lambda move: known.get(move, 0.0))

    return ir.FunctionPlayer(agent, "Q-learning")


def main(games: int = 100_000) -> float:
    """Learn, and be judged; the share of exam questions that were answered well."""
    trained = player(learn(games))
    settings = Settings(RULES, games=40 if games > 1000 else 4, questions=100)
    cards = judge([trained, "random", "perfect"], settings)
    print(aligned(table(cards)))
    return cards[0].exam.value or 0.0


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
