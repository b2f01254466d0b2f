"""Two ways to fill a table with what every move in every position is worth.

    python docs/course/learn_table.py

Many games at once play themselves in a `Batch`. A value is for the side that plays the move, from
-1 to 1, and a little smaller for every move that it takes to get there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import inarow as ir
from inarow.env.batch import Batch
from learn_truth import everything, mark

RULES = ir.Rules.parse("4x4x3")
GAMES = 256
"""How many games are played at once."""
DISCOUNT = 0.95
"""What a point is worth one move later: so the sooner win is the better one."""

Rows = NDArray[np.int64]


class Table:
    """A row for every position met so far, a column for every move."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.rows: dict[tuple[int, int], int] = {}
        self.worth = np.zeros((1024, rules.move_count))
        self.times = np.zeros((1024, rules.move_count), np.int64)

    def find(self, batch: Batch) -> Rows:
        """The rows of the positions of all games; new ones begin with zeros."""
        keys = zip(batch.own.tolist(), batch.other.tolist(), strict=True)
        found = [self.rows.setdefault(key, len(self.rows)) for key in keys]
        while len(self.rows) > len(self.worth):
            self.worth = np.concatenate([self.worth, np.zeros_like(self.worth)])
            self.times = np.concatenate([self.times, np.zeros_like(self.times)])
        return np.array(found)

    def agent(self, positions: Sequence[ir.Position]) -> list[int]:
        """Plays the move that the table says is best, the first legal one where it says nothing."""
        moves = []
        for position in positions:
            row = self.rows.get(
                (position.discs(position.turn), position.discs(position.turn.other))
            )
            worth = np.zeros(self.rules.move_count) if row is None else self.worth[row]
            moves.append(max(position.legal_moves(), key=lambda move: float(worth[move])))
        return moves


def choose(table: Table, rows: Rows, batch: Batch, random: np.random.Generator,
           curiosity: float) -> Rows:  # fmt: skip
    """The best moves by the table, and in a share of the games random ones."""
    chance = random.random(batch.mask.shape)
    curious = random.random((len(rows), 1)) < curiosity
    worth = np.where(curious, chance, table.worth[rows] + 1e-6 * chance)
    best: Rows = np.where(batch.mask, worth, -np.inf).argmax(axis=1)
    return best


def q_learning(rules: ir.Rules, moves: int, *, curiosity: float, seed: int = 0) -> Table:
    """A move is worth what it brought, or else what the best answer leaves of it."""
    table, random = Table(rules), np.random.default_rng(seed)
    batch = Batch(GAMES, rules)
    batch.reset(seed=seed)
    rows = table.find(batch)
    for _ in range(moves // GAMES):
        actions = choose(table, rows, batch, random, curiosity)
        batch.step(actions)
        after = table.find(batch)
        theirs = np.where(batch.mask, table.worth[after], -np.inf).max(axis=1)
        table.worth[rows, actions] = np.where(batch.done, batch.reward, -DISCOUNT * theirs)
        rows = after
    return table


def monte_carlo(rules: ir.Rules, moves: int, *, curiosity: float, seed: int = 0) -> Table:
    """A move is worth the average of the games in which it was played."""
    table, random = Table(rules), np.random.default_rng(seed)
    batch = Batch(GAMES, rules)
    batch.reset(seed=seed)
    rows = table.find(batch)
    paths: list[list[tuple[int, int]]] = [[] for _ in range(GAMES)]
    for _ in range(moves // GAMES):
        actions = choose(table, rows, batch, random, curiosity)
        for path, row, action in zip(paths, rows.tolist(), actions.tolist(), strict=True):
            path.append((row, action))
        batch.step(actions)
        for game in np.flatnonzero(batch.done):
            value = float(batch.reward[game])
            for place in reversed(paths[game]):
                table.times[place] += 1
                table.worth[place] += (value - table.worth[place]) / table.times[place]
                value *= -DISCOUNT
            paths[game].clear()
        rows = table.find(batch)
    return table


def main() -> None:
    """Learn in both ways, and compare with the truth."""
    questions = [question for question in everything(RULES) if question.matters]
    print(f"{RULES}: {len(questions)} positions in which a move can be wrong")
    for moves in (10_000, 100_000, 1_000_000):
        for learn in (monte_carlo, q_learning):
            for curiosity in (0.2, 1.0):
                marks = mark(learn(RULES, moves, curiosity=curiosity).agent, questions)
                print(
                    f"{learn.__name__}, {moves} moves, {curiosity:.0%} random: "
                    f"{marks.kept / marks.asked:.2%} kept the result, "
                    f"{marks.best / marks.asked:.2%} best"
                )


if __name__ == "__main__":
    main()
