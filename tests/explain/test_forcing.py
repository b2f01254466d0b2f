from random import Random

import pytest

import inarow as ir
from inarow import forcing
from support import plain_facts
from support.strategies import play_random


def test_a_double_threat_is_the_shortest_forced_win() -> None:
    win = forcing.find(ir.Board(ir.CONNECT_FOUR, "4455").position)
    assert win is not None
    assert win.moves == (2, 1, 5)
    assert win.threatened == (ir.Cell(1, 0), ir.Cell(5, 0))


def test_longer_wins_have_one_answer_at_every_step() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "44355367663234").position
    win = forcing.find(position)
    assert win is not None
    assert ir.notation.moves_text(win.moves, position.rules) == "334556215"
    plain_facts.check_forced(position, win.moves, win.side)


def test_an_open_four_without_gravity() -> None:
    position = ir.Board(ir.GOMOKU, "h8 a1 i8 a2 j8 b1").position
    win = forcing.find(position)
    assert win is not None
    assert ir.notation.moves_text(win.moves, position.rules) == "g8 f8 k8"


@pytest.mark.parametrize("size", ["6x5x4", "7x6x4", "5x5x4/free", "8x8x5/free", "5x5x3"])
def test_what_is_found_is_forced(size: str) -> None:
    rules, random, found = ir.Rules.parse(size), Random(3), 0
    for _ in range(300):
        position = play_random(rules, random, random.randint(5, rules.cell_count - 2)).position
        win = forcing.find(position)
        if win is not None:
            plain_facts.check_forced(position, win.moves, position.turn)
            found += len(win.moves) > 1
    assert found >= 3


def test_no_win_of_two_discs_is_overlooked() -> None:
    """Against plain play: a move after which every answer loses at once to a threat."""
    random, found = Random(5), 0
    for _ in range(300):
        rules = ir.Rules.parse(random.choice(("6x5x4", "4x4x3", "5x5x4/free")))
        position = play_random(rules, random, random.randint(3, rules.cell_count - 2)).position
        if position.outcome() is not None or plain_facts.wins_at_once(position, position.turn):
            continue
        wins = any(_wins_next(position.play(move)) for move in position.legal_moves())
        win = forcing.find(position)
        assert wins == (win is not None and len(win.moves) == 3), position.text()
        found += wins
    assert found > 10


def _wins_next(after: ir.Position) -> bool:
    """Whether the side that has moved threatens to win, and does so after every answer."""
    side = after.turn.other
    if plain_facts.wins_at_once(after, after.turn) or not plain_facts.wins_at_once(after, side):
        return False
    return all(plain_facts.wins_at_once(after.play(m), side) for m in after.legal_moves())


def test_nothing_is_found_after_the_end_with_floating_discs_or_without_nodes() -> None:
    assert forcing.find(ir.Board(ir.CONNECT_FOUR, "4455667").position) is None
    assert forcing.find(ir.Position.parse("4x3x3 x3/4/xx2 x")) is None
    assert forcing.find(ir.Board(ir.CONNECT_FOUR, "4455").position, nodes=1) is None
