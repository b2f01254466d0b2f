"""A small DQN that learns 6x6x4 by playing itself, in less than a minute on one core.

    python examples/dqn.py

`Batch` plays many games at once, without an opponent: an observation is for the side to move, and
so is the reward of a move. The net says what every column is worth to the side to move; illegal
ones are masked out. What the opponent can get next is what this side cannot, so the target of a
move is

    reward                                  if it ended the game
    -DISCOUNT * max over b of Q'(s', b)     if not, Q' being a net of some time ago
"""

import sys
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

import inarow as ir
from inarow.arena.standings import aligned
from inarow.env import Batch
from inarow.judge import Settings, judge
from inarow.judge.scorecard import table

RULES = ir.Rules(6, 6, 4)
GAMES = 64
"""How many games are played at once."""
SAMPLE = 256
"""How many moves an update looks at."""
KEPT = 100_000
"""How many moves are remembered."""
DISCOUNT = 0.99
"""A win is worth a little less for every move that it takes."""
RENEWED = 300
"""After so many updates the targets come from the net as it is then."""


def new_net(width: int = 256) -> nn.Sequential:
    """Two hidden layers; -1 to 1 for every column."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(2 * RULES.cell_count, width),
        nn.ReLU(),
        nn.Linear(width, width),
        nn.ReLU(),
        nn.Linear(width, RULES.move_count),
        nn.Tanh(),
    )


@dataclass
class Memory:
    """The last moves: what was seen, done and won, whether it was the end, and what came next."""

    boards: Tensor = field(default_factory=lambda: torch.zeros(KEPT, 2, RULES.height, RULES.width))
    actions: Tensor = field(default_factory=lambda: torch.zeros(KEPT, dtype=torch.long))
    rewards: Tensor = field(default_factory=lambda: torch.zeros(KEPT))
    ends: Tensor = field(default_factory=lambda: torch.zeros(KEPT, dtype=torch.bool))
    after: Tensor = field(default_factory=lambda: torch.zeros(KEPT, 2, RULES.height, RULES.width))
    masks: Tensor = field(default_factory=lambda: torch.zeros(KEPT, RULES.move_count))
    seen: int = 0

    def add(self, boards: Tensor, actions: Tensor, batch: Batch) -> None:
        """Remember a step of all games."""
        places = torch.arange(self.seen, self.seen + len(boards)) % KEPT
        self.boards[places], self.actions[places] = boards, actions
        self.rewards[places] = torch.from_numpy(batch.reward)
        self.ends[places] = torch.from_numpy(batch.done)
        self.after[places] = torch.from_numpy(batch.observation)
        self.masks[places] = torch.from_numpy(batch.mask).float()
        self.seen += len(boards)


def best(values: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """The most that a legal move is worth, and which one."""
    most = values.masked_fill(masks == 0, -torch.inf).max(dim=1)
    return most.values, most.indices


def explore(net: nn.Module, boards: Tensor, masks: Tensor, curiosity: float) -> Tensor:
    """The moves that seem best, and random ones in a share of the games."""
    with torch.no_grad():
        _, actions = best(net(boards), masks)
    _, others = best(torch.rand(masks.shape), masks)
    return torch.where(torch.rand(len(boards)) < curiosity, others, actions)


def update(net: nn.Module, older: nn.Module, memory: Memory, optimizer: torch.optim.Adam) -> None:
    """Bring what the net says about some moves nearer to what they came to."""
    chosen = torch.randint(min(memory.seen, KEPT), (SAMPLE,))
    ends = memory.ends[chosen]
    with torch.no_grad():
        theirs, _ = best(older(memory.after[chosen]), memory.masks[chosen])
    target = torch.where(ends, memory.rewards[chosen], -DISCOUNT * theirs)
    said = net(memory.boards[chosen]).gather(1, memory.actions[chosen][:, None]).squeeze(1)
    loss = (said - target).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def learn(steps: int, *, seed: int = 0) -> nn.Module:
    """A net after so many steps of all games."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net, older, memory = new_net(), new_net(), Memory()
    older.load_state_dict(net.state_dict())
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    batch = Batch(GAMES, RULES, observation="planes", dtype=np.float32)
    batch.reset(seed=seed)
    for step in range(steps):
        boards, masks = torch.from_numpy(batch.observation.copy()), torch.from_numpy(batch.mask)
        actions = explore(net, boards, masks, curiosity=max(0.1, 1 - 2 * step / steps))
        batch.step(actions.numpy())
        memory.add(boards, actions, batch)
        for _ in range(2):
            update(net, older, memory, optimizer)
        if step % (RENEWED // 2) == 0:
            older.load_state_dict(net.state_dict())
    return net


def player(net: nn.Module, name: str) -> ir.Player:
    """Plays the move that is worth most."""

    @torch.no_grad()
    def agent(position: ir.Position) -> int:
        grid, side = position.array(), position.turn
        board = np.stack([grid == side, grid == side.other]).astype(np.float32)
        values = net(torch.from_numpy(board[None]))[0]
        return max(position.legal_moves(), key=lambda move: float(values[move]))

    return ir.FunctionPlayer(agent, name, style="position")


def main(steps: int = 2500) -> float:
    """Learn, and be judged; the share of exam questions that were answered well."""
    agents = [player(learn(steps), "DQN"), player(new_net(), "DQN, not trained")]
    settings = Settings(RULES, games=20 if steps > 100 else 2, questions=50 if steps > 100 else 5)
    cards = judge([*agents, "random"], settings)
    print(aligned(table(cards)))
    return cards[0].exam.value or 0.0


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
