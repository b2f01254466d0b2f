import re
from random import Random

import pytest

from inarow import Position, Rules, Solver, puzzles
from inarow.board.notation import move_name
from inarow.puzzles import (
    Goal,
    Place,
    Puzzle,
    Theme,
    best_defence,
    is_right,
    right_moves,
    shipped,
)

SAMPLE = sorted(Random(0).sample(range(len(shipped())), 40))


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(threads=1, table_mb=16)


@pytest.mark.parametrize("number", SAMPLE)
def test_a_shipped_puzzle_has_one_right_move(number: int, solver: Solver) -> None:
    puzzle = shipped()[number]
    position = puzzle.board.position
    assert position.outcome() is None
    assert (len(position.winning_moves(position.turn)) == 1) == (puzzle.theme is Theme.WIN_NOW)
    assert not position.winning_moves(position.turn.other)
    assert int(solver.solve(position)) == puzzle.score
    assert (puzzle.score > 0) == (puzzle.goal is Goal.WIN)
    assert right_moves(solver, puzzle.goal, position) == [puzzle.move]


def test_the_defence_is_as_good_as_any(solver: Solver) -> None:
    for puzzle in [p for p in shipped() if p.rules == Rules(5, 4, 4)][:10]:
        after = puzzle.board.position.play(puzzle.move)
        if after.outcome() is not None:
            continue
        answer = best_defence(solver, puzzle.goal, after)
        scores = solver.analyze(after).scores
        assert scores[answer].value == max(score.value for score in scores.values())


def test_best_play_against_the_defence_reaches_the_goal(solver: Solver) -> None:
    for puzzle in shipped()[::337]:
        position = puzzle.board.position
        side = position.turn
        while position.outcome() is None:
            if position.turn is side:
                move = right_moves(solver, puzzle.goal, position)[0]
            else:
                move = best_defence(solver, puzzle.goal, position)
            position = position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner in ((side,) if puzzle.goal is Goal.WIN else (side, None))


def test_a_wrong_move_is_told(solver: Solver) -> None:
    puzzle = shipped()[0]
    position = puzzle.board.position
    wrong = next(move for move in position.legal_moves() if move != puzzle.move)
    assert is_right(solver, puzzle.goal, position, puzzle.move)
    assert not is_right(solver, puzzle.goal, position, wrong)


def of_kind(goal: Goal) -> Puzzle:
    return next(
        puzzle
        for puzzle in shipped()
        if puzzle.goal is goal
        and puzzle.rules == Rules(5, 4, 4)
        and puzzle.theme is not Theme.WIN_NOW
    )


@pytest.mark.parametrize("goal", Goal)
def test_a_wrong_move_has_reasons_that_keep_the_right_one_secret(
    goal: Goal, solver: Solver
) -> None:
    puzzle = of_kind(goal)
    right = move_name(puzzle.move, puzzle.rules)
    for move in puzzle.board.position.legal_moves():
        verdict = puzzles.judge(solver, puzzle, [move])
        assert verdict.right == (move == puzzle.move)
        if not verdict.right:
            assert verdict.reasons
            assert not verdict.solved
            told = " ".join(verdict.reasons)  # the right cell may be named as the opponent's move
            forms = ("Play {}", f"{puzzle.board.turn} plays {{}}", "{} was better", "only {}")
            assert not any(form.format(right) in told for form in forms)
            assert "better" not in told
            assert verdict.refutation
            Position.play(puzzle.board.position.play(move), verdict.refutation[0])


@pytest.mark.parametrize("goal", Goal)
def test_a_puzzle_is_played_out_against_the_best_defence(goal: Goal, solver: Solver) -> None:
    puzzle = of_kind(goal)
    moves = [puzzle.move]
    while not (verdict := puzzles.judge(solver, puzzle, moves)).solved:
        assert verdict.right
        assert verdict.answer is not None
        board = puzzle.board
        for move in (*moves, verdict.answer):
            board.play(move)
        moves += [verdict.answer, right_moves(solver, goal, board.position)[0]]
    assert verdict.right


def test_hints_tell_more_and_more_and_leave_two_moves() -> None:
    puzzle = of_kind(Goal.WIN)
    side = puzzle.turn
    expected = f"{side} to move: find the only winning move, then play out the win."
    assert puzzles.task(puzzle) == expected
    first, second, third = puzzles.hints(puzzle)
    assert first.startswith(f"{side} wins in ")
    assert second.startswith("The move is in the ")
    assert move_name(puzzle.move, puzzle.rules) in third
    for each in shipped()[::10]:
        assert len(puzzles.hints(each)) == 3
        assert each.goal is Goal.WIN or "hold the draw" in puzzles.hints(each)[0]


def test_the_last_hint_is_about_the_moves_that_the_one_before_left() -> None:
    for puzzle in shipped()[::10]:
        if not puzzle.rules.gravity:
            continue
        _, second, third = puzzles.hints(puzzle)
        two = [int(number) - 1 for number in re.findall(r"\d+", third)]
        assert len(two) == 2
        middle = (puzzle.rules.width - 1) / 2
        if "left half" in second:
            assert max(two) < middle
        elif "right half" in second:
            assert min(two) > middle
        elif "is not" in second:
            assert int(second[-2]) - 1 not in two
        else:
            assert "middle columns" in second
            assert all(abs(column - middle) <= 1 for column in two)


def test_where_a_part_has_one_move_the_second_hint_rules_out_another() -> None:
    rules = Rules.parse("3x4x4")
    puzzle = Puzzle("only-move-1", rules, (), 0, 0, Theme.ONLY_MOVE, Place.NOWHERE, 1500)
    assert puzzles.hints(puzzle)[1:] == (
        "The move is not column 3.",
        "The move is column 1 or column 2.",
    )


def test_the_solution_begins_with_the_right_move_and_says_why(solver: Solver) -> None:
    puzzle = of_kind(Goal.WIN)
    line = puzzles.solution(solver, puzzle)
    assert line[0] == puzzle.move
    board = puzzle.board
    for move in line:
        board.play(move)
    assert board.outcome() is not None
    assert any("keeps the win" in text for text in puzzles.why_right(solver, puzzle))
