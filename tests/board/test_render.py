import io
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given

import inarow as ir
from inarow import render
from support.strategies import positions

WON = ir.Board(ir.CONNECT_FOUR, "4455667")
ESCAPE = "\x1b"


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines_of(board: ir.Board) -> tuple[ir.Line, ...]:
    outcome = board.outcome()
    return outcome.lines if outcome else ()


def test_text_has_capitals_for_the_winning_line() -> None:
    assert render.text(WON, lines=lines_of(WON)).splitlines()[-3:] == [
        ". . . o o o .",
        ". . . X X X X",
        "1 2 3 4 5 6 7",
    ]


def test_cells_can_be_named_and_marked() -> None:
    board = ir.Board(ir.Rules(3, 2, 3), "1")
    marks = {ir.Cell(2, 1): "12"}
    assert render.text(board, marks=marks, cell_names=True).splitlines() == [
        "2  .  . 12",
        "1  x  .  .",
        "   1  2  3",
    ]


def test_wide_boards_have_numbers_as_wide() -> None:
    drawn = render.text(ir.Board(ir.Rules(11, 2, 4), "b"), cell_names=True).splitlines()
    assert drawn[1] == "1  " + "  ".join("." * 10) + "  x"
    assert drawn[2] == "   1  2  3  4  5  6  7  8  9 10 11"


def test_boards_wider_than_the_alphabet_stay_aligned() -> None:
    board = ir.Board(ir.Rules(30, 12, 5, gravity=False), "ad12")
    rows = render.text(board).splitlines()
    assert rows[0].startswith("12  .  .")
    assert rows[0].endswith(" x")
    assert rows[-1].endswith(" z aa ab ac ad")
    assert len({len(row) for row in rows}) == 1


@given(positions())
def test_every_position_can_be_drawn(position: ir.Position) -> None:
    height = position.rules.height
    assert len(render.text(position).splitlines()) == height + 1
    assert len(render.ansi(position).splitlines()) == height + 1
    ElementTree.fromstring(render.svg(position))


def test_ansi_tells_sides_apart_by_shape_and_colour() -> None:
    drawn = render.ansi(WON, lines=lines_of(WON), last=WON.last)
    assert drawn.count("×") == 4
    assert drawn.count("○") == 3
    assert drawn.count("\x1b[1;7m") == 4  # the winning discs
    assert drawn.count("\x1b[4m") == 1  # the last one
    assert drawn.splitlines()[-1] == "1 2 3 4 5 6 7"


@pytest.mark.parametrize(
    ("stream", "environment", "wanted"),
    [
        (FakeTerminal(), {"TERM": "xterm"}, True),
        (FakeTerminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),  # as no-color.org says
        (FakeTerminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (FakeTerminal(), {"TERM": "dumb"}, False),
        (FakeTerminal(), {}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colours_go_only_where_they_are_wanted(
    stream: io.StringIO, environment: dict[str, str], wanted: bool
) -> None:
    assert render.color_wanted(stream, environment) is wanted


def elements(picture: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}" + tag))


def test_svg_has_discs_marks_holes_and_labels() -> None:
    picture = render.svg(ir.Board(ir.CONNECT_FOUR, "44"))
    fills = [circle.get("fill") for circle in elements(picture, "circle")]
    assert fills.count("#D55E00") == 1
    assert fills.count("#56B4E9") == 1
    assert fills.count("#ffffff") == 40  # empty holes
    assert [text.text for text in elements(picture, "text")] == list("1234567")


def test_svg_outlines_lines_fades_the_rest_and_dots_the_last() -> None:
    picture = render.svg(WON, lines=lines_of(WON), last=WON.last, theme="dark")
    assert len(elements(picture, "line")) == 2  # an outline and its inside
    faded = [c for c in elements(picture, "circle") if c.get("opacity")]
    assert len(faded) == 6  # three discs and their rings
    assert [c.get("r") for c in elements(picture, "circle")].count("4") == 1


def test_svg_rings_threats() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "445566")
    threats = {side: board.position.threats(side) for side in ir.Side}
    picture = render.svg(board, threats=threats)
    rings = [c for c in elements(picture, "circle") if c.get("stroke-width") == "2"]
    assert len(rings) == len(threats[ir.Side.FIRST]) + len(threats[ir.Side.SECOND]) == 4


def test_marks_are_drawn_everywhere_in_the_colours_of_the_sides() -> None:
    board = ir.Board(ir.Rules(3, 2, 3), "1")
    marks: dict[ir.Cell, str | render.Mark] = {
        ir.Cell(1, 0): render.Mark("+", ir.Side.SECOND),
        ir.Cell(2, 0): render.Mark("12"),
        ir.Cell(2, 1): "?",
    }
    assert render.text(board, marks=marks).splitlines()[1] == " x  + 12"
    row = render.ansi(board, marks=marks).splitlines()[1]
    assert f"{render.SECOND_COLOR}+{render.RESET}" in row
    assert row.endswith(f" 12{render.RESET}")
    picture = render.svg(board, marks=marks, cell_names=True)
    texts = [text.text for text in elements(picture, "text")]
    assert texts == ["+", "12", "?", "1", "2", "3", "1", "2"]
    pale = [c for c in elements(picture, "circle") if c.get("opacity") == "0.35"]
    assert [circle.get("fill") for circle in pale] == [render.COLORS[ir.Side.SECOND]]


def test_svg_titles_are_escaped() -> None:
    picture = render.svg(WON, title="x < o & so on")
    assert elements(picture, "title")[0].text == "x < o & so on"


def test_notebooks_get_svg() -> None:
    assert WON._repr_svg_().startswith("<svg ")
    assert WON.position._repr_svg_().startswith("<svg ")


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ir.RenderError, match="expected the theme dark or light, got 'pink'"):
        render.svg(WON, theme="pink")


def test_pictures_side_by_side() -> None:
    assert render.side_by_side(["a\nbb", "c"]) == "a    c\nbb"


@pytest.mark.parametrize("draw", [render.text, render.ansi, render.svg])
def test_what_cannot_be_drawn_is_refused(draw: Callable[..., str]) -> None:
    for nonsense in ("4453", None, [[0]]):
        with pytest.raises(ir.RenderError, match=r"such as Board\('4453'\) .* got"):
            draw(nonsense)


def test_arrows_lead_from_cell_to_cell() -> None:
    position = ir.Position(ir.CONNECT_FOUR)
    plain, drawn = (
        render.svg(position),
        render.svg(position, arrows=[(ir.Cell(0, 0), ir.Cell(2, 0))]),
    )
    assert drawn.count("<path") == plain.count("<path") + 1
    assert 'd="M54 340L146 340' in drawn
