"""The saved games, by keys and by clicks."""

import os
from pathlib import Path

import pytest
from rich.cells import cell_len

from inarow import Board, Record, Rules, Side
from inarow.tui import words
from inarow.tui.app import InarowApp
from inarow.tui.dialogs import AskScreen
from inarow.tui.games import GamesScreen, SavedGame
from inarow.tui.review import ReviewScreen
from inarow.tui.start import StartScreen
from support.screens import (
    click_text,
    game,
    match_of,
    message,
    moves,
    played,
    press,
    started,
    until,
)

EVENING = 1_794_850_200  # 2026-11-16, in the evening


def save(path: Path, moves: str = "", *, first: str = "Ann", second: str = "Bob") -> Path:
    """A game in a file, each older than the one before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    tags = {"First": first, "Second": second}
    Record.of(Board(Rules(7, 6, 4), moves), tags=tags).save(path)
    return path


def date(path: Path, minutes: int) -> None:
    os.utime(path, (EVENING - 60 * minutes,) * 2)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four games, one of which cannot be read."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    date(save(here / "won.txt", "4455667"), 1)
    date(save(tmp_path / "state" / "aside-1.txt", "445", second="level 5"), 2)
    date(save(tmp_path / "state" / "done-2.txt", "1122334", first="Zoë"), 3)
    (tmp_path / "state" / "game-3.txt").write_text("nothing")
    date(tmp_path / "state" / "game-3.txt", 4)
    (here / "notes.txt").write_text("milk, bread")
    return tmp_path


def games(app: InarowApp) -> GamesScreen:
    assert isinstance(app.screen, GamesScreen)
    return app.screen


@played
async def test_games_are_listed_newest_first_with_all_that_matters(folder: Path) -> None:
    async with started(folder) as (app, pilot):
        await press(pilot, "l")
        screen = games(app)
        rows = [row.strip(" ▸").split() for row in screen.list.text.splitlines()]
        assert [row[2:] for row in rows[:3]] == [
            ["Ann", "-", "Bob", "x", "won", "7"],
            ["Ann", "-", "level", "5", "open", "3"],
            ["Zoë", "-", "Bob", "x", "won", "7"],
        ]
        assert rows[0][0] in ("2026-11-16", "2026-11-17")  # wherever we are
        assert "game-3.txt" in screen.list.text
        assert "Ann - Bob\n7x6x4, 7 moves, x won.\nwon.txt" in screen.about.text
        assert screen.view.scene.position == Board(Rules(7, 6, 4), "4455667").position
        await press(pilot, "down")
        assert screen.view.scene.position.ply == 3


@played
async def test_typing_filters_by_all_words(folder: Path) -> None:
    async with started(folder) as (app, pilot):
        await press(pilot, "l", *"LEVEL 5")
        screen = games(app)
        assert [each.players for each in screen.found] == ["Ann - level 5"]
        await press(pilot, *"q", "m")  # letters are typed, whatever they do elsewhere
        assert (screen.typed, screen.found) == ("LEVEL 5qm", [])
        assert words.NO_GAME_MATCHES in screen.list.text
        await press(pilot, "enter", "delete", "ctrl+r", "down")  # nothing to open, nothing happens
        assert games(app) is screen
        await press(pilot, "backspace", "backspace", "enter")
        assert moves(app).startswith("445")
        assert game(app).match.name(Side.SECOND) == "level 5"


@played
async def test_a_game_that_cannot_be_read_is_told_and_stays_closed(folder: Path) -> None:
    async with started(folder, match_of()) as (app, pilot):
        await press(pilot, "l", "up")
        screen = games(app)
        assert screen.game is not None
        assert screen.game.path.name == "game-3.txt"
        assert "cannot be read: " in screen.about.text.replace("\n", " ")
        await press(pilot, "enter")
        assert message(app).startswith("Not loaded: ")
        await press(pilot, "ctrl+r")
        assert games(app) is screen
        await press(pilot, "escape")
        assert moves(app) == ""


@played
async def test_a_game_of_a_player_that_is_gone_ends_nothing(folder: Path) -> None:
    date(save(Path("gone.txt"), "44", second="level 99"), 0)
    async with started(folder) as (app, pilot):
        await press(pilot, "l", *"gone.txt", "enter")
        assert message(app) == "Loaded gone.txt."


@played
async def test_any_file_is_opened_by_its_name(folder: Path) -> None:
    save(folder / "far" / "away.game", "4")
    async with started(folder) as (app, pilot):
        await press(pilot, "l", *f"{folder}/far/away.game")
        assert [each.path.name for each in games(app).found] == ["away.game"]
        await press(pilot, "enter")
        assert moves(app) == "4"
        assert message(app) == "Loaded away.game."


@played
async def test_an_unfinished_game_goes_on_in_its_own_file(folder: Path) -> None:
    async with started(folder) as (_, pilot):
        await press(pilot, "l", *"aside", "enter", "u", "1")
    assert not (folder / "state" / "aside-1.txt").exists()
    assert Record.load(folder / "state" / "game-1.txt").main.moves[:3] == [3, 3, 0]


@played
async def test_a_program_that_only_a_file_names_is_not_started(folder: Path) -> None:
    bot = folder / "bot.py"
    bot.write_text("open('started', 'w').close()\ndef agent(board): return 3\n")
    (folder / "here" / "theirs.txt").write_text(
        f'[First "Ann"]\n[Second "python:{bot}"]\n[Unconfirmed ""]\n[Rules "7x6x4"]\n1. 4 *'
    )
    for keys in ([*"ltheirs", "enter"], ["enter"]):  # the second time it is our own file
        async with started(folder) as (app, pilot):
            await press(pilot, *keys)
            await until(pilot, lambda: game(app).failure)
            assert (
                "the saved game names this program, not you; if you trust it, press j,"
                in message(app)
            )
            assert not (folder / "here" / "started").exists()
    async with started(folder) as (app, pilot):
        await press(pilot, "enter")
        await until(pilot, lambda: game(app).failure)
        await press(pilot, "j", "enter")
        await until(pilot, lambda: moves(app) == "44")
        assert (folder / "here" / "started").exists()
        game(app).match.players[1].close()
    async with started(folder) as (app, pilot):
        await press(pilot, "enter", "5")
        await until(pilot, lambda: moves(app) == "4454")
        game(app).match.players[1].close()


@played
async def test_deleting_asks_first(folder: Path) -> None:
    async with started(folder) as (app, pilot):
        await press(pilot, "l", "delete")
        assert isinstance(app.screen, AskScreen)
        assert app.screen.question.startswith("Delete Ann - Bob (won.txt)?")
        await press(pilot, "escape")
        assert Path("won.txt").exists()
        await click_text(app, pilot, "Delete")
        await press(pilot, "enter")
        assert not Path("won.txt").exists()
        assert message(app) == "Deleted won.txt."
        assert len(games(app).found) == 3
        Path(games(app).found[0].path).unlink()
        await press(pilot, "delete", "enter")
        assert message(app) == "Not deleted: No such file or directory."


@played
async def test_a_review_leads_into_the_game(folder: Path) -> None:
    async with started(folder) as (app, pilot):
        await press(pilot, "l", "ctrl+r")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "escape")
        await press(pilot, "ctrl+r", "right", "enter")
        assert game(app).match.is_looking_back
        assert moves(app) == "4"


@played
async def test_everything_works_by_clicks_alone(folder: Path) -> None:
    async with started(folder) as (app, pilot):
        await click_text(app, pilot, words.LOAD_BUTTON)
        await click_text(app, pilot, "Zoë")
        assert games(app).game is not None
        assert games(app).selected == 2
        await click_text(app, pilot, "Back")
        assert isinstance(app.screen, StartScreen)
        await click_text(app, pilot, words.LOAD_BUTTON)
        await click_text(app, pilot, "Open")
        assert moves(app) == "4455667"


@played
async def test_escape_clears_the_filter_and_then_goes_back(folder: Path) -> None:
    async with started(folder, match_of(moves="44")) as (app, pilot):
        await press(pilot, "l", *"zo", "escape")
        assert len(games(app).found) == 4  # not the one that is being played
        await press(pilot, "escape")
        assert moves(app) == "44"


@played
async def test_without_games_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "l", "down", "enter")
        rows = games(app).list.text.splitlines()
        assert " ".join(row.strip() for row in rows) == words.NO_GAMES_YET
        assert max(map(len, rows)) <= games(app).list.size.width


@played
async def test_rows_of_any_names_end_in_the_same_column(folder: Path) -> None:
    save(folder / "here" / "wide.txt", first="安" * 3, second="é\t\x1b!")
    save(folder / "here" / "path.txt", first="/very/long/folder/of/a/bot.py", second="Bob")
    async with started(folder) as (app, pilot):
        await press(pilot, "l")
        rows = games(app).list.text.splitlines()
        assert len({cell_len(row) for row in rows}) == 1
        assert all(row.isprintable() for row in rows)


def test_only_records_of_the_folder_are_listed(folder: Path) -> None:
    from inarow.tui.games import saved_games

    assert [each.path.name for each in saved_games([], Path.cwd())] == ["won.txt"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'[Rules "7x6x4"]\n1. 9 *', b"(" * 10_000])
def test_whatever_is_in_a_file_is_no_reason_to_stop(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    read = SavedGame.read(path)
    assert read.record is None
    assert read.problem
    assert str(path) not in read.problem
    assert SavedGame.read(tmp_path / "gone.txt").problem == "No such file or directory"
