"""AlphaZero in miniature: a net that learns from the search that it guides.

    python docs/course/learn_alphazero.py --rules 6x5x4 --rounds 20 --out weights.npz
    python docs/course/learn_alphazero.py --device cuda --seconds 240 --out weights.npz

Needs PyTorch. All games, and the searches of all games, run at once in tensors: `DeviceGames` plays
them on a GPU or on a CPU. Boards of up to 64 bits with gravity.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ModuleNotFoundError:
    raise SystemExit("this needs PyTorch: pip install torch") from None

import inarow as ir
from inarow.env.device import DeviceGames, State
from learn_truth import Question, exam, fingerprints, mark

PULL = 1.5
"""How much the search follows the net rather than what it has found itself."""
NOISE = 0.25
"""The share of chance in what the net proposes at the root, while learning."""
SAMPLED = 12
"""Up to so many discs moves are drawn by their visits; later the most visited one is played."""
RANDOM = 8
"""Games begin with up to so many random discs, so that unusual positions are met, too."""


# -- the net --------------------------------------------------------------------------------------


class Block(nn.Module):
    """Two convolutions, added to what came in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, seen: Tensor) -> Tensor:
        """The same shape as *seen*."""
        return functional.relu(seen + self.layers(seen))


class Net(nn.Module):
    """Planes in; out come a number for every move, and what the side to move can expect."""

    def __init__(self, rules: ir.Rules, width: int, blocks: int) -> None:
        super().__init__()
        cells = rules.cell_count
        self.trunk = nn.Sequential(
            nn.Conv2d(2, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            *(Block(width) for _ in range(blocks)),
        )
        self.policy = nn.Sequential(
            nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, rules.move_count)
        )
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(),
            nn.Linear(4 * cells, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh(),
        )  # fmt: skip

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """(n, 2, height, width) to (n, moves) and (n,)."""
        seen = self.trunk(planes)
        return self.policy(seen), self.value(seen).squeeze(1)


# -- the search -----------------------------------------------------------------------------------


class Search:
    """PUCT for many games at once: every simulation adds one position to the tree of each game.

    The trees lie in tensors, a row for every position: game g has the rows from g * (simulations +
    1) on, the first one is its root. `visits` and `total` are of the moves; values are for the side
    that plays them.
    """

    def __init__(self, games: DeviceGames, net: nn.Module, simulations: int) -> None:
        self.games = games
        self.net = net
        self.simulations = simulations
        self.dtype = next(net.parameters()).dtype

    def ask(self, state: State) -> tuple[Tensor, Tensor]:
        """The share of every move by the net, 0 for illegal ones, and the value."""
        numbers, value = self.net(self.games.planes(state, self.dtype))
        mask = self.games.mask(state)
        prior = (functional.softmax(numbers.float(), dim=1) + 1e-4) * mask
        return prior / prior.sum(1, keepdim=True).clamp(min=1e-9), value.float()

    @torch.no_grad()
    def look(self, root: State, *, curious: bool = False) -> tuple[Tensor, Tensor]:
        """The share of the visits of every move, (n, moves), and what they brought, (n,)."""
        device, n = root.own.device, root.own.shape[1]
        size, moves = self.simulations + 1, self.games.rules.move_count
        first = torch.arange(n, device=device) * size
        own, other = torch.zeros(2, n * size, dtype=torch.int64, device=device)
        prior, visits, total = torch.zeros(3, n * size, moves, device=device)
        child = torch.full((n * size, moves), -1, device=device)
        own[first], other[first] = root.own[0], root.other[0]
        start, _ = self.ask(root)
        prior[first] = with_noise(start) if curious else start
        for new in range(1, size):
            row, going = first, torch.ones(n, dtype=torch.bool, device=device)
            path = []
            while True:  # down to a move that leads out of the tree
                move = chosen(prior[row], visits[row], total[row])
                path.append((row, move, going))
                below = child[row, move]
                going = going & (below >= 0)
                if not going.any():
                    break
                row = torch.where(going, below, row)
            state, reward, done = self.games.step(State(own[row][None], other[row][None],
                                                        root.chance), move)  # fmt: skip
            leaf = first + new
            own[leaf], other[leaf] = state.own[0], state.other[0]
            prior[leaf], value = self.ask(state)
            child[row, move] = torch.where(done, -1, leaf)  # what ends the game leads nowhere
            value = torch.where(done, reward, -value)
            for row, move, was in reversed(path):  # and up again
                visits[row, move] += was
                total[row, move] += was * value
                value = torch.where(was, -value, value)
        tries = visits[first].sum(1)
        return visits[first] / tries[:, None], total[first].sum(1) / tries


