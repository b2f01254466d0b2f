from pathlib import Path

import pytest

from inarow import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, Board, Human, Record, Rules, Side
from inarow.board.rules import PRESETS
from inarow.players.levels import Level
from inarow.tui import words
from inarow.tui.start import StartScreen
from inarow.tui.storage import Choices, Folders, save_choices
from inarow.tui.widgets import Form
from support.screens import click_text, game, message, moves, played, press, settled, started, until


def start(app: object) -> StartScreen:
    screen = app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, StartScreen)
    return screen


@played
async def test_one_key_starts_the_usual_game(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "enter")
        match = game(app).match
        assert match.rules == CONNECT_FOUR
        assert isinstance(match.players[0], Human)
        assert isinstance(match.players[1], Level)
        assert match.name(Side.SECOND) == "level 3"


@played
async def test_everything_is_chosen_by_keys_and_remembered(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, *["right"] * [*PRESETS].index("tic-tac-toe"))
        assert start(app).rules == TIC_TAC_TOE
        assert start(app).view.scene.position.rules == TIC_TAC_TOE
        await press(pilot, "down", "right", "down", "right")  # one wider, one higher
        assert str(start(app).rules) == "4x4x3/free"
        assert start(app).game.value == words.OWN_RULES
        await press(pilot, *["down"] * 3, *["left"] * 3)  # player 1: level 10
        await press(pilot, "down", *["left"] * 3, "down", "Q", "u", "q", "backspace")
        assert start(app).entries[1].value == "Player 2Qu"
        await press(pilot, "down", "right", "enter")
        match = game(app).match
        assert (match.name(Side.FIRST), match.name(Side.SECOND)) == ("Player 2Qu", "level 10")
    async with started(tmp_path) as (app, pilot):
        assert str(start(app).rules) == "4x4x3/free"
        assert start(app).kinds[0].value == "level 10"


