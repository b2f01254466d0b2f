import json

import pytest

from inarow import CONNECT_FOUR, TIC_TAC_TOE, Board, PlayerError, Random, Side
from inarow.widget.board import tree_of
from inarow.widget.view import NO_SCORES, Seen, as_json, failure, status


def seen(
    board: Board, opponent: bool = False, *, theirs: bool = False, thinking: bool = False
) -> Seen:
    player = Random() if opponent else None
    return Seen(tree_of(board), player, Side.FIRST, theirs, thinking)


@pytest.mark.parametrize(
    ("moves", "alone", "against"),
    [
        ("", "× to move.", "Your turn: you play ×."),
        ("1122334", "× wins.", "You win."),
        ("71122334", "○ wins.", "Random wins."),
    ],
)
def test_the_status_in_words(moves: str, alone: str, against: str) -> None:
    board = Board(CONNECT_FOUR, moves)
    assert status(seen(board)) == alone
    assert status(seen(board, True)) == against


def test_a_draw() -> None:
    board = Board(TIC_TAC_TOE, "b2 a1 a2 c2 b1 b3 a3 c1 c3")
    assert status(seen(board)) == "The board is full: a draw."


def test_the_opponents_turn() -> None:
    board = Board(CONNECT_FOUR, "4")
    assert status(seen(board, True, theirs=True)) == "Random to move."
    assert status(seen(board, True, theirs=True, thinking=True)) == "Random is thinking …"


def test_it_is_json() -> None:
    view = as_json(seen(Board(CONNECT_FOUR, "44")), None, ["Quiet."])
    assert json.loads(json.dumps(view)) == view
    assert view["moves"] == [3, 3]
    assert view["sentences"] == ["Quiet."]


def test_failures_of_others_are_named() -> None:
    assert (
        failure(NO_SCORES, PlayerError("no such player")) == "The analysis failed: no such player."
    )
    assert failure(NO_SCORES, KeyError("a")) == "The analysis failed: KeyError: 'a'."
    assert failure("{name}: {reason}.", RuntimeError(), Random()) == "Random: RuntimeError."
