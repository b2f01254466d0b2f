from pathlib import Path

from inarow.tui.rows import Piece, Rows, paragraphs
from support.screens import game, match_of, played, started


def test_long_texts_are_broken() -> None:
    rows = paragraphs(["one two three four", ""], 10)
    assert [row[0].text for row in rows] == ["one two", "three four", ""]


@played
async def test_the_followed_row_is_seen_and_others_can_be_scrolled_to(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, _):
        rows = game(app).moves
        assert isinstance(rows, Rows)
        rows.put([(Piece(str(number)),) for number in range(50)], 40)
        assert rows.first <= 40 < rows.first + rows.size.height
        before = rows.first
        rows.on_mouse_scroll_up()
        assert rows.first == before - 1
        rows.on_mouse_scroll_down()
        rows.scroll_rows(1000)
        assert rows.first == 50 - rows.size.height


@played
async def test_what_does_not_fit_is_cut(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, _):
        rows = game(app).line
        rows.put([(Piece("x" * 500),)])
        assert rows.render_line(0).cell_length == rows.size.width
