"""No failure of a player, a search, a file or a thread ends the program."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from inarow import Board, EngineError, Human, Level, Player, Position, Record, Rules
from inarow.explain import analysis
from inarow.players.by_text import entrant
from inarow.search.background import Searchers
from inarow.tui import review, words
from inarow.tui.dialogs import ChangePlayerScreen
from inarow.tui.lab import LabScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.start import StartScreen
from inarow.tui.widgets import Rows
from support.screens import (
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

CHOICES = "Press Enter to try again, u to undo your move, or j to change the player."


class Moody(Player):
    """Does what it was told to do when it is asked."""

    def __init__(self, *answers: Callable[[], Any]) -> None:
        super().__init__("moody")
        self.answers = list(answers)

    def choose(self, position: Position) -> int:
        return self.answers.pop(0)()  # type: ignore[no-any-return]


def raises(error: BaseException, *_: object, **__: object) -> Any:
    raise error


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (partial(raises, ValueError("oops")), "moody: ValueError: oops (test_failures.py, line "),
        (partial(raises, SystemExit(3)), "moody: SystemExit: 3 (test_failures.py, line "),
        (partial(raises, EngineError("no")), "moody: no. "),
        (lambda: 7, "moody: expected a legal move, got 7. "),
        (lambda: None, "moody: expected a move from 0 to 6, got None. "),
    ],
)
@played
async def test_a_player_who_fails_is_told_and_can_try_again(
    answer: Callable[[], Any], sentence: str, tmp_path: Path
) -> None:
    match = match_of(players=(Human("Ann"), Moody(answer, answer, lambda: 3)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "4")
        await until(pilot, lambda: game(app).failure)
        assert message(app).startswith(sentence)
        assert message(app).endswith(CHOICES)
        assert "moody  failed" in game(app).names.text
        assert game(app).keys.text.startswith(" Enter Try again")
        await press(pilot, "1")  # nothing is played for it
        assert (moves(app), message(app).endswith(CHOICES)) == ("4", True)
        await press(pilot, "enter")
        await until(pilot, lambda: game(app).failure)
        await click_text(app, pilot, "Try again")
        await until(pilot, lambda: moves(app) == "44")
        assert (game(app).failure, message(app)) == ("", "moody plays column 4. Ann to move.")


@played
async def test_a_move_is_undone_after_a_failure(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Moody(lambda: 9)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "4")
        await until(pilot, lambda: game(app).failure)
        await press(pilot, "u")
        assert (moves(app), message(app)) == ("", "Undone. Ann to move.")


@played
async def test_someone_else_plays_for_a_player_who_fails(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Moody(lambda: 9, lambda: 9)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "4")
        await until(pilot, lambda: game(app).failure)
        await press(pilot, "j", *"gone.py", "enter")
        assert isinstance(app.screen, ChangePlayerScreen)
        assert app.screen.query_one("#result", Rows).text == "No such file: gone.py."
        await press(pilot, "escape")
        assert game(app).failure
        await press(pilot, "j", *"perfekt", "enter")
        assert "did you mean perfect?" in app.screen.query_one("#result", Rows).text
        await press(pilot, "escape", "j", *"person:perfekt", "enter")
        assert message(app) == "perfekt now plays o."
        await press(pilot, "j", "enter")  # whoever plays is called so again
        assert message(app) == "perfekt now plays o."
        await press(pilot, "j")
        await click_text(app, pilot, "Player 2")
        await click_text(app, pilot, " Choose ")
        assert message(app) == "Player 2 now plays o."
        await press(pilot, "4")
        assert moves(app) == "44"
        await press(pilot, "j", "down", "down", "enter")
        assert game(app).match.players[0].name == "level 1"


@played
async def test_a_bot_of_ones_own_fails_with_its_line(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("def agent(board):\n    raise ValueError('oops')\n")
    match = match_of(players=(Human("Ann"), entrant(f"python:{bot}")))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "4")
        await until(pilot, lambda: game(app).failure)
        assert (
            message(app)
            .replace(" ", "")
            .endswith(f"bad.py: ValueError: oops (bad.py, line 2). {CHOICES}".replace(" ", ""))
        )
        bot.write_text("def agent(board): return 3")
        await press(pilot, "enter")
        await until(pilot, lambda: moves(app) == "44")
        match.players[1].close()


@pytest.mark.parametrize("name", ["python:gone.py", "level 99", "engine:threads=0", "level 3"])
@played
async def test_a_saved_game_opens_whoever_played_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    record = Record.of(Board(Rules(16, 16, 16), "1"), tags={"First": "Ann", "Second": name})
    record.save(tmp_path / "state" / "game-1.txt")
    async with started(tmp_path) as (app, pilot):
        await press(pilot, "enter")
        await until(pilot, lambda: game(app).failure)
        assert message(app).startswith(f"{name}: ")
        await press(pilot, "j", *"Bob", "enter")
        assert message(app) == "Bob now plays o."


@played
async def test_a_level_is_refused_where_it_cannot_play(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    async with started(tmp_path) as (app, pilot):
        start = app.screen
        assert isinstance(start, StartScreen)
        kind = start.kinds[1]
        for field in start.size_fields:
            field.value = "16"
        kind.value = "level 3"
        await press(pilot, "enter")
        assert app.screen is start
        assert message(app) == (
            "Level 3 cannot play 16x16x16: the engine plays for up to 15 in a row."
        )
        kind.value = words.PERSON
        await press(pilot, "enter")
        assert game(app).match.rules == Rules(16, 16, 16)
    assert session.offers(Rules(7, 6, 4))[-1] == "perfect"
    assert session.offers(Rules(18, 18, 4))[-1] == "engine"


@played
async def test_keys_say_what_a_board_cannot_have(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("16x16x16", "1")) as (app, pilot):
        assert "Hint" not in game(app).keys.text
        for key in ("t", "o", "v"):
            await press(pilot, key)
            assert message(app).endswith("on this board: the engine plays for up to 15 in a row.")
        await press(pilot, "w")
        await until(pilot, lambda: game(app).note)


def broken_searchers() -> Searchers:
    searchers = Searchers()
    searchers.engine.search = partial(raises, MemoryError("no table"))  # type: ignore
    searchers.oracle.scores = partial(raises, OSError(28, "No space left on device"))  # type: ignore
    return searchers


@played
async def test_a_search_that_fails_is_told(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4")) as (app, pilot):
        game(app)._searchers = broken_searchers()
        for key in ("t", "o", "w"):
            await press(pilot, key)
            await until(pilot, lambda: message(app).startswith("That failed: "))
        assert message(app) == "That failed: No space left on device."
        await press(pilot, "4")
        assert moves(app) == "44"


@played
async def test_a_review_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "review", lambda *_, **__: raises(MemoryError()))
    monkeypatch.setattr("inarow.detectors.trace", lambda *_, **__: raises(KeyError("a1")))
    async with started(tmp_path, match_of(moves="4")) as (app, pilot):
        for key, screen, why in (("v", ReviewScreen, "MemoryError"), ("k", LabScreen, "KeyError")):
            await press(pilot, key)
            assert isinstance(app.screen, screen)
            await until(pilot, lambda: message(app).startswith("That failed: "))
            assert why in message(app)
            await press(pilot, "escape")
            assert moves(app) == "4"


@played
async def test_enter_waits_for_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        screen = game(app)
        asked: list[Any] = []
        monkeypatch.setattr(screen._advising, "ask", asked.append)
        found = analysis.glance(screen._searchers, screen.match.position).scores
        await press(pilot, "t", "enter")
        assert (moves(app), message(app)) == ("44", words.HINT_FIRST)
        screen._hinted(screen.match.position, found)
        hinted = screen.pointer.move
        assert message(app).startswith("Play column 4: ")
        await press(pilot, "enter")
        assert moves(app) == f"44{hinted + 1}"
        await press(pilot, "t", "right", "right")  # who moves the disc wants it there
        pointed = screen.pointer.move
        found = analysis.glance(screen._searchers, screen.match.position).scores
        screen._hinted(screen.match.position, found)
        assert screen.pointer.move == pointed
        await press(pilot, "t", "1", "enter")  # the hint was for the position before
        assert len(moves(app)) == 5
        await press(pilot, "t", "o", "enter")  # the scores took its place
        assert len(moves(app)) == 6


@played
async def test_a_file_name_may_look_like_a_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match_of(moves="44").record().save("{0}{name}.txt")
    async with started(tmp_path, match_of(moves="4")) as (app, pilot):
        await press(pilot, "l", "enter")
        assert message(app).startswith("Loaded {0}{name}.txt.")


@played
async def test_folders_that_cannot_be_written_do_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "state").write_text("a file, not a folder")
    (tmp_path / "config").write_text("and another")
    async with started(tmp_path, match_of(moves="4")) as (app, pilot):
        await press(pilot, "4")
        assert message(app).startswith("Autosave failed: ")
        await press(pilot, "n", "4", "m", "s", "enter", "escape", "l", "escape", "escape", "enter")
        await settled(app, pilot)
        assert moves(app) == ""


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"[Rules", b'[Rules "7x6x4"]\n((((', b"{}"])
@played
async def test_damaged_files_do_not_matter(data: bytes, tmp_path: Path) -> None:
    for path in (tmp_path / "state" / "game-1.txt", tmp_path / "config" / "choices.json"):
        path.parent.mkdir()
        path.write_bytes(data)
    async with started(tmp_path) as (app, pilot):
        await settled(app, pilot)
        await press(pilot, "enter")
        if not isinstance(app.screen, StartScreen):
            assert moves(app) == ""


@played
async def test_a_game_between_programs_rests_behind_another_screen(tmp_path: Path) -> None:
    match = match_of(moves="4", players=(Level(1, seed=1), Level(1, seed=2)))
    async with started(tmp_path, match) as (app, pilot):
        await press(pilot, "k")
        count = len(match.tree.board.moves)
        for _ in range(5):
            await settled(app, pilot)
        assert len(match.tree.board.moves) == count


@played
async def test_a_small_window_shows_all_of_a_failure(tmp_path: Path) -> None:
    match = match_of(players=(Human("Ann"), Moody(partial(raises, ValueError("oops " * 12)))))
    async with started(tmp_path, match, (40, 12)) as (app, pilot):
        await press(pilot, "4")
        await until(pilot, lambda: game(app).failure)
        await settled(app, pilot)
        line = game(app).line
        assert message(app).endswith(CHOICES)
        assert line.size.height == len(line.lines) == 5
        assert game(app).view.frame.height <= 12 - 1 - 5
        await pilot.resize_terminal(120, 40)
        await settled(app, pilot)
        assert (line.size.height, len(line.lines)) == (2, 2)
