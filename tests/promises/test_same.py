"""The rules are written twice, in Python to be read and in C++ to be fast: they must agree."""

from random import Random
from typing import cast

import numpy as np
import pytest
import torch
from hypothesis import given

import inarow as ir
from inarow import _core, batch
from inarow.board.lines import has_line, line_shifts, threats
from inarow.board.rules import MAX_SIDE
from inarow.env import batch as env_batch
from inarow.env import spec, tensor_bits
from inarow.env.batch import DRAWN, OPEN, WON, Batch
from support.strategies import ODD_RULES, play_random, rules, scatter, seeds, stack

EVERY_RULES = [*ODD_RULES, ir.CONNECT_FOUR, ir.TIC_TAC_TOE, ir.WIDE_FOUR, ir.Rules(4, 4, 3)]


def test_the_largest_side_is_the_same() -> None:
    assert _core.MAX_SIDE == MAX_SIDE


def test_environments_have_the_same_words() -> None:
    assert [choice.name.lower() for choice in _core.Illegal] == [*spec.ILLEGAL]
    assert [choice.name.lower() for choice in _core.Seat] == [*spec.SIDES]
    assert [choice.name.lower() for choice in _core.View] == ["none", *spec.OBSERVATIONS]
    assert [choice.name.lower() for choice in _core.Restart] == [*env_batch.RESTARTS]
    assert all(getattr(env_batch, result.name) == result for result in _core.Result)


@pytest.mark.parametrize("wrong", [None, "7x6x4", 7, (7, 6, 4, True)])
def test_only_rules_are_rules(wrong: object) -> None:
    with pytest.raises(TypeError, match="count_positions"):
        _core.count_positions(cast("ir.Rules", wrong), 1, False)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_lines_and_threats_agree_on_scattered_discs(rules: ir.Rules) -> None:
    random = Random(str(rules))
    positions = [scatter(rules, random) for _ in range(60)]
    first = batch.pack([p.first for p in positions], rules)
    occupied = batch.pack([p.occupied for p in positions], rules)
    assert batch.has_line(first, rules).tolist() == [has_line(p.first, rules) for p in positions]
    expected = [threats(p.first, p.occupied, rules) for p in positions]
    assert batch.unpack(batch.threats(first, occupied, rules), rules) == expected


@given(rules(largest=12), seeds)
def test_the_win_test_is_the_same_for_ints_tensors_and_words(
    rules: ir.Rules, random: Random
) -> None:
    sets = [scatter(rules, random).first for _ in range(20)]
    words = batch.pack(sets, rules).reshape(len(sets), -1)
    expected = [plain_has_line(discs, rules) for discs in sets]
    assert [has_line(discs, rules) for discs in sets] == expected
    assert batch.has_line(batch.pack(sets, rules), rules).tolist() == expected
    if rules.words <= 2:
        tensors = torch.from_numpy(words.view(np.int64)).unbind(-1)
        shifts = line_shifts(rules.k, rules.stride)
        assert tensor_bits.has_line(tensors, shifts).tolist() == expected


def plain_has_line(discs: int, rules: ir.Rules) -> bool:
    """Cell by cell, without any shift."""
    cells = {*rules.cells(discs)}
    return any({*way.walk(cell, rules.k)} <= cells for cell in cells for way in ir.Direction)


@given(rules(largest=12), seeds)
def test_games_of_environments_are_won_as_lines_say(rules: ir.Rules, random: Random) -> None:
    starts = [stack(rules, random) for _ in range(20)] + [ir.Position(rules)]
    starts = [start for start in starts if start.legal_moves()]
    games = Batch(30, rules, start=starts, restart="disabled")
    games.reset(seed=random.getrandbits(32))
    before = [games.position(game) for game in range(games.n)]
    games.step()
    for game, position in enumerate(before):
        outcome = position.play(int(games.action[game])).outcome()
        full = DRAWN if outcome else OPEN
        assert games.result[game] == (WON if outcome and outcome.winner else full)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_legal_moves_agree_on_set_up_positions(rules: ir.Rules) -> None:
    random = Random(str(rules))
    for _ in range(20):
        position = stack(rules, random)
        own = batch.pack([position.own], rules)
        other = batch.pack([position.other], rules)
        legal = batch.legal_moves(own, other, rules)[0]
        assert np.flatnonzero(legal).tolist() == list(position.legal_moves())


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_random_games_agree_move_by_move(rules: ir.Rules) -> None:
    board = play_random(rules, Random(str(rules)), plies=150)
    own, other = batch.pack([0], rules), batch.pack([0], rules)
    for before, move in zip([board.start, *board.history], [*board.moves, None], strict=True):
        side = before.turn
        assert batch.unpack(own, rules) == [before.discs(side)]
        assert batch.unpack(other, rules) == [before.discs(side.other)]
        legal = batch.legal_moves(own, other, rules)[0]
        assert np.flatnonzero(legal).tolist() == list(before.legal_moves())
        won = batch.has_line(other, rules)[0]
        outcome = before.outcome()
        assert won == (outcome is not None and outcome.winner is side.other)
        if move is not None:
            batch.play(own, other, np.array([move], np.int32), rules)