@played
async def test_everything_is_chosen_by_clicks(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        form = app.screen.query_one(Form)
        for _ in range([*PRESETS].index("gomoku")):
            await pilot.click(form, offset=(37, 0))
        await settled(app, pilot)
        assert start(app).rules == GOMOKU
        await pilot.click(form, offset=(14, 7))  # player 2, the one before: level 2
        await settled(app, pilot)
        await click_text(app, pilot, words.PLAY_BUTTON)
        assert game(app).match.name(Side.SECOND) == "level 2"


@played
async def test_colours_and_look_change_at_once(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "up", "right")
        assert app.theme == "light-vermilion"
        await press(pilot, "up", "right")
        assert app.theme == "light-yellow"
        await press(pilot, "m")
        assert app.theme == "contrast-yellow"
        assert start(app).mode.value == words.LOOKS["contrast"]


@played
async def test_broken_choices_are_told_and_ignored(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "choices.json").write_text("{")
    async with started(tmp_path) as (app, pilot):
        await settled(app, pilot)
        assert message(app).startswith("Your last choices could not be read from")
        line = start(app).line
        assert line.size.height == len(line.lines) > 1  # nothing of the sentence is cut off
        assert start(app).rules == CONNECT_FOUR


@played
async def test_an_unfinished_game_is_offered(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    record = Record.of(Board(Rules(7, 6, 4), "4453"), tags={"First": "Ann", "Second": "level 2"})
    record.save(tmp_path / "state" / "game-1.txt")
    async with started(tmp_path) as (app, pilot):
        await until(pilot, lambda: not isinstance(app.screen, StartScreen))
        await press(pilot, "escape")
        assert message(app) == words.PUT_ASIDE
    record.save(tmp_path / "state" / "game-2.txt")
    async with started(tmp_path) as (app, pilot):
        await until(pilot, lambda: not isinstance(app.screen, StartScreen))
        await press(pilot, "enter")
        assert moves(app) == "4453"
        assert game(app).match.name(Side.SECOND) == "level 2"
        await press(pilot, "1")
    assert Record.load(tmp_path / "state" / "game-2.txt").main.moves[:5] == [3, 3, 4, 2, 0]
    async with started(tmp_path) as (app, pilot):
        await until(pilot, lambda: not isinstance(app.screen, StartScreen))
        await click_text(app, pilot, "New game")
        await press(pilot, "l")
        assert "Ann - level 2" in app.screen.query_one("#files").text  # type: ignore[attr-defined]
        assert "aside-2.txt" in app.screen.query_one("#game-facts").text  # type: ignore[attr-defined]


@played
async def test_no_line_can_fit(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, *["down"] * 3, *["right"] * 4)
        assert "8 in a row does not fit" in start(app).about.text


@played
async def test_programs_have_no_name_to_type_from_the_first_look_on(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, _):
        assert start(app).form.text.count(words.NAME) == 1


BOT_BELOW = [*["down"] * 7, *["left"] * 4, "down"]
"""From the first line to the file of player 2, who becomes a bot."""


@played
async def test_your_own_bot_is_typed_checked_and_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("def agent(board):\n    return board.legal_moves()[0]\n")
    (tmp_path / "bad.py").write_text("def agent(board)\n")
    async with started(tmp_path) as (app, pilot):
        await press(pilot, *BOT_BELOW)
        assert message(app) == words.BOT_HOW
        await press(pilot, *"bx.py")
        assert message(app) == "No such file: bx.py."
        await press(pilot, "enter")
        assert start(app)  # such a game cannot begin
        await press(pilot, *["backspace"] * 4, "right")  # what begins so
        assert start(app).bots[1].value == "bad.py"
        assert message(app).startswith("Line 1 of bad.py: ")
        await press(pilot, *["backspace"] * 5, *"ot")
        assert "bot▏.py" in start(app).form.text
        await press(pilot, "right")
        assert message(app) == "bot.py is ready to play."
        await press(pilot, "enter", "4")
        await until(pilot, lambda: moves(app) == "41")
        assert game(app).match.name(Side.SECOND) == "bot.py"
    async with started(tmp_path) as (app, pilot):
        await until(pilot, lambda: not isinstance(app.screen, StartScreen))  # the game is offered
        await press(pilot, "escape")
        assert start(app).kinds[1].value == words.OWN_BOT
        assert start(app).bots[1].value == "bot.py"


@played
async def test_a_long_command_shows_its_end(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, *BOT_BELOW, *"python3 -m some.very.long.module")
        assert "…m some.very.long.module▏" in start(app).form.text
        assert message(app).endswith("is ready to play.")
        await press(pilot, "up", "left")
        assert message(app) == ""


@played
async def test_a_clock_is_chosen_and_remembered(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await press(pilot, *["up"] * 3, *["right"] * 3)
        assert start(app).clock.value == "5+3"
        assert "5 min each, +3 s per move." in start(app).about.text
        await press(pilot, "enter")
        clock = game(app).match.clock
        assert clock is not None
        assert clock.text == "5+3"
    async with started(tmp_path, clock="7+1") as (app, _):
        assert start(app).clock.value == "7+1"  # as the command line wants it


@played
async def test_perfect_is_offered_only_where_it_is(tmp_path: Path) -> None:
    folders = Folders(tmp_path / "config", tmp_path, tmp_path / "data")
    save_choices(folders, Choices(rules="7x6x4", second="perfect"))
    async with started(tmp_path) as (app, pilot):
        assert start(app).kinds[1].value == "perfect"
        start(app).size_fields[0].value = "18"
        start(app).form.post_message(Form.Changed(start(app).size_fields[0]))
        await settled(app, pilot)
        assert start(app).kinds[1].value == start(app).choices.second == "engine"
    save_choices(folders, Choices(rules="18x18x4", second="perfect"))
    async with started(tmp_path) as (app, _):
        assert start(app).kinds[1].value == "engine"
