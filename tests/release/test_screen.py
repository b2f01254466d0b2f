"""The full screen is seen and left; a program that shows none is a failure."""

import sys
from pathlib import Path

import pytest

from screen import full_screen
from smoke import Program

INSTALLED = Path(sys.executable).parent / "inarow"


def made(folder: Path, *lines: str) -> Program:
    path = folder / "program"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return Program(folder, path=path)


def test_the_full_screen_is_seen_and_left(tmp_path: Path) -> None:
    full_screen(Program(tmp_path, path=INSTALLED), has_textual=True)


def test_without_textual_it_must_say_so_and_play_by_lines(tmp_path: Path) -> None:
    honest = """echo "It needs Textual (pip install 'inarow[tui]')." """
    full_screen(made(tmp_path, honest, "printf 'your move > '", "read answer"), has_textual=False)
    with pytest.raises(AssertionError, match="not shown"):
        full_screen(made(tmp_path, "printf 'your move > '"), has_textual=False)


def test_a_game_that_ends_badly_is_a_failure(tmp_path: Path) -> None:
    program = made(tmp_path, "stty raw", r"printf '\033[?1049h Ann'", "head -c 1", "exit 3")
    with pytest.raises(AssertionError, match=r"^3"):
        full_screen(program, has_textual=True)