def chosen(prior: Tensor, visits: Tensor, total: Tensor) -> Tensor:
    """The move with the best average so far, and more for what the net likes and few visits."""
    hope = PULL * prior * (1 + visits.sum(1, keepdim=True)).sqrt() / (1 + visits)
    score = total / visits.clamp(min=1) + hope
    return torch.where(prior > 0, score, -torch.inf).argmax(1)


def with_noise(prior: Tensor) -> Tensor:
    """Some chance, so that moves that the net does not like are tried, too."""
    drawn = torch.distributions.Gamma(torch.ones_like(prior), 1.0).sample() * (prior > 0)
    return (1 - NOISE) * prior + NOISE * drawn / drawn.sum(1, keepdim=True).clamp(min=1e-9)


# -- the games ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Lesson:
    """Positions, the share of the visits of every move, and how the game ended."""

    own: Tensor
    other: Tensor
    share: Tensor
    value: Tensor

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, chosen: Tensor | slice) -> Lesson:
        return Lesson(self.own[chosen], self.other[chosen], self.share[chosen], self.value[chosen])

    def join(self, later: Lesson) -> Lesson:
        """Both, the later one behind."""
        return Lesson(
            torch.cat([self.own, later.own]),
            torch.cat([self.other, later.other]),
            torch.cat([self.share, later.share]),
            torch.cat([self.value, later.value]),
        )


class SelfPlay:
    """Games that go on for ever; what was searched becomes a lesson when its game is over."""

    def __init__(self, games: DeviceGames, count: int, seed: int, device: torch.device) -> None:
        cells, moves = games.rules.cell_count, games.rules.move_count
        self.games, self.ended = games, 0
        self.state = games.reset(count, seed=seed, device=device)
        self.lane = torch.arange(count, device=device)
        self.ply = torch.zeros_like(self.lane)
        self.opening = torch.randint(RANDOM + 1, (count,), device=device)
        self.own, self.other = torch.zeros(2, cells, count, dtype=torch.int64, device=device)
        self.share = torch.zeros(cells, count, moves, device=device)
        self.found = torch.zeros(cells, count, device=device)

    def step(self, search: Search) -> Lesson:
        """A move in every game; the lessons of those that it ended."""
        state, place = self.state, (self.ply, self.lane)
        share, found = search.look(state, curious=True)
        self.own[place], self.other[place] = state.own[0], state.other[0]
        self.share[place], self.found[place] = share, found
        drawn = torch.where(
            (self.ply < SAMPLED)[:, None], share, (share / share.amax(1, True)) ** 20
        )
        random = self.games.mask(state).float()
        drawn = torch.where((self.ply < self.opening)[:, None], random, drawn)
        moves = torch.multinomial(drawn, 1).squeeze(1)
        self.state, reward, done = self.games.step(state, moves)
        lessons = self._lessons(reward, done)
        self.ended += int(done.sum())
        self.opening = torch.where(done, torch.randint_like(self.opening, RANDOM + 1), self.opening)
        self.ply = torch.where(done, 0, self.ply + 1)
        return lessons

    def _lessons(self, reward: Tensor, done: Tensor) -> Lesson:
        ply = torch.arange(len(self.own), device=done.device)[:, None]
        end = reward * (1 - 2 * ((self.ply - ply) % 2))  # the reward is for the last to move
        value = (end + self.found) / 2
        over = done & (ply <= self.ply) & (ply >= self.opening)
        return Lesson(self.own[over], self.other[over], self.share[over], value[over])


