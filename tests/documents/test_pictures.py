"""The pictures of the documentation are what the program draws."""

import runpy

from support.paths import DOCS


def test_drawn_pictures_are_current() -> None:
    drawn = runpy.run_path(str(DOCS / "make_pictures.py"))["pictures"]()
    assert len(drawn) > 5
    for name, picture in drawn.items():
        assert (DOCS / "pictures" / name).read_text() == picture, name
