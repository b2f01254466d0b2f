from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow as ir
from inarow import notation
from support.strategies import boards, positions, rules


@given(boards())
def test_moves_survive_the_round_trip(board: ir.Board) -> None:
    text = board.moves_text()
    assert notation.parse_moves(text, board.rules) == list(board.moves)
    assert notation.parse_moves(text.replace(" ", ""), board.rules) == list(board.moves)
    assert notation.parse_moves(text.upper(), board.rules) == list(board.moves)


@given(rules(largest=35))
def test_cells_survive_the_round_trip(rules: ir.Rules) -> None:
    for cell in rules.cells(rules.board):
        assert notation.parse_cell(notation.cell_text(cell), rules) == cell


def test_columns_count_from_1_and_go_on_with_letters() -> None:
    wide = ir.Rules(35, 2, 2)
    assert notation.moves_text([0, 8, 9, 34], wide) == "19az"
    assert notation.parse_moves("1 9 a z", wide) == [0, 8, 9, 34]


def test_cells_are_named_as_on_a_chess_board() -> None:
    free = ir.Rules(35, 35, 5, gravity=False)
    assert notation.cell_text((0, 0)) == "a1"
    assert notation.cell_text((7, 7)) == "h8"
    assert notation.cell_text((25, 9)) == "z10"
    assert notation.cell_text((26, 0)) == "aa1"
    assert notation.parse_moves("a1b1 aa35", free) == [0, 1, 34 * 35 + 26]


def test_people_see_numbers_for_columns_and_letters_only_where_they_are_drawn() -> None:
    wide, free = ir.Rules(18, 18, 4), ir.Rules(18, 18, 5, gravity=False)
    assert [notation.column_label(11, rules) for rules in (wide, free)] == ["12", "l"]
    assert [notation.move_label(11, rules) for rules in (wide, free)] == ["12", "l1"]
    assert [notation.move_name(11, rules) for rules in (wide, free)] == ["column 12", "l1"]
    assert [notation.cell_name((2, 0), rules) for rules in (wide, free)] == [
        "column 3, row 1",
        "c1",
    ]
    for cells, said, drawn in [
        ([(2, 0), (5, 0)], "columns 3 to 6 of row 1", "c1 to f1"),
        ([(2, 1), (2, 4)], "rows 2 to 5 of column 3", "c2 to c5"),
        ([(0, 3), (3, 0)], "column 1, row 4 to column 4, row 1", "a4 to d1"),
        ([(1, 2)], "column 2, row 3", "b3"),
    ]:
        assert notation.line_name(cells, wide) == said
        assert notation.line_name(cells, free) == drawn


def test_a_single_column_may_be_a_number_or_its_character() -> None:
    wide = ir.Rules(18, 18, 4)
    for column in range(18):
        assert notation.parse_move(notation.move_label(column, wide), wide) == column
        assert notation.parse_move(notation.move_text(column, wide), wide) == column


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("448", "expected a column from 1 to 7, got '8' at character 3"),
        ("4 0", "expected a column from 1 to 7, got '0' at character 3"),
        ("4-4", "expected a column from 1 to 7, got '-' at character 2"),
        ("４", "expected a column from 1 to 7, got '４' at character 1"),
    ],
)
def test_unreadable_columns_are_named_with_their_place(text: str, message: str) -> None:
    with pytest.raises(ir.NotationError) as caught:
        notation.parse_moves(text, ir.CONNECT_FOUR)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["", "d1", "b4", "b0", "2b", "b", "2", "b01", "b1b", "bb1"])
def test_unreadable_cells_are_refused(text: str) -> None:
    with pytest.raises(ir.NotationError, match="expected a cell from a1 to c3, got"):
        notation.parse_move(text, ir.TIC_TAC_TOE)


@given(positions())
def test_positions_survive_the_round_trip(position: ir.Position) -> None:
    assert ir.Position.parse(position.text()) == position


def test_a_position_is_one_readable_line() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "4453")
    assert board.position.text() == "7x6x4 7/7/7/7/3o3/2oxx2 x"
    free = ir.Board(ir.Rules(12, 2, 3, gravity=False), "a1 l2")
    assert free.position.text() == "12x2x3/free 11o/x11 x"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a position as rules, rows and turn"),
        ("3x1x3 3", "with 2 parts"),
        ("3x1x3 3 x x", "with 4 parts"),
        ("3y1x3 3 x", "got '3y1x3' at character 1"),
        ("3x99x3 3 x", "expected height from 1 to 35, got 99 at character 1"),
        ("3x2x3 3 x", "expected 2 rows, got 1 at character 7"),
        ("3x2x3 3/3/3 x", "expected 2 rows, got 3 at character 7"),
        ("3x2x3 3/x1z x", "expected x, o or a number of empty cells, got 'z' at character 11"),
        ("3x2x3 3/x1 x", "expected 3 cells in row 1, got 2 at character 11"),
        ("3x2x3 4/3 x", "expected 3 cells in row 2, got more at character 7"),
        ("3x2x3 3/xxxx x", "expected 3 cells in row 1, got more at character 12"),
        ("3x2x3 3/0xxx x", "expected x, o or a number of empty cells, got '0' at character 9"),
        ("3x2x3 3/ x", "expected 3 cells in row 1, got 0 at character 9"),
        ("3x1x3 3 y", "expected x or o, got 'y' at character 9"),
        ("3x1x3 " + "9" * 5000 + " x", "expected x, o or a number of empty cells"),
    ],
)
def test_nonsense_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ir.NotationError) as caught:
        ir.Position.parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (ir.Position.parse, ir.Rules.parse):
        with suppress(ir.InarowError):
            read(text)
