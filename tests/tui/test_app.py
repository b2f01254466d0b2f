"""The app in a real terminal: starting, ending, being killed, and doing without."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from inarow.tui import words
from inarow.tui.app import InarowApp
from inarow.tui.games import GamesScreen
from inarow.tui.keys import help_keys
from inarow.tui.lab import LabScreen
from inarow.tui.puzzles import PuzzleScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.start import StartScreen
from support.program import run
from support.screens import (
    Play,
    game,
    match_of,
    message,
    moves,
    played,
    press,
    settled,
    started,
    until,
)
from support.terminal import Terminal, full_screen

KEYS_SHOWN = b"Quit"


def window_of(folder: Path, *arguments: str, **environment: str) -> Terminal:
    return full_screen(folder, "--no-animation", *arguments, environment=environment)


def test_a_killed_game_is_offered_and_goes_on(tmp_path: Path) -> None:
    window = window_of(tmp_path, "--x", "Ann", "--o", "Bob")
    window.read_until(b"Ann to move.")
    window.type(b"4")
    window.read_until(b"Bob to move.")
    window.type(b"4")
    window.read_until(b"Ann to move.")
    os.kill(window.process.pid, signal.SIGKILL)
    assert window.finish() == -signal.SIGKILL
    again = window_of(tmp_path)
    again.read_until(b"unfinished game: 7x6x4")
    again.type(b"\r")
    again.read_until(b"Ann to move.")
    again.type(b"\x03")  # Ctrl-C
    assert again.finish() == 0
    assert words.GO_ON.encode() in again.shown
    assert b"\x1b[?1049l" in again.shown  # the screen from before is back


def test_a_crash_gives_the_terminal_back_and_keeps_the_game(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from inarow.tui.match_screen import MatchScreen\n"
        "MatchScreen.action_hint = lambda self: 1 / 0\n"
    )
    window = window_of(tmp_path, "--x", "Ann", "--o", "Bob", PYTHONPATH=str(tmp_path))
    window.read_until(b"Ann to move.")
    window.type(b"4")
    window.read_until(b"Bob to move.")
    window.type(b"t")
    assert window.finish() == 1
    assert b"\x1b[?1049l" in window.shown
    assert window.shown.rstrip().endswith(words.CRASHED.encode())
    assert list((tmp_path / "state").rglob("game-*.txt"))


def test_play_goes_on_where_the_game_cannot_be_kept(tmp_path: Path) -> None:
    window = window_of(tmp_path, "--x", "Ann", "--o", "Bob")
    window.read_until(b"Ann to move.")
    window.type(b"4")
    window.read_until(b"Bob to move.")
    (state,) = (tmp_path / "state").rglob("game-*.txt")
    state.unlink()
    state.mkdir()  # not even the game can be kept: that is told, and play goes on
    window.type(b"4")
    window.read_until(b"Autosave failed")
    window.type(b"q")
    assert window.finish() == 0


def test_one_move_on_a_large_board_sends_little(tmp_path: Path) -> None:
    window = window_of(tmp_path, "--rules", "18x18x4", "--x", "Ann", "--o", "Bob")
    window.read_until(b"Ann to move.")
    window.type(b"7")  # after it the first painting is over
    window.read_until(b"Bob to move.")
    window.type(b"7")
    window.read_until(b"Ann to move.")
    for key, then in ((b"8", b"Bob to move."), (b"9", b"Ann to move."), (b"10", b"Bob to move.")):
        window.type(key)
        window.read_until(then)
        assert len(window.shown) < 4096
    window.type(b"q")
    assert window.finish() == 0


@pytest.mark.parametrize(
    "environment", [{}, {"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=["pipe", "dumb", "no-colour"]
)
def test_without_a_terminal_it_is_the_plain_game(environment: dict[str, str]) -> None:
    shown = run(
        "play", "--x", "Ann", "--o", "Bob", "--rules", "7x6x4", answers=b"4\n", **environment
    )
    assert shown.stdout.splitlines()[0] == words.NO_TERMINAL
    assert "Ann (x) plays column 4." in shown.stdout
    assert "\x1b" not in shown.stdout


def test_a_dumb_terminal_gets_the_plain_game(tmp_path: Path) -> None:
    window = window_of(tmp_path, "--x", "Ann", "--o", "Bob", "--rules", "7x6x4", TERM="dumb")
    window.read_until(b"help > ")
    assert words.NO_TERMINAL.encode() in window.shown
    assert b"\x1b" not in window.shown
    window.type(b"quit\n")
    assert window.finish() == 0


def test_without_textual_it_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\n"
        "found = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'textual' else found(name, *rest)\n"
    )
    window = window_of(tmp_path, "--x", "Ann", "--o", "Bob", PYTHONPATH=str(tmp_path))
    window.read_until(b"inarow[tui]")
    window.type(b"quit\nquit\n")
    assert window.finish() == 0


def test_other_commands_do_not_load_textual() -> None:
    program = (
        "import sys; from inarow.cli import main; main(['detect', '4455667']);"
        "print('textual' in sys.modules, 'rich' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert shown.stdout.splitlines()[-1] == "False False"


@played
async def test_the_next_look_is_a_key_away_and_remembered(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        await press(pilot, "m")
        assert app.theme == "light-vermilion"
    async with started(tmp_path, match_of()) as (app, _):
        assert app.theme == "light-vermilion"


@played
async def test_help_does_what_is_chosen(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await press(pilot, "question_mark", *["down"] * 5, "enter")
        assert moves(app) == "4"
        assert message(app).startswith("Undone")
        await press(pilot, "f1", "escape")
        assert game(app).match.is_looking_back


async def command(app: InarowApp, pilot: Play, text: str) -> None:
    """Open the palette, type, and do what comes first."""
    await press(pilot, "ctrl+p")
    await until(pilot, lambda: isinstance(app.screen, CommandPalette))
    app.screen.query_one(Input).value = text
    await until(pilot, lambda: app.screen.query_one("CommandList").option_count == 1)  # type: ignore[attr-defined]
    await press(pilot, "enter")
    await until(pilot, lambda: not isinstance(app.screen, CommandPalette))
    await settled(app, pilot)


@played
async def test_the_palette_does_what_it_says_on_every_screen(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await command(app, pilot, "start the game")
        await command(app, pilot, "new: start")
        assert message(app).startswith("New game.")
        await command(app, pilot, "theme: high")
        assert app.theme == "contrast-vermilion"
        await press(pilot, "4")
        await until(pilot, lambda: len(moves(app)) == 2)
        for words_typed, screen in (
            ("review: review", ReviewScreen),
            ("lab: watch", LabScreen),
            ("load: open", GamesScreen),
            ("puzzles: solve", PuzzleScreen),
        ):
            await command(app, pilot, words_typed)
            assert isinstance(app.screen, screen)
            await command(app, pilot, "back: go back")
            assert game(app)
        await command(app, pilot, "menu: return")
        assert isinstance(app.screen, StartScreen)
        await command(app, pilot, "quit: quit")
    assert app.return_code == 0


@played
async def test_the_palette_has_every_command_of_a_screen(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, _):
        titles = " ".join(each.title for each in app.get_system_commands(app.screen))
        for found in help_keys(type(app.screen).BINDINGS):
            shown = found.keys[0] not in {"up", "down", "left", "right"}
            works = game(app).works_now(found.action)
            assert (f"{found.label}: {found.sentence}" in titles) == (shown and works)
        assert "Redo: " not in titles  # there is nothing to redo
        assert all(f"Theme: {look}" in titles for look in words.LOOKS.values())


@played
async def test_the_chosen_command_is_seen_without_colours(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        async with started(tmp_path, match_of(moves="44")) as (app, pilot):
            await press(pilot, "ctrl+p")
            commands = app.screen.query_one(OptionList)
            await until(pilot, lambda: commands.option_count > 9)
            await press(pilot, "down")
            chosen, other = (next(iter(commands.render_line(y))).style for y in (2, 0))
            assert chosen is not None
            assert other is not None
            assert (chosen.underline, other.underline) == (True, None)


@played
async def test_two_keys_at_once_leave_one_screen(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        start = app.screen
        for opened in ("l", "z", "question_mark", "ctrl+p"):
            await press(pilot, opened)
            front = app.screen
            assert front is not start
            front.dismiss()
            front.dismiss()
            await settled(app, pilot)
            assert app.screen is start
