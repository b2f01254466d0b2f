from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import inarow as ir
from support.strategies import ODD_RULES, boards, play_random, positions, rules, scatter, seeds

FULL_BOARD_WIN = "211131416572345677654327654322345677654321"


def test_play_alternates_and_stacks() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    after = position.play(3).play(3)
    assert position == ir.Position(ir.CONNECT_FOUR)  # it never changes
    assert after.at(3, 0) is ir.Side.FIRST
    assert after.at(3, 1) is ir.Side.SECOND
    assert after.at(3, 2) is None
    assert (after.turn, after.ply) == (ir.Side.FIRST, 2)


def test_equal_positions_are_equal_however_they_came_about() -> None:
    one = ir.Board(ir.CONNECT_FOUR, "415").position
    other = ir.Board(ir.CONNECT_FOUR, "514").position
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    assert one != ir.Board(ir.CONNECT_FOUR, "451").position


@given(positions())
def test_a_position_is_playable_if_no_disc_floats(position: ir.Position) -> None:
    floating = any(problem.name == "floating_disc" for problem in position.problems())
    assert position.is_playable is not floating


@given(positions())
def test_own_discs_are_those_of_the_side_to_move(position: ir.Position) -> None:
    assert position.own == position.discs(position.turn)
    assert position.other == position.discs(position.turn.other)


@pytest.mark.parametrize(
    ("moves", "score"),
    [("", None), ("4455667", -18), (FULL_BOARD_WIN, -1), ("44", None)],
)
def test_a_finished_game_has_a_score(moves: str, score: int | None) -> None:
    assert ir.Board(ir.CONNECT_FOUR, moves).position.end_score == score


def test_a_draw_counts_nothing_and_a_line_of_the_side_to_move_is_a_win() -> None:
    assert ir.Board(ir.Rules(2, 2, 3), "1212").position.end_score == 0
    assert ir.Position.parse("3x3x3 3/3/xxx x").end_score == 4


@given(rules(largest=4), seeds)
def test_keys_tell_positions_apart(rules: ir.Rules, random: Random) -> None:
    found = {scatter(rules, random) for _ in range(20)}
    assert len({position.key for position in found}) == len(found)


@pytest.mark.parametrize(("number", "side"), [(1, 1), (2, 2), ("x", 1), ("o", 2)])
def test_a_side_may_be_its_number_or_its_symbol(number: Any, side: int) -> None:
    assert ir.Position(ir.CONNECT_FOUR, 0, 0, number) == ir.Position(
        ir.CONNECT_FOUR, 0, 0, ir.Side(side)
    )
    won = ir.Board(ir.CONNECT_FOUR, "4455667").position
    assert won.threats(number) == won.threats(ir.Side(side))
    for name in ir.detectors.NAMES:
        lines = ir.detectors.find(won, number, detector=name)
        assert lines == ir.detectors.find(won, ir.Side(side), detector=name)


@pytest.mark.parametrize("side", [0, 3, "y", None])
def test_what_is_no_side_is_refused(side: Any) -> None:
    expected = r"expected Side\.FIRST or Side\.SECOND \(or 'x' or 'o'\), got"
    with pytest.raises(ir.PositionError, match=expected):
        ir.Position(ir.CONNECT_FOUR, 0, 0, side)
    with pytest.raises(ir.PositionError, match=expected):
        ir.Position(ir.CONNECT_FOUR).threats(side)
    with pytest.raises(ir.PositionError, match=expected):
        ir.detectors.find(ir.Position(ir.CONNECT_FOUR), side)


