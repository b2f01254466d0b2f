"""Puzzles in the full screen, by keys and by clicks."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inarow.board.notation import move_label, move_name, move_text
from inarow.personal.progress import Attempt, Progress
from inarow.puzzles import Puzzle, daily, judge, shipped
from inarow.search.solver import Solver
from inarow.tui import words
from inarow.tui.app import InarowApp
from inarow.tui.keys import KeyBar
from inarow.tui.puzzles import PuzzleScreen
from inarow.tui.start import StartScreen
from inarow.tui.storage import Choices, save_choices
from support.screens import (
    Play,
    click_text,
    game,
    match_of,
    message,
    played,
    press,
    session_in,
    settled,
    started,
    until,
)


def screen(app: InarowApp) -> PuzzleScreen:
    assert isinstance(app.screen, PuzzleScreen)
    return app.screen


def choose_board(folder: Path, rules: str) -> None:
    """Begin with the puzzles of these rules."""
    save_choices(session_in(folder).folders, Choices(rules=rules))


async def answered(app: InarowApp, pilot: Play) -> None:
    await until(pilot, lambda: not screen(app)._work.busy)
    await pilot.pause()


async def solve(app: InarowApp, pilot: Play) -> None:
    """Play right moves until the puzzle is solved."""
    solver, puzzle = Solver(threads=1, table_mb=8), screen(app).puzzle
    while not screen(app).is_over:
        tried = screen(app).tried
        legal = screen(app).board.position.legal_moves()
        right = next(move for move in legal if judge(solver, puzzle, [*tried, move]).right)
        await press(pilot, move_text(right, puzzle.rules))
        await answered(app, pilot)


@played
async def test_a_second_number_is_a_try_of_its_own(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        for move in screen(app).board.position.legal_moves()[:3]:
            if move == screen(app).puzzle.move:
                continue
            await press(pilot, move_text(move, screen(app).puzzle.rules))
            await answered(app, pilot)
            name = move_name(move, screen(app).puzzle.rules)
            assert screen(app).texts[0] == f"No, {name} is wrong."


def first_move(app: InarowApp) -> str:
    puzzle = screen(app).puzzle
    return f"{puzzle.turn} {move_label(puzzle.move, puzzle.rules)}"


def wrong(puzzle: Puzzle) -> int:
    return next(move for move in puzzle.board.position.legal_moves() if move != puzzle.move)


@played
async def test_a_puzzle_is_tried_refuted_and_solved(tmp_path: Path) -> None:
    choose_board(tmp_path, "5x4x4")
    now = datetime(2026, 11, 16, 18, 30)
    async with started(tmp_path, today=lambda: now) as (app, pilot):
        await press(pilot, "z")
        puzzle = screen(app).puzzle
        assert str(puzzle.rules) == "5x4x4"
        assert "find the only" in screen(app).head.text
        assert puzzle == Progress(tmp_path / "data").next(screen(app).puzzles)
        assert f"rating {puzzle.rating}" in screen(app).head.text
        assert "your rating 1500" in screen(app).head.text
        bad = wrong(puzzle)
        await press(pilot, move_text(bad, puzzle.rules))
        await answered(app, pilot)
        assert screen(app).texts[0] == f"No, {move_name(bad, puzzle.rules)} is wrong."
        assert len(screen(app).texts) >= 2
        assert message(app) == words.PUZZLE_TRY_AGAIN
        assert screen(app).board.position == puzzle.board.position
        await solve(app, pilot)
        assert message(app) == words.PUZZLE_SOLVED
        assert "keeps the" in screen(app).notes.text.replace("\n", " ")
        assert "1 of 200 solved" in screen(app).head.text
        assert "your rating 1500" not in screen(app).head.text  # a wrong move was a loss
        await press(pilot, "enter", "t")  # it is over
        assert message(app) == words.PUZZLE_OVER
        await press(pilot, "n")
        assert screen(app).puzzle != puzzle
        await press(pilot, "p")
        assert screen(app).puzzle == puzzle
        assert "solved before" in screen(app).head.text
        await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)
    (attempt,) = Progress(tmp_path / "data").journal.entries()
    assert (attempt.puzzle, attempt.solved, attempt.wrong) == (puzzle.name, True, 1)
    assert attempt.when.startswith("2026-11-16T18:30:00")
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        assert screen(app).puzzle != puzzle  # it is remembered


@played
async def test_hints_come_one_by_one_and_then_the_solution(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z", "t")
        assert len(screen(app).texts) == 1
        await press(pilot, "t")
        assert message(app).startswith("Hint 2 of 3.")
        await press(pilot, "t", "t")
        assert (len(screen(app).texts), message(app)) == (3, words.PUZZLE_LAST_HINT)
        await press(pilot, "v")
        await until(pilot, lambda: len(screen(app).texts) > 1 and screen(app).is_over)
        await answered(app, pilot)
        assert screen(app).texts[0].startswith(f"The solution: {first_move(app)}")
        assert len(screen(app).texts) >= 2  # with its reasons
        await press(pilot, "v")
        await answered(app, pilot)
        await press(pilot, "r")
        assert not screen(app).is_over
    assert [each.solved for each in Progress(tmp_path / "data").journal.entries()] == [False]


@played
async def test_a_hint_in_the_middle_names_a_move(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        puzzle = screen(app).puzzle
        await press(pilot, move_text(puzzle.move, puzzle.rules))
        await answered(app, pilot)
        assert screen(app).texts[0].startswith(f"Right. {puzzle.turn.other} answers column ")
        await press(pilot, "t")
        await answered(app, pilot)
        assert screen(app).texts[0].startswith("Play column ")


@played
async def test_moves_that_cannot_be_played_are_told(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z", "9")
        assert message(app) == "There is no column 9: the columns are 1 to 7."
        while screen(app).board.position.cell_of(0) is not None:
            screen(app).board.play(0)
        await press(pilot, "1")
        assert message(app) == "Column 1 is full. Choose another."


@played
async def test_the_puzzle_of_the_day_counts_days_in_a_row(tmp_path: Path) -> None:
    day = datetime(2026, 11, 16, 12, tzinfo=UTC)
    for ago in (2, 1):
        before = day - timedelta(days=ago)
        tried = Attempt(before.isoformat(), daily(before.date()).name, True)
        Progress(tmp_path / "data").add(tried)
    async with started(tmp_path, today=lambda: day) as (app, pilot):
        await press(pilot, "z", "d")
        assert screen(app).puzzle == daily(day.date())
        assert message(app) == words.PUZZLE_DAILY.format(days=2)
        await press(pilot, "p")
        assert screen(app).puzzle != daily(day.date())
    async with started(tmp_path / "other", today=lambda: day) as (app, pilot):
        await press(pilot, "z", "d")
        assert message(app) == words.PUZZLE_DAILY_FIRST


@pytest.mark.parametrize("board", ["5x5x4/free", "9x6x4"])
@played
async def test_every_board_has_puzzles_and_is_played_by_keys(board: str, tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        while str(screen(app).rules) != board:
            await press(pilot, "x")
        puzzle = screen(app).puzzle
        cell = puzzle.board.position.cell_of(puzzle.move)
        assert cell is not None
        screen(app).pointer.put(cell)
        await press(pilot, "left", "right", "up", "down", "enter")
        await answered(app, pilot)
        assert screen(app).tried[0] == puzzle.move


@played
async def test_everything_works_by_clicks_alone(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await click_text(app, pilot, words.PUZZLES_BUTTON)
        view, first = screen(app).view, screen(app).puzzle
        cell = first.board.position.cell_of(first.move)
        assert cell is not None
        region = view.frame.region(cell, 0)
        await pilot.click(view, offset=(region.x + 1, region.y))
        await answered(app, pilot)
        assert screen(app).tried[0] == first.move
        await click_text(app, pilot, "Next")
        assert screen(app).puzzle != first
        await click_text(app, pilot, "Back")
        assert isinstance(app.screen, StartScreen)


@played
async def test_puzzles_open_over_a_game_and_only_once(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await press(pilot, "z", "z", "question_mark", "escape", "escape")
        assert game(app).match.tree.board.moves_text() == "44"


@played
async def test_damaged_progress_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "puzzles.jsonl").write_text("rubbish\n")
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        assert message(app).startswith("1 of 1 lines of")
        assert screen(app).puzzle in shipped()


@played
async def test_a_window_may_change_as_one_leaves(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "z")
        left = screen(app)
        await left.query_one(KeyBar).remove()  # what is in a screen goes before the screen
        left.on_resize()
        await settled(app, pilot)
        await press(pilot, "escape")
        assert app.screen is not left
