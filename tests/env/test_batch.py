import os
from collections.abc import Callable
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import inarow as ir
from inarow import batch as arrays
from inarow.env.batch import DRAWN, ILLEGAL_MOVE, LOST, OPEN, RESTARTS, WON, Batch
from inarow.env.gymnasium import KInARowEnv
from inarow.env.spec import ILLEGAL, OBSERVATIONS, PERSPECTIVES
from support.strategies import ODD_RULES, play_random

WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def drawn(seed: int, tick: int, game: int, count: int) -> int:
    """The number below *count* that cpp/env/random.hpp draws."""
    place = mixed((seed + GOLDEN) & WORD) + (tick << 32) * GOLDEN + game * GOLDEN
    return (mixed(place & WORD) >> 32) * count >> 32


class Lowest(ir.Player):
    """Plays the first legal move."""

    def choose(self, position: ir.Position) -> int:
        return position.legal_moves()[0]


def check(games: Batch, positions: list[ir.Position]) -> None:
    """That the arrays show these positions, of which those that are over may have begun anew."""
    rules, spec = games.spec.rules, games.spec
    for i, position in enumerate(positions):
        assert games.position(i) == position
        assert np.flatnonzero(games.mask[i]).tolist() == list(position.legal_moves())
        side = ir.Side(int(games.side[i]))
        own, other = position.discs(side), position.discs(side.other)
        assert arrays.unpack(games.own[i : i + 1], rules) == [own]
        assert arrays.unpack(games.other[i : i + 1], rules) == [other]
        if spec.perspective == "first":
            own, other = position.first, position.second
        assert (games.observation[i] == spec.observe(own, other)).all()


def result_of(outcome: ir.Outcome | None, side: ir.Side) -> int:
    if outcome is None:
        return OPEN
    return DRAWN if outcome.is_draw else WON if outcome.winner is side else LOST


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_random_self_play_follows_the_rules(rules: ir.Rules) -> None:
    games = Batch(21, rules, observation="planes", keep_last=True)
    games.reset(seed=3)
    positions = [ir.Position(rules)] * games.n
    for _ in range(40):
        check(games, positions)
        games.step()
        for i, move in enumerate(games.action.tolist()):
            before, after = positions[i], positions[i].play(move)
            result = result_of(after.outcome(), before.turn)
            assert (games.result[i], games.done[i]) == (result, result != OPEN)
            assert games.reward[i] == (1.0 if result == WON else 0.0)
            positions[i] = after
            if games.done[i]:
                own, other = after.discs(after.turn), after.discs(before.turn)
                assert (games.last(np.array([i]))[0] == games.spec.observe(own, other)).all()
                positions[i] = ir.Position(rules)


@pytest.mark.parametrize("rules", ["7x6x4", "8x3x3", "3x3x3/free", "9x9x5/free", "15x15x5/free"])
def test_a_random_move_is_the_one_that_the_generator_draws(rules: str) -> None:
    """So the same games can be played elsewhere; `device.py` does."""
    games = Batch(30, rules, restart="disabled")
    games.reset(seed=2**63 + 5)
    for step in range(1, 6):
        before = [games.position(i) for i in range(games.n)]
        games.step()
        for i, position in enumerate(before):
            legal = position.legal_moves()
            if legal:
                cells = [position.cell_of(move) for move in legal]
                ordered = sorted(legal, key=lambda move: cells[legal.index(move)] or ())
                assert games.action[i] == ordered[drawn(2**63 + 5, 4 * step, i, len(legal))]


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("perspective", PERSPECTIVES)
@pytest.mark.parametrize("rules", ["4x3x3", "9x8x4", "12x12x4/free", "1x1x1"])
def test_all_observations_show_the_position(rules: str, observation: str, perspective: str) -> None:
    games = Batch(11, rules, observation=observation, perspective=perspective, restart="disabled")
    games.reset(seed=1)
    for _ in range(9):
        check(games, [games.position(i) for i in range(games.n)])
        games.step()
    if observation != "packed":
        floats = Batch(
            11,
            rules,
            observation=observation,
            perspective=perspective,
            restart="disabled",
            dtype=np.float32,
        )
        floats.reset(seed=1)
        for _ in range(9):
            floats.step()
        assert floats.observation.dtype == np.float32
        assert (floats.observation == games.observation).all()


class Single:
    """A batch of one, made of the environment for one game."""

    def __init__(self, **settings: Any) -> None:
        self.env = KInARowEnv(opponent=Lowest("lowest"), mask_in_observation=False, **settings)

    def step(self, action: int) -> tuple[Any, float, bool, NDArray[np.int8]]:
        seen, reward, over, _, info = self.env.step(action)
        return seen, reward, over, info["action_mask"]


def replies(rules: ir.Rules) -> Callable[[Any, Any], Any]:
    return lambda own, other: arrays.legal_moves(own, other, rules).argmax(axis=1)