# -- learning -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """How to learn; *seconds* ends it before all *rounds*, if given."""

    rules: str = "7x6x4"
    device: str = "cpu"
    width: int = 16
    blocks: int = 2
    games: int = 256
    simulations: int = 24
    moves: int = 8
    """In every game, in a round."""
    updates: int = 16
    """Of the net, in a round."""
    sample: int = 512
    """Positions for an update."""
    kept: int = 60_000
    """The last so many positions are learned from."""
    rounds: int = 120
    seconds: float = 0.0
    seed: int = 1


ON_GPU = {
    "width": 48, "blocks": 5, "games": 16_384, "moves": 4, "simulations": 48, "updates": 60,
    "sample": 4096, "kept": 1_500_000, "rounds": 100_000, "seconds": 240.0,
}  # fmt: skip
"""What is different there."""


class Learner:
    """Plays, and learns from it, round by round."""

    def __init__(self, settings: Settings) -> None:
        rules = ir.Rules.parse(settings.rules)
        if not rules.gravity or rules.words > 1:
            raise SystemExit(f"expected a board with gravity of up to 64 bits, got {rules}")
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.device = torch.device(settings.device)
        self.games = DeviceGames(rules)
        self.net = Net(rules, settings.width, settings.blocks).to(self.device)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=2e-3, weight_decay=1e-4)
        self.play = SelfPlay(self.games, settings.games, settings.seed, self.device)
        self.questions = exam(rules)
        held = fingerprints(self.questions).view(np.int64)
        self.held = torch.from_numpy(held).to(self.device)
        self.memory: Lesson | None = None
        self.positions = self.rounds = 0
        self.start = time.monotonic()

    def player(self) -> nn.Module:
        """The net as it is now, to play with: in half precision on a GPU."""
        net = deepcopy(self.net).eval()
        return net.half() if self.device.type == "cuda" else net

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        seconds = time.monotonic() - self.start
        timed = seconds / self.settings.seconds if self.settings.seconds else 0.0
        return max(timed, self.rounds / self.settings.rounds)

    def round(self) -> tuple[float, float]:
        """Some moves in all games, then some updates; the losses of policy and value."""
        search = Search(self.games, self.player(), self.settings.simulations)
        for _ in range(self.settings.moves):
            self.remember(self.play.step(search))
        for group in self.optimizer.param_groups:
            group["lr"] = 2e-3 * max(0.02, 1 - self.progress)
        losses = [self.update() for _ in range(self.settings.updates if self.memory else 0)]
        self.rounds += 1
        means = torch.stack(losses).mean(0).tolist() if losses else [0.0, 0.0]
        return means[0], means[1]

    def remember(self, lesson: Lesson) -> None:
        """All but the questions of the exam, which are never learned from."""
        golden = int(np.uint64(0x9E3779B97F4A7C15).view(np.int64))
        lesson = lesson[~torch.isin(lesson.own * golden + lesson.other, self.held)]
        self.positions += len(lesson)
        if len(lesson):
            joined = self.memory.join(lesson) if self.memory else lesson
            self.memory = joined[-self.settings.kept :]

    def update(self) -> Tensor:
        """Bring the net nearer to what the searches found and how the games ended."""
        assert self.memory is not None
        picked = torch.randint(len(self.memory), (self.settings.sample,), device=self.device)
        lesson = self.memory[picked]
        state = State(lesson.own[None], lesson.other[None], self.play.state.chance)
        planes, share = self.games.planes(state, torch.float32), lesson.share
        if torch.rand(()) < 0.5:  # a mirror image is as good
            planes, share = planes.flip(3), share.flip(1)
        self.net.train()
        numbers, value = self.net(planes)
        policy = -(share * functional.log_softmax(numbers, dim=1)).sum(1).mean()
        miss = (value - lesson.value).square().mean()
        self.optimizer.zero_grad()
        (policy + miss).backward()
        self.optimizer.step()
        return torch.stack([policy, miss]).detach()

    def about(self) -> dict[str, Any]:
        """How the net was made."""
        return {
            **asdict(self.settings),
            "machine": device_name(self.device),
            "rounds": self.rounds,
            "games_ended": self.play.ended,
            "positions": self.positions,
            "seconds_taken": round(time.monotonic() - self.start, 1),
            "torch": torch.__version__,
        }


