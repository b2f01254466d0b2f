import pytest

import inarow as ir
from inarow.arena.openings import _images, imbalance, openings
from support.strategies import ODD_RULES


@pytest.mark.parametrize(
    "rules", [ir.CONNECT_FOUR, ir.WIDE_FOUR, ir.GOMOKU, ir.Rules(6, 5, 4)], ids=str
)
def test_openings_are_different_and_undecided(rules: ir.Rules) -> None:
    found = openings(rules, 12, 5, seed=1)
    assert len(found) == 12
    keys = set()
    for moves in found:
        position = ir.Board(rules, moves).position
        assert len(moves) == 5
        assert position.outcome() is None
        assert not any(position.winning_moves(side) for side in ir.Side)
        keys.add(min(image.key for image in _images(position)))
    assert len(keys) == 12


def test_the_same_seed_gives_the_same_openings() -> None:
    assert openings(ir.WIDE_FOUR, 5, 4, 1) == openings(ir.WIDE_FOUR, 5, 4, 1)
    assert openings(ir.WIDE_FOUR, 5, 4, 1) != openings(ir.WIDE_FOUR, 5, 4, 2)


def test_small_boards_have_only_so_many() -> None:
    assert len(openings(ir.TIC_TAC_TOE, 100, 1)) == 3  # corner, edge, middle
    assert len(openings(ir.TIC_TAC_TOE, 100, 2)) == 12
    assert len(openings(ir.Rules(3, 2, 3, gravity=False), 100, 1)) == 2
    assert len(openings(ir.CONNECT_FOUR, 100, 1)) == 4
    assert openings(ir.CONNECT_FOUR, 9, 0) == [()]
    assert openings(ir.Rules(1, 1, 1), 5, 1) == [()]


def test_openings_are_as_even_as_can_be() -> None:
    # of Connect Four's first moves only those next to the middle draw
    assert any(moves in ((2,), (4,)) for moves in openings(ir.CONNECT_FOUR, 2, 1))
    drawn = ir.Board(ir.CONNECT_FOUR, "3").position
    assert imbalance(drawn) == 0
    assert imbalance(ir.Board(ir.CONNECT_FOUR, "4").position) > 100
    for moves in openings(ir.TIC_TAC_TOE, 4, 2):
        assert imbalance(ir.Board(ir.TIC_TAC_TOE, moves).position) == 0
    lost = ir.Board(ir.WIDE_FOUR, "456")  # both ends of a row of three are open
    assert imbalance(lost.position) > imbalance(ir.Board(ir.WIDE_FOUR, "555").position)


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_odd_boards_have_openings_or_the_empty_one(rules: ir.Rules) -> None:
    for moves in openings(rules, 2, 2):
        ir.Board(rules, moves)


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(ir.ArenaError, match="expected 0 or more openings, got -1"):
        openings(ir.CONNECT_FOUR, -1, 4)
    with pytest.raises(ir.ArenaError, match=r"expected 0 or more plies, got 1\.5"):
        openings(ir.CONNECT_FOUR, 1, 1.5)  # type: ignore[arg-type]
