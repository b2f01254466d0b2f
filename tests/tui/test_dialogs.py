from pathlib import Path

import pytest

from inarow.tui.dialogs import SaveScreen
from inarow.tui.games import GamesScreen
from support.screens import click_text, match_of, message, moves, played, press, started


@played
async def test_saving_by_clicks_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await click_text(app, pilot, "Save")
        assert isinstance(app.screen, SaveScreen)
        await click_text(app, pilot, " Save ")
        assert message(app) == "Saved to game.txt."
        await click_text(app, pilot, "New")
        await press(pilot, "l")
        assert isinstance(app.screen, GamesScreen)
        await click_text(app, pilot, "Ann - Bob")
        assert moves(app) == "44"


@played
async def test_a_place_that_cannot_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await press(pilot, "s", *"/nowhere/x", "enter")
        screen = app.screen
        assert isinstance(screen, SaveScreen)
        assert screen.line.text == "Not saved: No such file or directory."
        await press(pilot, "escape")
        assert moves(app) == "44"
