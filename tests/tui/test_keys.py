from pathlib import Path

from inarow.tui.keys import KeyBar, key, keys_of, shown_key
from support.screens import click_text, game, match_of, moves, played, press, started


def test_keys_are_written_as_people_write_them() -> None:
    (found,) = keys_of([key("enter,space,question_mark", "x", "Do", "do it")])
    assert (found.names, found.action, found.shown) == ("Enter Space ?", "x", False)
    assert shown_key("f1") == "F1"


@played
async def test_the_bar_shows_what_works_now_and_can_be_clicked(tmp_path: Path) -> None:
    async with started(tmp_path, match_of(moves="44")) as (app, pilot):
        bar = app.screen.query_one(KeyBar)
        assert "u Undo" in bar.text
        assert "r Redo" not in bar.text
        await click_text(app, pilot, "Undo")
        assert moves(app) == "4"
        assert "r Redo" in bar.text
        await press(pilot, "u")
        assert "Undo" not in bar.text
        assert len(bar.text) <= 80
        assert game(app).works_now("hint")
