from pathlib import Path

from support.screens import game, match_of, played, started


@played
async def test_an_update_is_cut_on_both_sides(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("18x18x4", "9")) as (app, _):
        screen = game(app)
        region = screen.view.frame.region(type(screen.pointer.cell)(9, 0), 0)
        screen._compositor._dirty_regions = {region}
        update = screen._compositor.render_partial_update()
        assert update is not None
        sent = update.render_segments(app.console)
        assert sent.startswith(f"\x1b[{region.y + 1};{region.x + 1}H")
        assert sent.count("·") == 1
        assert len(sent) < 200
