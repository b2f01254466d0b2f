from pathlib import Path

from inarow.tui.themed import Themed
from support.screens import game, match_of, played, press, started


@played
async def test_widgets_follow_the_theme(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", "44")) as (app, pilot):
        widgets = list(game(app).query(Themed))
        assert len(widgets) > 3
        before = [widget.palette for widget in widgets]
        await press(pilot, "m")
        assert all(widget.palette != old for widget, old in zip(widgets, before, strict=True))