@pytest.mark.parametrize("illegal", [name for name in ILLEGAL if name != "random"])
@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("rules", ["4x4x3", "3x3x3/free", "1x1x1", "2x1x2", "9x8x4"])
def test_a_batch_is_many_times_the_environment_for_one(rules: str, side: str, illegal: str) -> None:
    pay = {"win": 3.0, "draw": 0.25, "loss": -2.0, "illegal": -5.0, "move": 0.125}
    settings: dict[str, Any] = {"side": side, "illegal": illegal, "rewards": pay}
    settings |= {"observation": "signed", "perspective": "first"}
    parsed = ir.Rules.parse(rules)
    for opponent in (Lowest("lowest"), replies(parsed)):
        games = Batch(7, rules, opponent=opponent, **settings)
        games.reset(seed=1)
        singles = [Single(rules=rules, **settings) for _ in range(games.n)]
        for single in singles:
            single.env.reset()
        random = Random(4)
        for _ in range(30):
            actions = [random.randrange(-1, parsed.move_count + 1) for _ in singles]
            if illegal == "raise":
                legal = [np.flatnonzero(mask).tolist() for mask in games.mask]
                actions = [random.choice(moves or [0]) for moves in legal]
            games.step(np.array(actions))
            for i, single in enumerate(singles):
                seen, reward, over, mask = single.step(actions[i])
                assert (games.reward[i], games.done[i]) == (np.float32(reward), over)
                if over:
                    seen, info = single.env.reset()
                    mask = info["action_mask"]
                assert (games.observation[i] == seen).all()
                assert (games.mask[i] == mask).all()


def test_an_illegal_move_can_be_replaced_by_a_random_one() -> None:
    games = Batch(50, "2x3x2", illegal="random", rewards={"illegal": -0.5, "win": 2})
    games.reset(seed=1)
    games.step(np.full(50, 7))
    assert set(games.action.tolist()) == {0, 1}
    assert (games.result == ILLEGAL_MOVE + OPEN).all()
    assert (games.reward == -0.5).all()
    games.step(games.action.copy())
    games.step(games.action.copy())
    assert (games.result == OPEN).all()
    games.step(np.full(50, -1))
    assert set(games.result.tolist()) == {ILLEGAL_MOVE + WON}
    assert (games.reward == 1.5).all()


def test_an_illegal_move_can_be_refused_and_nothing_changes() -> None:
    games = Batch(3, "2x2x2", illegal="raise")
    games.reset(seed=1)
    before = games.observation.copy()
    with pytest.raises(ir.IllegalMoveError, match="move 2 is not legal in game 1"):
        games.step(np.array([0, 2, 3]))
    assert (games.observation == before).all()
    games.step(np.array([0, 1, 1]))


@pytest.mark.parametrize("opponent", [None, "random"])
def test_games_begin_anew_when_they_should(opponent: str | None) -> None:
    made = {
        name: Batch(40, "4x3x3", restart=name, opponent=opponent, side="random", keep_last=True)
        for name in RESTARTS
    }
    for games in made.values():
        games.reset(seed=8)
    over = np.zeros(40, np.bool_)
    for _ in range(30):
        for games in made.values():
            games.step()
        assert (made["disabled"].done >= over).all()
        assert not made["disabled"].reward[over].any()
        newly = made["disabled"].done & ~over
        for name in ("next_step", "same_step"):
            first_game = ~over  # until its first end a game is the same in all three
            same = made[name].own == made["disabled"].own
            assert same[first_game & ~newly].all()
            assert (made[name].done == made["disabled"].done)[first_game].all()
        ended = np.flatnonzero(newly)
        if len(ended):
            seen = made["disabled"].observation[ended]
            assert (made["next_step"].observation[ended] == seen).all()
            assert (made["same_step"].last(ended) == seen).all()
            assert made["same_step"].mask[ended].any(axis=1).all()
            assert not made["next_step"].mask[ended].any()
        over |= newly
    assert over.all()


def test_the_step_after_the_end_ignores_its_action() -> None:
    games = Batch(2, "3x1x1", restart="next_step", illegal="raise")
    games.reset(seed=1)
    games.step(np.array([0, 1]))
    assert games.done.all()
    games.step(np.array([-5, 99]))
    assert not games.done.any()
    assert not games.own.any()
    assert not games.reward.any()
    assert games.action.tolist() == [-1, -1]
    assert games.mask.all()


def test_chosen_games_can_be_reset() -> None:
    games = Batch(6, "3x3x3/free", restart="disabled")
    games.reset(seed=1)
    for _ in range(9):
        games.step()
    assert games.done.all()
    chosen = np.array([True, False] * 3)
    kept = games.own.copy()
    games.reset(chosen=chosen)
    assert not games.own[chosen].any()
    assert not games.done[chosen].any()
    assert (games.own[~chosen] == kept[~chosen]).all()
    games.step()
    assert games.done.tolist() == [False, True] * 3


