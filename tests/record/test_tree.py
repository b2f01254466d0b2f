import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, IllegalMoveError, Record
from inarow.record.tree import MoveTree

TEXT = """\
[First "Ann"]
[Rules "7x6x4"]
[Result "1-0"]

{a beginning} 1. 4 4 2. 4 {a pillar} (2. {or} 3 3 (2... 5 5) 3. 2) (2. 1) 2... 1
1-0
"""


def tree_of(moves: str = "") -> MoveTree:
    return MoveTree(Record.of(Board(CONNECT_FOUR, moves)))


def test_a_record_comes_back_as_it_was() -> None:
    record = Record.parse(TEXT)
    tree = MoveTree(record)
    assert tree.record() == record
    tree.go(tree.end())
    assert tree.record() == record


def test_variations_that_begin_with_the_move_itself_leave_the_game_as_it_is() -> None:
    text = '[Rules "7x6x4"] 1. 4 {good} ({or} 1. 4 {bad} 5 2. 5) ({no} 1. 3) 1... 6 2. 6 *'
    tree = MoveTree(Record.parse(text))
    record = tree.record()
    assert record.main.moves == [3, 5, 5]
    assert record.text().endswith("\n1. 4 {good or bad} ({no} 1. 3) 1... 6 (1... 5 2. 5) 2. 6 *\n")
    assert MoveTree(record).record() == record


def test_variations_that_go_on_from_the_end_do_not_continue_the_game() -> None:
    text = '[Rules "7x6x4"] 1. 4 5 (1... 5 2. 6) (1... 5 {and} 2. 7) (1... 5 {lost}) 1-0'
    tree = MoveTree(Record.parse(text))
    tree.go(tree.end())
    assert tree.board.moves == (3, 4)
    record = tree.record()
    assert (record.main.moves, record.result) == ([3, 4], "1-0")
    assert record.text().endswith("\n1. 4 5 {lost} (1... 5 {and} 2. 6 (2. 7)) 1-0\n")
    assert MoveTree(record).record() == record


def test_it_begins_before_the_first_move_and_walks() -> None:
    tree = tree_of("4453")
    assert tree.board.moves == ()
    assert tree.forward()
    assert tree.board.moves_text() == "4"
    tree.go(tree.end())
    assert (tree.board.moves_text(), tree.is_at_end) == ("4453", True)
    assert not tree.forward()
    assert tree.back()
    assert (tree.board.moves_text(), tree.is_at_end) == ("445", False)
    tree.go(tree.root)
    assert not tree.back()


def test_another_move_branches_off_and_is_the_game_then() -> None:
    tree = tree_of("4453")
    tree.forward()
    tree.play(0)
    assert tree.record().text().splitlines()[-1] == "1. 4 1 (1... 4 2. 5 3) *"
    tree.back()
    tree.play(3)  # what was there already is not written twice
    assert tree.record().text().splitlines()[-1] == "1. 4 4 (1... 1) 2. 5 3 *"


def test_it_goes_to_any_place() -> None:
    tree = MoveTree(Record.parse(TEXT))
    tree.go(tree.end())
    branch = tree.root.after[0].after[0].after[1]
    (*_, last) = branch.line()
    tree.go(last)
    assert tree.board.moves_text() == "44332"
    tree.go(branch)
    assert tree.board.moves_text() == "443"
    tree.go(tree.root)
    assert tree.board.moves == ()


def test_an_illegal_move_changes_nothing() -> None:
    tree = tree_of("444444")
    tree.go(tree.end())
    with pytest.raises(IllegalMoveError, match="column 4 is full"):
        tree.play(3)
    assert tree.board.moves_text() == "444444"
    assert tree.is_at_end


def test_the_result_follows_the_moves() -> None:
    tree = MoveTree(Record.of(Board(TIC_TAC_TOE, "a1 b1 a2 b2"), result="0-1"))
    assert tree.record().result == "0-1"
    tree.go(tree.end())
    tree.play(6)
    assert tree.record().result == "1-0"
    tree.back()
    tree.play(8)
    assert tree.record().result == "*"


def test_a_variation_that_becomes_the_game_keeps_what_was_said_before_it() -> None:
    text = '[Rules "7x6x4"] {start} 1. 4 ({why} 1. 3 {c}) 1... 4 ({because} 1... 5) *'
    tree = MoveTree(Record.parse(text))
    tree.play(2)
    assert tree.record().text().endswith("\n{start why} 1. 3 {c} (1. 4 4 ({because} 1... 5)) *\n")
    tree = MoveTree(Record.parse(text))
    tree.forward()
    tree.play(4)
    assert (
        tree.record()
        .text()
        .endswith("\n{start} 1. 4 ({why} 1. 3 {c}) 1... 5 {because} (1... 4) *\n")
    )
