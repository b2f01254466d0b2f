from pathlib import Path

from inarow.tui.app import InarowApp
from inarow.tui.game import GameScreen
from inarow.tui.games import GamesScreen
from inarow.tui.keys import HelpScreen, KeyBar, help_keys, key, key_name, keys_of
from inarow.tui.lab import LabScreen
from inarow.tui.learning.lessons import LessonScreen
from inarow.tui.puzzles import PuzzleScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.start import StartScreen
from support.paths import DOCS
from support.screens import click_text, game, match_of, moves, played, press, started


def test_keys_are_written_as_people_write_them() -> None:
    (found,) = keys_of([key("enter,space,question_mark", "x", "Do", "do it")])
    assert (found.names, found.action, found.in_bar) == ("Enter Space ?", "x", False)
    assert key_name("f1") == "F1"


@played
async def test_the_bar_shows_what_works_now_and_can_be_clicked(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        bar = app.screen.query_one(KeyBar)
        assert "u Undo" in bar.text
        assert "r Redo" not in bar.text
        await click_text(app, pilot, "Undo")
        assert moves(app) == "4"
        assert "u Undo r Redo t Hint" in bar.text
        assert bar.text.endswith("q Quit")
        assert len(bar.text) <= 80
        await press(pilot, "u")
        assert "Undo" not in bar.text
        assert game(app).works_now("hint")


@played
async def test_keys_of_the_whole_app_can_be_clicked_and_chosen_in_the_help(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await click_text(app, pilot, "Help")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "up", "up", "up", "enter")  # from below: quit, help, theme
        assert app.theme == "light-vermilion"
        await click_text(app, pilot, "Quit")
    assert app.return_code == 0


def test_every_key_is_told_about_and_none_twice() -> None:
    for screen in (
        GameScreen,
        GamesScreen,
        LabScreen,
        LessonScreen,
        PuzzleScreen,
        ReviewScreen,
        StartScreen,
    ):
        keys = help_keys([*screen.BINDINGS, *InarowApp.BINDINGS])
        names = [name for key in keys for name in key.keys]
        assert len(set(names)) == len(names), screen
        assert all(key.sentence and key.label for key in keys)


def test_letters_of_the_game_leave_the_columns_of_18_free() -> None:
    keys = help_keys([*GameScreen.BINDINGS, *InarowApp.BINDINGS])
    assert not {name for key in keys for name in key.keys} & set("123456789abcdefghi")


def test_the_documentation_has_the_same_keys() -> None:
    text = (DOCS / "how-to" / "terminal.md").read_text()
    for bindings in (
        [*GameScreen.BINDINGS, *InarowApp.BINDINGS],
        ReviewScreen.BINDINGS,
        LabScreen.BINDINGS,
        GamesScreen.BINDINGS,
        PuzzleScreen.BINDINGS,
        LessonScreen.BINDINGS,
    ):
        rows = [
            f"| {' '.join(f'`{name}`' for name in key.names.split())} | {key.sentence} |"
            for key in help_keys(bindings)
        ]
        assert "\n".join(rows) in text
