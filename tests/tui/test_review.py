from pathlib import Path

import pytest

from inarow import Human, Record
from inarow.tui import words
from inarow.tui.review import ReviewScreen
from support.screens import click_text, match_of, message, moves, played, press, started, until


def review(app: object) -> ReviewScreen:
    screen = app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, ReviewScreen)
    return screen


@played
async def test_a_lost_game_is_gone_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path, match_of("tic-tac-toe", "b2 b1 a1 c3 a2 a3")) as (app, pilot):
        await press(pilot, "c", "2", "enter", "v")
        screen = review(app)
        assert message(app) == words.REVIEW_START
        await until(pilot, lambda: screen.review)
        await press(pilot, "right")
        assert message(app).startswith("1. × b2")
        await press(pilot, "n")
        assert screen.judged is not None
        assert screen.judged.graded.grade is not None
        assert screen.judged.graded.grade.is_bad
        assert screen.notes.text
        await press(pilot, "end")
        assert "wins" in screen.notes.text
        await press(pilot, "left", "left", "home", "p")
        await until(pilot, lambda: not screen.running)
        assert screen.ply == 7
        await press(pilot, "s", "enter")
        assert Record.load(tmp_path / "game.txt").main.moves == [4, 1, 0, 8, 3, 6, 5]
        await click_text(app, pilot, "a1")
        assert screen.ply == 3
        await press(pilot, "home", "right", "right", "enter")
        assert moves(app) == "b2 b1"


@played
async def test_of_a_side_that_has_not_moved_nothing_is_said(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4")) as (app, pilot):
        await press(pilot, "v")
        await until(pilot, lambda: review(app).review)
        assert "Ann: the one move judged exactly" in review(app).head.text
        assert "Bob" not in review(app).head.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@played
async def test_long_names_and_comments_are_broken_and_not_cut_off(
    size: tuple[int, int], tmp_path: Path
) -> None:
    long = (Human("Annabelle of the long name"), Human("Bartholomew the Younger"))
    async with started(tmp_path, match_of("7x6x4", "44551", long), size) as (app, pilot):
        await press(pilot, "v")
        screen = review(app)
        await until(pilot, lambda: screen.review)
        await press(pilot, "end")
        assert screen.judged is not None
        for panel in (screen.head, screen.notes):
            assert len(panel.lines) <= panel.size.height
            widths = [sum(len(piece.text) for piece in row) for row in panel.lines]
            assert max(widths) <= panel.size.width
        said = screen.head.text.replace("\n", " ")
        assert "Annabelle of the long name: 1 of 3 moves judged exactly kept the result" in said
        assert " ".join(screen.judged.sentences) == screen.notes.text.replace("\n", " ")


@played
async def test_there_is_nothing_to_review_before_the_first_move(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        await press(pilot, "v")
        assert message(app) == words.REVIEW_EMPTY


@played
async def test_leaving_does_not_wait_for_the_review(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("15x15x5/free", "h8 h9 g7 i9 j9")) as (app, pilot):
        await press(pilot, "v", "escape")
        assert moves(app) == "h8 h9 g7 i9 j9"


@played
async def test_a_game_without_mistakes_says_so(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("tic-tac-toe", "b2 a1")) as (app, pilot):
        await press(pilot, "v")
        screen = review(app)
        await until(pilot, lambda: screen.review)
        await press(pilot, "n")
        assert message(app) == words.REVIEW_NO_MISTAKES
