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


def test_rows_are_odd_or_even_as_players_count() -> None:
    assert phrases.threats([ir.Cell(4, 2)]) == "a threat at e3 (odd row)"
    assert phrases.threats([ir.Cell(0, 1), ir.Cell(1, 0)]) == (
        "threats at a2 (even row) and b1 (odd row)"
    )


def test_numbers_have_their_noun() -> None:
    assert phrases.count(1) == "1 move"
    assert phrases.count(0, "cell") == "0 cells"
    assert phrases.count(2, "inaccuracy", "inaccuracies") == "2 inaccuracies"


def test_forced_wins_are_told_move_by_move() -> None:
    double = forcing.ForcedWin(ir.Side.FIRST, (2, 1, 5), (ir.Cell(1, 0), ir.Cell(5, 0)))
    assert phrases.forced_win(double, ir.CONNECT_FOUR) == (
        "x plays 3 and threatens b1 and f1 at once; o can stop only one"
    )
    stacked = forcing.ForcedWin(ir.Side.SECOND, (0, 3, 3), (ir.Cell(3, 1),))
    assert phrases.forced_win(stacked, ir.CONNECT_FOUR) == (
        "o plays 1, x must answer 4, and o wins with 4"
    )
    at_once = forcing.ForcedWin(ir.Side.SECOND, (0,), (ir.Cell(0, 0),))
    assert phrases.forced_win(at_once, ir.CONNECT_FOUR) == "o wins with 1"
