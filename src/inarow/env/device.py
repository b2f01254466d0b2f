"""`DeviceGames`: millions of games on a GPU, as pure functions of PyTorch tensors.

A set of cells is one or two int64 words in the bit order of `rules.py`, so rules of up to 128 bits
can be played. Games lie side by side: word w of game i is at [w, i] of a tensor of shape
(words, n), and word 0 is the lowest. What is done does not depend on what is in the tensors, so
`torch.compile` makes a single kernel of a step::

    games = DeviceGames("7x6x4")
    state = games.reset(1 << 24, seed=1, device="cuda")
    step = torch.compile(games.step_random)
    state, reward, done = step(state)

The agent plays both sides; a game that is over begins anew within the step. The games are those of
`Batch(n, rules, restart="same_step")` with the same seed, move by move.

Needs PyTorch, but not the C++ core.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from inarow.errors import missing_package

try:
    import torch
    from torch import Tensor
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board.lines import line_shifts
from inarow.board.position import Position
from inarow.board.rules import Rules
from inarow.env.spec import Rewards
from inarow.env.tensor_bits import (
    TensorSet,
    any_bit,
    bits_at,
    count_bits,
    has_line,
    mixed,
    placed,
    ranked_bit,
    shifted,
    shifted_right,
    signed,
)
from inarow.errors import EnvError, quoted

__all__ = ["DeviceGames", "State", "Step"]

MAX_WORDS: Final = 2

GOLDEN: Final = signed(0x9E3779B97F4A7C15)
STEP: Final = signed((4 << 32) * GOLDEN)
"""From the random numbers of one step to those of the next, see cpp/env/random.hpp."""


class State(NamedTuple):
    """Where the games stand."""

    own: Tensor
    """Int64 (words, n): the discs of the side to move."""
    other: Tensor
    """Int64 (words, n): those of the other side."""
    chance: Tensor
    """Int64 (): which random numbers come next."""


class Step(NamedTuple):
    """What a step brings."""

    state: State
    reward: Tensor
    """Float32 (n,): for the side that moved."""
    done: Tensor
    """Bool (n,): whether the game ended; the state then has the next one."""


class DeviceGames(torch.nn.Module):
    """The functions for one set of rules. Games begin with *start*, or with an empty board.

    *rewards* are for winning, a draw, a move, and an illegal move, which loses the game. It is a
    module because only in modules PyTorch compiles all numbers as constants.
    """

    def __init__(
        self,
        rules: Rules | str = "7x6x4",
        *,
        start: Position | None = None,
        rewards: Rewards | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules = Rules.parse(rules) if isinstance(rules, str) else rules
        if rules.words > MAX_WORDS:
            raise EnvError(f"expected rules of at most {64 * MAX_WORDS} bits, got {rules}")
        start = Position(rules) if start is None else start
        if start.rules != rules or start.outcome() is not None:
            raise EnvError(f"expected a start of {rules} that is open, got {quoted(start)}")
        self.rewards = rewards or Rewards()
        self._start = [self._words(start.own), self._words(start.other)]
        self._board = self._words(rules.board)
        self._bottom = self._words(rules.bits((column, 0) for column in range(rules.width)))
        self._lines = line_shifts(rules.k, rules.stride)
        self._has_fields = rules.gravity and rules.words == 1 and rules.width < 1 << rules.height

    # -- beginning ------------------------------------------------------------------------------

    def reset(self, n: int, *, seed: int, device: torch.device | str | None = None) -> State:
        """*n* games at their start."""
        if type(n) is not int or n < 1:
            raise EnvError(f"expected a number of games from 1 on, got {quoted(n)}")
        if type(seed) is not int or not 0 <= seed < 2**64:
            raise EnvError(f"expected a seed from 0 to {2**64 - 1}, got {quoted(seed)}")
        own, other = (
            torch.tensor(words, dtype=torch.int64, device=device)[:, None]
            .expand(-1, n)
            .contiguous()
            for words in self._start
        )
        chance = torch.tensor(signed(seed + GOLDEN), dtype=torch.int64, device=device)
        return State(own, other, mixed(chance) + STEP)

    def _words(self, bits: int) -> list[int]:
        return [signed(word) for word in self.rules.split(bits)]

    # -- looking --------------------------------------------------------------------------------

    def mask(self, state: State) -> Tensor:
        """Bool (n, move_count): which moves are legal."""
        rules = self.rules
        occupied = (state.own | state.other).unbind()
        moves = torch.arange(rules.move_count, device=state.own.device)
        rows = rules.height - 1 if rules.gravity else moves // rules.width
        columns = moves if rules.gravity else moves % rules.width
        return bits_at(occupied, columns * rules.stride + rows) == 0

    def planes(self, state: State, dtype: torch.dtype = torch.int8) -> Tensor:
        """Shape (n, 2, height, width), row 0 at the bottom: the side to move, then the other."""
        rules = self.rules
        cells = torch.arange(rules.cell_count, device=state.own.device)
        places = cells % rules.width * rules.stride + cells // rules.width
        both = torch.stack((state.own, state.other), dim=-1).unbind()
        return bits_at(both, places).view(-1, 2, rules.height, rules.width).to(dtype)

    # -- playing --------------------------------------------------------------------------------

    def random_moves(self, state: State) -> Tensor:
        """Int64 (n,): a random legal move in every game, the ones that `step_random` plays."""
        rules, place = self.rules, torch.zeros_like(state.own[0])
        for number, word in enumerate(self._random_cells(state)):
            place += torch.where(word == 0, 0, 64 * number + count_bits(word - 1))
        column = place // rules.stride
        return column if rules.gravity else place % rules.stride * rules.width + column

    def step_random(self, state: State) -> Step:
        """Play a random legal move in every game, each as likely."""
        return self._after(state, self._random_cells(state))

    def step(self, state: State, moves: Tensor) -> Step:
        """Play `moves[i]` (any integers) in game i. One that is not legal loses the game."""
        rules = self.rules
        occupied = (state.own | state.other).unbind()
        inside = (moves >= 0) & (moves < rules.move_count)
        move = torch.where(inside, moves, 0).to(torch.int64)
        column = move if rules.gravity else move % rules.width
        place = column * rules.stride + (0 if rules.gravity else move // rules.width)
        cells = placed((1 << rules.height) - 1 if rules.gravity else 1, place, rules.words)
        free = self._playable(occupied)
        found = tuple(torch.where(inside, a & b, 0) for a, b in zip(cells, free, strict=True))
        return self._after(state, found, any_bit(found))

    def _after(self, state: State, cells: TensorSet, legal: Tensor | None = None) -> Step:
        """The step that fills these cells; without *legal* all of them are."""
        own, other, pay = state.own.unbind(), state.other.unbind(), self.rewards
        mine = tuple(a | b for a, b in zip(own, cells, strict=True))
        won = has_line(mine, self._lines)
        empty = tuple((a | b) ^ c for a, b, c in zip(mine, other, self._board, strict=True))
        full = ~any_bit(empty)
        reward = torch.where(won, pay.win, torch.where(full, pay.draw, 0.0)) + pay.move
        done = won | full
        if legal is not None:
            reward, done = torch.where(legal, reward, pay.illegal), done | ~legal
        begun, waiting = self._start
        chance = state.chance + STEP
        return Step(
            State(_begun(done, begun, other), _begun(done, waiting, mine), chance), reward, done
        )

    def _playable(self, occupied: TensorSet) -> TensorSet:
        """The cells that a disc can be put into."""
        if not self.rules.gravity:
            return tuple(~a & b for a, b in zip(occupied, self._board, strict=True))
        above, bottom, board = shifted(occupied, -1), self._bottom, self._board
        return tuple(
            (a | b) & ~c & d for a, b, c, d in zip(above, bottom, occupied, board, strict=True)
        )

    def _random_cells(self, state: State) -> TensorSet:
        """A random cell of those that can be filled, each as likely."""
        occupied = (state.own | state.other).unbind()
        # Without the mask the compiler takes the product for an index, which must not overflow.
        games = torch.arange(state.own.shape[1], device=state.own.device) & (2**32 - 1)
        random = shifted_right(mixed(state.chance + games * GOLDEN), 32)
        if self._has_fields:
            return (self._column_cell(occupied[0], random),)
        free = self._playable(occupied)
        counts = [count_bits(word) for word in free]
        rank = (random * sum(counts[1:], counts[0])) >> 32
        cells = []
        for word, count in zip(free, counts, strict=True):
            here = (rank >= 0) & (rank < count)
            cells.append(torch.where(here, ranked_bit(word, rank), 0))
            rank = rank - count
        return tuple(cells)

    def _column_cell(self, occupied: Tensor, random: Tensor) -> Tensor:
        """The same with one word and gravity, as cpp/env/word_board.hpp explains it."""
        rules, bottom = self.rules, self._bottom[0]
        open_ones = (~occupied >> (rules.height - 1)) & bottom
        counts = open_ones * bottom
        last = (rules.width - 1) * rules.stride
        rank = (random * ((counts >> last) & ((1 << rules.stride) - 1))) >> 32
        spare = signed(bottom << rules.height)
        enough = ((counts | spare) - (rank + 1) * bottom) & spare
        chosen = enough & ~(enough << rules.stride)
        column = chosen - shifted_right(chosen, rules.height)
        return (occupied + bottom) & column


def _begun(done: Tensor, start: list[int], words: TensorSet) -> Tensor:
    """Word by word what *start* says where games are done, else *words*."""
    chosen = [torch.where(done, each, word) for each, word in zip(start, words, strict=True)]
    return chosen[0][None] if len(chosen) == 1 else torch.stack(chosen)
