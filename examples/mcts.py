"""Monte-Carlo tree search with the batch environment: a hundred random games for every leaf.

    python examples/mcts.py

The tree is grown as in the textbook: go down by UCT, add a position, play it out at random, and
tell all positions on the way up. The random games are one `Batch`, which plays them all at once in
C++.
"""

import math
import sys
from dataclasses import dataclass, field

import numpy as np

import inarow as ir
from inarow.arena.standings import aligned
from inarow.env import Batch
from inarow.judge import Settings, judge
from inarow.judge.scorecard import table

RULES = ir.CONNECT_FOUR
GAMES = 100
"""How many random games tell what a position is worth."""
CURIOSITY = 0.7
"""How much is tried that does not look good so far."""


@dataclass
class Node:
    """A position in the tree; *total* is what its visits brought to the side that moved into it."""

    position: ir.Position
    visits: int = 0
    total: float = 0.0
    children: dict[int, "Node"] = field(default_factory=dict)

    def urgency(self, parent: "Node") -> float:
        """UCT: what it brought on average, and more if it was hardly tried."""
        if not self.visits:
            return math.inf
        hope = CURIOSITY * math.sqrt(math.log(parent.visits) / self.visits)
        return self.total / self.visits + hope


class Search:
    """Chooses moves by *simulations* descents into the tree."""

    def __init__(self, simulations: int, seed: int = 0) -> None:
        self.simulations = simulations
        self.seed = seed

    def __call__(self, position: ir.Position) -> int:
        """The move that was tried most."""
        root = Node(position)
        for _ in range(self.simulations):
            self.simulate(root)
        return max(root.children, key=lambda move: root.children[move].visits)

    def simulate(self, root: Node) -> None:
        """Go down, look at the new position, tell all on the way."""
        path = [root]
        while path[-1].children:
            node = path[-1]
            path.append(max(node.children.values(), key=lambda child: child.urgency(node)))
        leaf = path[-1]
        outcome = leaf.position.outcome()
        if outcome is None:
            for move in leaf.position.legal_moves():
                leaf.children[move] = Node(leaf.position.play(move))
            value = -self.playouts(leaf.position)
        else:
            value = 0.0 if outcome.winner is None else 1.0  # for the side that moved last
        for node in reversed(path):
            node.visits += 1
            node.total += value
            value = -value

    def playouts(self, position: ir.Position) -> float:
        """What random games from *position* bring to the side to move, from -1 to 1."""
        self.seed += 1
        batch = Batch(GAMES, RULES, start=position, restart="disabled")
        batch.reset(seed=self.seed)
        going, total, sign = np.ones(GAMES, bool), 0.0, 1.0
        while going.any():
            batch.step()  # a random move in every game
            total += sign * float(batch.reward[going & batch.done].sum())
            going &= ~batch.done
            sign = -sign  # the reward of the next move is the opponent's
        return total / GAMES


def main(simulations: int = 150) -> float:
    """Search, and be judged; the share of exam questions that were answered well."""
    searches = [ir.FunctionPlayer(Search(n), f"{n} simulations") for n in (simulations, 10)]
    short = simulations < 100
    settings = Settings(RULES, games=2 if short else 10, questions=5 if short else 30)
    cards = judge([*searches, "random"], settings)
    print(aligned(table(cards)))
    return cards[0].exam.value or 0.0


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
