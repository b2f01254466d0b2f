from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow as ir
from inarow.errors import RecordError
from inarow.lessons import Basis, Kind, Lesson, find, happened, outlook, task
from support.learning import BLUNDERS, reviewed
from support.plain_solver import PlainSolver
from support.strategies import play_random


def values(solver: ir.Solver, position: ir.Position) -> dict[int, int]:
    return {m: int(s) for m, s in solver.analyze(position, line=False).scores.items()}


def check(lessons: Iterable[Lesson], solver: ir.Solver) -> int:
    """Everything that is promised of lessons with exact scores; how many there are."""
    count = 0
    for lesson in lessons:
        count += 1
        assert lesson.basis is Basis.EXACT
        assert lesson.least is not None
        scores = values(solver, lesson.position)
        assert scores[lesson.played] < lesson.least <= max(scores.values())
        assert {m for m, s in scores.items() if s >= lesson.least} == {*lesson.accepted}
        assert lesson.line[0] in lesson.accepted
        if lesson.kind in (Kind.LOST_WIN, Kind.LOST_DRAW):
            assert lesson.least == (lesson.kind is Kind.LOST_WIN)
        assert Lesson.from_dict(lesson.to_dict()) == lesson
    return count


@pytest.mark.parametrize("size", ["6x5x4", "5x5x4", "4x4x3/free", "5x4x4", "4x5x3", "3x3x3/free"])
def test_every_stop_is_a_mistake_and_every_accepted_move_keeps_the_value(size: str) -> None:
    random, solver = Random(5), ir.Solver(table_mb=4, threads=1)
    found = sum(
        check(find(reviewed(play_random(ir.Rules.parse(size), random))), solver) for _ in range(4)
    )
    assert found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_solver_that_shares_nothing_with_ours_agrees(seed: int) -> None:
    board = play_random(ir.Rules(4, 4, 3), Random(seed))
    lessons = {lesson.moves: lesson for lesson in find(reviewed(board))}
    for ply, move in enumerate(board.moves):
        if len(board.moves[:ply]) < 4:
            continue  # that takes the plain solver a while
        plain = PlainSolver(4, 4, 3)
        for before in board.moves[:ply]:
            plain.play(before)
        best, got = plain.score(), _after(plain, move)
        lesson = lessons.get(board.moves[:ply])
        if _sign(got) < _sign(best):
            assert lesson is not None
        if lesson is not None:
            assert got < best
            for each in plain.legal():
                right = each in lesson.accepted
                assert right == (_after(plain, each) >= (lesson.least or 0))


def _after(plain: PlainSolver, move: int) -> int:
    won = plain.play(move)
    score = (plain.width * plain.height + 2 - plain.ply) // 2 if won else -plain.score()
    plain.undo(move)
    return score


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def test_a_game_of_blunders_is_a_row_of_lessons() -> None:
    found = find(reviewed(BLUNDERS))
    assert check(found, ir.Solver(table_mb=4, threads=1)) == len(found)
    last = found[-1]
    assert (last.side, last.kind, last.played) == (ir.Side.FIRST, Kind.LOST_WIN, 4)
    assert last.accepted == (1, 2)
    assert task(last) == "x to move: find a move that keeps the win."
    assert happened(last) == "In the game x played column 5 and threw away a win."
    assert find(reviewed(BLUNDERS), "o") == tuple(each for each in found if str(each.side) == "o")


def test_a_win_that_was_missed_is_a_lesson_even_if_it_is_still_won() -> None:
    lessons = find(reviewed("4455661"))
    missed = lessons[-1]
    assert (missed.kind, missed.accepted, missed.played) == (Kind.MISSED_WIN, (2, 6), 0)
    assert task(missed) == "x to move: win with this move."
    assert happened(missed) == "In the game x played column 1 and missed an immediate win."


def test_a_block_that_was_missed_is_a_lesson_even_if_all_was_lost() -> None:
    missed = find(reviewed("4142414"))
    assert missed[-1].kind is Kind.MISSED_BLOCK
    assert missed[-1].accepted == (3,)
    assert task(missed[-1]) == "o to move: x threatens to win. Stop it."


def test_games_without_mistakes_have_no_lessons() -> None:
    oracle = ir.Oracle(table_mb=4, threads=1)
    board = ir.Board(ir.TIC_TAC_TOE)
    while board.outcome() is None:
        best = oracle.best(board.position)
        assert best is not None
        board.play(best[1][0])
    found = reviewed(board)
    assert find(found) == ()
    assert outlook(found, "x", ()) == "x made no mistakes: every move kept the result."


def test_it_says_how_many_mistakes_there_are() -> None:
    found = reviewed(BLUNDERS)
    lessons = find(found)
    count = sum(each.side is ir.Side.SECOND for each in lessons)
    assert outlook(found, "o", lessons) == f"o made {count} mistakes to learn from."
    assert outlook(found, "x", lessons[-1:]) == "x made one mistake to learn from."
    assert outlook(reviewed("4"), "o", ()) == "o has not moved."


def test_on_large_boards_it_learns_from_estimates_and_says_so() -> None:
    gomoku = ir.Board("15x15x5/free", "h8 a1 h9 a15 h10 h7 h11 o15 a2 b2")
    found = reviewed(gomoku, ir.Limit(nodes=300))
    lessons = find(found)
    assert [(each.kind, each.basis) for each in lessons[-3:]] == [
        (Kind.MISSED_BLOCK, Basis.EXACT),
        (Kind.MISSED_WIN, Basis.EXACT),
        (Kind.MISSED_BLOCK, Basis.EXACT),
    ]
    assert all(each.least is None for each in lessons)
    assert "estimate" in outlook(found, "x", lessons)
    for each in lessons:
        assert Lesson.from_dict(each.to_dict()) == each


def test_the_same_position_has_one_name_whatever_the_game() -> None:
    one = find(reviewed("4455661"))[0]
    assert len(one.name) == 32
    again = Lesson.from_dict(one.to_dict())
    assert again.name == one.name


def test_find_reviews_games_in_any_form() -> None:
    assert find("4455661") == find(ir.Board("7x6x4", "4455661")) == find(ir.Record.of("4455661"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"accepted": []}, "expected a lesson with a better move than the one played"),
        ({"accepted": ["1"], "line": "1"}, "expected a lesson with a better move"),
        ({"accepted": ["3"], "line": "4"}, "expected a line that begins with a move"),
        ({"accepted": ["9"]}, "expected a lesson: "),
        ({"kind": "rubbish"}, "expected a lesson: "),
        ({"moves": "4444444"}, "expected a lesson: "),
        ({"moves": "4455667"}, "expected a lesson: "),
        ({"least": "much"}, "expected a score, got 'much'"),
        ({"rules": 7}, "expected a lesson"),
        ({"line": None}, "expected a lesson"),
    ],
)
def test_data_that_is_no_lesson_is_refused_in_a_sentence(
    change: dict[str, object], said: str
) -> None:
    lesson = find(reviewed("4455661"))[-1]
    with pytest.raises(RecordError, match=said):
        Lesson.from_dict(lesson.to_dict() | change)
