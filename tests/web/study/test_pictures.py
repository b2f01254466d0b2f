from struct import unpack
from xml.etree import ElementTree

import pytest

from inarow import CONNECT_FOUR, GOMOKU, Board, Position, Rules
from inarow.web.study import pictures

BOARDS = [
    Board(CONNECT_FOUR, "4455667"),
    Board(GOMOKU, "h8 i9"),
    Board(Rules(18, 4, 4), "4a"),
    Board(Rules(4, 18, 4)),
]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board.rules))
@pytest.mark.parametrize("theme", pictures.THEMES)
def test_pictures_are_well_formed_and_have_the_size_that_is_promised(
    board: Board, theme: str
) -> None:
    root = ElementTree.fromstring(pictures.board_svg(board, theme=theme))
    assert (int(root.get("width", 0)), int(root.get("height", 0))) == pictures.size(board.rules)
    preview = ElementTree.fromstring(pictures.preview_svg(board, theme=theme))
    assert (int(preview.get("width", 0)), int(preview.get("height", 0))) == pictures.PREVIEW


def test_a_picture_shows_the_last_disc_the_lines_and_the_threats() -> None:
    board = Board(CONNECT_FOUR, "445566")
    plain = pictures.board_svg(board)
    assert len(pictures.board_svg(board, threats=True)) > len(plain)
    assert "x wins" in pictures.board_svg(BOARDS[0])
    assert "<line" in pictures.board_svg(BOARDS[0])
    assert pictures.board_svg(board.position) != plain


def test_png_has_the_width_that_was_asked_for_but_not_more_than_allowed() -> None:
    svg = pictures.board_svg(Position(CONNECT_FOUR))
    assert size_of(pictures.png(svg)) == pictures.size(CONNECT_FOUR)
    assert size_of(pictures.png(svg, width=220))[0] == 220
    assert size_of(pictures.png(svg, width=10**6))[0] == pictures.WIDEST
    assert size_of(pictures.png(pictures.preview_svg(BOARDS[1]))) == pictures.PREVIEW


def test_letters_are_drawn_wherever_it_runs() -> None:
    """A label changes the pixels: without a font it would be left out in silence."""
    svg = pictures.board_svg(Position(CONNECT_FOUR))
    assert ">4</text>" in svg
    assert pictures.png(svg) != pictures.png(svg.replace(">4</text>", "></text>"))
    assert pictures.png(svg) != pictures.png(svg.replace(">4</text>", ">×</text>"))
