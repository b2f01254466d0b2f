"""Puzzles at the prompt, as a person plays them."""

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest

from inarow.board.notation import move_label
from inarow.board.rules import Rules
from inarow.personal.progress import Progress
from inarow.puzzles import Goal, Puzzle, Theme, judge, shipped
from inarow.search.solver import Solver
from inarow.terminal.console import Console
from inarow.terminal.puzzles import PlainPuzzles, listed

PUZZLES = [
    puzzle
    for puzzle in shipped()
    if puzzle.rules == Rules(5, 4, 4) and puzzle.theme is not Theme.WIN_NOW
][:40:10]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(threads=1, table_mb=8)


def conversation(
    folder: Path, solver: Solver, *answers: str, found: Sequence[Puzzle] = PUZZLES
) -> str:
    """What is on the terminal after these answers."""
    output = StringIO()
    console = Console(StringIO("".join(f"{line}\n" for line in answers)), output)
    moment = datetime(2026, 11, 16, 18, 30)
    played = PlainPuzzles(console, found, Progress(folder), solver=solver, now=lambda: moment)
    with pytest.raises(EOFError) if "quit" not in answers else nullcontext():
        played.run()
    return output.getvalue()


def right(puzzle: Puzzle) -> str:
    return move_label(puzzle.move, puzzle.rules)


def wrong(puzzle: Puzzle) -> str:
    legal = puzzle.board.position.legal_moves()
    return move_label(next(move for move in legal if move != puzzle.move), puzzle.rules)


def winning_line(puzzle: Puzzle, solver: Solver) -> list[str]:
    """What a person types to solve it."""
    moves, typed = [puzzle.move], [right(puzzle)]
    while not (verdict := judge(solver, puzzle, moves)).solved:
        assert verdict.answer is not None
        board = puzzle.board
        for move in (*moves, verdict.answer):
            board.play(move)
        good = next(
            move
            for move in board.position.legal_moves()
            if judge(solver, puzzle, [*moves, verdict.answer, move]).right
        )
        moves += [verdict.answer, good]
        typed.append(move_label(good, puzzle.rules))
    return typed


def test_a_board_a_task_and_the_way_to_leave(tmp_path: Path, solver: Solver) -> None:
    shown = conversation(tmp_path, solver, "help", "quit")
    first = Progress(tmp_path).next(PUZZLES)
    assert shown.startswith(f"{first.title} on 5x4x4: rating {first.rating}, difficulty ")
    assert "to move: find the only" in shown
    assert "solution    show the solution, and why it is right" in shown


def test_a_wrong_move_gets_its_reason_and_another_try(tmp_path: Path, solver: Solver) -> None:
    first = Progress(tmp_path).next(PUZZLES)
    shown = conversation(tmp_path, solver, wrong(first), "9", "", "quit")
    assert f"No, column {wrong(first)} is wrong. " in shown
    assert "It would continue: " in shown
    assert "Try another move, or type hint or solution." in shown
    assert "Expected a column from 1 to 5, got '9'." in shown
    assert Progress(tmp_path).journal.entries() == []


def test_a_solved_puzzle_is_explained_and_remembered(tmp_path: Path, solver: Solver) -> None:
    first = Progress(tmp_path).next(PUZZLES)
    typed = winning_line(first, solver)
    shown = conversation(tmp_path, solver, wrong(first), "hint", *typed, "", "quit")
    assert "Solved. 1 of 4 puzzles done." in shown
    assert ("keeps the win" if first.goal is Goal.WIN else "keeps the draw") in shown
    assert "Your puzzle rating: about 1" in shown  # a wrong move and a hint: a loss
    assert Progress(tmp_path).strength().rating < 1500
    (attempt,) = Progress(tmp_path).journal.entries()
    assert (attempt.puzzle, attempt.solved) == (first.name, True)
    assert (attempt.wrong, attempt.hints) == (1, 1)
    assert attempt.when.startswith("2026-11-16T18:30:00")
    again = conversation(tmp_path, solver, "quit")
    assert again.startswith(Progress(tmp_path).next(PUZZLES).title)
    assert not again.startswith(first.title)


def test_hints_come_one_by_one_and_then_the_solution(tmp_path: Path, solver: Solver) -> None:
    first = Progress(tmp_path).next(PUZZLES)
    shown = conversation(tmp_path, solver, "hint", "hint", "hint", "hint", "solution", "quit")
    assert shown.count("The move is ") == 3  # the last one is all there is
    assert shown.count(" or column ") == 2
    assert f"The solution: {first.board.turn} {right(first)}" in shown
    (attempt,) = Progress(tmp_path).journal.entries()
    assert (attempt.solved, attempt.hints) == (False, 4)


def test_every_command_works_at_every_time(tmp_path: Path, solver: Solver) -> None:
    commands = ("hint", "board", "again", "next", "help", "solution")
    shown = conversation(tmp_path, solver, *commands, *commands, "what", "solution", "hint")
    assert shown.count("difficulty") == 5


def test_when_all_are_solved_it_says_so_and_goes_on(tmp_path: Path, solver: Solver) -> None:
    typed = (*winning_line(PUZZLES[0], solver), "")
    shown = conversation(tmp_path, solver, *typed, "quit", found=PUZZLES[:1])
    assert "You have solved all of these; this one again." in shown
    assert shown.rstrip().splitlines()[-1].endswith("quit")
    assert "solved before" in shown


def test_damaged_progress_is_one_sentence(tmp_path: Path, solver: Solver) -> None:
    (tmp_path / "puzzles.jsonl").write_text("rubbish\n")
    shown = conversation(tmp_path, solver, "quit")
    assert shown.startswith("1 of 1 lines of")
    assert "on 5x4x4" in shown


def test_a_list_has_boards_and_tasks_but_no_answers() -> None:
    text = listed(PUZZLES)
    assert text.count("to move: find the only") == len(PUZZLES)
    assert "solution" not in text
    free = next(puzzle for puzzle in shipped() if not puzzle.rules.gravity)
    assert " a b c" in listed([free])