def test_the_seed_decides_everything() -> None:
    def play(n: int, threads: int, seed: int) -> list[NDArray[Any]]:
        games = Batch(n, opponent="random", side="random", threads=threads)
        games.reset(seed=seed)
        seen: list[NDArray[Any]] = []
        for _ in range(20):
            games.step()
            seen += [games.own.copy(), games.reward.copy(), games.side.copy()]
        return seen

    large, again = play(9000, 1, 3), play(9000, 2, 3)
    assert all((a == b).all() for a, b in zip(large, again, strict=True))
    small = play(10, 1, 3)  # a game's number decides, not how many there are
    assert all((a[:10] == b).all() for a, b in zip(large, small, strict=True))
    other = play(10, 1, 4)
    assert any((a != b).any() for a, b in zip(small, other, strict=True))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_plays_on_without_the_threads() -> None:
    games = Batch(9000, threads=2)
    games.reset(seed=1)
    games.step()

    def step(games: Batch) -> None:
        games.step()
        assert games.own.any()

    child = get_context("fork").Process(target=step, args=(games,))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    games.step()


def test_without_a_seed_games_differ() -> None:
    seen = []
    for _ in range(2):
        games = Batch(100)
        games.reset()
        games.step()
        seen.append(games.action.tolist())
        games.reset()
        games.step()
        seen.append(games.action.tolist())
    assert len({tuple(each) for each in seen}) == 4


@pytest.mark.parametrize("side", ["first", "second", "random", "alternate"])
def test_the_agent_has_the_side_it_asked_for(side: str) -> None:
    games = Batch(200, "4x4x3", opponent="random", side=side)
    games.reset(seed=2)
    expected = {"first": {1}, "second": {2}}.get(side, {1, 2})
    assert set(games.side.tolist()) == expected
    if side == "alternate":
        assert games.side.tolist() == [1, 2] * 100
    last = games.side.copy()
    for _ in range(20):
        games.step()
        for i in range(games.n):
            position = games.position(i)
            assert position.turn == games.side[i]
            assert position.problems() == ()
        changed = games.side != last
        if side == "alternate":
            assert (changed == games.done).all()
        assert not (changed & ~games.done).any()
        last = games.side.copy()


def test_games_begin_with_the_given_starts() -> None:
    random = Random(3)
    rules = ir.Rules(5, 4, 4)
    starts = [play_random(rules, random, plies).position for plies in (0, 3, 4, 5)]
    starts = [start for start in starts if start.outcome() is None]
    games = Batch(300, rules, start=starts, restart="disabled")
    games.reset(seed=6)
    found = [games.position(i) for i in range(games.n)]
    assert set(found) == set(starts)
    assert min(found.count(start) for start in starts) > 40
    games = Batch(50, rules, start=starts, opponent="random", side="second")
    games.reset(seed=6)
    assert all(games.position(i).turn is ir.Side.SECOND for i in range(50))
    single = Batch(1, "7x6x4", start="4453")
    single.reset()
    assert single.position(0) == ir.Board(ir.CONNECT_FOUR, "4453").position


def test_an_opponent_that_fails_has_lost() -> None:
    def fails(position: ir.Position) -> int:
        if position.ply > 2:
            raise ir.PlayerError("no\n idea")
        return 0

    games = Batch(3, opponent=ir.Human(ask=fails), restart="disabled")
    games.reset(seed=1)
    games.step(np.array([0, 1, 2]))
    assert games.forfeits == {}
    games.step(np.array([1, 1, 1]))
    assert games.forfeits == dict.fromkeys(range(3), "no idea")
    assert games.result.tolist() == [WON] * 3
    wrong = Batch(1, opponent=lambda own, other: np.array([9]))
    wrong.reset(seed=1)
    wrong.step(np.array([0]))
    assert wrong.result.tolist() == [WON]


def test_a_step_that_was_broken_off_needs_a_reset() -> None:
    def breaks(own: Any, other: Any) -> Any:
        if own.any():
            raise KeyboardInterrupt
        return np.zeros(len(own), np.int64)

    games = Batch(3, opponent=breaks)
    games.reset(seed=1)
    games.step()
    with pytest.raises(KeyboardInterrupt):
        games.step()
    with pytest.raises(ir.EnvError, match="expected reset before the next step"):
        games.step()
    with pytest.raises(ir.EnvError, match="expected a reset of all games first"):
        games.reset(chosen=np.ones(3, np.bool_))
    games.reset()
    games.step()


def test_nothing_is_copied_and_what_games_rest_on_cannot_be_written() -> None:
    games = Batch(4)
    seen, mask = games.observation, games.mask
    games.reset(seed=1)
    games.step()
    assert seen is games.observation
    assert mask is games.mask
    assert np.shares_memory(seen, games.own)
    for array in (games.own, games.other, games.observation, games.side, games.result):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("game", [-1, 4, 2**64, None, "0", np.zeros(3, int)])
def test_a_game_that_is_not_there_has_no_position(game: Any) -> None:
    games = Batch(4)
    games.reset(seed=1)
    with pytest.raises(ir.EnvError, match="expected a game from 0 to 3, got"):
        games.position(game)
