from random import Random
from typing import Any

import numpy as np
import pytest

import inarow as ir
from inarow import batch
from support.strategies import ODD_RULES, scatter


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_packing_survives_the_round_trip(rules: ir.Rules) -> None:
    sets = [0, rules.board, scatter(rules, Random(1)).first]
    packed = batch.pack(sets, rules)
    assert packed.shape == ((3,) if rules.words == 1 else (3, rules.words))
    assert batch.unpack(packed, rules) == sets


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_grids_survive_the_round_trip(rules: ir.Rules) -> None:
    positions = [scatter(rules, Random(i)) for i in range(5)]
    grids = np.stack([position.array() for position in positions])
    for side in ir.Side:
        packed = batch.pack_grids(grids == side, rules)
        expected = batch.pack([position.discs(side) for position in positions], rules)
        assert packed.tolist() == expected.tolist()
        assert packed.flags.c_contiguous
        assert (batch.unpack_grids(packed, rules) == (grids == side)).all()


def test_grids_of_another_shape_are_refused() -> None:
    for bad in (np.zeros((3, 6, 7)), np.zeros((3, 7, 6), np.bool_), [[[True]]]):
        with pytest.raises(ir.PositionError, match=r"a bool array of shape \(n, 6, 7\), got"):
            batch.pack_grids(bad, ir.CONNECT_FOUR)  # type: ignore[arg-type]


def test_one_word_holds_the_bits_as_they_are() -> None:
    packed = batch.pack([ir.CONNECT_FOUR.bit(1, 0)], ir.CONNECT_FOUR)
    assert packed.tolist() == [1 << 7]


def test_results_can_be_written_into_an_array_of_ones_own() -> None:
    boards = batch.pack([0, 0b1111], ir.CONNECT_FOUR)
    out = np.ones(2, dtype=np.bool_)
    assert batch.has_line(boards, ir.CONNECT_FOUR, out=out) is out
    assert out.tolist() == [False, True]


def test_nothing_is_copied() -> None:
    boards = np.arange(10, dtype=np.uint64)
    boards.flags.writeable = False  # reading needs no permission to write
    assert not batch.has_line(boards, ir.CONNECT_FOUR).any()
    own, other = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    batch.play(own, other, np.array([3], np.int32), ir.CONNECT_FOUR)
    assert (own.tolist(), other.tolist()) == ([0], [ir.CONNECT_FOUR.bit(3, 0)])


def test_no_boards_are_fine() -> None:
    for rules in ("7x6x4", "9x9x5"):
        none = batch.pack([], rules)
        assert batch.end_scores(none, none, rules).shape == (0,)
    empty = batch.pack([], ir.CONNECT_FOUR)
    assert batch.has_line(empty, ir.CONNECT_FOUR).shape == (0,)
    assert batch.legal_moves(empty, empty, ir.CONNECT_FOUR).shape == (0, 7)


def test_scores_of_boards_that_are_too_large_for_them_are_refused() -> None:
    for large in ("15x17x1", "18x18x4/free", "35x35x3"):
        none = batch.pack([0], large)
        with pytest.raises(
            ir.RulesError, match=f"expected a board of up to 254 cells, got {large}"
        ):
            batch.end_scores(none, none, large)
    lost = ir.Board("18x14x1 1").position
    ends = batch.end_scores(
        batch.pack([lost.own], lost.rules), batch.pack([lost.other], lost.rules), lost.rules
    )
    assert ends.tolist() == [lost.end_score] == [-126]


def test_an_illegal_move_is_named_and_nothing_changes() -> None:
    rules = ir.Rules(2, 1, 2)
    own, other = np.zeros(3, np.uint64), np.array([0, 1, 0], np.uint64)
    with pytest.raises(ir.IllegalMoveError, match="move 0 is not legal on board 1"):
        batch.play(own, other, np.zeros(3, np.int32), rules)
    assert (own.tolist(), other.tolist()) == ([0, 0, 0], [0, 1, 0])


BOARDS = np.zeros(4, np.uint64)


@pytest.mark.parametrize(
    ("boards", "rules", "message"),
    [
        ([0, 1], ir.CONNECT_FOUR, r"uint64 array of shape \(n,\), got list"),
        (BOARDS.astype(np.int64), ir.CONNECT_FOUR, r"uint64 array of shape \(n,\), got int64"),
        (BOARDS.reshape(2, 2), ir.CONNECT_FOUR, r"boards of shape \(n,\), got \(2, 2\)"),
        (BOARDS, ir.GOMOKU, r"boards of shape \(n, 4\), got \(4,\)"),
        (BOARDS.reshape(2, 2), ir.GOMOKU, r"boards of shape \(n, 4\), got \(2, 2\)"),
        (BOARDS[::2], ir.CONNECT_FOUR, "boards contiguous and aligned, got a view that is not"),
    ],
)
def test_bad_arrays_are_refused_with_one_sentence(
    boards: object, rules: ir.Rules, message: str
) -> None:
    with pytest.raises(ir.PositionError, match=message):
        batch.has_line(boards, rules)  # type: ignore[arg-type]


def test_arrays_must_fit_together() -> None:
    rules = ir.CONNECT_FOUR
    with pytest.raises(ir.PositionError, match=r"occupied of shape \(4,\), got \(3,\)"):
        batch.threats(BOARDS, BOARDS[:3], rules)
    for bad in (np.zeros(4), np.zeros(3, np.int64), [0, 0, 0, 0]):
        with pytest.raises(
            ir.PositionError, match=r"moves as an integer array of shape \(4,\), got"
        ):
            batch.play(BOARDS.copy(), BOARDS.copy(), bad, rules)  # type: ignore[arg-type]
    with pytest.raises(ir.PositionError, match="got the same memory twice"):
        batch.play(BOARDS, BOARDS, np.zeros(4, np.int64), rules)
    with pytest.raises(ir.IllegalMoveError, match=f"move {2**32} is not legal on board 0"):
        batch.play(BOARDS.copy(), BOARDS.copy(), np.full(4, 2**32), rules)
    with pytest.raises(ir.PositionError, match=r"out as a bool array of shape \(4,\)"):
        batch.has_line(BOARDS, rules, out=np.zeros(3, np.bool_))
    frozen = BOARDS.copy()
    frozen.flags.writeable = False
    with pytest.raises(ir.PositionError, match="got read-only ones"):
        batch.play(frozen, BOARDS.copy(), np.zeros(4, np.int32), rules)
    with pytest.raises(ir.PositionError, match="got read-only ones"):
        batch.play(BOARDS.copy(), frozen, np.zeros(4, np.int32), rules)
    with pytest.raises(ir.PositionError, match="expected out to be contiguous and writable"):
        batch.has_line(BOARDS, rules, out=np.zeros(8, np.bool_)[::2])
    odd = np.zeros(33, np.uint8)[1:].view(np.uint64)
    with pytest.raises(ir.PositionError, match="boards contiguous and aligned"):
        batch.has_line(odd, rules)
    with pytest.raises(ir.PositionError, match="got others in set 1"):
        batch.pack([1, 1 << 6], rules)


def test_rules_may_be_text_and_nothing_else() -> None:
    packed = batch.pack([0b1111], "7x6x4")
    assert batch.has_line(packed, "7x6x4").tolist() == [True]
    nonsense: Any = 7
    for refuse in (batch.unpack, batch.has_line, batch.unpack_grids):
        with pytest.raises(ir.RulesError, match="expected Rules or text"):
            refuse(packed, nonsense)
