import inarow as ir
from inarow import forcing
from inarow.explain import phrases


def test_lists_read_aloud() -> None:
    assert phrases.listed("a") == "a"
    assert phrases.listed("ab") == "a and b"
    assert phrases.listed("abc", "or") == "a, b or c"


def test_moves_are_columns_or_cells() -> None:
    assert phrases.moves((2,), ir.CONNECT_FOUR) == "column 3"
    assert phrases.moves((2, 4), ir.CONNECT_FOUR, "or") == "column 3 or 5"
    assert phrases.moves((0, 4), ir.TIC_TAC_TOE) == "a1 and b2"
    assert phrases.moves(range(6), ir.TIC_TAC_TOE) == "any of 6 moves, such as a1"
    assert phrases.moves((11,), ir.Rules(18, 18, 4)) == "column 12"


def test_cells_of_a_row_are_told_together() -> None:
    some = [ir.Cell(column, row) for column in (1, 2, 3) for row in (0, 2)]
    assert phrases.cells(some[:1], ir.CONNECT_FOUR) == "column 2, row 1"
    assert (
        phrases.cells(some, ir.CONNECT_FOUR)
        == "columns 2 to 4 of row 1, and columns 2 to 4 of row 3"
    )
    assert phrases.cells([ir.Cell(2, 0), ir.Cell(4, 0)], ir.CONNECT_FOUR, "or") == (
        "column 3 or 5 of row 1"
    )
    three = [ir.Cell(0, 0), ir.Cell(1, 1), ir.Cell(2, 2)]
    assert phrases.cells(three, ir.CONNECT_FOUR) == (
        "column 1 of row 1; column 2 of row 2; and column 3 of row 3"
    )
    assert phrases.cells(three, ir.TIC_TAC_TOE) == "a1, b2 and c3"


def test_a_line_goes_from_end_to_end() -> None:
    assert phrases.line([ir.Cell(0, 0)], ir.CONNECT_FOUR) == "column 1, row 1"
    assert phrases.line([ir.Cell(0, 0), ir.Cell(1, 0)], ir.CONNECT_FOUR) == (
        "columns 1 to 2 of row 1"
    )


def test_what_was_better_is_a_sentence() -> None:
    assert phrases.better((2,), ir.CONNECT_FOUR) == "Column 3 was better"
    assert phrases.better((2, 4), ir.CONNECT_FOUR) == "Columns 3 and 5 were better"
    assert phrases.better((0,), ir.TIC_TAC_TOE) == "a1 was better"
    assert phrases.better((0, 4), ir.TIC_TAC_TOE) == "a1 and b2 were better"
    assert phrases.better(range(6), ir.TIC_TAC_TOE) == "There were 6 better moves, such as a1"


def test_results_are_sentences() -> None:
    start = ir.Position(ir.CONNECT_FOUR)
    assert phrases.result(ir.Score.of(0, start)) == "the game is a draw"
    assert phrases.result(ir.Score.of(-1, start)) == "o wins in 21 moves"
    assert phrases.result(ir.Score(1, ir.Side.FIRST, None)) == "x wins"


def test_rows_are_odd_or_even_as_players_count() -> None:
    rules = ir.CONNECT_FOUR
    assert phrases.cells_in_rows([ir.Cell(4, 2)], rules) == "column 5, row 3 (odd row)"
    assert phrases.cells_in_rows([ir.Cell(0, 1), ir.Cell(1, 0)], rules) == (
        "column 2 of row 1 (odd row), and column 1 of row 2 (even row)"
    )


def test_forced_wins_are_told_move_by_move() -> None:
    double = forcing.ForcedWin(ir.Side.FIRST, (2, 1, 5), (ir.Cell(1, 0), ir.Cell(5, 0)))
    assert phrases.forced_win(double, ir.CONNECT_FOUR) == (
        "x plays column 3 and threatens to win with column 2 or 6; o can block only one of them"
    )
    stacked = forcing.ForcedWin(ir.Side.SECOND, (0, 3, 3), (ir.Cell(3, 1),))
    assert phrases.forced_win(stacked, ir.CONNECT_FOUR) == (
        "o plays column 1, x must answer with column 4, and o wins with column 4"
    )
    at_once = forcing.ForcedWin(ir.Side.SECOND, (0,), (ir.Cell(0, 0),))
    assert phrases.forced_win(at_once, ir.CONNECT_FOUR) == "o wins with column 1"
