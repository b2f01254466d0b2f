from pathlib import Path

from inarow.tui.bar import ScoreBar
from support.screens import game, match_of, played, started


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