def test_discs_may_be_numpy_integers() -> None:
    bits: Any = np.uint64(1 << 45)
    position = ir.Position(ir.CONNECT_FOUR, bits)
    assert position.key == ir.Position(ir.CONNECT_FOUR, 1 << 45).key
    assert position.play(0).ply == 2
    with pytest.raises(
        ir.PositionError, match=r"expected the discs as whole numbers, got 0\.5 and 0"
    ):
        ir.Position(ir.CONNECT_FOUR, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("start", ["7x6x4", None, 7])
def test_rules_are_needed(start: Any) -> None:
    with pytest.raises(ir.PositionError, match=r"expected Rules, got .* \(Position.of takes"):
        ir.Position(start)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "7x6x4 7/7/7/7/7/7 x"),
        ("4453", "7x6x4 7/7/7/7/3o3/2oxx2 x"),
        ("4 4 5 3", "7x6x4 7/7/7/7/3o3/2oxx2 x"),
        ("9x6x4", "9x6x4 9/9/9/9/9/9 x"),
        ("12x2x4 cc1", "12x2x4 11o/x10x o"),
        ("Tic-Tac-Toe b2 a1", "3x3x3/free 3/1x1/o2 x"),
        ("3x3x3/free 3/1x1/2o x", "3x3x3/free 3/1x1/2o x"),
        ("5x1x3 5 o", "5x1x3 5 o"),
    ],
)
def test_text_is_moves_rules_and_moves_or_a_position(text: str, expected: str) -> None:
    assert ir.Position.of(text) == ir.Position.parse(expected)
    assert ir.Board(text).position == ir.Position.parse(expected)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("hello", ir.NotationError, "expected moves of Connect Four such as '4453', rules and"),
        ("h8 i9", ir.NotationError, "'tic-tac-toe b2 a1'.* got 'h8 i9'"),
        ("48", ir.NotationError, "expected a column from 1 to 7, got '8' at character 2"),
        ("4444444", ir.IllegalMoveError, "column 4 is full, in move 7"),
        ("7x6x4 4j", ir.NotationError, "expected a column from 1 to 7, got 'j' at character 8"),
        ("7x6x4 7/7", ir.NotationError, "expected a position as rules, rows and turn"),
        ("0x6x4 1", ir.RulesError, "expected width from 1 to 35, got 0"),
        ("7x6x4/fre", ir.RulesError, "expected rules such as '7x6x4'"),
    ],
)
def test_unreadable_text_says_what_would_work(
    text: str, error: type[ir.InarowError], message: str
) -> None:
    for read in (ir.Position.of, ir.Board):
        with pytest.raises(error, match=message):
            read(text)


@given(positions())
def test_repr_round_trips(position: ir.Position) -> None:
    assert eval(repr(position), {"Position": ir.Position}) == position


def test_the_last_disc_of_a_full_board_can_win() -> None:
    position = ir.Board(ir.CONNECT_FOUR, FULL_BOARD_WIN).position
    outcome = position.outcome()
    assert position.ply == 42
    assert outcome is not None
    assert outcome.winner is ir.Side.SECOND
    assert outcome.lines
    assert outcome.result == "0-1"


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = ir.Board(ir.TIC_TAC_TOE, "b2 a1 a2 c2 b3 b1 c1 a3 c3").position
    assert position.outcome() == ir.Outcome(None)
    assert str(position.outcome()) == "draw"


def test_of_two_lines_that_of_the_last_mover_counts() -> None:
    for turn, winner in (("x", ir.Side.SECOND), ("o", ir.Side.FIRST)):
        outcome = ir.Position.parse(f"3x3x3/free xxx/ooo/3 {turn}").outcome()
        assert outcome is not None
        assert outcome.winner is winner


def test_nothing_is_legal_after_the_end() -> None:
    won = ir.Board(ir.CONNECT_FOUR, "4455667").position
    assert won.legal_moves() == ()
    assert not won.is_legal(0)
    with pytest.raises(ir.IllegalMoveError, match="the game is over, column 1 cannot be played"):
        won.play(0)


@pytest.mark.parametrize("move", [-1, 7, 10**30])
def test_a_number_that_is_no_move_is_not_legal(move: int) -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    assert not position.is_legal(move)
    assert position.cell_of(move) is None
    with pytest.raises(ir.IllegalMoveError, match="expected a move from 0 to 6, got"):
        position.play(move)


