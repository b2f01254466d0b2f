"""Whole games, by keys and by clicks, on all kinds of boards."""

from pathlib import Path

import pytest

from inarow import Human, Position, Random, Record, Rules, Side
from inarow.players import Player
from inarow.tui import board, words
from inarow.tui.start import StartScreen
from support.screens import (
    click_cell,
    click_text,
    game,
    match_of,
    message,
    moves,
    played,
    press,
    session_in,
    settled,
    started,
    until,
)


class Follower(Player):
    """Plays a row of moves that was fixed before."""

    def __init__(self, moves: list[int], name: str = "follower") -> None:
        super().__init__(name)
        self.moves = list(moves)

    def choose(self, position: Position) -> int:
        return self.moves.pop(0)


@played
async def test_a_game_is_won_by_keys_alone(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Follower([4, 5, 6])))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "4")  # by the name of the column
        await until(pilot, lambda: moves(app) == "45")
        await press(pilot, "enter")  # where the disc is held
        await until(pilot, lambda: moves(app) == "4546")
        await press(pilot, "right", "left", "space")
        await until(pilot, lambda: moves(app) == "454647")
        await press(pilot, "4")
        assert message(app) == "Ann wins: rows 1 to 4 of column 4."
        assert game(app).match.record().result == "1-0"
        await press(pilot, "5")
        assert message(app) == words.OVER.format()
        assert moves(app) == "4546474"


@played
async def test_a_game_is_lost_by_clicks_alone(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Follower([3, 3, 3, 3])))
    async with started(tmp_path, match) as (app, pilot):
        for column in (0, 1, 2, 5):
            await click_cell(app, pilot, column)
            await until(pilot, lambda: game(app).match.program is None)
        assert "follower wins: rows 1 to 4 of column 4" in message(app)
        await click_text(app, pilot, "New")
        assert moves(app) == ""


@played
async def test_tic_tac_toe_is_drawn(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("tic-tac-toe")) as (app, pilot):
        for cell in ("b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3", "c1"):
            await press(pilot, cell[0], cell[1], "enter")
        assert words.DRAWN in message(app)
        assert game(app).match.record().result == "1/2-1/2"


@played
async def test_a_board_of_18_is_played_with_numbers(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("18x18x4")) as (app, pilot):
        assert game(app).view.frame.rows == 18  # all of it is seen in 80x24
        await press(pilot, *"109", "1", "enter", "1")
        assert message(app) == "Column 1: press Enter to play it, or another digit."
        await press(pilot, "8")
        assert moves(app) == "a91i"
        await press(pilot, *"19")
        assert message(app) == "There is no column 19: the columns are 1 to 18."
        await press(pilot, "a")
        assert message(app) == "There is no column a: the columns are 1 to 18."
        await press(pilot, *"10", "2", *"10", "3", "1", "u")  # what was typed is forgotten
        assert moves(app) == "a91ia2a"
        await press(pilot, "3", *"10")
        assert moves(app) == "a91ia2a3a"
        assert "wins: rows 1 to 4 of column 10" in message(app)


@played
async def test_gomoku_is_played_with_cells_and_clicks(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("gomoku")) as (app, pilot):
        await press(pilot, "h", "8", "enter")
        await click_cell(app, pilot, 0, 0)
        await press(pilot, "h", "9", "enter", "a", "2", "enter", "h", "1", "0", "enter")
        await press(pilot, "a", "3", "enter", "h", "1", "1", "enter", "a", "4", "enter")
        assert moves(app) == "h8 a1 h9 a2 h10 a3 h11 a4"
        await press(pilot, "h", "1", "2", "enter")
        assert "wins: h8 to h12" in message(app)


@played
async def test_moves_are_undone_and_redone(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Random(seed=1)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "u")
        assert message(app) == words.NOTHING_TO_UNDO
        await press(pilot, "4")
        await until(pilot, lambda: len(moves(app)) == 2)
        played = moves(app)
        await press(pilot, "u")
        assert (moves(app), message(app)) == ("", "Undone. Ann to move.")
        await press(pilot, "r")
        assert moves(app) == played
        await press(pilot, "r")
        assert message(app) == words.NOTHING_TO_REDO


@played
async def test_another_move_becomes_the_game_and_the_old_one_a_variation(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4453")) as (app, pilot):
        await press(pilot, "home")
        assert message(app) == "Move 0 of 4. Play on from here, or press End to return."
        await press(pilot, "pagedown", "1")
        assert moves(app) == "41"
        assert "1... 4" in game(app).moves.text
        await click_text(app, pilot, "1... 4")
        assert moves(app) == "44"
        await press(pilot, "end")
        assert moves(app) == "4453"
        record = game(app).match.record().text()
        assert record.splitlines()[-1] == "1. 4 1 (1... 4 2. 5 3) *"


@played
async def test_a_full_column_is_told_and_changes_nothing(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="444444")) as (app, pilot):
        await press(pilot, "4")
        assert message(app) == "Column 4 is full. Choose another."
        await press(pilot, "9")
        assert message(app) == "There is no column 9: the columns are 1 to 7."
        assert moves(app) == "444444"
    async with started(tmp_path / "2", match_of("3x3x3/free", "b2")) as (app, pilot):
        await press(pilot, "enter")
        assert message(app) == "Cell b2 is taken. Choose another."


