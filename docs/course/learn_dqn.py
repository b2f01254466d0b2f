"""Q-learning with a net in place of the table (DQN), on a board too large for any table.

    python docs/course/learn_dqn.py

Needs PyTorch. The net says what every column is worth to the side to move, from -1 to 1. It is
brought nearer to what a move came to: the reward if it ended the game, or else minus what the best
answer is worth by the net as it was a while ago.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import inarow as ir
from inarow.env.batch import Batch
from learn_truth import GOLDEN, Question, exam, fingerprints, mark

RULES = ir.Rules.parse("6x5x4")
GAMES = 64
"""How many games are played at once."""
KEPT = 200_000
"""How many moves are remembered."""
SAMPLE = 256
"""How many of them an update looks at."""
UPDATES = 2
"""After every step of all games."""
RENEWED = 250
"""After so many updates the targets come from the net as it is then."""
DISCOUNT = 0.98
CURIOSITY = 0.3
"""The share of random moves."""


def new_net(rules: ir.Rules, width: int = 256) -> nn.Module:
    """Two hidden layers; a value for every column."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(2 * rules.cell_count, width),
        nn.ReLU(),
        nn.Linear(width, width),
        nn.ReLU(),
        nn.Linear(width, rules.move_count),
        nn.Tanh(),
    )


class Memory:
    """The last moves in arrays: what was seen, done and won, and what came next."""

    def __init__(self, rules: ir.Rules) -> None:
        board = (KEPT, 2, rules.height, rules.width)
        self.seen, self.after = np.zeros(board, np.int8), np.zeros(board, np.int8)
        self.mask = np.zeros((KEPT, rules.move_count), np.int8)
        self.action, self.reward = np.zeros(KEPT, np.int64), np.zeros(KEPT, np.float32)
        self.done = np.zeros(KEPT, np.bool_)
        self.count = 0

    def add(self, seen: NDArray[np.int8], allowed: NDArray[np.bool_], batch: Batch) -> None:
        """Remember a step of all games, but nothing of positions that are not *allowed*."""
        places = (self.count + np.arange(allowed.sum())) % KEPT
        self.seen[places], self.after[places] = seen[allowed], batch.observation[allowed]
        self.mask[places], self.action[places] = batch.mask[allowed], batch.action[allowed]
        self.reward[places], self.done[places] = batch.reward[allowed], batch.done[allowed]
        self.count += len(places)


def best(worth: Tensor, mask: Tensor) -> Tensor:
    """What the best legal move is worth."""
    return worth.masked_fill(mask == 0, -torch.inf).amax(1)


def update(net: nn.Module, older: nn.Module, memory: Memory, optimizer: torch.optim.Adam,
           random: np.random.Generator) -> None:  # fmt: skip
    """Bring what the net says about some moves nearer to what they came to."""
    places = random.integers(min(memory.count, KEPT), size=SAMPLE)
    seen, after, mask, action, reward, done = (
        torch.from_numpy(array[places])
        for array in (memory.seen, memory.after, memory.mask, memory.action, memory.reward,
                      memory.done)
    )  # fmt: skip
    with torch.no_grad():
        target = torch.where(done, reward, -DISCOUNT * best(older(after.float()), mask))
    said = net(seen.float()).gather(1, action[:, None]).squeeze(1)
    loss = (said - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def learn(rules: ir.Rules, moves: int, held_out: Sequence[Question], *, seed: int = 0) -> nn.Module:
    """A net that has learned from so many moves against itself, none in a position *held out*."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    random, held = np.random.default_rng(seed), fingerprints(held_out)
    net, older, memory = new_net(rules), new_net(rules), Memory(rules)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    batch = Batch(GAMES, rules, observation="planes")
    batch.reset(seed=seed)
    for step in range(moves // GAMES):
        if step * UPDATES % RENEWED == 0:
            older.load_state_dict(net.state_dict())
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - step * GAMES / moves)
        seen = batch.observation.copy()
        allowed = ~np.isin(batch.own * GOLDEN + batch.other, held)
        with torch.no_grad():
            worth = net(torch.from_numpy(seen).float()).numpy()
        curious = random.random((GAMES, 1)) < CURIOSITY
        worth = np.where(curious, random.random(worth.shape), worth)
        batch.step(np.where(batch.mask, worth, -np.inf).argmax(1))
        memory.add(seen, allowed, batch)
        for _ in range(UPDATES if memory.count else 0):
            update(net, older, memory, optimizer, random)
    return net


class Player:
    """An agent: the legal move that the net says is worth most."""

    def __init__(self, net: nn.Module) -> None:
        self.net = net

    @torch.no_grad()
    def __call__(self, positions: Sequence[ir.Position]) -> list[int]:
        grids = [(position.array(), position.turn) for position in positions]
        boards = np.array([[grid == side, grid == side.other] for grid, side in grids], np.float32)
        worth = self.net(torch.from_numpy(boards))
        return [
            max(position.legal_moves(), key=lambda move: float(row[move]))
            for position, row in zip(positions, worth, strict=True)
        ]


def main() -> None:
    """Learn, and compare with the truth."""
    questions = exam(RULES)
    for moves in (0, 50_000, 500_000):
        marks = mark(Player(learn(RULES, moves, questions)), questions)
        print(
            f"{moves} moves: {marks.kept / marks.asked:.1%} kept the result, "
            f"{marks.best / marks.asked:.1%} best"
        )


if __name__ == "__main__":
    main()
