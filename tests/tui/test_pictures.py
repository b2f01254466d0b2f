"""Every screen as it looks, at two sizes; tests/pictures.py says how to store new ones."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from inarow import CONNECT_FOUR, Board, Record, Rules, Side, detectors
from inarow.board.position import Outcome
from inarow.personal.results import Result, Results
from inarow.players.clock import Clock
from inarow.tui import words
from inarow.tui.app import InarowApp
from inarow.tui.lab import LabScreen
from inarow.tui.puzzles import PuzzleScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.storage import Choices, save_choices
from support.pictures import check
from support.screens import (
    Play,
    game,
    match_of,
    played,
    press,
    session_in,
    settled,
    started,
    until,
)

SIZES = [(80, 24), (120, 40)]
Steps = Callable[[InarowApp, Play], object]


def shown(name: str, size: tuple[int, int], folder: Path, steps: Steps, match: str = "") -> None:
    """Start, do the *steps* and compare."""

    @played
    async def run() -> None:
        rules, _, moves = match.partition(" ")
        begun = match_of(rules, moves) if match else None
        async with started(folder, begun, size) as (app, pilot):
            await steps(app, pilot)  # type: ignore[misc]
            await pilot.pause()
            check(app, f"{name}-{size[0]}x{size[1]}")

    run()


def keys(*names: str) -> Steps:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, *names)

    return steps


GAMES = {
    "game": ("7x6x4 445533", keys("1", "pageup", "2")),
    "won": ("7x6x4 4455667", keys("left")),
    "light": ("7x6x4 44553", keys("m")),
    "contrast": ("7x6x4 44553", keys("m", "m")),
    "wide": ("18x18x4 66c393dae897a68ca8ga8a88", keys("left")),
    "tic-tac-toe": ("tic-tac-toe b2 a1 c3", keys("up")),
    "gomoku": ("gomoku h8 h9 g7 i9 j9 i7", keys("left")),
    "save": ("7x6x4 445", keys("s")),
    "help": ("7x6x4 445", keys("question_mark", "down")),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_games_look_as_they_did(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    match, steps = GAMES[name]
    shown(name, size, tmp_path, steps, match)


@pytest.mark.parametrize("size", SIZES)
def test_the_start_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    shown("start", size, tmp_path, keys("down"))


@pytest.mark.parametrize("size", SIZES)
def test_the_offer_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    tags = {"First": "Ann", "Second": "level 2"}
    Record.of(Board(Rules(7, 6, 4), "4453"), tags=tags).save(tmp_path / "state" / "game-1.txt")
    shown("offer", size, tmp_path, keys())


def save_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games and a file that is none, saved at certain times."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    for minutes, (name, moves) in enumerate([("won", "4455667"), ("late", "4453"), ("new", "")]):
        tags = {"First": "Ann", "Second": f"level {minutes + 1}"}
        Record.of(Board(Rules(7, 6, 4), moves), tags=tags).save(f"{name}.txt")
    Path("bad.txt").write_text('[Rules "7x6x4"]\n1. 9 *\n')
    for minutes, name in enumerate(("won", "late", "bad", "new")):
        os.utime(f"{name}.txt", (1_794_850_200 - 60 * minutes,) * 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["games", "games-damaged"])
def test_saved_games_look_as_they_did(
    name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games(tmp_path, monkeypatch)
    shown(name, size, tmp_path, keys("l", *(["down", "down"] if name != "games" else [])))


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, "z", "2")
        puzzle = app.screen
        assert isinstance(puzzle, PuzzleScreen)
        await until(pilot, lambda: puzzle.texts and not puzzle._work.busy)

    shown("puzzle", size, tmp_path, steps)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_with_a_clock_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        match = game(app).match
        match.clock = Clock.parse("5+3", "271000 8400")
        app.session.now = lambda: 0
        await press(pilot, "left")
        game(app)._show_players()

    shown("clock", size, tmp_path, steps, "7x6x4 4453")


@pytest.mark.parametrize("size", SIZES)
def test_your_own_bot_looks_as_it_did(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("def agent(board):\n    return 0\n")
    results = Results(tmp_path / "data")
    for winner in (*Side, Side.FIRST):
        outcome = Outcome(winner)
        results.add(Result.of(outcome, CONNECT_FOUR, "level 3", Side.FIRST, 20, "2026-11-16"))
    choices = Choices(first=words.OWN_BOT, clock="5+3")
    save_choices(session_in(tmp_path).folders, choices)
    shown("bot", size, tmp_path, keys(*["down"] * 6, *"bo"))


@pytest.mark.parametrize("size", SIZES)
def test_the_palette_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await until(pilot, lambda: app.screen.query_one(OptionList).option_count > 9)
        app.screen.query_one(Input).cursor_blink = False
        await settled(app, pilot)

    shown("palette", size, tmp_path, steps, "7x6x4 4453")


@pytest.mark.parametrize("size", SIZES)
def test_scores_look_as_they_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, "o")
        await until(pilot, lambda: not game(app)._advising.busy)
        await press(pilot, "w")
        await until(pilot, lambda: game(app).note and not game(app)._advising.busy)

    shown("scores", size, tmp_path, steps, "7x6x4 4455")


@pytest.mark.parametrize("size", SIZES)
def test_the_lab_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, "k")
        lab = app.screen
        assert isinstance(lab, LabScreen)
        await until(pilot, lambda: len(lab.traces) == len(detectors.NAMES))
        await press(pilot, "n")

    shown("lab", size, tmp_path, steps, "7x6x4 4455667")


@pytest.mark.parametrize("size", SIZES)
def test_the_review_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: InarowApp, pilot: Play) -> None:
        await press(pilot, "v")
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await until(pilot, lambda: review.review)
        await press(pilot, "n")

    shown("review", size, tmp_path, steps, "tic-tac-toe b2 b1 a1 c3 a2 a3 c2")


def test_without_colour_the_letters_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shown("mono", (80, 24), tmp_path, keys("left"), "7x6x4 4455667")
    save_games(tmp_path, monkeypatch)
    shown("mono-games", (80, 24), tmp_path, keys("l"))
    shown("mono-puzzle", (80, 24), tmp_path, keys("z", "t", "t"))
