from random import Random

import pytest

import inarow as ir
from inarow.errors import IllegalMoveError
from inarow.lessons import Answer, Basis, Kind, Lesson, find, hints, judge, why
from inarow.search.background import Searchers
from support.learning import BLUNDERS, PATIENCE, reviewed
from support.strategies import play_random


@pytest.fixture(scope="module")
def searchers() -> Searchers:
    return Searchers(table_mb=4, patience=PATIENCE)


@pytest.mark.parametrize("size", ["5x4x4", "4x4x3/free", "6x5x4"])
def test_a_try_is_right_exactly_if_it_is_accepted(size: str, searchers: Searchers) -> None:
    for lesson in find(reviewed(play_random(ir.Rules.parse(size), Random(3)))):
        for move in lesson.position.legal_moves():
            verdict = judge(lesson, move, searchers)
            right = verdict.answer is Answer.RIGHT
            assert right == (move in lesson.accepted)
            assert verdict.sentences
            assert not (right and verdict.refutation)
            after = lesson.position.play(move)
            for each in verdict.refutation:
                after = after.play(each)


def test_a_wrong_try_is_answered_with_the_reason(searchers: Searchers) -> None:
    lesson = find(reviewed(BLUNDERS))[-1]
    verdict = judge(lesson, "5", searchers)
    assert verdict.answer is Answer.WRONG
    assert verdict.sentences == (
        "x lets o play on top, at column 5, row 4, and win.",
        "o is to move and wins in 1 move.",
    )
    assert verdict.refutation == (4,)


def test_a_right_try_is_answered_with_what_it_does(searchers: Searchers) -> None:
    lesson = find(reviewed(BLUNDERS))[-1]
    verdict = judge(lesson, 2, searchers)
    assert verdict.answer is Answer.RIGHT
    assert verdict.sentences == why(lesson, 2, searchers)
    assert verdict.sentences[0].startswith("x's column 3 keeps the win")


def test_a_slower_win_does_not_do_where_one_can_win_at_once(searchers: Searchers) -> None:
    lesson = find(reviewed("4455661"))[-1]
    assert lesson.kind is Kind.MISSED_WIN
    wrong = [
        judge(lesson, move, searchers)
        for move in lesson.position.legal_moves()
        if move not in lesson.accepted
    ]
    assert {verdict.answer for verdict in wrong} == {Answer.WRONG}
    slower = "x can still win after this move, but another one wins at once."
    assert any(slower in each.sentences for each in wrong)


def test_hints_say_what_kind_of_move_it_is_and_then_the_move() -> None:
    assert hints(find(reviewed("4455661"))[-1]) == (
        "Look for a line of x that one disc completes.",
        "Play column 3.",
    )
    assert hints(find(reviewed(BLUNDERS))[-1]) == (
        "Look for a double threat: o can block only one.",
        "Play column 3.",
    )


def test_an_illegal_try_is_refused(searchers: Searchers) -> None:
    with pytest.raises(IllegalMoveError):
        judge(
            find(reviewed("4444441"))[-1]
            if find(reviewed("4444441"))
            else find(reviewed(BLUNDERS))[0],
            99,
            searchers,
        )


def _large(basis: Basis, kind: Kind, accepted: int) -> Lesson:
    """On a board that nobody can solve, x has an open row of three."""
    start = ir.Position(ir.GOMOKU)
    board = ir.Board(start, "h8 a1 i8 a3 j8 c1")
    move = board.rules.move_at(accepted, 7)
    return Lesson(start, board.moves, board.rules.move_at(14, 14), kind, basis, (move,), (move,))


def test_what_is_only_proved_leaves_room_for_other_moves(searchers: Searchers) -> None:
    lesson = _large(Basis.PROVED, Kind.LOST_WIN, 6)  # g8 makes an open four
    other = lesson.start.rules.move_at(10, 7)  # and so does k8
    assert judge(lesson, lesson.line[0], searchers).answer is Answer.RIGHT
    assert judge(lesson, other, searchers).answer is Answer.RIGHT
    assert judge(lesson, lesson.played, searchers).answer is Answer.WRONG
    far = lesson.start.rules.move_at(0, 14)
    assert judge(lesson, far, searchers).answer in (Answer.UNCLEAR, Answer.WRONG)


def test_what_is_only_estimated_accepts_what_is_about_as_good(searchers: Searchers) -> None:
    lesson = _large(Basis.ESTIMATED, Kind.WORSE, 6)
    other = lesson.start.rules.move_at(10, 7)
    assert judge(lesson, other, searchers).answer is Answer.RIGHT
    assert judge(lesson, lesson.played, searchers).answer is Answer.WRONG