@pytest.mark.parametrize("move", [3.0, None, True, np.True_, (3,), np.array([1, 2])])
def test_what_is_no_move_at_all_is_refused_everywhere(move: Any) -> None:
    position, board = ir.Position(ir.CONNECT_FOUR), ir.Board(ir.CONNECT_FOUR)
    expected = "expected a move as a number from 0 to 6 or as text from '1' to '7', got"
    ways = (position.play, position.is_legal, position.cell_of, board.play, board.try_play)
    for way in (*ways, board.is_legal):
        with pytest.raises(ir.IllegalMoveError, match=expected):
            way(move)
    with pytest.raises(ir.IllegalMoveError, match="or as text from 'a1' to 'c3', got"):
        ir.Position(ir.TIC_TAC_TOE).play(move)
    assert not board.moves


def test_a_move_may_be_text() -> None:
    board = ir.Board(ir.Rules(12, 2, 4))
    assert [board.try_play(move) for move in ("4", "12", " C ", "c")] == [True, True, True, False]
    assert board.moves == (3, 11, 11)
    assert ir.Board("tic-tac-toe").play("b2").at(1, 1) is ir.Side.FIRST
    with pytest.raises(ir.NotationError, match="expected a column from 1 to 7, got '8'"):
        ir.Board(ir.CONNECT_FOUR).try_play("8")


def test_a_full_column_and_a_taken_cell_are_refused() -> None:
    full = ir.Board(ir.CONNECT_FOUR, "444444").position
    with pytest.raises(ir.IllegalMoveError, match="column 4 is full"):
        full.play(3)
    taken = ir.Board(ir.TIC_TAC_TOE, "b2").position
    with pytest.raises(ir.IllegalMoveError, match="cell b2 is taken"):
        taken.play(4)


def test_numpy_integers_are_moves() -> None:
    three: Any = np.int64(3)
    board = ir.Board(ir.CONNECT_FOUR)
    assert board.play(three).at(3, 0) is ir.Side.FIRST
    assert type(board.moves[0]) is int


@given(boards())
def test_legal_moves_are_those_that_can_be_played(board: ir.Board) -> None:
    position = board.position
    legal = position.legal_moves()
    assert legal == tuple(m for m in range(position.rules.move_count) if position.is_legal(m))
    assert bool(legal) == (position.outcome() is None)
    for move in legal[:5]:
        after = position.play(move)
        assert after.ply == position.ply + 1
        assert after.turn is position.turn.other


@given(positions())
def test_mirror_twice_is_the_same(position: ir.Position) -> None:
    assert position.mirror().mirror() == position
    outcome, mirrored = position.outcome(), position.mirror().outcome()
    assert (outcome and outcome.winner) == (mirrored and mirrored.winner)


def test_threats_include_those_that_cannot_be_played_yet() -> None:
    position = ir.Position.parse("4x4x4 4/1x2/2x1/3x o")
    assert position.threats(ir.Side.FIRST) == (ir.Cell(0, 3),)
    assert position.threats(ir.Side.SECOND) == ()


@given(boards())
def test_winning_moves_win(board: ir.Board) -> None:
    position = board.position
    wins = []
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        if outcome is not None and outcome.winner is position.turn:
            wins.append(move)
    assert position.winning_moves(position.turn) == tuple(wins)


def test_two_discs_in_a_cell_or_discs_outside_are_refused() -> None:
    with pytest.raises(
        ir.PositionError, match="expected one disc in a cell, got two in column 1, row 1"
    ):
        ir.Position(ir.CONNECT_FOUR, 1, 1)
    for outside in (1 << 6, 1 << 60, -1):  # a spare bit, beyond the board, all bits
        with pytest.raises(ir.PositionError, match="expected discs inside the 7x6x4 board"):
            ir.Position(ir.CONNECT_FOUR, outside)


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_random_games_end_properly_on_odd_boards(rules: ir.Rules) -> None:
    board = play_random(rules, Random(1), plies=2000)
    outcome = board.outcome()
    assert outcome is not None
    if outcome.winner is None:
        assert board.position.occupied == rules.board
    else:
        assert outcome.winner is board.turn.other
        assert all(board.last in line.cells for line in outcome.lines)
        assert all(len(line) >= rules.k for line in outcome.lines)
    assert board.position.problems() == ()


def test_strings_are_pictures() -> None:
    assert str(ir.Board(ir.TIC_TAC_TOE, "b2 a1").position) == "3 . . .\n2 . x .\n1 o . .\n  a b c"
