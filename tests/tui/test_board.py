from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from textual.geometry import Region

from inarow.board.rules import Cell
from inarow.tui.board import BoardView, Fall
from support.screens import game, match_of, played, press, started


@played
async def test_only_the_cells_that_change_are_painted(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("18x18x4", "9")) as (app, pilot):
        view = game(app).view
        painted: list[Region] = []
        view.refresh = lambda *regions, **_: painted.extend(regions) or view  # type: ignore
        await press(pilot, "8")
        cells = {(region.x, region.y) for region in painted}
        assert 3 <= len(cells) <= 10  # a name of a column has two rows
        assert all(region.area <= view.frame.size for region in painted)


@played
async def test_a_board_that_is_too_high_shows_what_matters(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("5x35x4", "12" * 2 + "211221" * 5)) as (app, _):
        view = game(app).view
        assert view.frame.rows < 35
        assert Cell(0, view.scene.position.ply // 2) in view._looks


@played
async def test_the_held_disc_follows_the_mouse(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        view = game(app).view
        assert isinstance(view, BoardView)
        await pilot.hover(view, offset=(1 + 6 * 6 + 1, 5))
        await pilot.pause()
        assert game(app).pointer.cell.column == 6
        assert view._looks[Cell(6, 0)].tone == "ghost"
        view.show(replace(view.scene, cursor=None))
        assert view._looks[Cell(6, 0)].tone == ""


@pytest.mark.parametrize("cells", [1.0, 2.0, 6.0, 18.0])
def test_a_disc_falls_faster_and_faster_and_comes_to_rest(cells: float) -> None:
    fall = Fall(cells)
    heights = [fall.above(fall.seconds * share / 10) for share in range(10)]
    assert heights[0] == cells
    steps = [a - b for a, b in pairwise(heights) if a and b]
    assert steps == sorted(steps)
    assert fall.above(10.0) is None


def test_the_time_grows_with_the_root_of_the_height() -> None:
    assert Fall(16).seconds == pytest.approx(2 * Fall(4).seconds)


def test_there_is_one_small_bounce() -> None:
    fall = Fall(6)
    bounce = fall.above(fall.seconds + 0.03)
    assert bounce is not None
    assert 0 < bounce < 0.5
    assert Fall(1).above(Fall(1).seconds) is None
