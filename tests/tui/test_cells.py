import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from inarow import Side
from inarow.tui.ascii_signs import SIGNS, is_ascii_only
from inarow.tui.cells import SIZES, Look, fitted, paint
from inarow.tui.themes import Colors, themes
from support.paths import PACKAGE
from support.terminal import full_screen

DARK = Colors.of(
    {**themes()[0].to_color_system().generate(), **themes()[0].variables, "accent": "#7cc4ef"},
    mono=False,
)
MONO = DARK._replace(mono=True)


def drawn(look: Look, size: int, colors: Colors = DARK) -> list[str]:
    return ["".join(segment.text for segment in row) for row in paint(look, size, colors)]


def colours(look: Look, size: int) -> set[str]:
    """All colours in a picture."""
    found = set()
    for row in paint(look, size, DARK):
        for segment in row:
            assert segment.style is not None
            found |= {c.name for c in (segment.style.color, segment.style.bgcolor) if c}
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colors", [DARK, MONO])
def test_a_cell_always_fills_its_room(size: int, colors: Colors) -> None:
    looks = [
        Look(),
        Look(Side.FIRST, dot=True),
        Look(Side.SECOND, "ghost"),
        Look(Side.FIRST, base="win"),
        Look(base="lit", mark="12"),
        Look(mark="≈+24"),
        Look(ring=Side.SECOND),
        Look(Side.FIRST, fall=1),
        Look(gravity=False),
    ]
    for look in looks:
        rows = drawn(look, size, colors)
        assert [len(row) for row in rows] == [size] * (size // 2)


def test_discs_are_told_apart_by_shape_as_well() -> None:
    for size in SIZES:
        first, second = Look(Side.FIRST), Look(Side.SECOND)
        if size < 8:
            assert "×" in "".join(drawn(first, size))
            assert "○" in "".join(drawn(second, size))
        else:
            assert drawn(first, size) != drawn(second, size)
        assert "x" in "".join(drawn(first, size, MONO))
        assert "O" in "".join(drawn(Look(Side.SECOND, base="win"), size, MONO))


def test_a_falling_disc_is_behind_the_plate() -> None:
    passing = Look(Side.FIRST, fall=3)
    assert {"#d55e00", "#22304a", "#141d2e"} == {c.lower() for c in colours(passing, 6)}
    assert "×" not in "".join(drawn(passing, 6))


def test_a_winning_cell_is_outlined_and_others_fade() -> None:
    assert "#f0e442" in {c.lower() for c in colours(Look(Side.FIRST, base="win"), 6)}
    assert "#d55e00" not in {c.lower() for c in colours(Look(Side.FIRST, tone="faded"), 6)}


def test_what_is_too_long_for_a_cell_becomes_a_sign() -> None:
    assert drawn(Look(mark="≈+24"), 2) == ["+ "]  # not ≈+≈+≈+
    assert drawn(Look(mark="12"), 2) == ["12"]
    assert "≈+24" in "".join(drawn(Look(mark="≈+24"), 6))


def test_scores_say_what_they_have_room_for() -> None:
    assert [fitted("≈+12", room) for room in (4, 3, 2, 1, 0)] == ["≈+12", "≈12", "≈+", "+", ""]
    assert [fitted("≈-12", room) for room in (4, 3, 2, 1)] == ["≈-12", "≈-", "≈-", "-"]
    assert [fitted("+18", room) for room in (3, 2, 1)] == ["+18", "+", "+"]
    assert fitted("", 1) == ""


def test_without_colour_a_disc_that_is_not_there_yet_looks_like_none() -> None:
    for side in Side:
        for size in SIZES:
            here = drawn(Look(side), size, MONO)
            assert drawn(Look(side, tone="ghost"), size, MONO) != here
    assert drawn(Look(Side.FIRST, tone="ghost"), 4, MONO) == ["    ", "(x) "]
    assert drawn(Look(Side.FIRST, tone="ghost"), 2, MONO) == ["x?"]


def test_every_sign_that_is_drawn_has_one_in_ascii() -> None:
    drawn = {sign for path in (PACKAGE / "tui").glob("*.py") for sign in path.read_text()}
    assert all(sign.isascii() for sign in "".join(drawn).translate(SIGNS))


def test_the_encoding_of_the_terminal_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, ascii_only in (("ascii", True), ("latin-1", True), ("utf-8", False)):
        file = TextIOWrapper(BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "__stderr__", file)
        assert is_ascii_only() is ascii_only


def test_a_terminal_that_knows_ascii_only_is_sent_letters(tmp_path: Path) -> None:
    options = ("--x", "Ann", "--o", "Bob", "--moves", "44", "--no-animation")
    window = full_screen(tmp_path, *options, environment={"PYTHONIOENCODING": "ascii"})
    window.read_until(b"Ann to move.")
    assert window.shown.isascii()
    text = re.sub(rb"\x1b\[[0-?]*[ -/]*[@-~]", b"", window.shown)  # without control sequences
    assert b"?" not in text.replace(b"? Help", b"")
    window.type(b"q")
    assert window.finish() == 0
