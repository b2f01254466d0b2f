from pathlib import Path

import pytest
from textual.geometry import Size

from inarow import Estimate, Score, Side
from inarow.board.notation import cell_text
from inarow.explain import analysis
from inarow.tui.match_screen import ScoreBar, room_for_board
from support.screens import game, match_of, message, moves, played, press, started, until


def test_a_narrow_window_is_all_for_the_board() -> None:
    assert room_for_board(Size(80, 24)) == Size(44, 22)
    assert room_for_board(Size(40, 12)) == Size(37, 10)


@played
async def test_the_names_say_who_is_to_move_and_who_won(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="445566")) as (app, pilot):
        assert game(app).names.text.splitlines()[0].startswith("▸ × Ann  to move")
        await press(pilot, "7")
        assert game(app).names.text.splitlines()[0].startswith("▸ × Ann  wins")
        await press(pilot, "o")
        assert message(app) == "Ann wins: columns 4 to 7 of row 1."


@played
async def test_one_cell_in_a_row_is_named_once(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("1x1x1")) as (app, pilot):
        await press(pilot, "1")
        assert message(app) == "Ann wins: column 1, row 1."


@played
async def test_comments_of_a_record_are_shown(tmp_path: Path) -> None:
    match = match_of(moves="44")
    match.tree.place.comment = "a pillar"
    async with started(tmp_path, match) as (app, pilot):
        assert game(app).notes.text == "a pillar"
        await press(pilot, "pageup")
        assert game(app).notes.text == ""


@pytest.mark.parametrize(
    ("rules", "size", "says"),
    [
        ("7x6x4", (80, 24), "Scores are for Ann, who is to move; ≈ marks an estimate."),
        ("18x18x4", (80, 24), "+ favours Ann, who is to move; - favours Bob."),
        ("15x15x5/free", (80, 24), "+ favours Ann, who is to move; - favours Bob."),
    ],
)
@played
async def test_what_scores_mean_is_said_as_they_are_drawn(
    tmp_path: Path, rules: str, size: tuple[int, int], says: str
) -> None:
    async with started(tmp_path, match_of(rules), size) as (app, pilot):
        await press(pilot, "o")
        assert message(app) == says


@pytest.mark.parametrize("keys", ["two", "wto", "otw"])
@played
async def test_hint_reasons_and_scores_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    monkeypatch.setattr(analysis, "STARE", 0.2)
    match = match_of("gomoku", "h8 i7")
    async with started(tmp_path, match) as (app, pilot):
        screen, hint = game(app), ""
        for key in keys:
            await press(pilot, key)
            await until(pilot, lambda: not screen._advising.busy)
            hint = message(app) if key == "t" else hint
        best = screen.view.scene.best
        assert hint in screen.note
        move = hint.removeprefix("Play ").partition(",")[0]
        assert move in {cell_text(cell) for cell in best}


@played
async def test_enter_plays_the_move_that_the_hint_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, match_of("gomoku", "h8 a1 i8 c3 j8 o15")) as (app, pilot):
        screen = game(app)
        monkeypatch.setattr(screen._advising, "ask", lambda _: None)
        await press(pilot, "t")
        won = Score(1, Side.FIRST, None)  # of moves that win nobody knows how soon
        screen._hinted(screen.match.position, {1: won, 111: won})
        assert message(app).startswith("Play g8 and win by force")
        await press(pilot, "enter")
        assert moves(app).endswith(" g8")


def rows(bar: ScoreBar) -> list[str]:
    return ["".join(segment.text for segment in bar.render_line(y)) for y in range(6)]


@played
async def test_the_share_of_the_first_side_grows_from_the_bottom(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, _):
        bar = game(app).bar
        assert set(rows(bar)) == {"   "}
        bar.put(0.5, 4)
        assert rows(bar) == ["   ", "   ", "   ", " ██", " ██", "   "]
        bar.put(0.375, 4)
        assert rows(bar) == ["   ", "   ", "   ", " ▄▄", " ██", "   "]


@played
async def test_answers_are_not_shown_for_another_position(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="4")) as (app, _):
        asked, before = game(app).match.position, message(app)
        game(app).match.play(3)
        game(app)._hinted(asked, {0: Estimate(0, asked.turn)})
        game(app)._explained(asked, ["old"])
        assert message(app) == before
        assert game(app).note == []
