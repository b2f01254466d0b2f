import subprocess
import sys
from random import Random
from typing import Any

import pytest
import torch

import inarow as ir
from inarow import batch as arrays
from inarow.env.batch import Batch
from inarow.env.device import DeviceGames, State
from inarow.env.spec import Rewards
from support.strategies import ODD_RULES

FITTING = [rules for rules in ODD_RULES if rules.words <= 2] + [
    ir.CONNECT_FOUR,
    ir.TIC_TAC_TOE,
    ir.Rules(8, 3, 3),  # more columns than a field of bits can count
    ir.Rules(2, 31, 5),
    ir.Rules(4, 31, 6),  # a column in both words
    ir.Rules(10, 10, 5, gravity=False),
]


def ints(words: torch.Tensor) -> list[int]:
    """Sets of cells as Python has them."""
    return [
        sum((word & (2**64 - 1)) << (64 * i) for i, word in enumerate(each))
        for each in words.T.tolist()
    ]


def positions(games: DeviceGames, state: State, turns: list[ir.Side]) -> list[ir.Position]:
    found = []
    for own, other, turn in zip(ints(state.own), ints(state.other), turns, strict=True):
        first, second = (own, other) if turn is ir.Side.FIRST else (other, own)
        found.append(ir.Position(games.rules, first, second, turn))
    return found


@pytest.mark.parametrize("rules", FITTING, ids=str)
def test_games_follow_the_rules(rules: ir.Rules) -> None:
    games, random = DeviceGames(rules), Random(3)
    n = 7
    state = games.reset(n, seed=9)
    plain = [ir.Position(rules)] * n
    for _ in range(30):
        assert positions(games, state, [position.turn for position in plain]) == plain
        legal = [position.legal_moves() for position in plain]
        assert [tuple(mask.nonzero()[:, 0].tolist()) for mask in games.mask(state)] == legal
        planes = games.planes(state)
        for i, position in enumerate(plain):
            grid = position.array()
            assert (planes[i, 0].numpy() == (grid == position.turn)).all()
            assert (planes[i, 1].numpy() == (grid == position.turn.other)).all()
        moves = [random.choice(each) for each in legal]
        state, reward, done = games.step(state, torch.tensor(moves))
        for i, move in enumerate(moves):
            plain[i] = plain[i].play(move)
            outcome = plain[i].outcome()
            assert bool(done[i]) == (outcome is not None)
            assert float(reward[i]) == (1.0 if outcome and not outcome.is_draw else 0.0)
            if outcome:
                plain[i] = ir.Position(rules)


@pytest.mark.parametrize("rules", FITTING, ids=str)
def test_random_games_are_those_of_the_batch(rules: ir.Rules) -> None:
    games, batch = DeviceGames(rules), Batch(100, rules)
    seed = 2**64 - 7
    state = games.reset(100, seed=seed)
    batch.reset(seed=seed)
    for _ in range(60):
        moves = games.random_moves(state)
        state, reward, done = games.step_random(state)
        batch.step()
        assert moves.tolist() == batch.action.tolist()
        assert ints(state.own) == arrays.unpack(batch.own, rules)
        assert ints(state.other) == arrays.unpack(batch.other, rules)
        assert reward.tolist() == batch.reward.tolist()
        assert done.tolist() == batch.done.tolist()
        assert games.mask(state).tolist() == batch.mask.tolist()


def test_an_illegal_move_loses() -> None:
    games = DeviceGames("2x1x2", rewards=Rewards(win=5, illegal=-3, move=0.5, draw=0.25))
    state, reward, done = games.step(games.reset(4, seed=1), torch.tensor([0, 1, 2, -1]))
    assert (reward.tolist(), done.tolist()) == ([0.5, 0.5, -3, -3], [False, False, True, True])
    state, reward, done = games.step(state, torch.tensor([0, 0, 0, 1], dtype=torch.int32))
    assert (reward.tolist(), done.tolist()) == ([-3, 0.75, 0.5, 0.5], [True, True, False, False])


def test_games_can_begin_with_a_position() -> None:
    start = ir.Board(ir.CONNECT_FOUR, "4453").position
    games = DeviceGames(start=start)
    state = games.reset(3, seed=1)
    assert positions(games, state, [start.turn] * 3) == [start] * 3
    state, _, done = games.step(state, torch.tensor([0, 9, 1]))
    assert done.tolist() == [False, True, False]
    assert positions(games, state, [start.turn.other, start.turn, start.turn.other]) == [
        start.play(0),
        start,
        start.play(1),
    ]


def test_planes_have_the_type_that_is_asked_for() -> None:
    games = DeviceGames("3x3x3/free")
    state = games.step_random(games.reset(2, seed=1)).state
    planes = games.planes(state, torch.float32)
    assert planes.dtype == torch.float32
    assert planes.shape == (2, 2, 3, 3)
    assert planes.sum().item() == 2
    assert games.planes(state).dtype == torch.int8


def test_nothing_that_was_given_changes() -> None:
    games = DeviceGames("5x4x4")
    before = games.step_random(games.reset(10, seed=1)).state
    copies = [tensor.clone() for tensor in before]
    moves = games.random_moves(before)
    games.step(before, moves)
    games.step_random(before)
    assert all(torch.equal(a, b) for a, b in zip(before, copies, strict=True))


@pytest.mark.parametrize("rules", ["7x6x4", "10x10x5/free"])
def test_what_is_done_does_not_depend_on_the_data(rules: str) -> None:
    """So it can be compiled: a tensor of the device "meta" has a shape and no numbers."""
    games = DeviceGames(rules)
    state = games.reset(16, seed=1, device="meta")
    for step in (games.step_random(state), games.step(state, games.random_moves(state))):
        assert step.state.own.shape == state.own.shape
        assert (step.reward.shape, step.done.shape) == ((16,), (16,))
    assert games.mask(state).shape == (16, games.rules.move_count)
    assert games.planes(state).shape == (16, 2, games.rules.height, games.rules.width)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: DeviceGames("15x15x5/free"), "expected rules of at most 128 bits, got 15x15x5"),
        (lambda: DeviceGames("7x6"), "expected rules such as '7x6x4'"),
        (
            lambda: DeviceGames("7x6x4", start=ir.Position(ir.TIC_TAC_TOE)),
            "expected a start of 7x6x4 that is open, got",
        ),
        (lambda: DeviceGames().reset(0, seed=1), "expected a number of games from 1 on, got 0"),
        (lambda: DeviceGames().reset(5, seed=-1), "expected a seed from 0 to 1844674407370955161"),
    ],
)
def test_bad_settings_get_one_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(ir.InarowError, match=sentence):
        call()


def test_it_does_not_need_the_core() -> None:
    """Nor a real PyTorch to be imported, which takes long."""
    program = (
        "import sys, types; torch = sys.modules['torch'] = types.ModuleType('torch'); "
        "torch.Tensor = torch.int8 = object; torch.nn = types.SimpleNamespace(Module=object); "
        "import inarow.env.device; "
        "print('inarow._core' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
