from hypothesis import given

import inarow as ir
from support.strategies import boards


def names(text: str) -> list[str]:
    return [problem.name for problem in ir.Position.parse(text).problems()]


@given(boards())
def test_positions_from_play_have_none(board: ir.Board) -> None:
    assert board.position.problems() == ()


def test_a_floating_disc_is_named() -> None:
    (problem,) = ir.Position.parse("4x3x3 4/1x2/4 o").problems()
    assert problem == ("floating_disc", "nothing lies under the disc in b2")
    assert str(problem) == "nothing lies under the disc in b2"
    assert names("4x3x3/free 4/1x2/4 o") == []


def test_wrong_counts_are_named() -> None:
    assert names("4x3x3 4/4/xx2 o") == ["wrong_counts"]
    assert names("4x3x3 4/4/o3 x") == ["wrong_counts"]


def test_a_wrong_turn_is_named() -> None:
    assert names("4x3x3 4/4/x3 x") == ["wrong_turn"]
    assert names("4x3x3 4/4/xo2 o") == ["wrong_turn"]
    assert names("3x3x3/free xxx/oo1/3 x") == ["wrong_turn"]  # and nothing else


def test_lines_of_both_sides_are_named() -> None:
    assert names("3x3x3/free xxx/ooo/3 x") == ["both_have_lines"]


def test_a_line_that_play_went_past_is_named() -> None:
    # o moved after x had a line
    assert names("3x3x3/free xxx/oo1/2o x") == ["past_line"]
    # x has two lines that share no disc: one of them was there first
    assert names("7x2x3/free xxx1xxx/oo1o1oo o") == ["past_line"]
    # each disc of the line could have been the last one, but not with others on top of it
    assert names("5x2x3/free oxo2/xxxo1 o") == []
    assert names("5x2x3 oxo2/xxxo1 o") == ["past_line"]


def test_two_lines_made_by_one_disc_are_fine() -> None:
    assert names("5x1x3/free xxxxx o") == ["wrong_counts"]
    assert names("5x2x3/free oo1oo/xxxxx o") == []
