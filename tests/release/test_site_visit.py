"""A visit to the site finds what is there, and is not content with less."""

import sys
from pathlib import Path

import pytest

from site_visit import Visitor, look_around, visit
from smoke import Program

INSTALLED = Path(sys.executable).parent / "inarow"


def test_the_site_is_visited_and_stopped(tmp_path: Path) -> None:
    visit(Program(tmp_path, ["web"], INSTALLED))
    assert (tmp_path / "data" / "inarow.db").exists()


class Empty(Visitor):
    """Finds a site that is well but has nothing on its pages."""

    def get(self, path: str) -> bytes:
        return b"ok\n" if path == "/healthz" else b"<html></html>"


def test_a_page_without_its_files_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="<html></html>"):
        look_around(Empty("http://127.0.0.1:1"))


def test_a_server_that_does_not_start_is_a_failure(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'no such module' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(AssertionError, match="no such module"):
        visit(Program(tmp_path, ["web"], broken))
