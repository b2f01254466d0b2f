"""OpenSpiel plays our games, and its bots with our players. `bench/env_agree.py` is longer."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import inarow as ir
from inarow import convert
from inarow.players.openspiel import InarowBot, OpenSpielPlayer, game_of, rules_of, state_of
from support.strategies import play_random

SIZES = [
    "7x6x4",
    "4x4x3",
    "9x7x5",
    "5x8x4",
    "3x3x3/free",
    "4x3x3/free",
    "9x9x5/free",
    "15x15x5/free",
]


@pytest.mark.parametrize("text", SIZES)
def test_random_games_are_the_same(text: str) -> None:
    rules, random = ir.Rules.parse(text), Random(text)
    game = game_of(rules)
    assert rules_of(game) == rules
    for _ in range(20 if rules.cell_count < 100 else 3):
        state, board = game.new_initial_state(), ir.Board(rules)
        while not state.is_terminal():
            assert convert.to_openspiel(board.position) == str(state)
            actions = [convert.to_openspiel_action(move, rules) for move in board.legal_moves()]
            assert sorted(actions) == state.legal_actions()
            assert state.current_player() == board.turn - 1
            tensor = np.reshape(state.observation_tensor(), game.observation_tensor_shape())
            assert (convert.to_openspiel_tensor(board.position) == tensor).all()
            move = random.choice(board.legal_moves())
            board.play(move)
            state.apply_action(convert.to_openspiel_action(move, rules))
        outcome = board.outcome()
        assert outcome is not None
        shares = {None: [0, 0], ir.Side.FIRST: [1, -1], ir.Side.SECOND: [-1, 1]}
        assert state.returns() == shares[outcome.winner]


@pytest.mark.parametrize("text", SIZES)
def test_a_position_becomes_a_state(text: str) -> None:
    rules = ir.Rules.parse(text)
    for seed in range(5):
        position = play_random(rules, Random(seed), plies=rules.cell_count // 2).position
        if position.outcome() is None:
            assert str(state_of(position)) == convert.to_openspiel(position)


def played(bots: list[Any], rules: ir.Rules) -> list[float]:
    state = game_of(rules).new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def test_our_players_are_bots() -> None:
    random = pyspiel.make_uniform_random_bot(1, 7)
    assert played([InarowBot(ir.level(6, seed=1)), random], ir.CONNECT_FOUR)[0] == 1
    assert played([InarowBot("perfect"), random], ir.TIC_TAC_TOE)[0] >= 0


def test_their_bots_are_players() -> None:
    rules = ir.Rules(5, 4, 3, gravity=False)
    search = pyspiel.MCTSBot(
        game_of(rules),
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        300,
        10,
        True,
        1,
        False,
        pyspiel.ChildSelectionPolicy.UCT,
    )
    player = OpenSpielPlayer(search, "search")
    outcome = ir.Game(rules, (player, ir.Random(seed=1))).run()
    assert outcome.winner is ir.Side.FIRST
    assert player.copy().name == "search"


def test_what_goes_wrong_is_told() -> None:
    class Odd(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self, answer: int | None) -> None:
            pyspiel.Bot.__init__(self)
            self.answer = answer

        def restart(self) -> None:
            pass

        def step(self, state: Any) -> int:
            if self.answer is None:
                raise RuntimeError("out of ideas")
            return self.answer

    start = ir.Position(ir.CONNECT_FOUR)
    assert OpenSpielPlayer(Odd(3)).choose(start) == 3
    with pytest.raises(ir.PlayerError, match="odd: RuntimeError: out of ideas"):
        OpenSpielPlayer(Odd(None), "odd").choose(start)
    with pytest.raises(ir.PlayerError, match="odd: expected a legal action, got 99"):
        OpenSpielPlayer(Odd(99), "odd").choose(start)
    with pytest.raises(
        ir.PlayerError, match="expected a position that can be reached in a game, got"
    ):
        state_of(ir.Position(ir.CONNECT_FOUR, first=0b11))
    with pytest.raises(ir.RulesError, match="expected connect_four, mnk or tic_tac_toe, got 'hex'"):
        rules_of(pyspiel.load_game("hex"))
