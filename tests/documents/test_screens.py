"""The pictures of the documentation show what is there now: `make pictures` takes them anew."""

import json
import struct
import sys
from pathlib import Path

import pytest

from support.paths import DOCS

sys.path.append(str(DOCS))
import make_screens

STALE = "is out of date: run make pictures, and look at it"


@pytest.mark.parametrize("name", make_screens.TERMINAL)
def test_pictures_of_the_terminal_are_what_it_draws(name: str) -> None:
    stored = (make_screens.PICTURES / f"{name}.svg").read_text("utf-8")
    assert stored == make_screens.terminal(name), f"{name}.svg {STALE}"


@pytest.mark.parametrize("name", make_screens.SHOTS)
def test_pictures_from_the_browser_are_of_the_styles_that_are_there(name: str) -> None:
    shot = make_screens.SHOTS[name]
    picture = (make_screens.PICTURES / f"{name}.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == shot.size
    assert len(picture) < 150_000
    assert json.loads(make_screens.SOURCES.read_text())[name] == shot.digest, f"{name}.png {STALE}"


def test_a_picture_is_out_of_date_when_its_styles_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shot = make_screens.Shot(make_screens.SHOTS["site-lab"].take, ("a.css",))
    monkeypatch.setattr(make_screens, "SITE", tmp_path)
    (tmp_path / "a.css").write_text("a { color: red }")
    before = shot.digest
    (tmp_path / "a.css").write_text("a { color: blue }")
    assert shot.digest != before
