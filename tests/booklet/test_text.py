"""Booklets as text."""

from pathlib import Path

import pytest

from inarow.booklet.text import parse, text
from inarow.errors import BookletError
from support.paths import DATA

BOOKLETS = sorted((DATA / "booklets").iterdir())


@pytest.mark.parametrize("path", BOOKLETS, ids=lambda path: path.stem)
def test_what_is_read_is_written_back(path: Path) -> None:
    source = path.read_text("utf-8")
    assert text(parse(source)) == source


@pytest.mark.parametrize(
    ("line", "other", "message"),
    [
        ("inarow booklet 1", "inarow book", "expected a booklet"),
        ("rules 5x5x4", "rules 99x5x4", "expected rules such as"),
        ("side first", "side third", "expected side first or side second"),
        ("goal draw", "goal glory", "expected goal win or goal draw"),
        ("start 3 > 1", "start 9 > 1", "expected a column of 5x5x4"),
        ("start 3 > 1", "start 3 > 99", "expected a page that is there"),
        ("page 1 |", "page 2 |", r"expected page 1"),
        ("page 2 | 4 |", "page 2 | 77 |", "expected a diagram that is there"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(line: str, other: str, message: str) -> None:
    source = (DATA / "booklets" / "5x5x4.booklet").read_text("utf-8")
    assert line in source
    with pytest.raises(BookletError, match=message):
        parse(source.replace(line, other, 1))


def test_an_empty_file_is_no_booklet() -> None:
    with pytest.raises(BookletError, match="expected a booklet"):
        parse("")
