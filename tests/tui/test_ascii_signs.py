import re
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from inarow.tui.ascii_signs import SIGNS, is_ascii_only
from support.paths import PACKAGE
from support.terminal import full_screen


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
    assert b"?" not in re.sub(rb"\x1b\[\?|\?\x1b\[[0-9;]*m Help", b"", window.shown)
    window.type(b"q")
    assert window.finish() == 0