@played
async def test_a_game_is_saved_and_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path, match_of(moves="4453")) as (app, pilot):
        await press(pilot, "s", "enter")
        assert message(app) == "Saved to game.txt."
        assert Record.load("game.txt").main.moves == [3, 3, 4, 2]
        await press(pilot, "1", "s", "enter")  # it exists: asked again
        assert Record.load("game.txt").main.moves == [3, 3, 4, 2]
        await press(pilot, "enter")
        assert Record.load("game.txt").main.moves == [3, 3, 4, 2, 0]
        await press(pilot, "n")
        assert moves(app) == ""
        assert message(app).endswith("to move. The previous game is saved; press l to load it.")
        await press(pilot, "n")
        assert message(app).endswith("to move.")  # there was nothing to keep
        await press(pilot, "l", "enter")
        assert (moves(app), message(app)) == ("44531", "Loaded game.txt.")


@played
async def test_a_broken_file_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text('[Rules "7x6x4"]\n1. 9 *\n')
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        await press(pilot, "l", "enter")
        assert "Not loaded: bad.txt: expected a column from 1 to 7" in message(app)
        await press(pilot, "escape")
        assert moves(app) == "44"


@played
async def test_scores_tips_and_reasons_are_given(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="445566")) as (app, pilot):
        screen = game(app)
        await press(pilot, "o")
        await until(pilot, lambda: screen.match.position in screen._worths)
        assert screen.view.scene.scores[6][0].startswith("+")
        await press(pilot, "t")
        await until(pilot, lambda: message(app).startswith("Play column"))
        assert message(app) == "Play column 3 or 7: x completes a line and wins."
        assert screen.bar.share == 1.0
        await press(pilot, "w")
        await until(pilot, lambda: screen.note)
        assert "Play column 3 or 7: x completes a line and wins." in screen.note
        await press(pilot, "o")
        assert screen.bar.share is None


@played
async def test_sides_are_swapped_and_moves_copied(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Random(seed=1)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "y")
        assert message(app) == words.NOTHING_TO_COPY
        await press(pilot, "x")
        assert game(app).match.name(Side.FIRST) == "random"
        await until(pilot, lambda: len(moves(app)) == 1)
        await press(pilot, "y")
        assert message(app) == f"Copied: {moves(app)}"
        assert app.clipboard == moves(app)


@played
async def test_programs_play_each_other_and_can_be_stopped(tmp_path: Path) -> None:
    match = match_of("3x3x3", players=(Random(seed=1), Random(seed=2)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "p")
        stopped = moves(app)
        await settled(app, pilot)
        assert moves(app) == stopped
        await press(pilot, "p")
        await until(pilot, lambda: game(app).match.outcome)


@played
async def test_a_disc_falls_and_the_answer_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "FIRST_CELL", 1000.0)
    match = match_of(players=(Human("Ann"), Follower([3])))
    async with started(tmp_path, match) as (app, pilot):
        app.session.animate = True
        await pilot.press("4")
        assert game(app).view.is_falling
        assert moves(app) == "4"
        monkeypatch.setattr(board, "FIRST_CELL", 0.0001)
        await until(pilot, lambda: moves(app) == "44" and not game(app).view.is_falling)
        assert game(app).view.scene.last == (3, 1)


@played
async def test_the_window_changes_its_size_in_play(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4453")) as (app, pilot):
        assert game(app).view.frame.size == 6
        for size, cell in (((120, 40), 10), ((60, 20), 4), ((40, 12), 2), ((80, 24), 6)):
            await pilot.resize_terminal(*size)
            await settled(app, pilot)
            assert game(app).view.frame.size == cell
        await press(pilot, "4")
        assert moves(app) == "44534"


@played
async def test_the_menu_is_a_key_away(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4453")) as (app, pilot):
        await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)
        assert message(app) == words.UNFINISHED_SAVED
        await press(pilot, "q")
    assert app.return_code == 0


@played
async def test_a_thinking_program_does_not_keep_anyone(tmp_path: Path) -> None:
    """It may think for long: keys are answered, and Ctrl-C leaves at once."""
    session = session_in(tmp_path)
    match = match_of(
        "18x18x4", players=(session.player("perfect:600s", Rules(18, 18, 4)), Human("Ann"))
    )
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "3")
        assert message(app) == words.NOT_YOUR_TURN.format(name="perfect:600s")
        await press(pilot, "ctrl+c")
    assert app.return_code == 0