def learn(settings: Settings) -> Learner:
    """Learn until it is enough, and say how it goes."""
    learner, said = Learner(settings), -1
    count = sum(each.numel() for each in learner.net.parameters())
    print(f"PyTorch {torch.__version__} on {device_name(learner.device)}, "
          f"Python {platform.python_version()}; {count:,} weights")  # fmt: skip
    print(settings, flush=True)
    while learner.progress < 1:
        policy, value = learner.round()
        if int(learner.progress * 20) > said:
            said = int(learner.progress * 20)
            print(f"{time.monotonic() - learner.start:6.1f} s, round {learner.rounds}, "
                  f"{learner.play.ended:,} games, {learner.positions:,} positions, "
                  f"losses {policy:.3f} {value:.3f}"
                  f"{marks_text(learner.games.rules, learner.net, learner.questions)}",
                  flush=True)  # fmt: skip
    return learner


def marks_text(rules: ir.Rules, net: nn.Module, questions: Sequence[Question]) -> str:
    """What the net alone gets in the exam."""
    if not questions:
        return ""
    marks = mark(Player(rules, net, 0), questions)
    return f", exam: {marks.kept / marks.asked:.1%} kept, {marks.best / marks.asked:.1%} best"


def device_name(device: torch.device) -> str:
    """Which processor."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else platform.machine()


# -- playing --------------------------------------------------------------------------------------


class Player:
    """An agent: the move that was visited most, or without simulations the net's first choice."""

    def __init__(self, rules: ir.Rules, net: nn.Module, simulations: int) -> None:
        self.games = DeviceGames(rules)
        self.device = next(net.parameters()).device
        self.search = Search(self.games, deepcopy(net).eval(), simulations)

    @torch.no_grad()
    def __call__(self, positions: Sequence[ir.Position]) -> list[int]:
        discs = [[p.discs(p.turn) for p in positions], [p.discs(p.turn.other) for p in positions]]
        own, other = torch.tensor(discs, dtype=torch.int64, device=self.device)[:, None]
        state = State(own, other, torch.zeros((), dtype=torch.int64, device=self.device))
        found, _ = (self.search.look if self.search.simulations else self.search.ask)(state)
        return [int(move) for move in found.argmax(1)]


def save(learner: Learner, path: Path) -> None:
    """The weights in half precision, and how they were made."""
    arrays = {
        name: each.detach()
        .cpu()
        .numpy()
        .astype(np.float16 if each.is_floating_point() else np.int64)
        for name, each in learner.net.state_dict().items()
    }
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(learner.about())), **arrays)


def load(path: Path) -> tuple[ir.Rules, Net, dict[str, Any]]:
    """What `save` has stored."""
    with np.load(path) as stored:
        about: dict[str, Any] = json.loads(str(stored["about"]))
        rules = ir.Rules.parse(about["rules"])
        net = Net(rules, about["width"], about["blocks"])
        state = net.state_dict()
        for name in state:
            state[name] = torch.from_numpy(stored[name]).to(state[name].dtype)
    net.load_state_dict(state)
    return rules, net.eval(), about


def on(name: str, value: object) -> str:
    """The default as help says it."""
    return f"{value}, on a GPU {ON_GPU[name]}" if name in ON_GPU else f"{value}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, and store the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda (default: cpu)")
    parser.add_argument("--out", type=Path, default=Path("weights.npz"), help="file of weights")
    for name, value in asdict(Settings()).items():
        if name != "device":
            parser.add_argument(f"--{name}", type=type(value), help=f"default: {on(name, value)}")
    given = vars(parser.parse_args(arguments))
    out = given.pop("out")
    options = {name: each for name, each in given.items() if each is not None}
    if options["device"] == "cpu":
        torch.set_num_threads(1)
    elif not torch.cuda.is_available():
        raise SystemExit(f"PyTorch {torch.__version__} sees no GPU here: leave --device out")
    else:
        options = {**ON_GPU, **options}
    learner = learn(Settings(**options))
    save(learner, out)
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
